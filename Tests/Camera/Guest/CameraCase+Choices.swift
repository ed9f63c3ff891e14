import CGuest
import Glibc

extension CameraCase {
  /// Which camera it is.
  static let choices = [
    CameraCase("none", "no camera at all", on: .others) { desk in
      try desk.loadUSB()
      let label = desk.label()
      return try beforePress(desk, "There is no camera; plug one in, or type the code.", showing: label) {
        _ = try desk.plug(showing: label)
      }
    },
    CameraCase("metadata", "the node is a camera's second one (metadata)", on: .others) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label)
      return try typedInstead(label, camera: "/dev/video1", "/dev/video1: this is no camera.")
    },
    CameraCase("by-name", "two cameras, one chosen by a part of its name", on: .others) { desk in
      let (label, other) = (desk.label(), desk.label())
      _ = try desk.plug("Front Door", showing: other)
      _ = try desk.plug("Dock Camera", .jpeg, port: 1, showing: label)
      let clerk = try Clerk(camera: "dock")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: "the picture of Dock Camera", after: "read its code, saved")
    },
    CameraCase("other-name", "the camera that was chosen is another one", on: .others) { desk in
      let label = desk.label()
      let wrong = try desk.plug("Front Door", showing: desk.label())
      return try beforePress(desk, "There is no camera dock, but Front Door.", camera: "dock", showing: label) {
        try desk.unplug(wrong)
        _ = try desk.plug("Dock Camera", showing: label)
      }
    },
    CameraCase("another-node", "unplugged, and back as another node", on: .others) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      // Somebody who has the old node open keeps its number from being used again.
      let keeper = open("/dev/video0", O_RDWR | O_CLOEXEC)
      defer { close(keeper) }
      var nodes: [String] = []
      let outcome = try whileSeen(
        desk, "Dock Camera is not there: plug it in.", camera: "/dev/video0", showing: label
      ) {
        camera.unplug()
        usleep(300_000)
      } end: {
        camera.show(label)
        nodes = try desk.plug(camera)
      }
      guard let node = nodes.first, node != "/dev/video0" else { throw Trouble("it is back as \(nodes)") }
      return Outcome(saw: outcome.saw, after: "found it as \(node), read it, saved")
    },
    CameraCase("ssh", "none; the clerk is elsewhere, over ssh", on: .others) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label)
      let clerk = try Clerk(camera: "auto", atMenu: true, ["SSH_CONNECTION": "192.0.2.7 50022 192.0.2.1 22"])
      let words = "camera of dock-pc: Dock Camera"
      try clerk.reads(words)
      try clerk.press("\r")
      try clerk.reads("Note")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: words, after: "read it, saved")
    },
    CameraCase("controls", "none; its focus and exposure were left by hand, it has a lamp", on: .others) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: label)
      camera.leave(.exposureMode, at: 1)
      let problem = guest_map_lamp("/dev/video0", USBCamera.makersUnit)
      guard problem == 0 else { throw Trouble("the lamp cannot be mapped: error \(problem)") }
      let clerk = try Clerk(camera: "auto", ["FORMENTRY_WARM": "0"])
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      let (focus, mode) = (camera.value(of: .focusAutomatic), camera.value(of: .exposureMode))
      let priority = camera.value(of: .exposurePriority)
      guard focus == 1, mode == 8, priority == 0, camera.value(of: .focus) == nil else {
        throw Trouble("automatic focus \(focus ?? -1), exposure \(mode ?? -1), its priority \(priority ?? -1)")
      }
      try clerk.saves(label, note: "crate 7")
      let lamp = { camera.values(of: .lamp) }
      do {
        try Machine.wait("the lamp") { lamp().contains(1) && lamp().last == 0 }
      } catch { throw Trouble("the lamp was set to \(lamp()), not turned on and off") }
      return Outcome(saw: "the picture", after: "focus and exposure follow the label, lamp on meanwhile; saved")
    },
    CameraCase("twins", "two cameras of one make; the one that was used is unplugged", on: .others) { desk in
      let (label, other) = (desk.label(), desk.label())
      let camera = try desk.plug(showing: nil)
      _ = try desk.plug(port: 1, showing: other)
      return try whileSeen(
        desk, "Dock Camera is not there, only another one of its make: plug it in.", camera: "dock", showing: label
      ) {
        try desk.unplug(camera)
      } end: {
        camera.show(label)
        try desk.plug(camera)
      }
    },
    CameraCase("twin-plugged-later", "a second one of its make is plugged in, then it is unplugged", on: .others) {
      desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      return try whileSeen(
        desk, "Dock Camera is not there, only another one of its make: plug it in.", camera: "dock", showing: label
      ) {
        _ = try desk.plug(port: 1, showing: desk.label())
        // It is seen beside the one that is in use.
        usleep(2_000_000)
        try desk.unplug(camera)
      } end: {
        camera.show(label)
        try desk.plug(camera)
      }
    },
    CameraCase("twin-moved", "two cameras of one make; the one that was used is plugged in elsewhere", on: .others) {
      desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      _ = try desk.plug(port: 1, showing: desk.label())
      return try whileSeen(
        desk, "Dock Camera is not there, only another one of its make: plug it in.", camera: "dock", showing: label
      ) {
        try desk.unplug(camera)
      } end: {
        _ = try desk.plug(port: 2, showing: label)
      }
    },
    CameraCase("twin-by-place", "two cameras of one make, one chosen by its place", on: .others) { desk in
      let (label, other) = (desk.label(), desk.label())
      _ = try desk.plug(showing: other)
      let camera = try desk.plug(port: 1, showing: nil)
      return try whileSeen(
        desk, "Dock Camera is not there, only another one of its make: plug it in.", camera: "usb-vhci_hcd.0-2",
        showing: label
      ) {
        try desk.unplug(camera)
      } end: {
        camera.show(label)
        try desk.plug(camera)
      }
    },
    CameraCase("twin-allowed", "the same, where any camera will do (auto)", on: .others) { desk in
      let (first, label) = (desk.label(), desk.label())
      let camera = try desk.plug(showing: nil)
      _ = try desk.plug(port: 1, showing: label)
      return try whileSeen(
        desk, "Dock Camera is not there, only another one of its make: plug it in.", showing: label
      ) {
        camera.show(first)
        try desk.unplug(camera)
      } end: {
      }
    },
    CameraCase("plugged-late", "no camera; one is plugged in while the window is open", on: .others) { desk in
      try desk.loadUSB()
      let label = desk.label()
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      let sentence = try clerk.reads("There is no camera; plug one in, or type the code.")
      _ = try desk.plug(showing: label)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: sentence, after: "found it by itself and read it, saved")
    },
  ]
}
