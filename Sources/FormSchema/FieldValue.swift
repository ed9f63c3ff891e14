public import DataFormats

/// A value of a field or an expression. Blank is the absence of one: `FieldValue?` is nil.
public enum FieldValue: Sendable, Hashable {
  case text(String)
  case number(ExactDecimal)
  case boolean(Bool)
  case date(CalendarDate)
  case time(TimeOfDay)
  case instant(Instant)
  /// Several choices, in the order of their list.
  case texts([String])

  public var type: ValueType {
    switch self {
    case .text: .text
    case .number: .number
    case .boolean: .boolean
    case .date: .date
    case .time: .time
    case .instant: .instant
    case .texts: .texts
    }
  }

  /// As a record holds it (records.md, Values): numbers with their digits, everything else but truth as text.
  public var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number.description)
    case .boolean(let truth): .boolean(truth)
    case .date(let date): .string(date.description)
    case .time(let time): .string(time.description)
    case .instant(let instant): .string(instant.description)
    case .texts(let texts): .array(texts.map { .string($0) })
    }
  }

  /// As it is written into a message or an entry.
  public var written: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.description
    case .boolean(let truth): truth ? "yes" : "no"
    case .date(let date): date.description
    case .time(let time): time.description
    case .instant(let instant): instant.description
    case .texts(let texts): texts.joined(separator: " ")
    }
  }

  /// Texts are the same only byte by byte: Swift's own == takes a composed and a decomposed é for one.
  public static func == (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.number(let a), .number(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.time(let a), .time(let b)): a == b
    case (.instant(let a), .instant(let b)): a == b
    case (.texts(let a), .texts(let b)): a.elementsEqual(b) { $0.utf8.elementsEqual($1.utf8) }
    default: false
    }
  }
}

extension [String] {
  /// Each text once, at its first place: nothing is chosen twice.
  public var withoutRepeats: [String] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert(Array<UInt8>($0.utf8)).inserted }
  }
}

/// The types that the expression language tells apart.
public enum ValueType: Sendable, Hashable {
  case text, number, boolean, date, time, instant, texts

  /// With its article, as messages name it.
  var inWords: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .boolean: "true or false"
    case .date: "a date"
    case .time: "a time"
    case .instant: "a date and time"
    case .texts: "a list of texts"
    }
  }
}

extension FieldValue {
  /// A value as a record holds it, read back; nil where it is not of that type.
  public init?(json: JSONValue, type: ValueType?) {
    switch (json, type) {
    case (.string(let text), .text): self = .text(text)
    case (.number(let digits), .number):
      guard let number = ExactDecimal(digits) else { return nil }
      self = .number(number)
    case (.boolean(let truth), .boolean): self = .boolean(truth)
    case (.string(let text), .date):
      guard let date = CalendarDate(iso: text) else { return nil }
      self = .date(date)
    case (.string(let text), .time):
      guard let time = TypedEntry.time(text) else { return nil }
      self = .time(time)
    case (.string(let text), .instant):
      guard let instant = Instant(text) else { return nil }
      self = .instant(instant)
    case (.array(let elements), .texts): self = .texts(elements.compactMap(\.text))
    default: return nil
    }
  }
}
