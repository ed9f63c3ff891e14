import DataFormats
import FormSchema
import LabelData

/// A field as plain answers are held against it: what its keys ask, made ready once. A class, for it is handed on at
/// every turn.
final class PlainField {
  private enum Kind {
    case text, integer, decimal, boolean, date
    /// Its values are judged the long way.
    case other
  }

  let field: Field
  // What is asked of it at every answer.
  let type: FieldType
  let hasRules: Bool
  let isUnique: Bool
  let name: UnsafeBufferPointer<UInt8>
  /// What stands there where the answer does not name it.
  let initial: PlainValue
  /// A condition that is not always the same.
  let hasCondition: Bool
  let isRequired: Bool
  let requirement: CompiledExpression?
  /// Whether the form may fill it by itself when it stays blank.
  let fillsItself: Bool
  let columns: [PlainField]
  private let kind: Kind
  private let leastLength: Int
  private let mostLength: Int
  private let pattern: Pattern?
  private let decimals: Int
  private let least: ExactDecimal?
  private let most: ExactDecimal?
  /// Bounds that are no numbers, or not always the same.
  private let hasOtherBounds: Bool
  /// What may be chosen; where there are more, the list itself is asked.
  private let options: [UnsafeBufferPointer<UInt8>]?
  /// Whether its value is a text that is turned into another one, or checked as a label.
  private let isChecked: Bool

  private static let fewOptions = 16

  /// nil for a field that makes its form one whose answers all go the long way.
  init?(_ field: Field, _ texts: PlainTexts) {
    self.field = field
    type = field.type
    hasRules = !field.rules.isEmpty
    isUnique = field.unique != nil
    name = texts.keep(field.id)
    guard let initial = Self.initial(of: field, texts), field.type != .computed || field.asksNothing else { return nil }
    self.initial = initial
    hasCondition = field.when != nil
    isRequired = field.required?.expression.constant == .boolean(true)
    requirement = isRequired ? nil : field.required
    fillsItself = field.mayFillItself
    var columns: [PlainField] = []
    for column in field.columns {
      guard column.type != .computed, let plain = PlainField(column, texts) else { return nil }
      columns.append(plain)
    }
    self.columns = columns
    switch field.type {
    case .text, .barcode, .choice: kind = .text
    case .integer: kind = .integer
    case .decimal: kind = .decimal
    case .boolean: kind = .boolean
    case .date: kind = .date
    case .time, .datetime, .choices, .lines, .computed, .note: kind = .other
    }
    (leastLength, mostLength) = (field.minimumLength ?? 0, field.maximumLength ?? Int.max)
    pattern = field.pattern
    decimals = field.type == .integer ? 0 : field.decimals ?? Int.max
    (least, most) = (field.minimum?.constantNumber, field.maximum?.constantNumber)
    hasOtherBounds = (field.minimum != nil && least == nil) || (field.maximum != nil && most == nil)
    options = field.choices.flatMap { list in
      list.options.count <= Self.fewOptions ? list.options.map { texts.keep($0.value) } : nil
    }
    isChecked = field.check != nil || field.takes.contains("00")
  }

  /// nil where it is not always the same, or of a kind that plain values do not have.
  private static func initial(of field: Field, _ texts: PlainTexts) -> PlainValue? {
    let value: FieldValue?
    switch field.initial {
    case nil: return .blank
    case .text(let text): value = .text(text)
    case .expression(let compiled): value = compiled.expression.constant
    }
    switch value {
    case .text(let text):
      let bytes = texts.keep(text)
      return bytes.isPlain ? .text(bytes) : nil
    case .number(let number): return .number(number)
    case .boolean(let truth): return .boolean(truth)
    case .date(let date): return .date(date)
    case .time, .instant, .texts, nil: return nil
    }
  }

  // MARK: Reading

  /// The value that stands at the cursor; nil where that is not plain, or no value of the field.
  func value(_ cursor: inout PlainCursor) -> PlainValue? {
    guard kind != .other else { return nil }
    let written: UnsafeBufferPointer<UInt8>
    switch cursor.peek() {
    case UInt8(ascii: "\""):
      guard kind != .boolean, let text = cursor.text() else { return nil }
      written = text.trimmingSpaces
      if written.isEmpty { return .blank }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard kind != .boolean, let digits = cursor.number() else { return nil }
      written = digits
    default:
      switch cursor.word() {
      case .null: return .blank
      case .yes: return kind == .boolean ? .boolean(true) : nil
      case .no: return kind == .boolean ? .boolean(false) : nil
      case nil: return nil
      }
    }
    switch kind {
    case .text: return .text(written)
    case .integer, .decimal: return ExactDecimal(utf8: written).map { .number($0) }
    case .date: return Self.date(written).map { .date($0) }
    case .boolean, .other: return nil
    }
  }

  /// `2026-11-30`; what is written otherwise goes the long way.
  private static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for index in range {
        guard bytes[index] &- 0x30 < 10 else { return nil }
        number = number * 10 + Int(bytes[index] &- 0x30)
      }
      return number
    }
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  // MARK: Judging

  /// Whether the field itself surely takes a value that is not blank.
  func takes(_ value: PlainValue, in context: some EvaluationContext) -> Bool {
    switch value {
    case .text(let text):
      guard text.count >= leastLength, text.count <= mostLength, stays(text), isListed(text) else { return false }
      if let pattern, pattern.isMatch(utf8: text) != true { return false }
      if isChecked, !passesChecks(text) { return false }
    case .number(let number):
      guard number.scale <= decimals else { return false }
      if let least, number < least { return false }
      if let most, most < number { return false }
    case .blank, .boolean, .date: break
    }
    guard hasOtherBounds, let value = value.value else { return true }
    return field.bound(.minimum, brokenBy: value, in: context) == nil
      && field.bound(.maximum, brokenBy: value, in: context) == nil
  }

  /// Whether `upper` and `lower` leave it as it is.
  private func stays(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !(field.upper && text.contains { 0x61...0x7A ~= $0 }) && !(field.lower && text.contains { 0x41...0x5A ~= $0 })
  }

  private func isListed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let list = field.choices else { return true }
    guard field.choiceFilter == nil else { return false }
    guard let options else { return list.option(String(decoding: text, as: UTF8.self)) != nil }
    for option in options where option.isSame(as: text) { return true }
    return false
  }

  /// Whether it passes the field's check, and is the text itself that a record would hold.
  private func passesChecks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return FormState.normalized(.text(text), of: field) == .text(text) && field.check?.check.fault(in: text) == nil
  }
}

extension Field {
  /// Whether no key of the field can refuse a value.
  fileprivate var asksNothing: Bool {
    minimum == nil && maximum == nil && minimumLength == nil && maximumLength == nil && pattern == nil && check == nil
      && choices == nil && decimals == nil && unique == nil && required == nil
  }
}
