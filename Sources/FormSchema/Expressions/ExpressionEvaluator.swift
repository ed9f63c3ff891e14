import DataFormats
import LabelData

extension Expression {
  /// The value in a context; a column where a single value is wanted cannot happen in a checked expression.
  public func value(in context: some EvaluationContext) -> FieldValue? {
    if case .literal(let value) = self { return value }
    return if case .single(let value) = result(in: context) { value } else { nil }
  }

  /// True, false or nil for blank.
  public func truth(in context: some EvaluationContext) -> Bool? {
    if case .boolean(let truth) = value(in: context) { truth } else { nil }
  }

  public func result(in context: some EvaluationContext) -> ExpressionResult {
    switch self {
    case .literal(let value): return .single(value)
    case .field(let index): return .single(context.value(ofField: index))
    case .own(let column): return .single(context.value(ofOwn: column))
    case .column(let lines, let column): return .column(context.values(ofLines: lines, column: column))
    case .rowCount(let lines): return .single(.number(ExactDecimal(context.rowCount(ofLines: lines))))
    case .option(let column): return .single(context.option(column))
    case .list(let elements): return .column(elements.map { $0.value(in: context) })
    case .not(let operand):
      return operand.result(in: context).map { $0.truth.map { .boolean(!$0) } }
    case .negated(let operand):
      return operand.result(in: context).map { $0.number.flatMap(\.negated).map { .number($0) } }
    case .logic(let logic, let left, let right):
      return left.result(in: context).combined(with: right.result(in: context)) {
        logic.combine($0.truth, $1.truth).map { .boolean($0) }
      }
    case .comparison(let comparison, let left, let right):
      return left.result(in: context).combined(with: right.result(in: context)) { comparison.compare($0, $1) }
    case .membership(let operand, let list):
      // In several choices of which none is made: blank, as every comparison with blank.
      let candidates = list.candidates(in: context)
      return operand.result(in: context).map { value in
        value.flatMap { value in candidates.map { .boolean($0.contains(value)) } }
      }
    case .arithmetic(let operation, let left, let right):
      return left.result(in: context).combined(with: right.result(in: context)) { operation.apply($0, $1) }
    case .isBlank(let operand, let negated):
      return operand.result(in: context).map { .boolean(($0 == nil) != negated) }
    case .conditional(let condition, let first, let second):
      switch condition.result(in: context) {
      case .single(let test): return test.truth == true ? first.result(in: context) : second.result(in: context)
      case .column(let tests):
        let (then, otherwise) = (first.result(in: context), second.result(in: context))
        return .column(
          tests.enumerated().map { row, test in (test.truth == true ? then : otherwise).value(ofRow: row) })
      }
    case .call(let function, let arguments):
      return function.apply(to: arguments.map { $0.result(in: context) }, now: context.now)
    case .lookup(let list, let key, let column):
      return key.result(in: context).map { $0.flatMap { context.lookup(list: list, key: $0, column: column) } }
    case .previous(let field): return .single(context.previous(field: field))
    case .expectedField(let field): return .single(context.expected(field: field))
    case .expectedOwn(let column): return .single(context.expected(own: column))
    case .expectedColumn(let lines, let column): return .column(context.expected(ofLines: lines, column: column))
    case .valid(let operand, let check):
      return operand.result(in: context).map { value in
        if case .text(let text) = value { .boolean(check.fault(in: text) == nil) } else { nil }
      }
    }
  }

  private func candidates(in context: some EvaluationContext) -> [FieldValue]? {
    switch result(in: context) {
    case .column(let values): values.compactMap { $0 }
    case .single(.texts(let texts)): texts.map { .text($0) }
    case .single(let value): value.map { [$0] }
    }
  }
}

extension ExpressionResult {
  func map(_ transform: (FieldValue?) -> FieldValue?) -> ExpressionResult {
    switch self {
    case .single(let value): .single(transform(value))
    case .column(let values): .column(values.map(transform))
    }
  }

  /// Of a column the value of that row; a single value is the same for all.
  func value(ofRow row: Int) -> FieldValue? {
    switch self {
    case .single(let value): value
    case .column(let values): values.indices.contains(row) ? values[row] : nil
    }
  }

  /// Row by row where one side is a column.
  func combined(
    with other: ExpressionResult, _ combine: (FieldValue?, FieldValue?) -> FieldValue?
  ) -> ExpressionResult {
    switch (self, other) {
    case (.single(let a), .single(let b)): .single(combine(a, b))
    case (.column(let a), .single(let b)): .column(a.map { combine($0, b) })
    case (.single(let a), .column(let b)): .column(b.map { combine(a, $0) })
    case (.column(let a), .column(let b)): .column(zip(a, b).map { combine($0, $1) })
    }
  }
}

extension FieldValue? {
  var truth: Bool? {
    if case .boolean(let truth) = self { truth } else { nil }
  }

  var number: ExactDecimal? {
    if case .number(let number) = self { number } else { nil }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var date: CalendarDate? {
    if case .date(let date) = self { date } else { nil }
  }
}

extension Expression.Logic {
  /// Three-valued: `true or blank` is true, `false and blank` is false, else blank stays blank.
  func combine(_ left: Bool?, _ right: Bool?) -> Bool? {
    let deciding = self == .or
    if left == deciding || right == deciding { return deciding }
    return left == nil || right == nil ? nil : !deciding
  }
}

extension Expression.Comparison {
  public func compare(_ left: FieldValue?, _ right: FieldValue?) -> FieldValue? {
    guard let left, let right else { return nil }
    switch self {
    case .equal: return .boolean(left == right)
    case .unequal: return .boolean(left != right)
    case .less: return Self.isOrdered(left, right).map { .boolean($0) }
    case .greater: return Self.isOrdered(right, left).map { .boolean($0) }
    case .atMost: return Self.isOrdered(right, left).map { .boolean(!$0) }
    case .atLeast: return Self.isOrdered(left, right).map { .boolean(!$0) }
    }
  }

  /// Is `left` before `right`? Texts go by their code points.
  static func isOrdered(_ left: FieldValue, _ right: FieldValue) -> Bool? {
    switch (left, right) {
    case (.number(let a), .number(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    case (.time(let a), .time(let b)): a < b
    case (.instant(let a), .instant(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.boolean(let a), .boolean(let b)): !a && b
    default: nil
    }
  }
}

extension Expression.Arithmetic {
  func apply(_ left: FieldValue?, _ right: FieldValue?) -> FieldValue? {
    switch (left, right) {
    case (.number(let a), .number(let b)): return calculate(a, b).map { .number($0) }
    case (.text(let a), .text(let b)) where self == .plus: return .text(a + b)
    case (.date(let a), .date(let b)) where self == .minus:
      return .number(ExactDecimal(a.daysSinceEpoch - b.daysSinceEpoch))
    case (.date(let date), .number(let days)):
      guard let days = days.integer, days != Int.min else { return nil }
      return date.adding(days: self == .minus ? -days : days).map { .date($0) }
    case (.number, .date(let date)) where self == .plus: return apply(.date(date), left)
    default: return nil
    }
  }

  private func calculate(_ a: ExactDecimal, _ b: ExactDecimal) -> ExactDecimal? {
    switch self {
    case .plus: a.adding(b)
    case .minus: a.subtracting(b)
    case .times: a.multiplied(by: b)
    case .over: a.divided(by: b)
    case .modulo: a.remainder(dividingBy: b)
    }
  }
}
