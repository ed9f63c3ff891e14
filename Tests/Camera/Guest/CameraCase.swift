/// A case of the rig: a fault of a camera while a clerk works, and what must come of it.
struct CameraCase: Sendable {
  /// Each group has a machine of its own; they run side by side and take about as long.
  enum Group: Sendable, CaseIterable {
    /// What USB cameras send, and their faults; pedals; what doctor says.
    case faults
    /// Which camera it is; then vivid, which is loaded when the USB cameras are gone.
    case others
  }

  struct Outcome: Sendable {
    /// The sentence that the clerk read, or what stood in its place.
    var saw: String
    /// What came of it.
    var after: String
  }

  /// One word for the command line and the test.
  let name: String
  let group: Group
  /// What is wrong with the camera, in a few words.
  let fault: String
  let run: @Sendable (CameraDesk) throws -> Outcome

  init(
    _ name: String, _ fault: String, on group: Group,
    _ run: @escaping @Sendable (CameraDesk) throws -> Outcome
  ) {
    (self.name, self.group, self.fault, self.run) = (name, group, fault, run)
  }

  /// Runs it and tells the host what became of it.
  func report(_ desk: CameraDesk) {
    Machine.log("case \(name)")
    let start = milliseconds()
    do {
      let outcome = try run(desk)
      Machine.say("CASE\t\(name)\tpassed\t\(fault)\t\(outcome.saw)\t\(outcome.after)\t\(milliseconds() - start)")
    } catch {
      let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      Machine.say("CASE\t\(name)\tfailed\t\(fault)\t\t\(lines[0])\t\(milliseconds() - start)")
      for line in lines.dropFirst() { Machine.say("SCREEN\t\(line)") }
    }
    desk.clear()
  }

  static let all = formats + choices + faults + triggers + doctor + vivid
}

extension CameraCase {
  /// The fault is there when the trigger is pressed: the clerk reads a sentence, types on, and once the fault is gone
  /// the next press reads the code. Nothing that was typed is lost.
  static func beforePress(
    _ desk: CameraDesk, _ says: String, camera: String = "auto", showing label: Label, end: () throws -> Void
  ) throws -> Outcome {
    let clerk = try Clerk(camera: camera)
    try clerk.type("crate 7")
    try clerk.press(Clerk.trigger)
    let sentence = try clerk.reads(says)
    try clerk.closesWindow()
    try clerk.type(" wet")
    try end()
    try clerk.press(Clerk.trigger)
    try clerk.gets(label)
    try clerk.saves(label, note: "crate 7 wet")
    return Outcome(saw: sentence, after: "typed on; next press read it, saved")
  }

  /// The fault stays: the clerk reads a sentence and types the code.
  static func typedInstead(_ label: Label, camera: String, _ says: String) throws -> Outcome {
    let clerk = try Clerk(camera: camera)
    try clerk.type("crate 7")
    try clerk.press(Clerk.trigger)
    let sentence = try clerk.reads(says)
    try clerk.closesWindow()
    try clerk.press("\t")
    try clerk.type(label.text)
    try clerk.saves(label, note: "crate 7")
    return Outcome(saw: sentence, after: "typed the code, saved")
  }

  /// The fault comes while the picture is seen and goes again: the window says so, and goes on by itself.
  static func whileSeen(
    _ desk: CameraDesk, _ says: String, camera: String = "auto", showing label: Label, begin: () throws -> Void,
    end: () throws -> Void
  ) throws -> Outcome {
    let clerk = try Clerk(camera: camera)
    try clerk.type("crate 7")
    try clerk.press(Clerk.trigger)
    try clerk.seesPicture()
    try clerk.keepsWindow()
    try begin()
    let sentence = try clerk.reads(says)
    try end()
    try clerk.gets(label)
    try clerk.saves(label, note: "crate 7")
    return Outcome(saw: sentence, after: "went on by itself and read it, saved")
  }
}
