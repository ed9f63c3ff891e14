import DataFormats

/// Numbers and dates as sums of terms.
extension Demands {
  /// left - right, and the expressions that are its terms; nil where these are no numbers or dates.
  func difference(
    _ left: Expression, _ right: Expression
  ) -> (form: LinearForm, constant: ExactDecimal, terms: [Expression])? {
    guard isMeasured(left), isMeasured(right) else { return nil }
    var sum = Sum()
    guard add(left, ExactDecimal(1), &sum), add(right, ExactDecimal(-1), &sum) else { return nil }
    return (sum.form, sum.constant, sum.terms)
  }

  private struct Sum {
    var form = LinearForm()
    var constant = ExactDecimal(0)
    var terms: [Expression] = []
  }

  private func isMeasured(_ expression: Expression) -> Bool {
    switch type(of: expression) {
    case .number, .date, .time, .instant: true
    default: false
    }
  }

  /// nil where it does not matter here.
  func type(of expression: Expression) -> ValueType? {
    switch expression {
    case .literal(let value): value.type
    case .field(let index), .previous(let index), .expectedField(let index): fields[index]?.valueType
    case .own(let column), .expectedOwn(let column):
      lines.flatMap { field(FieldReference(field: $0, column: column))?.valueType }
    case .negated, .rowCount: .number
    case .arithmetic(let operation, let left, let right):
      switch (operation, type(of: left), type(of: right)) {
      case (.minus, .date, .date): .number
      case (_, .date, _), (_, _, .date): .date
      case (_, .number, .number): .number
      default: nil
      }
    case .conditional(_, let first, _): type(of: first)
    case .call(let function, let arguments):
      function.signature?.result
        ?? (function == .sum || function == .count ? .number : extremeType(function, arguments))
    default: nil
    }
  }

  private func extremeType(_ function: Function, _ arguments: [Expression]) -> ValueType? {
    guard function == .min || function == .max, let first = arguments.first else { return nil }
    if case .column(let lines, let column) = first {
      return field(FieldReference(field: lines, column: column))?.valueType
    }
    return type(of: first)
  }

  private func add(_ expression: Expression, _ factor: ExactDecimal, _ sum: inout Sum) -> Bool {
    switch expression {
    case .literal(.number(let number)): return addConstant(number, factor, &sum)
    case .literal(.date(let date)): return addConstant(ExactDecimal(date.daysSinceEpoch), factor, &sum)
    case .literal: return false
    case .negated(let operand):
      guard let negated = factor.negated else { return false }
      return add(operand, negated, &sum)
    case .arithmetic(.plus, let left, let right): return add(left, factor, &sum) && add(right, factor, &sum)
    case .arithmetic(.minus, let left, let right):
      guard let negated = factor.negated else { return false }
      return add(left, factor, &sum) && add(right, negated, &sum)
    case .arithmetic(.times, let left, let right):
      for (value, other) in [(left, right), (right, left)] {
        if let number = other.constant.number, number != ExactDecimal(0), let product = number.multiplied(by: factor) {
          return add(value, product, &sum)
        }
      }
    case .call(.daysBetween, let arguments) where arguments.count == 2:
      guard let negated = factor.negated else { return false }
      return add(arguments[1], factor, &sum) && add(arguments[0], negated, &sum)
    default: break
    }
    sum.terms.append(expression)
    bounds.note(term(expression), natural(expression))
    return sum.form.add(term(expression), factor)
  }

  private func addConstant(_ number: ExactDecimal, _ factor: ExactDecimal, _ sum: inout Sum) -> Bool {
    guard let product = number.multiplied(by: factor), let total = sum.constant.adding(product) else { return false }
    sum.constant = total
    return true
  }

  /// What is known of a term whatever is entered.
  private func natural(_ expression: Expression) -> TermBounds.Known {
    switch expression {
    case .rowCount(let lines):
      var interval = Interval.notNegative
      if let field = fields[lines] { interval.narrow(field.interval) }
      return TermBounds.Known(natural: .notNegative, allowed: interval, isWhole: true)
    case .call(let function, let arguments): return natural(function, arguments)
    default: break
    }
    guard let field = reference(expression).flatMap({ field($0) }) else {
      return TermBounds.Known(natural: .all, allowed: .all, isWhole: false)
    }
    return TermBounds.Known(
      natural: .all, allowed: field.interval, isWhole: field.type == .integer || field.valueType == .date)
  }

  private func natural(_ function: Function, _ arguments: [Expression]) -> TermBounds.Known {
    func whole(_ interval: Interval) -> TermBounds.Known {
      TermBounds.Known(natural: interval, allowed: interval, isWhole: true)
    }
    switch function {
    case .count: return whole(.notNegative)
    case .month: return whole(.between(1, 12))
    case .day: return whole(.between(1, 31))
    case .year, .today: return whole(.all)
    case .abs: return TermBounds.Known(natural: .notNegative, allowed: .notNegative, isWhole: false)
    case .length:
      var known = whole(.notNegative)
      if let field = arguments.first.flatMap({ reference($0) }).flatMap({ field($0) }) {
        known.allowed.narrow(field.lengths)
      }
      return known
    case .sum:
      guard case .column(let lines, let column)? = arguments.first,
        let lower = field(FieldReference(field: lines, column: column))?.interval.lower?.value,
        !(lower < ExactDecimal(0))
      else { break }
      return TermBounds.Known(natural: .all, allowed: .notNegative, isWhole: false)
    default: break
    }
    return TermBounds.Known(natural: .all, allowed: .all, isWhole: false)
  }
}

/// What is known of the terms that were met.
final class TermBounds {
  struct Known {
    /// By what it is.
    let natural: Interval
    /// By the field's own keys.
    var allowed: Interval
    let isWhole: Bool
  }

  private(set) var known: [Demand.Term: Known] = [:]

  func note(_ term: Demand.Term, _ what: Known) { known[term] = what }
}

extension Field {
  /// By min and max, where these are fixed.
  var interval: Interval {
    func bound(_ expression: CompiledExpression?) -> Interval.Bound? {
      switch expression?.expression.constant {
      case .number(let number): Interval.Bound(value: number, isOpen: false)
      case .date(let date): Interval.Bound(value: ExactDecimal(date.daysSinceEpoch), isOpen: false)
      default: nil
      }
    }
    return Interval(lower: bound(minimum), upper: bound(maximum))
  }

  var lengths: Interval {
    func bound(_ length: Int?) -> Interval.Bound? {
      length.map { Interval.Bound(value: ExactDecimal($0), isOpen: false) }
    }
    return Interval(lower: bound(minimumLength), upper: bound(maximumLength))
  }
}
