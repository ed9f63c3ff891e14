import DataFormats
import Glibc

/// What was found out about one thing that the program needs.
struct Diagnosis: Equatable {
  enum Verdict: String {
    case well, wrong
    /// It cannot be told here, or need not work.
    case unknown
  }

  enum Area: String {
    case configuration, clock, terminal, preview, camera, trigger, decoder, forms, store
  }

  let area: Area
  let verdict: Verdict
  /// What it is, and how it is.
  let message: String
  /// The command or the setting that mends it.
  let remedy: String?

  static func well(_ area: Area, _ message: String) -> Diagnosis {
    Diagnosis(area: area, verdict: .well, message: message, remedy: nil)
  }

  static func wrong(_ area: Area, _ message: String, mend remedy: String) -> Diagnosis {
    Diagnosis(area: area, verdict: .wrong, message: message, remedy: remedy)
  }

  static func unknown(_ area: Area, _ message: String, mend remedy: String? = nil) -> Diagnosis {
    Diagnosis(area: area, verdict: .unknown, message: message, remedy: remedy)
  }

  /// A device that other programs have, as far as the system tells which.
  static func used(_ area: Area, _ path: String, _ what: String, by holders: [String]) -> Diagnosis {
    holders.isEmpty
      ? .wrong(area, "\(what): used by another program", mend: "sudo fuser -v \(quoted(path)) tells by which; end it")
      : .wrong(area, "\(what): used by \(holders.joined(separator: ", "))", mend: "end that program")
  }

  var json: JSONValue {
    [
      "area": .string(area.rawValue), "verdict": .string(verdict.rawValue), "message": .string(message),
      "remedy": JSONValue(remedy),
    ]
  }

  /// `✗ store: ...`, and below it what mends it. `unicode`: whether the terminal shows more than ASCII.
  func lines(unicode: Bool) -> [String] {
    let sign =
      switch verdict {
      case .well: unicode ? "✓" : "ok"
      case .wrong: unicode ? "✗" : "NO"
      case .unknown: unicode ? "?" : "? "
      }
    let first = "\(sign) \(area.rawValue): \(message)"
    return [first] + (remedy.map { [(unicode ? "  " : "   ") + "mend: \($0)"] } ?? [])
  }
}
