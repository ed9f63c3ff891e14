import CGuest
import Glibc

extension CameraCase {
  /// The errors that the kernel's test driver gives when it is asked to.
  static let vivid = [
    CameraCase("vivid", "none; a bar code fed to the driver", on: .others) { desk in
      try unhurt(desk) {}
    },
    CameraCase("vivid-flag", "a buffer has the error flag", on: .others) { desk in
      try unhurt(desk) { try desk.control("Inject V4L2_BUF_FLAG_ERROR", 1) }
    },
    CameraCase("vivid-most", "nine of ten pictures are dropped", on: .others) { desk in
      defer { try? desk.drop(CameraDesk.usualDrops) }
      return try unhurt(desk) { try desk.drop(90) }
    },
    CameraCase("vivid-all", "all pictures are dropped", on: .others) { desk in
      let label = desk.label()
      try desk.vivid(showing: nil)
      defer { try? desk.drop(CameraDesk.usualDrops) }
      return try whileSeen(desk, "The camera vivid sends no pictures", showing: label) {
        try desk.drop(100)
      } end: {
        desk.show(label)
        try desk.drop(CameraDesk.usualDrops)
      }
    },
    streaming("vivid-queue", "an error of VIDIOC_QBUF", "Inject VIDIOC_QBUF Error"),
    CameraCase("vivid-stride", "none; each row has a gap after it", on: .others) { desk in
      let plugins = "/usr/lib/x86_64-linux-gnu/libv4l/plugins"
      symlink("/programs/padding.so", plugins + "/padding.so")
      defer { unlink(plugins + "/padding.so") }
      let outcome = try unhurt(desk) {}
      let gap = guest_gap(CameraDesk.capture)
      guard gap == 96 else { throw Trouble("the gap has \(gap) bytes") }
      return outcome
    },
    CameraCase("vivid-output", "the node takes pictures and gives none", on: .others) { desk in
      let label = desk.label()
      try desk.vivid(showing: label)
      return try typedInstead(label, camera: CameraDesk.output, "\(CameraDesk.output): this is no camera.")
    },
    opening("vivid-memory", "an error of VIDIOC_REQBUFS", "Inject VIDIOC_REQBUFS Error"),
    opening("vivid-start", "an error of VIDIOC_STREAMON", "Inject VIDIOC_STREAMON Error"),
    CameraCase("vivid-busy", "another program has the driver's buffers", on: .others) { desk in
      let label = desk.label()
      try desk.vivid(showing: label)
      let holder = try desk.hold(CameraDesk.capture, as: "cheese")
      return try beforePress(desk, "The camera vivid is used by cheese (process \(holder)).", showing: label) {
        desk.end(holder: holder)
      }
    },
    // This ends the stream out of the driver, too.
    streaming("vivid-fatal", "a fatal error while streaming", "Inject Fatal Streaming Error"),
    CameraCase("vivid-gone", "the driver disconnects its nodes", on: .others) { desk in
      let label = desk.label()
      try desk.vivid(showing: nil)
      return try whileSeen(desk, "The camera vivid is not there: plug it in.", showing: label) {
        try desk.control("Disconnect", 1)
      } end: {
        try desk.feedAgain()
        desk.show(label)
      }
    },
  ]

  /// Something that the clerk does not notice.
  private static func unhurt(_ desk: CameraDesk, _ begin: () throws -> Void) throws -> Outcome {
    let label = desk.label()
    try desk.vivid(showing: nil)
    let clerk = try Clerk(camera: "auto")
    try clerk.type("crate 7")
    try clerk.press(Clerk.trigger)
    try clerk.seesPicture()
    try clerk.keepsWindow()
    try begin()
    desk.show(label)
    try clerk.gets(label)
    try clerk.saves(label, note: "crate 7")
    return Outcome(saw: "the picture", after: "read it, saved")
  }

  /// An error that ends the stream once.
  private static func streaming(_ name: String, _ fault: String, _ control: String) -> CameraCase {
    CameraCase(name, fault, on: .others) { desk in
      let label = desk.label()
      try desk.vivid(showing: nil)
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      try clerk.seesPicture()
      try clerk.keepsWindow()
      let sentence = try desk.withoutFeeding {
        try desk.control(control, 1)
        return try clerk.reads("The camera vivid stopped:")
      }
      try desk.feedAgain()
      desk.show(label)
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: sentence, after: "went on by itself and read it, saved")
    }
  }

  /// An error as the camera is opened, once.
  private static func opening(_ name: String, _ fault: String, _ control: String) -> CameraCase {
    CameraCase(name, fault, on: .others) { desk in
      let label = desk.label()
      try desk.vivid(showing: label)
      try desk.control(control, 1)
      let clerk = try Clerk(camera: "auto")
      try clerk.type("crate 7")
      try clerk.press(Clerk.trigger)
      let sentence = try clerk.reads("The camera vivid ")
      try clerk.gets(label)
      try clerk.saves(label, note: "crate 7")
      return Outcome(saw: sentence, after: "tried again by itself and read it, saved")
    }
  }
}
