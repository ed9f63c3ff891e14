import DataFormats

/// Takes conditions apart into what they demand: alternatives, each of demands that hold together.
///
/// What is not understood demands nothing, so that nothing is called impossible that is not.
struct Demands {
  let fields: [Field?]
  /// The lines that the condition speaks of a row of.
  let lines: Int?
  let bounds: TermBounds

  typealias Alternatives = [[Demand]]

  private static let anything: Alternatives = [[]]
  /// More are not looked through.
  private static let most = 64

  func field(_ reference: FieldReference) -> Field? {
    guard let field = fields[reference.field] else { return nil }
    guard let column = reference.column else { return field }
    return field.columns.indices.contains(column) ? field.columns[column] : nil
  }

  /// What must be for a condition to be true, or false.
  func of(_ expression: Expression, _ wanted: Bool) -> Alternatives {
    switch expression {
    case .literal(.boolean(let truth)): return truth == wanted ? Self.anything : []
    case .not(let operand): return of(operand, !wanted)
    case .logic(let logic, let left, let right):
      let (a, b) = (of(left, wanted), of(right, wanted))
      return (logic == .and) == wanted ? both(a, b) : either(a, b)
    case .comparison(let comparison, let left, let right): return compared(comparison, left, right, wanted)
    case .membership(let operand, let list): return member(operand, list, wanted) ?? opaque(expression, wanted)
    case .isBlank(let operand, let negated):
      if operand.constant != nil { return negated == wanted ? Self.anything : [] }
      return [[.blank(term(operand), wanted != negated)]]
    case .conditional(let test, let first, let second):
      return either(both(of(test, true), of(first, wanted)), of(second, wanted))
    default: return opaque(expression, wanted)
    }
  }

  func both(_ a: Alternatives, _ b: Alternatives) -> Alternatives {
    guard a.count * b.count <= Self.most else { return a.isEmpty || b.isEmpty ? [] : Self.anything }
    return a.flatMap { left in b.map { left + $0 } }
  }

  private func either(_ a: Alternatives, _ b: Alternatives) -> Alternatives {
    a.count + b.count <= Self.most ? a + b : Self.anything
  }

  private func opaque(_ expression: Expression, _ wanted: Bool) -> Alternatives {
    var demands = [Demand.truth(expression.signature, wanted)]
    if reference(expression) != nil { demands.append(.blank(term(expression), false)) }
    return [demands]
  }

  func reference(_ expression: Expression) -> FieldReference? {
    switch expression {
    case .field(let index): FieldReference(field: index)
    case .own(let column): lines.map { FieldReference(field: $0, column: column) }
    default: nil
    }
  }

  func term(_ expression: Expression) -> Demand.Term {
    let reference = reference(expression)
    let signature = reference.map { "\($0.field).\($0.column.map(String.init) ?? "")" } ?? expression.signature
    return Demand.Term(signature: signature, field: reference)
  }

  private func filled(_ expressions: [Expression]) -> [Demand] {
    expressions.filter { reference($0) != nil }.map { .blank(term($0), false) }
  }

  // MARK: Comparisons

  private func compared(
    _ comparison: Expression.Comparison, _ left: Expression, _ right: Expression, _ wanted: Bool
  ) -> Alternatives {
    if let a = left.constant, let b = right.constant {
      return comparison.compare(a, b) == .boolean(wanted) ? Self.anything : []
    }
    let isEquality = comparison == .equal || comparison == .unequal
    let same = wanted == (comparison == .equal)
    if isEquality {
      for (value, other) in [(left, right), (right, left)] {
        if let text = other.constant.text {
          return [[.text(term(value), [text], isAmong: same)] + filled([value])]
        }
        if case .literal(.boolean(let truth)) = other { return of(value, truth == same) }
      }
    }
    if let (form, constant, terms) = difference(left, right) {
      return ordered(wanted ? comparison : comparison.opposite, form, constant).map { $0 + filled(terms) }
    }
    guard isEquality else { return opaque(.comparison(comparison, left, right), wanted) }
    let sides = [left.signature, right.signature].sorted()
    return [[.truth(sides.joined(separator: " = "), same)] + filled([left, right])]
  }

  /// `form + constant` compared with nothing.
  private func ordered(
    _ comparison: Expression.Comparison, _ form: LinearForm, _ constant: ExactDecimal
  ) -> Alternatives {
    guard var bound = constant.negated else { return Self.anything }
    guard !form.factors.isEmpty else {
      return comparison.compare(.number(constant), .number(ExactDecimal(0))) == .boolean(true) ? Self.anything : []
    }
    var (form, comparison) = (form, comparison)
    if form.isTurned {
      guard let opposite = form.opposite, let turned = bound.negated else { return Self.anything }
      (form, bound, comparison) = (opposite, turned, comparison.turned)
    }
    let open = Interval.Bound(value: bound, isOpen: true)
    let closed = Interval.Bound(value: bound, isOpen: false)
    switch comparison {
    case .equal: return [[.sum(form, Interval(lower: closed, upper: closed))]]
    case .unequal: return [[.sumIsNot(form, bound)]]
    case .less: return [[.sum(form, Interval(upper: open))]]
    case .atMost: return [[.sum(form, Interval(upper: closed))]]
    case .greater: return [[.sum(form, Interval(lower: open))]]
    case .atLeast: return [[.sum(form, Interval(lower: closed))]]
    }
  }

  private func member(_ operand: Expression, _ list: Expression, _ wanted: Bool) -> Alternatives? {
    guard case .list(let elements) = list else { return nil }
    if let texts = list.constantTexts {
      return [[.text(term(operand), texts, isAmong: wanted)] + filled([operand])]
    }
    let alternatives = elements.map { compared(.equal, operand, $0, wanted) }
    return wanted ? alternatives.reduce([]) { either($0, $1) } : alternatives.reduce(Self.anything) { both($0, $1) }
  }
}

extension Expression.Comparison {
  /// What holds where this one does not.
  var opposite: Expression.Comparison {
    switch self {
    case .equal: .unequal
    case .unequal: .equal
    case .less: .atLeast
    case .atMost: .greater
    case .greater: .atMost
    case .atLeast: .less
    }
  }

  /// The same with its sides exchanged.
  var turned: Expression.Comparison {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .atMost: .atLeast
    case .greater: .less
    case .atLeast: .atMost
    }
  }
}
