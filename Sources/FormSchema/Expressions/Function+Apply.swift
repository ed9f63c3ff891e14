import DataFormats
import LabelData

extension Function {
  func apply(to arguments: [ExpressionResult], now: Instant) -> ExpressionResult {
    switch self {
    case .today: return .single(.date(now.date))
    case .now: return .single(.instant(now))
    case .sum, .count, .any, .all:
      return .single(aggregate(arguments.first?.present ?? []))
    case .min, .max:
      if arguments.count == 1, case .column = arguments[0] { return .single(extreme(arguments[0].present)) }
      return arguments.dropFirst().reduce(arguments.first ?? .single(nil)) { best, next in
        best.combined(with: next) { a, b in
          // Single values: a blank among them leaves the answer unknown.
          guard let a, let b else { return nil }
          return extreme([a, b])
        }
      }
    default:
      return rowByRow(arguments) { apply(toSingle: $0) }
    }
  }

  private func rowByRow(
    _ arguments: [ExpressionResult], _ body: ([FieldValue?]) -> FieldValue?
  ) -> ExpressionResult {
    let rows = arguments.compactMap { if case .column(let values) = $0 { values.count } else { nil } }.min()
    guard let rows else { return .single(body(arguments.map { $0.value(ofRow: 0) })) }
    return .column((0..<rows).map { row in body(arguments.map { $0.value(ofRow: row) }) })
  }

  /// Over a column, blanks are left out: sum and count of none are 0, any false, all true.
  private func aggregate(_ values: [FieldValue]) -> FieldValue? {
    switch self {
    case .count: .number(ExactDecimal(values.count))
    case .any: .boolean(values.contains(.boolean(true)))
    case .all: .boolean(!values.contains(.boolean(false)))
    default:
      values.reduce(ExactDecimal(0) as ExactDecimal?) { sum, value in
        sum.flatMap { sum in Optional(value).number.flatMap { sum.adding($0) } }
      }.map { .number($0) }
    }
  }

  private func extreme(_ values: [FieldValue]) -> FieldValue? {
    values.dropFirst().reduce(values.first) { best, next in
      best.map { best in
        let takesNext =
          self == .min
          ? Expression.Comparison.isOrdered(next, best) : Expression.Comparison.isOrdered(best, next)
        return takesNext == true ? next : best
      }
    }
  }

  /// nil as soon as an argument is blank.
  private func apply(toSingle arguments: [FieldValue?]) -> FieldValue? {
    let values = arguments.compactMap { $0 }
    guard values.count == arguments.count, let first = values.first else { return nil }
    switch (self, first) {
    case (.length, .text(let text)): return .number(ExactDecimal(text.unicodeScalars.count))
    case (.upper, .text(let text)): return .text(text.uppercased())
    case (.lower, .text(let text)): return .text(text.lowercased())
    case (.trim, .text(let text)): return .text(text.trimmingSpaces)
    case (.left, .text(let text)), (.right, .text(let text)), (.substring, .text(let text)):
      return piece(of: text, numbers: values.dropFirst().map { Optional($0).number?.integer })
    case (.matches, .text(let text)):
      guard case .text(let pattern) = values.last, let compiled = try? Pattern(pattern) else { return nil }
      return (try? compiled.matches(text)).map { .boolean($0) }
    case (.number, .text(let text)): return ExactDecimal(text.trimmingSpaces).map { .number($0) }
    case (.gtin14, .text(let text)): return LabelData.gtin14(text).map { .text($0) }
    case (.round, .number(let number)):
      return Optional(values[1]).number?.integer.flatMap { number.rounded(toPlaces: $0) }.map { .number($0) }
    case (.abs, .number(let number)):
      return (number < ExactDecimal(0) ? number.negated : number).map { .number($0) }
    case (.daysBetween, .date(let from)):
      return Optional(values[1]).date.map { .number(ExactDecimal($0.daysSinceEpoch - from.daysSinceEpoch)) }
    case (.year, .date(let date)): return .number(ExactDecimal(date.year))
    case (.month, .date(let date)): return .number(ExactDecimal(date.month))
    case (.day, .date(let date)): return .number(ExactDecimal(date.day))
    default: return nil
    }
  }

  private func piece(of text: String, numbers: [Int?]) -> FieldValue? {
    let numbers = numbers.compactMap { $0 }
    let scalars = Array(text.unicodeScalars)
    var from = 0
    var count = Swift.max(0, numbers.last ?? 0)
    switch self {
    case .right: from = Swift.max(0, scalars.count - count)
    case .substring where numbers.count == 2: from = Swift.max(1, numbers[0]) - 1
    case .left where numbers.count == 1: break
    default: return nil
    }
    guard from < scalars.count else { return .text("") }
    count = Swift.min(count, scalars.count - from)
    return .text(String(String.UnicodeScalarView(scalars[from..<from + count])))
  }
}

extension ExpressionResult {
  /// The values that are not blank.
  var present: [FieldValue] {
    switch self {
    case .single(let value): value.map { [$0] } ?? []
    case .column(let values): values.compactMap { $0 }
    }
  }
}
