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

  /// Who else must confirm the warnings that it asks about, each once.
  public var confirmers: [Confirmer] {
    guard case .confirmWarnings(let findings) = kind else { return [] }
    return findings.compactMap(\.confirmBy).reduce(into: []) { all, confirmer in
      let isKnown = all.contains { $0.name == confirmer.name && ($0.name != "" || $0.values == confirmer.values) }
      if !isKnown { all.append(confirmer) }
    }
  }

  /// Whether it asks about warnings that the operator confirms.
  public var wantsOperator: Bool {
    guard case .confirmWarnings(let findings) = kind else { return false }
    return findings.contains { $0.confirmBy == nil }
  }

  func without(_ key: Character) -> Question {
    Question(kind, text, choices: choices.filter { $0.key != key }.map { ($0.key, $0.label) }, scan: scan)
  }
}

extension Confirmer {
  fileprivate var values: [String] { list.options.map(\.value) }

  /// The first of the texts that stands on the list, as the list writes it.
  public func name(among texts: [String]) -> String? {
    texts.lazy.compactMap { list.option($0.trimmingSpaces)?.value }.first
  }
}
