import DataFormats

/// Conditions that say nothing, or something else than was meant.
extension FormChecks {
  /// More are not looked into: nobody writes them, and each takes its time.
  private static let mostConditions = 5000

  mutating func checkExpressions() {
    for expression in placed.prefix(Self.mostConditions) where !diagnostics.isFull {
      // One mistake is told once: what follows from it is not.
      if tellUnlisted(expression) { continue }
      switch expression.key {
      case .that: checkRule(expression)
      case .when: checkWhen(expression)
      case .required: checkRequired(expression)
      case .where: checkFilter(expression)
      default: break
      }
    }
  }

  // MARK: Lists

  /// A list is narrowed down by what was entered before it.
  private mutating func checkFilter(_ expression: PlacedExpression) {
    guard let own = expression.field else { return }
    let late = expression.compiled.references.filter { other in
      guard let field = field(other), field.type != .computed else { return false }
      if own.column != nil, other.field == own.field { return (other.column ?? 0) >= (own.column ?? 0) }
      return other.field > own.field || other == own
    }
    guard let first = late.min(by: { ($0.field, $0.column ?? -1) < ($1.field, $1.column ?? -1) }) else { return }
    diagnostics.warning(
      "where-looks-ahead", at: expression.position(),
      first == own
        ? "where asks for its own field, which is blank while its list is chosen from"
        : "\(name(first)) stands further down: it is still blank while this list is chosen from",
      help: first == own ? "option.value is what is chosen from" : "put \(name(first)) before \(name(own))")
  }

  /// Tells of texts that a field of the list can never be.
  private mutating func tellUnlisted(_ expression: PlacedExpression) -> Bool {
    var told = false
    for compared in expression.compiled.comparisons {
      guard let field = field(compared.field), let list = field.choices, list.option(compared.text) == nil,
        !compared.text.isEmpty
      else { continue }
      told = true
      guard !diagnostics.isFullOfWarnings else { continue }
      let values = list.options.prefix(500).map(\.value)
      let guess = closestMatch(to: compared.text, in: values).map { "did you mean '\($0)'?" }
      diagnostics.warning(
        "unlisted-choice", at: expression.position(compared.offset),
        "\(name(compared.field)) is never '\(compared.text)': that is not on its list",
        help: guess ?? (values.count <= 12 ? "it is one of: \(values.joined(separator: ", "))" : nil))
    }
    return told
  }

  // MARK: Always and never

  private func outcomes(
    _ expression: PlacedExpression, keepsToFields: Bool
  ) -> (isTrue: Bool, isFalse: Bool) {
    let demands = Demands(fields: fields, lines: expression.lines, bounds: TermBounds())
    let (yes, no) = (
      demands.of(expression.compiled.expression, true), demands.of(expression.compiled.expression, false)
    )
    let solver = Feasibility(demands: demands, keepsToFields: keepsToFields, effort: effort)
    return (solver.isPossible(yes), solver.isPossible(no))
  }

  private mutating func checkRule(_ expression: PlacedExpression) {
    let within = outcomes(expression, keepsToFields: true)
    guard !within.isTrue || !within.isFalse else { return }
    let anyhow = outcomes(expression, keepsToFields: false)
    let names = Set(expression.compiled.references.map { name($0) }).sorted().joined(separator: ", ")
    if !within.isFalse {
      diagnostics.warning(
        "never-fails", at: expression.position(),
        anyhow.isFalse
          ? "this rule never fails: the keys of \(names) let through only what it allows"
          : "this rule never fails, whatever is entered",
        help: names.isEmpty
          ? "leave it out, or name the field that it is about" : "leave it out, or say what it forbids")
    } else {
      diagnostics.warning(
        "never-holds", at: expression.position(),
        anyhow.isTrue
          ? "this rule can never hold: the keys of \(names) let through nothing that it allows"
          : "this rule can never hold: no record passes it",
        help: names.isEmpty ? "name the field that it is about" : "no value meets all of it: is and meant as or?")
    }
  }

  private mutating func checkWhen(_ expression: PlacedExpression) {
    guard let reference = expression.field, !outcomes(expression, keepsToFields: true).isTrue else { return }
    diagnostics.warning(
      "unreachable-field", at: expression.position(),
      "this can never hold: \(name(reference)) is never shown, and never in a record",
      help: "leave the field out, or say when it is asked for")
  }

  private mutating func checkRequired(_ expression: PlacedExpression) {
    if expression.compiled.expression.constant == .boolean(false) { return }
    guard let reference = expression.field, !outcomes(expression, keepsToFields: true).isTrue else { return }
    diagnostics.warning(
      "never-required", at: expression.position(), "this can never hold: \(name(reference)) is never required",
      help: "leave it out, or write required: true")
  }
}
