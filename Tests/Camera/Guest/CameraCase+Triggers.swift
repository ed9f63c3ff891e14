import CGuest
import Glibc

extension CameraCase {
  /// A foot pedal in the trigger's place.
  static let triggers = [
    CameraCase("pedal", "none; the trigger is a pedal", on: .faults) { desk in
      let (label, camera, pedal, clerk) = try holding(desk)
      pedal.letGo()
      try clerk.seesWindowGo()
      pedal.press()
      camera.show(label)
      try clerk.gets(label)
      pedal.letGo()
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: "the picture while it was held", after: "read it, saved")
    },
    CameraCase("pedal-gone", "the pedal is unplugged while it is held", on: .faults) { desk in
      let (label, camera, pedal, clerk) = try holding(desk)
      pedal.unplug()
      try clerk.seesWindowGo()
      let sentence = try clerk.shows("The trigger device is gone: plug it in, or use the trigger key")
      try clerk.type(" wet")
      let another = try Pedal()
      try clerk.waitsUntilOpen(another.node)
      another.press()
      camera.show(label)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7 wet")
      return Outcome(saw: sentence, after: "the window went; plugged in again it read, saved")
    },
    CameraCase("pedal-taken", "another program has the pedal for itself", on: .faults) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label)
      let pedal = try Pedal()
      let holder = guest_grab(pedal.node, "evtest")
      guard holder > 0 else { throw Trouble("the pedal cannot be taken: error \(-holder)") }
      let clerk = try Clerk(camera: "auto", station("press"))
      let sentence = try clerk.shows(
        "The trigger device is used by evtest (process \(holder)): use the trigger key")
      try clerk.type("crate 7")
      desk.end(holder: holder)
      try clerk.waitsUntilOpen(pedal.node)
      pedal.press()
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: sentence, after: "once it was free it read, saved")
    },
  ]

  /// The picture is seen while the pedal is down.
  private static func holding(_ desk: CameraDesk) throws -> (Label, USBCamera, Pedal, Clerk) {
    let camera = try desk.plug(showing: nil)
    let pedal = try Pedal()
    let clerk = try Clerk(camera: "auto", station("hold"))
    try clerk.type("crate 7")
    pedal.press()
    try clerk.seesPicture()
    return (desk.label(), camera, pedal, clerk)
  }

  private static func station(_ mode: String) -> [String: String] {
    ["FORMENTRY_TRIGGER": mode, "FORMENTRY_TRIGGER_DEVICE": Pedal.path]
  }
}
