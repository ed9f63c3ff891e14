import DataFormats
import LabelData

/// What names mean where an expression stands.
struct ExpressionScope {
  struct Name {
    let id: String
    /// nil: its type is not known (a fault told already) or it has no value; then nothing more is said about it.
    let type: ValueType?
    let isLines: Bool
    let columns: [Name]
  }
  var fields: [Name]
  /// The lines that the expression stands in, by index of the field.
  var lines: Int?
  /// The columns of the choice list, in `where` only.
  var optionColumns: [String]?
  var listColumns: [String: [String]] = [:]
}

/// The type of an expression; nil where a part of it is at fault already.
struct CheckedType {
  let value: ValueType?
  let isColumn: Bool

  static let unknown = CheckedType(value: nil, isColumn: false)
  static func single(_ type: ValueType?) -> CheckedType { CheckedType(value: type, isColumn: false) }
}

/// Resolves the names of an expression and checks its types.
struct TypeChecker {
  let scope: ExpressionScope
  private(set) var references: Set<FieldReference> = []

  init(scope: ExpressionScope) {
    self.scope = scope
  }

  mutating func check(_ syntax: ExpressionSyntax) throws(ExpressionFault) -> (Expression, CheckedType) {
    switch syntax.shape {
    case .literal(let value): return (.literal(value), .single(value.type))
    case .name(let name): return try resolve(name, at: syntax.start)
    case .path(let owner, let member): return try resolve(owner, member, at: syntax.start)
    case .list(let elements): return try list(elements)
    case .unary("not", let operand):
      let (inner, type) = try check(operand)
      try require(type, .boolean, at: operand.start, "not wants true or false")
      return (.not(inner), CheckedType(value: .boolean, isColumn: type.isColumn))
    case .unary(_, let operand):
      let (inner, type) = try check(operand)
      try require(type, .number, at: operand.start, "a minus sign wants a number")
      return (.negated(inner), CheckedType(value: .number, isColumn: type.isColumn))
    case .binary(let name, let left, let right): return try binary(name, left, right, syntax)
    case .isBlank(let operand, let negated):
      let (inner, type) = try check(operand)
      return (.isBlank(inner, negated: negated), CheckedType(value: .boolean, isColumn: type.isColumn))
    case .call(let name, let arguments): return try call(name, arguments, at: syntax.start)
    case .conditional(let condition, let first, let second):
      let (test, testType) = try check(condition)
      try require(testType, .boolean, at: condition.start, "after if should stand true or false")
      let (a, aType) = try check(first)
      let (b, bType) = try check(second)
      if let wanted = aType.value, let other = bType.value, wanted != other {
        throw ExpressionFault(
          at: second.start, "type", "then gives \(wanted.inWords) and else \(other.inWords)",
          help: "both sides must be of one type")
      }
      return (
        .conditional(test, then: a, else: b),
        CheckedType(value: aType.value ?? bType.value, isColumn: testType.isColumn || aType.isColumn || bType.isColumn)
      )
    }
  }

  func require(_ type: CheckedType, _ wanted: ValueType, at offset: Int, _ sentence: String) throws(ExpressionFault) {
    guard let value = type.value, value != wanted else { return }
    throw ExpressionFault(at: offset, "type", "\(sentence), this is \(value.inWords)")
  }

  // MARK: Names

  private mutating func resolve(_ name: String, at offset: Int) throws(ExpressionFault) -> (Expression, CheckedType) {
    if let lines = scope.lines, let column = scope.fields[lines].columns.firstIndex(where: { $0.id == name }) {
      references.insert(FieldReference(field: lines, column: column))
      return (.own(column), .single(scope.fields[lines].columns[column].type))
    }
    if let field = scope.fields.firstIndex(where: { $0.id == name }) {
      let found = scope.fields[field]
      guard !found.isLines else {
        throw ExpressionFault(
          at: offset, "lines-as-value", "\(name) is a list of rows and has no value of its own",
          help: "name a field of its rows, \(name).\(found.columns.first?.id ?? "field"), or write count(\(name))")
      }
      references.insert(FieldReference(field: field))
      return (.field(field), .single(found.type))
    }
    if let truth = Self.truths[name.lowercased()] {
      throw ExpressionFault(
        at: offset, "unknown-field", "there is no field \(name)", help: "did you mean \(truth)?")
    }
    let own = scope.lines.map { scope.fields[$0].columns.map(\.id) } ?? []
    let fault = unknown("field", name, among: own + scope.fields.map(\.id), at: offset)
    guard fault.help == nil else { throw fault }
    throw ExpressionFault(at: offset, fault.code, fault.message, help: "a text goes in quotes: '\(name)'")
  }

  /// What other languages and older YAML call true and false.
  private static let truths = [
    "yes": "true", "y": "true", "on": "true", "true": "true", "no": "false", "n": "false", "off": "false",
    "false": "false",
  ]

  func unknown(_ kind: String, _ name: String, among known: [String], at offset: Int) -> ExpressionFault {
    let help = closestMatch(to: name, in: known).map { "did you mean \($0)?" }
    return ExpressionFault(at: offset, "unknown-\(kind)", "there is no \(kind) \(name)", help: help)
  }

  private mutating func resolve(
    _ owner: String, _ member: String, at offset: Int
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    let memberOffset = offset + owner.unicodeScalars.count + 1
    if owner == "option" {
      guard let columns = scope.optionColumns else {
        throw ExpressionFault(at: offset, "option-outside-where", "option stands in where and nowhere else")
      }
      guard columns.contains(member) else { throw unknown("column", member, among: columns, at: memberOffset) }
      return (.option(member), .single(.text))
    }
    guard let field = scope.fields.firstIndex(where: { $0.id == owner }) else {
      throw unknown("field", owner, among: scope.fields.filter(\.isLines).map(\.id), at: offset)
    }
    guard scope.fields[field].isLines else {
      throw ExpressionFault(at: offset, "not-lines", "\(owner) has no rows, so it has no field \(member)")
    }
    let columns = scope.fields[field].columns
    guard let column = columns.firstIndex(where: { $0.id == member }) else {
      throw unknown("field", member, among: columns.map(\.id), at: memberOffset)
    }
    references.insert(FieldReference(field: field, column: column))
    return (.column(lines: field, field: column), CheckedType(value: columns[column].type, isColumn: true))
  }

  mutating func forget(_ reference: FieldReference) {
    references.remove(reference)
  }

  mutating func refer(toAllColumnsOf lines: Int) {
    references.insert(FieldReference(field: lines))
  }

  // MARK: Operators

  private mutating func list(_ elements: [ExpressionSyntax]) throws(ExpressionFault) -> (Expression, CheckedType) {
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
    return (.list(checked), CheckedType(value: common, isColumn: true))
  }

  private mutating func binary(
    _ name: String, _ left: ExpressionSyntax, _ right: ExpressionSyntax, _ whole: ExpressionSyntax
  ) throws(ExpressionFault) -> (Expression, CheckedType) {
    let (a, aType) = try check(left)
    let (b, bType) = try check(right)
    let isColumn = aType.isColumn || bType.isColumn
    if name == "and" || name == "or" {
      try require(aType, .boolean, at: left.start, "\(name) wants true or false on both sides")
      try require(bType, .boolean, at: right.start, "\(name) wants true or false on both sides")
      return (.logic(name == "and" ? .and : .or, a, b), CheckedType(value: .boolean, isColumn: isColumn))
    }
    if name == "in" { return try membership(a, aType, b, bType, at: right) }
    if let comparison = Expression.Comparison(rawValue: name) {
      if let x = aType.value, let y = bType.value, x != y {
        throw ExpressionFault(
          at: whole.start, "type", "\(x.inWords) cannot be compared with \(y.inWords)",
          help: comparisonHelp(x, y, left, right))
      }
      if comparison != .equal, comparison != .unequal, aType.value == .texts || bType.value == .texts {
        throw ExpressionFault(at: whole.start, "type", "lists of texts have no order", help: "ask with == or in")
      }
      return (.comparison(comparison, a, b), CheckedType(value: .boolean, isColumn: isColumn))
    }
    guard let operation = Expression.Arithmetic(rawValue: name) else {
      throw ExpressionFault(at: whole.start, "unknown-operator", "\(name) is not part of this language")
    }
    let type = try result(of: operation, aType.value, bType.value, at: whole.start)
    return (.arithmetic(operation, a, b), CheckedType(value: type, isColumn: isColumn))
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
    return (.membership(a, in: b), CheckedType(value: .boolean, isColumn: aType.isColumn))
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
