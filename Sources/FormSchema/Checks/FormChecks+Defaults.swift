import DataFormats
import LabelData

/// Defaults that their own field refuses, or that come too early.
extension FormChecks {
  mutating func checkDefault(_ field: Field, _ raw: RawField, _ reference: FieldReference) {
    guard let node = raw.keys["default"] else { return }
    checkOrder(of: reference)
    let value: FieldValue?
    switch field.initial {
    case .text(let text): value = .text(text)
    case .expression(let compiled): value = compiled.expression.constant
    case nil: value = nil
    }
    guard let value else { return }
    if case .text(let text) = value, let list = field.choices, list.option(text) == nil {
      tell(node, "default-not-in-list", "the default \(text) is not on the list of the field")
    } else if case .texts(let texts) = value, let list = field.choices,
      let odd = texts.first(where: { list.option($0) == nil })
    {
      tell(node, "default-not-in-list", "the default \(odd) is not on the list of the field")
    } else if let why = refusal(of: value, field) {
      // A warning: the clerk can write another value.
      diagnostics.warning(
        "default-refused", at: node.start, "the field refuses its own default \(value.written): \(why)")
    } else {
      checkRules(value, reference, node)
    }
  }

  private mutating func tell(_ node: YAMLNode, _ code: String, _ message: String) {
    diagnostics.error(code, at: node.start, message)
  }

  private func refusal(of value: FieldValue, _ field: Field) -> String? {
    if case .text(let text) = value {
      let length = text.unicodeScalars.count
      if let least = field.minimumLength, length < least {
        return "it has \(length) characters, min_length is \(least)"
      }
      if let most = field.maximumLength, length > most { return "it has \(length) characters, max_length is \(most)" }
      if let pattern = field.pattern, (try? pattern.matches(text)) == false { return "it does not match the pattern" }
      if let check = field.check, check.severity == .error, let fault = check.check.fault(in: text) { return fault }
    }
    if case .number(let number) = value {
      let places = field.type == .integer ? 0 : field.decimals
      if let places, number.scale > places { return TypedEntry.tooManyDecimals(places) }
    }
    if let least = field.minimum?.expression.constant, Expression.Comparison.isOrdered(value, least) == true {
      return "min is \(least.written)"
    }
    if let most = field.maximum?.expression.constant, Expression.Comparison.isOrdered(most, value) == true {
      return "max is \(most.written)"
    }
    return nil
  }

  /// Rules that speak of this field alone.
  private mutating func checkRules(_ value: FieldValue, _ reference: FieldReference, _ node: YAMLNode) {
    for rule in placed where rule.key == .that && rule.compiled.references == [reference] {
      guard !rule.compiled.expression.asksTheWorld else { continue }
      let context = DefaultContext(reference: reference, default: value)
      guard rule.compiled.expression.truth(in: context) == false else { continue }
      diagnostics.warning(
        "default-refused", at: node.start, "the default \(value.written) breaks the rule \(rule.compiled.text)",
        help: "a record that nobody changes could not be saved as it begins")
      return
    }
  }

  /// Defaults enter in the order of the form: what stands further down is still blank.
  private mutating func checkOrder(of reference: FieldReference) {
    for expression in placed where expression.key == .default && expression.field == reference {
      let late = expression.compiled.references.filter { other in
        guard let field = field(other) else { return false }
        if reference.column == nil { return other.field >= reference.field || field.type == .lines }
        return other.field == reference.field && (other.column ?? 0) >= (reference.column ?? 0)
      }
      guard let first = late.min(by: { ($0.field, $0.column ?? -1) < ($1.field, $1.column ?? -1) }) else { continue }
      diagnostics.warning(
        "default-too-early", at: expression.position(),
        first == reference
          ? "a default cannot come from its own field, which is blank then"
          : "\(name(first)) is still blank when this default enters",
        help: "a default reads what stands above it")
    }
  }
}

/// A record that holds one default and nothing else.
private struct DefaultContext: EvaluationContext {
  let reference: FieldReference
  let `default`: FieldValue

  func value(ofField index: Int) -> FieldValue? {
    reference.column == nil && reference.field == index ? `default` : nil
  }
  func value(ofOwn column: Int) -> FieldValue? { reference.column == column ? `default` : nil }
  func values(ofLines lines: Int, column: Int) -> [FieldValue?] { [] }
  func rowCount(ofLines lines: Int) -> Int { 0 }
  func option(_ column: String) -> FieldValue? { nil }
  func lookup(list: String, key: FieldValue, column: String) -> FieldValue? { nil }
  func previous(field index: Int) -> FieldValue? { nil }
  let now = Instant(milliseconds: 0, offsetMinutes: 0)
}

extension Expression {
  /// Whether something other than the fields has a say in it: the clock, a list, another record, a notice, rows.
  fileprivate var asksTheWorld: Bool {
    switch self {
    case .literal, .field, .own, .option: false
    case .column, .rowCount, .lookup, .previous, .expectedField, .expectedOwn, .expectedColumn: true
    case .list(let elements): elements.contains(where: \.asksTheWorld)
    case .not(let operand), .negated(let operand), .isBlank(let operand, _), .valid(let operand, _):
      operand.asksTheWorld
    case .logic(_, let left, let right), .comparison(_, let left, let right), .membership(let left, let right),
      .arithmetic(_, let left, let right):
      left.asksTheWorld || right.asksTheWorld
    case .conditional(let test, let first, let second):
      test.asksTheWorld || first.asksTheWorld || second.asksTheWorld
    case .call(let function, let arguments):
      function == .today || function == .now || arguments.contains(where: \.asksTheWorld)
    }
  }
}
