public import FormSchema

/// Something only a person can decide. Answered by digits or letters, never by Enter, Tab or a scan.
public struct Question: Sendable {
  public enum Kind: Sendable {
    /// Another value stands there: save and begin the next record, replace, drop.
    case replace
    /// Several fields would take the code: one for each number.
    case chooseField([FieldReference])
    /// The row is there already: a new line, or drop.
    case repeated
    /// Warnings before saving: `y` with one reason, or `n`.
    case confirmWarnings([Finding])
    case deleteRow(lines: Int, row: Int)
    case discardRecord
  }

  public let kind: Kind
  public let text: String
  /// What can be answered: the key to press and what it does. The last one changes nothing that is entered.
  public let choices: [(key: Character, label: String)]
  /// The scan that it is about.
  let scan: ScanInput?

  init(_ kind: Kind, _ text: String, choices: [(Character, String)], scan: ScanInput? = nil) {
    self.kind = kind
    self.text = text
    self.choices = choices
    self.scan = scan
  }

  /// The answer of whoever leaves the question: the last choice.
  public var safest: Character { choices.last?.key ?? "n" }

  func without(_ key: Character) -> Question {
    Question(kind, text, choices: choices.filter { $0.key != key }.map { ($0.key, $0.label) }, scan: scan)
  }
}
