import CGuest
import Glibc
import TerminalKit

extension CameraCase {
  /// What `formentry doctor` says of cameras and triggers, and what mends it.
  static let doctor = [
    CameraCase("doctor-well", "none; doctor is asked", on: .faults) { desk in
      _ = try desk.plug(showing: nil)
      let line = try Examination().says(
        "✓ camera: /dev/video0 Dock Camera, usb-vhci_hcd.0-1, YUYV: first picture after ", then: " ms")
      return Outcome(saw: line, after: "status 0")
    },
    CameraCase("doctor-busy", "doctor is asked while another program has the camera", on: .faults) { desk in
      _ = try desk.plug(showing: nil)
      let holder = try desk.hold("/dev/video0", as: "zbarcam")
      defer { desk.end(holder: holder) }
      let line = try Examination().says(
        "✗ camera: /dev/video0 Dock Camera", then: ": used by zbarcam (process \(holder))", mends: "end that program")
      return Outcome(saw: line, after: "status 3")
    },
    CameraCase("doctor-none", "doctor is asked without any camera", on: .faults) { desk in
      try desk.loadUSB()
      let mend = "plug one in, or say camera: none in the configuration"
      _ = try Examination(camera: "/dev/video0").says("✗ camera: /dev/video0 is not there, nor any other", mends: mend)
      let line = try Examination().says(
        "? camera: none is plugged in", mends: mend + " (a directory of pictures does for trying out)")
      return Outcome(saw: line, after: "status 0; a camera that is wanted: 3")
    },
    CameraCase("doctor-metadata", "doctor is asked; the station wants the metadata node", on: .faults) { desk in
      _ = try desk.plug(showing: nil)
      let line = try Examination(camera: "/dev/video1").says(
        "✗ camera: the station wants /dev/video1, which is not among them",
        mends: "camera: auto, or a part of one of these names, in the configuration")
      unlink("/dev/video0")
      _ = try Examination(camera: "/dev/video1").says(
        "✗ camera: /dev/video1 gives no pictures, and there is no camera",
        mends: "plug one in, or say camera: none in the configuration")
      return Outcome(saw: line, after: "status 3")
    },
    CameraCase("doctor-twins", "doctor is asked; the station wants a name that two cameras have", on: .faults) { desk in
      _ = try desk.plug(showing: nil)
      _ = try desk.plug(port: 1, showing: nil)
      let line = try Examination(camera: "dock").says(
        "? camera: 2 cameras are called dock",
        mends: "camera: usb-vhci_hcd.0-1, the place of one of them, in the configuration")
      return Outcome(saw: line, after: "status 0")
    },
    CameraCase("doctor-pedal", "doctor is asked about a pedal", on: .faults) { desk in
      let station = ["FORMENTRY_TRIGGER_DEVICE": Pedal.path]
      let pedal = try Pedal()
      _ = try Examination(camera: "none", station).says("✓ trigger: /tmp/pedal can be read")
      let holder = guest_grab(pedal.node, "evtest")
      guard holder > 0 else { throw Trouble("the pedal cannot be taken: error \(-holder)") }
      let line = try Examination(camera: "none", station).says(
        "✗ trigger: /tmp/pedal: used by evtest (process \(holder))", mends: "end that program")
      desk.end(holder: holder)
      pedal.unplug()
      _ = try Examination(camera: "none", station).says(
        "✗ trigger: /tmp/pedal cannot be read: No such file or directory",
        mends: "plug it in; ls /dev/input/by-id shows what there is")
      return Outcome(saw: line, after: "status 3; free: 0; unplugged: 3")
    },
    CameraCase("doctor-trial", "the pedal is tried and unplugged (doctor --trigger)", on: .faults) { desk in
      let pedal = try Pedal()
      let trial = try PseudoTerminal(
        "/programs/formentry", ["doctor", "--trigger"], environment: ["FORMENTRY_TRIGGER_DEVICE": Pedal.path])
      func shows(_ text: String) throws {
        guard trial.waitFor(text, 15_000) else { throw Trouble("\"\(text)\" is not to be read:\n\(trial.screen.text)") }
      }
      try shows("/tmp/pedal: press it too, if you like.")
      pedal.press()
      try shows("/tmp/pedal: pressed.")
      pedal.letGo()
      try shows("/tmp/pedal: let go.")
      pedal.unplug()
      let sentence = "The trigger device is gone: plug it in, or use the trigger key"
      try shows(sentence)
      trial.send(Clerk.escape)
      guard trial.waitForEnd(15_000) == .exited(0) else { throw Trouble("doctor --trigger does not end") }
      return Outcome(saw: sentence, after: "told its press and its release before")
    },
  ]
}
