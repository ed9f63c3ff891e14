import DataFormats
import LabelData

/// Functions that name things: a list, a field, a check.
extension TypeChecker {
  mutating func lookup(
    _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    guard arguments.count == 3, case .name(let list) = arguments[0].shape,
      case .literal(.text(let column)) = arguments[2].shape
    else {
      throw ExpressionFault(
        at: offset, "arguments", "lookup takes a list's name, a key and a column in quotes",
        help: "the form is lookup(products, gtin, 'description')")
    }
    guard let columns = scope.listColumns[list] else {
      throw unknown("list", list, among: scope.listColumns.keys.sorted(), at: arguments[0].start)
    }
    guard columns.contains(column) || columns.isEmpty else {
      throw unknown("column", column, among: columns, at: arguments[2].start + 1)
    }
    let (key, type) = try check(arguments[1])
    try require(type, .text, at: arguments[1].start, "lookup wants a text as its key")
    return (.lookup(list: list, key: key, column: column), CheckedType(value: .text, rows: type.rows))
  }

  mutating func previous(
    _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    guard arguments.count == 1, case .name = arguments[0].shape else {
      throw ExpressionFault(
        at: offset, "arguments", "previous takes the name of a field", help: "the form is previous(door)")
    }
    let known = references
    let (expression, type) = try check(arguments[0])
    guard case .field(let field) = expression else {
      throw ExpressionFault(at: arguments[0].start, "arguments", "previous knows fields of the form, not of its rows")
    }
    // It reads the last record, not this one: no part of a circle.
    if !known.contains(FieldReference(field: field)) { forget(FieldReference(field: field)) }
    return (.previous(field), type)
  }

  mutating func valid(
    _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    let name: String? =
      switch arguments.last?.shape {
      case .name(let name): name
      case .literal(.text(let text)): text
      default: nil
      }
    guard arguments.count == 2, let name else {
      throw ExpressionFault(
        at: offset, "arguments", "valid takes a text and the name of a check", help: "the form is valid(code, 'gtin')")
    }
    guard let check = NamedCheck(rawValue: name) else {
      throw unknown("check", name, among: NamedCheck.allCases.map(\.rawValue), at: arguments[1].start)
    }
    let (expression, type) = try self.check(arguments[0])
    try require(type, .text, at: arguments[0].start, "valid wants a text")
    return (.valid(expression, check), CheckedType(value: .boolean, rows: type.rows))
  }

  mutating func expected(
    _ arguments: [ExpressionSyntax], at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    var isName = false
    switch arguments.first?.shape {
    case .name, .path: isName = true
    default: break
    }
    guard arguments.count == 1, isName else {
      throw ExpressionFault(
        at: offset, "arguments", "expected takes the name of a field", help: "the form is expected(quantity)")
    }
    let known = references
    let (expression, type) = try check(arguments[0])
    let reference: FieldReference
    let advised: Expression
    switch expression {
    case .field(let field): (reference, advised) = (FieldReference(field: field), .expectedField(field))
    case .own(let column):
      (reference, advised) = (FieldReference(field: scope.lines ?? 0, column: column), .expectedOwn(column))
    case .column(let lines, let column):
      (reference, advised) = (
        FieldReference(field: lines, column: column), .expectedColumn(lines: lines, field: column)
      )
    default: throw ExpressionFault(at: arguments[0].start, "arguments", "expected takes the name of a field")
    }
    // It reads the notice of the key, not the field itself.
    if !known.contains(reference) { forget(reference) }
    switch scope.advised {
    case .unknown: break
    case .nothing:
      throw ExpressionFault(
        at: offset, "nothing-expected", "this form expects nothing, so no value is advised",
        help: "expects: at the top of the form names the notices")
    case .fields(let header, let lines, let key):
      let isAdvised = reference.column == nil ? header?.contains(reference.field) ?? true : lines.contains(reference)
      guard isAdvised else {
        throw ExpressionFault(
          at: arguments[0].start, "not-advised", "no column of the notice advises this field",
          help: reference.column == nil
            ? "the column must be called like the field" : "name it under expects: lines: {FIELD: COLUMN}")
      }
      refer(to: key)
    }
    return (advised, type)
  }
}
