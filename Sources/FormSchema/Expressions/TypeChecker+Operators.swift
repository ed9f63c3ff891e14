import DataFormats

/// What operators want on their sides, and what they give.
extension TypeChecker {
  mutating func list(_ elements: [ExpressionSyntax]) throws(ExpressionFault) -> (Expression, CheckedType) {
    var checked: [Expression] = []
    var common: ValueType?
    for element in elements {
      let (expression, type) = try check(element)
      if let common, let value = type.value, value != common {
        throw ExpressionFault(
          at: element.start, "type", "the list holds \(common.inWords) and \(value.inWords)",
          help: "all of a list must be of one type")
      }
      if type.isColumn { throw ExpressionFault(at: element.start, "type", "a list holds single values, not columns") }
      common = common ?? type.value
      checked.append(expression)
    }
    return (.list(checked), CheckedType(value: common, rows: .list))
  }

  mutating func binary(
    _ name: String, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ whole: ExpressionSyntax
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    let (a, aType) = try check(left)
    let (b, bType) = try check(right)
    if name == "in" {
      note(a, right)
      return try membership(a, aType, b, bType, at: right)
    }
    let rows = try rows([(aType, left.start), (bType, right.start)])
    if name == "and" || name == "or" {
      try require(aType, .boolean, at: left.start, "\(name) wants true or false on both sides")
      try require(bType, .boolean, at: right.start, "\(name) wants true or false on both sides")
      return (.logic(name == "and" ? .and : .or, a, b), CheckedType(value: .boolean, rows: rows))
    }
    if let comparison = Expression.Comparison(rawValue: name) {
      if let x = aType.value, let y = bType.value, x != y {
        throw ExpressionFault(
          at: whole.start, "type", "\(x.inWords) cannot be compared with \(y.inWords)",
          help: comparisonHelp(x, y, left, right))
      }
      if comparison != .equal, comparison != .unequal, aType.value == .texts || bType.value == .texts {
        throw ExpressionFault(at: whole.start, "type", "lists of texts have no order", help: "ask with == or in")
      }
      if comparison == .equal || comparison == .unequal {
        note(a, right)
        note(b, left)
      }
      return (.comparison(comparison, a, b), CheckedType(value: .boolean, rows: rows))
    }
    guard let operation = Expression.Arithmetic(rawValue: name) else {
      throw ExpressionFault(at: whole.start, "unknown-operator", "\(name) is not part of this language")
    }
    let type = try result(of: operation, aType.value, bType.value, at: whole.start)
    return (.arithmetic(operation, a, b), CheckedType(value: type, rows: rows))
  }

  /// Keeps which field is compared with which texts.
  private mutating func note(_ field: Expression, _ other: ExpressionSyntax) {
    let reference: FieldReference
    switch field {
    case .field(let index): reference = FieldReference(field: index)
    case .own(let column): reference = FieldReference(field: scope.lines ?? 0, column: column)
    case .column(let lines, let column): reference = FieldReference(field: lines, column: column)
    default: return
    }
    switch other.shape {
    case .literal(.text(let text)):
      comparisons.append(ComparedText(field: reference, text: text, offset: other.start))
    case .list(let elements): for element in elements { note(field, element) }
    default: break
    }
  }

  private func comparisonHelp(
    _ x: ValueType, _ y: ValueType, _ left: ExpressionSyntax, _ right: ExpressionSyntax
  ) -> String? {
    switch (x, y) {
    case (.text, .number): "write the number as a text, '12', or read it with number(...)"
    case (.number, .text): "read the text with number(...), or leave its quotes out"
    case (.date, .text), (.text, .date): "a date is written without quotes: 2026-11-30"
    case (.texts, .text): "ask 'value' in FIELD"
    case (.date, .number): "compare it with a date: 2026-11-30, or today() + 30"
    default: nil
    }
  }

  private func membership(
    _ a: Expression, _ aType: CheckedType, _ b: Expression, _ bType: CheckedType, at right: ExpressionSyntax
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    guard bType.isColumn || bType.value == .texts || bType.value == nil else {
      throw ExpressionFault(
        at: right.start, "type", "after in should stand a list, this is \(bType.value?.inWords ?? "none")",
        help: "for example: in ['new', 'opened']")
    }
    let element = bType.value == .texts ? .text : bType.value
    if let x = aType.value, let element, x != element {
      throw ExpressionFault(
        at: right.start, "type", "\(x.inWords) is looked for in a list of another type, \(element.inWords)")
    }
    return (.membership(a, in: b), CheckedType(value: .boolean, rows: aType.rows))
  }

  private func result(
    of operation: Expression.Arithmetic, _ a: ValueType?, _ b: ValueType?, at offset: Int
  ) throws(ExpressionFault) -> ValueType? {
    guard let a, let b else { return nil }
    switch (operation, a, b) {
    case (_, .number, .number): return .number
    case (.plus, .text, .text): return .text
    case (.plus, .date, .number), (.minus, .date, .number), (.plus, .number, .date): return .date
    case (.minus, .date, .date): return .number
    default:
      throw ExpressionFault(
        at: offset, "type", "\(operation.rawValue) does not work between \(a.inWords) and \(b.inWords)",
        help: operation == .plus && (a == .text || b == .text) ? "+ joins texts with texts only" : nil)
    }
  }
}
