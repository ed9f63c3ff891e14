public import DataFormats
public import FormSchema

/// Why a case does not pass: one sentence, the place in the form, and what came instead.
public struct CaseProblem: Sendable {
  public let message: String
  public let position: SourcePosition
  public let help: String?

  public init(_ message: String, at position: SourcePosition, help: String? = nil) {
    (self.message, self.position, self.help) = (message, position, help)
  }
}

extension FormCase {
  /// What of the expected did not come; empty where the case passes.
  public func problems(with outcome: AnswerOutcome) -> [CaseProblem] {
    var problems: [CaseProblem] = []
    let told = outcome.refused.map { "\($0.name.isEmpty ? "the form" : $0.name): \($0.message)" }
      .joined(separator: "; ")
    if let saved {
      if let record = outcome.record {
        problems += saved.values.compactMap { $0.problem(with: record["values"]) }
      } else {
        problems.append(CaseProblem("this should be saved, and is refused", at: saved.position, help: told))
      }
    }
    if let refused {
      let instead = outcome.record.map { "it is saved: \(displayed($0["values"] ?? .null))" } ?? told
      let names = Set(outcome.refused.map(\.name))
      for wanted in refused where !names.contains(wanted.name) {
        let name = wanted.name.isEmpty ? "the form" : wanted.name
        problems.append(CaseProblem("\(name) should be refused, and is not", at: wanted.position, help: instead))
      }
      if refused.isEmpty, outcome.record != nil {
        problems.append(CaseProblem("this should be refused, and is not", at: position, help: instead))
      }
    }
    let warnings = Set(outcome.warnings.compactMap(\.rule))
    for wanted in warned where !warnings.contains(wanted.name) {
      problems.append(
        CaseProblem(
          "the rule \(wanted.name) should warn, and does not", at: wanted.position,
          help: warnings.isEmpty ? "nothing warns" : "what warns: \(warnings.sorted().joined(separator: ", "))"))
    }
    return problems
  }
}

extension FormCase.Wanted {
  fileprivate func problem(with values: JSONValue?) -> CaseProblem? {
    let found = values?[name]
    if case .null = value {
      return found.map { CaseProblem("\(name) should not be in the record, and is \(displayed($0))", at: position) }
    }
    guard !Self.agrees(value, found) else { return nil }
    let came = found.map { "is \(displayed($0))" } ?? "is not in the record"
    return CaseProblem("\(name) should be \(displayed(value)), and \(came)", at: position)
  }

  /// A number is compared digit by digit, a row by the fields that the case names.
  private static func agrees(_ wanted: JSONValue, _ found: JSONValue?) -> Bool {
    switch (wanted, found) {
    case (.null, nil): true
    case (.string(let text), .string(let other)): text.utf8.elementsEqual(other.utf8)
    case (.string(let text), .number(let digits)): text == digits
    case (.string(let text), .boolean(let truth)): YAMLScalar.boolean(text) == truth
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { agrees($0, $1) }
    case (.object(let members), .object): members.allSatisfy { agrees($0.value, found?[$0.name]) }
    default: false
    }
  }
}

/// A text by itself stands without quotes: as the form has it.
private func displayed(_ value: JSONValue) -> String { value.text ?? value.description }
