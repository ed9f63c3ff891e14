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
  var advised = Advised.nothing
}

/// What a notice advises, for `expected`.
enum Advised {
  /// The form has no `expects`.
  case nothing
  /// It has one that is at fault: nothing more is said about it.
  case unknown
  /// `header` is nil where no notice lies there that would show its columns.
  case fields(header: Set<Int>?, lines: Set<FieldReference>, key: FieldReference)
}

/// The type of an expression; nil where a part of it is at fault already.
struct CheckedType {
  /// Where the values of a column come from: they go together only with others of the same rows.
  enum Rows: Equatable {
    case lines(Int)
    case list
  }

  let value: ValueType?
  let rows: Rows?

  var isColumn: Bool { rows != nil }

  static let unknown = CheckedType(value: nil, rows: nil)
  static func single(_ type: ValueType?) -> CheckedType { CheckedType(value: type, rows: nil) }
}

/// Resolves the names of an expression and checks its types.
struct TypeChecker {
  let scope: ExpressionScope
  private(set) var references: Set<FieldReference> = []
  var comparisons: [ComparedText] = []

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
      return (.not(inner), CheckedType(value: .boolean, rows: type.rows))
    case .unary(_, let operand):
      let (inner, type) = try check(operand)
      try require(type, .number, at: operand.start, "a minus sign wants a number")
      return (.negated(inner), CheckedType(value: .number, rows: type.rows))
    case .binary(let name, let left, let right): return try binary(name, left, right, syntax)
    case .isBlank(let operand, let negated):
      let (inner, type) = try check(operand)
      return (.isBlank(inner, negated: negated), CheckedType(value: .boolean, rows: type.rows))
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
        CheckedType(
          value: aType.value ?? bType.value,
          rows: try rows([(testType, condition.start), (aType, first.start), (bType, second.start)]))
      )
    }
  }

  func require(_ type: CheckedType, _ wanted: ValueType, at offset: Int, _ sentence: String) throws(ExpressionFault) {
    guard let value = type.value, value != wanted else { return }
    throw ExpressionFault(at: offset, "type", "\(sentence), this is \(value.inWords)")
  }

  /// The rows that values of several expressions belong to: all to the same.
  func rows(_ types: [(type: CheckedType, offset: Int)]) throws(ExpressionFault) -> CheckedType.Rows? {
    var rows: CheckedType.Rows?
    for (type, offset) in types {
      guard let own = type.rows else { continue }
      if let rows, rows != own { throw mixed(rows, own, at: offset) }
      rows = own
    }
    return rows
  }

  private func mixed(_ one: CheckedType.Rows, _ other: CheckedType.Rows, at offset: Int) -> ExpressionFault {
    guard case .lines(let a) = one, case .lines(let b) = other else {
      return ExpressionFault(
        at: offset, "mixed-rows", "a list in brackets cannot be set against the rows of a form",
        help: "ask whether a value is in the list: in ['new', 'opened']")
    }
    return ExpressionFault(
      at: offset, "mixed-rows",
      "rows of \(scope.fields[b].id) cannot be set against rows of \(scope.fields[a].id): they do not belong together",
      help: "join each of them first: sum(...), count(...), any(...)")
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
    if let function = Function(rawValue: name) {
      let form = function.signature?.form ?? "\(name)(...)"
      throw ExpressionFault(at: offset, fault.code, fault.message, help: "a function has brackets: \(form)")
    }
    throw ExpressionFault(at: offset, fault.code, fault.message, help: "a text goes in quotes: '\(name)'")
  }

  /// What other languages and older YAML call true and false.
  static let truths = [
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
    return (.column(lines: field, field: column), CheckedType(value: columns[column].type, rows: .lines(field)))
  }

  mutating func forget(_ reference: FieldReference) {
    references.remove(reference)
  }

  mutating func refer(to reference: FieldReference) {
    references.insert(reference)
  }

  mutating func refer(toAllColumnsOf lines: Int) {
    references.insert(FieldReference(field: lines))
  }
}
