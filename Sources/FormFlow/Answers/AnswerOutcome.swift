public import DataFormats
import FormSchema

/// What became of one line of answers.
public struct AnswerOutcome: Sendable {
  /// A refusal under the name that answers use: a field, a row, "" for a rule of the form, `scans[0]`.
  public struct Refused: Sendable {
    public let name: String
    public let message: String

    public init(name: String, message: String) {
      self.name = name
      self.message = message
    }
  }

  public struct Warning: Sendable {
    public let name: String
    /// nil for a note about a label.
    public let rule: String?
    public let message: String
    /// nil for a note.
    public let confirmed: Bool?
  }

  /// The record to save; nil where something was refused.
  public let record: JSONValue?
  /// Each name once, with its first message.
  public let refused: [Refused]
  public let warnings: [Warning]
  /// What the record holds that must be unique: the next lines of the same batch may not hold it too.
  public let uniqueKeys: [UniqueQuery]

  public init(record: JSONValue?, refused: [Refused], warnings: [Warning], uniqueKeys: [UniqueQuery] = []) {
    self.record = record
    self.refused = refused
    self.warnings = warnings
    self.uniqueKeys = uniqueKeys
  }

  /// The line that `fill --answers` prints; `saved` is the id of the record once it is on disk.
  public func json(line: Int, saved: String?) -> JSONValue {
    var members = [JSONMember("line", JSONValue(line))]
    if let saved {
      members.append(JSONMember("saved", .string(saved)))
    } else {
      members.append(
        JSONMember("refused", .array(refused.map { ["field": .string($0.name), "message": .string($0.message)] })))
    }
    let warnings = warnings.map { warning in
      JSONValue.object([
        JSONMember("field", .string(warning.name)), JSONMember("rule", JSONValue(warning.rule)),
        JSONMember("message", .string(warning.message)),
        JSONMember("confirmed", warning.confirmed.map { .boolean($0) } ?? .null),
      ])
    }
    members.append(JSONMember("warnings", .array(warnings)))
    return .object(members)
  }
}
