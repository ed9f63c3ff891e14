import Glibc

extension CameraCase {
  /// What can be wrong with a USB camera.
  static let faults = [
    CameraCase("busy", "another program uses the camera", on: .faults) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label)
      let holder = try desk.hold("/dev/video0", as: "zbarcam")
      return try beforePress(desk, "Dock Camera is used by zbarcam (process \(holder)).", showing: label) {
        desk.end(holder: holder)
      }
    },
    CameraCase("unplugged", "unplugged while the picture is seen, then plugged in", on: .faults) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      return try whileSeen(desk, "Dock Camera is not there: plug it in.", showing: label) {
        try desk.unplug(camera)
      } end: {
        camera.show(label)
        try desk.plug(camera)
      }
    },
    CameraCase("slow", "the first picture comes after 2.5 s", on: .faults) { desk in
      let label = desk.label()
      _ = try desk.plug(showing: label) { $0.delay = 2_500 }
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      let sentence = try clerk.reads("the camera is waking")
      let began = milliseconds()
      try clerk.gets(label)
      guard milliseconds() - began > 1_000 else { throw Trouble("it was not slow at all") }
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: sentence, after: "read it, saved")
    },
    CameraCase("stalled", "the camera stops sending", on: .faults) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      return try whileSeen(desk, "Dock Camera sends no pictures; plug it in anew.", showing: label) {
        camera.behave { $0.isFrozen = true }
      } end: {
        camera.show(label)
        camera.behave { $0.isFrozen = false }
      }
    },
    CameraCase("garbage", "each JPEG is garbage", on: .faults) { desk in
      let label = desk.label()
      let camera = try desk.plug("Dock Camera", .jpeg, showing: nil)
      return try whileSeen(desk, "sends no pictures that are whole; try its cable.", showing: label) {
        camera.behave { $0.garbage = [UInt8](repeating: 0, count: 5_000) }
      } end: {
        camera.show(label)
        camera.behave { $0.garbage = nil }
      }
    },
    CameraCase("cut-jpeg", "of each JPEG the end is missing", on: .faults) { desk in
      let label = desk.label()
      _ = try desk.plug("Dock Camera", .jpeg, showing: label) { $0.isCut = true }
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: "the upper part of the picture", after: "read it, saved")
    },
    CameraCase("short", "each picture is short", on: .faults) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: nil)
      return try whileSeen(desk, "Dock Camera sends no pictures", showing: label) {
        camera.behave { $0.isCut = true }
      } end: {
        camera.show(label)
        camera.behave { $0.isCut = false }
      }
    },
    CameraCase("short-kept", "each picture is short, and the driver keeps it", on: .faults) { desk in
      try keepingDamaged(desk) { $0.isCut = $1 }
    },
    CameraCase("flagged", "each picture is flagged as damaged", on: .faults) { desk in
      try keepingDamaged(desk) { $0.isFlagged = $1 }
    },
    CameraCase("deaf", "the driver's calls wait for the camera", on: .faults) { desk in
      let label = desk.label()
      let camera = try desk.plug(showing: label)
      camera.behave { $0.isDeaf = true }
      let clerk = try Clerk(camera: "/dev/video0")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      let sentence = try clerk.reads("does not answer; unplug it and plug it in anew.")
      try clerk.closesWindow()
      try clerk.type(" wet")
      guard clerk.slowestKey < 1_000 else { throw Trouble("a key took \(clerk.slowestKey) ms") }
      camera.behave { $0.isDeaf = false }
      try clerk.press(Clerk.trigger)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7 wet")
      return Outcome(saw: sentence, after: "typed on meanwhile; next press read it, saved")
    },
  ]

  /// With a driver that does not drop damaged pictures, as it is told to.
  private static func keepingDamaged(
    _ desk: CameraDesk, _ damage: (inout USBCamera.Behaviour, Bool) -> Void
  ) throws -> Outcome {
    try desk.loadUSB()
    let parameter = "/sys/module/uvcvideo/parameters/nodrop"
    guard write("1", to: parameter) else { throw Trouble("uvcvideo has no nodrop") }
    defer { _ = write("0", to: parameter) }
    let label = desk.label()
    let camera = try desk.plug(showing: nil)
    return try whileSeen(desk, "sends no pictures that are whole; try its cable.", showing: label) {
      camera.behave { damage(&$0, true) }
    } end: {
      camera.show(label)
      camera.behave { damage(&$0, false) }
    }
  }
}
