import Glibc
import TerminalKit

/// What `formentry doctor` says at this station.
struct Examination {
  let status: Int32
  let lines: [String]

  init(camera: String = "auto", _ environment: [String: String] = [:]) throws {
    try Clerk.keepForm()
    let terminal = try PseudoTerminal(
      "/programs/formentry", ["doctor", "--forms", Clerk.forms, "--store", "/tmp/store-doctor"],
      environment: ["FORMENTRY_CAMERA": camera].merging(environment) { $1 }, columns: 200)
    guard case .exited(let status) = terminal.waitForEnd(40_000) else { throw Trouble("doctor does not end") }
    self.status = status
    lines = String(decoding: terminal.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The line that begins so, if the next one is the remedy wanted; nothing else is wrong with the station.
  func says(_ beginning: String, then end: String = "", mends: String? = nil) throws -> String {
    guard let at = lines.firstIndex(where: { $0.hasPrefix(beginning) && $0.hasSuffix(end) }),
      mends.map({ at + 1 < lines.count && lines[at + 1] == "  mend: \($0)" }) ?? true
    else { throw Trouble("doctor does not say \(beginning) ... \(end):\n\(lines.joined(separator: "\n"))") }
    let wrong = lines.filter { $0.hasPrefix("✗") }
    guard status == (wrong.isEmpty ? 0 : 3), wrong.allSatisfy({ $0 == lines[at] }) else {
      throw Trouble("doctor ends with \(status):\n\(lines.joined(separator: "\n"))")
    }
    return lines[at] + (mends.map { " (\($0))" } ?? "")
  }
}
