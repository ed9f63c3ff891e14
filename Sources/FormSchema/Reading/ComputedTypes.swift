import DataFormats

/// Finds the types of computed fields: each is checked after those that it names.
struct ComputedTypes {
  private let raw: [RawField]
  private var scope: ExpressionScope
  private var visited: Set<FieldReference> = []

  init(raw: [RawField], scope: ExpressionScope) {
    self.raw = raw
    self.scope = scope
  }

  mutating func resolved() -> ExpressionScope {
    for (index, field) in raw.enumerated() {
      visit(FieldReference(field: index))
      for column in field.columns.indices { visit(FieldReference(field: index, column: column)) }
    }
    return scope
  }

  private func field(_ reference: FieldReference) -> RawField {
    reference.column.map { raw[reference.field].columns[$0] } ?? raw[reference.field]
  }

  /// Depth first with a stack of its own: a thousand fields in a chain are no reason to overflow the real one.
  private mutating func visit(_ start: FieldReference) {
    var stack: [(reference: FieldReference, isReady: Bool)] = [(start, false)]
    while let (reference, isReady) = stack.popLast() {
      let field = field(reference)
      guard field.type == .computed, let text = field.keys["value"]?.text,
        let syntax = try? ExpressionParser.parse(text)
      else { continue }
      if isReady {
        settle(reference, syntax)
      } else if visited.insert(reference).inserted {
        stack.append((reference, true))
        for name in syntax.names { stack += references(to: name, from: reference).map { ($0, false) } }
      }
    }
  }

  private func references(to name: String, from reference: FieldReference) -> [FieldReference] {
    let parts = name.split(separator: ".")
    if parts.count == 2 {
      guard let lines = raw.firstIndex(where: { $0.id == parts[0] }),
        let column = raw[lines].columns.firstIndex(where: { $0.id == parts[1] })
      else { return [] }
      return [FieldReference(field: lines, column: column)]
    }
    if reference.column != nil, let column = raw[reference.field].columns.firstIndex(where: { $0.id == name }) {
      return [FieldReference(field: reference.field, column: column)]
    }
    return raw.firstIndex { $0.id == name }.map { [FieldReference(field: $0)] } ?? []
  }

  private mutating func settle(_ reference: FieldReference, _ syntax: ExpressionSyntax) {
    var own = scope
    own.lines = reference.column == nil ? nil : reference.field
    var checker = TypeChecker(scope: own)
    guard let (_, type) = try? checker.check(syntax), let value = type.value else { return }
    scope.setType(value, of: reference)
  }
}

extension ExpressionScope {
  mutating func setType(_ type: ValueType, of reference: FieldReference) {
    let field = fields[reference.field]
    var columns = field.columns
    if let column = reference.column {
      columns[column] = Name(id: columns[column].id, type: type, isLines: false, columns: [])
    }
    fields[reference.field] = Name(
      id: field.id, type: reference.column == nil ? type : field.type, isLines: field.isLines, columns: columns)
  }
}

extension ExpressionSyntax {
  /// All names in it; `lines.quantity` is one.
  var names: [String] {
    switch shape {
    case .literal: []
    case .name(let name): [name]
    case .path(let owner, let member): ["\(owner).\(member)"]
    case .list(let elements), .call(_, let elements): elements.flatMap(\.names)
    case .unary(_, let operand), .isBlank(let operand, _): operand.names
    case .binary(_, let left, let right): left.names + right.names
    case .conditional(let condition, let first, let second): condition.names + first.names + second.names
    }
  }
}
