import CGuest
import Glibc

/// The main job measured with a camera of the kernel's test driver. An emulated processor is many times slower than a
/// real one: the figures say how the rows compare, and how they do with those of another day.
enum CameraBench {
  private static let runs = 9
  /// Seconds for which the share of the processor is measured.
  private static let share = 10

  static func run(_ desk: CameraDesk) throws {
    try desk.vivid(showing: nil)
    Machine.say("An emulated processor, many times slower than a real one: only the ratios of the rows count.")
    Machine.say("| what (vivid, 640x480, some 20 pictures a second)            |    median |")
    Machine.say("| ----------------------------------------------------------- | --------: |")
    let plain = try repeated {
      let time = guest_first_picture(CameraDesk.capture)
      guard time >= 0 else { throw Trouble("no picture: error \(-time)") }
      return time / 1000
    }
    row("a plain loop in C: open to first picture", "\(plain) ms")
    try pictures(desk)
    try values(desk)
  }

  /// From the trigger to the first picture, and what it costs to look at.
  private static func pictures(_ desk: CameraDesk) throws {
    var clerk = try Clerk(camera: "auto", ["FORMENTRY_WARM": "0"])
    row("trigger to first picture, the first time of all", "\(try firstPicture(clerk)) ms")
    row("trigger to first picture, camera closed", "\(try repeated { try firstPicture(clerk) }) ms")
    clerk = try Clerk(camera: "auto", ["FORMENTRY_WARM": "600"])
    _ = try firstPicture(clerk)
    row("trigger to first picture, camera kept warm", "\(try repeated { try firstPicture(clerk) }) ms")

    let program = Process(number: clerk.terminal.pid)
    try clerk.press(Clerk.trigger)
    try clerk.seesPicture()
    guard let decoder = program.child("formentry-decode") else { throw Trouble("formentry-decode does not run") }
    let before = [program.ticks, decoder.ticks]
    let end = milliseconds() + share * 1000
    while milliseconds() < end { clerk.terminal.read(within: 20) }
    row("processor: formentry with the picture on the screen", "\((program.ticks - before[0]) / share) %")
    row("processor: formentry-decode, looking for a code", "\((decoder.ticks - before[1]) / share) %")
    row("memory: formentry, camera open", "\(program.memory) KiB")
    row("memory: formentry-decode, camera open", "\(decoder.memory) KiB")
  }

  private static func firstPicture(_ clerk: Clerk) throws -> Int {
    let start = milliseconds()
    clerk.terminal.send(Clerk.trigger)
    try clerk.seesPicture()
    let time = milliseconds() - start
    try clerk.closesWindow()
    // The camera is closed by then, where it is to be; and pressed sooner, the key would count as held on.
    usleep(1_000_000)
    return time
  }

  /// From the moment at which a label comes into view to its text in the field.
  private static func values(_ desk: CameraDesk) throws {
    let clerk = try Clerk(camera: "auto")
    var number = 0
    let time = try repeated {
      let label = desk.label()
      number += 1
      desk.show(nil)
      try clerk.type("crate \(number)")
      // The last label has left the driver's buffers by then.
      usleep(500_000)
      try clerk.press(Clerk.trigger)
      try clerk.seesPicture()
      let start = milliseconds()
      desk.show(label)
      try clerk.gets(label)
      let time = milliseconds() - start
      try clerk.press(Clerk.save)
      try clerk.reads("Saved as record \(number)")
      return time
    }
    row("label in view to its text in the field", "\(time) ms")
  }

  private static func repeated(_ body: () throws -> Int) rethrows -> Int {
    try (0..<runs).map { _ in try body() }.sorted()[runs / 2]
  }

  private static func row(_ what: String, _ value: String) {
    let cell = String(repeating: " ", count: max(0, 9 - value.count)) + value
    Machine.say("| " + what + String(repeating: " ", count: max(0, 59 - what.count)) + " | " + cell + " |")
  }
}
