public import DataFormats

/// How a clerk's typing becomes a value of a field's type.
public struct TypedEntry: Sendable {
  public enum DateOrder: String, Sendable, CaseIterable {
    case dayMonthYear = "dmy", monthDayYear = "mdy", yearMonthDay = "ymd"
  }

  public var dateOrder: DateOrder
  public var allowsDecimalComma: Bool
  /// For two-digit years and the offset of typed datetimes.
  public var now: Instant

  public init(dateOrder: DateOrder = .dayMonthYear, allowsDecimalComma: Bool = false, now: Instant) {
    self.dateOrder = dateOrder
    self.allowsDecimalComma = allowsDecimalComma
    self.now = now
  }

  /// A typed text is no value of the field: one sentence.
  public struct Fault: Error, Sendable, Equatable {
    public let message: String
  }

  /// nil is blank.
  public func value(_ text: String, of field: Field) throws(Fault) -> FieldValue? {
    if let problem = Self.unstorable(text) { throw Fault(message: problem) }
    var text = text.trimmingSpaces
    if text.isEmpty { return nil }
    switch field.type {
    case .text, .barcode:
      if field.upper { text = text.uppercased() }
      if field.lower { text = text.lowercased() }
      return .text(text)
    case .choice: return .text(text)
    case .choices:
      return .texts(text.split(separator: " ").map(String.init).withoutRepeats)
    case .integer: return .number(try integer(text))
    case .decimal: return .number(try decimal(text, places: field.decimals))
    case .boolean: return .boolean(try boolean(text))
    case .date: return .date(try date(text))
    case .time: return .time(try time(text))
    case .datetime: return .instant(try datetime(text))
    case .lines, .computed, .note: throw Fault(message: "this field takes no input")
    }
  }

  /// Texts that neither JSON nor a database can hold.
  static func unstorable(_ text: String) -> String? {
    text.utf8.contains(0) ? "a NUL character (U+0000) cannot be stored" : nil
  }

  private func integer(_ text: String) throws(Fault) -> ExactDecimal {
    guard let number = ExactDecimal(text), number.scale == 0 else {
      throw Fault(message: "this should be a whole number, digits only")
    }
    return number
  }

  private func decimal(_ text: String, places: Int?) throws(Fault) -> ExactDecimal {
    var text = text
    if text.contains(",") {
      guard allowsDecimalComma, !text.contains("."), text.split(separator: ",").count <= 2 else {
        throw Fault(message: "write decimals with a point: 3.5")
      }
      text = String(text.map { $0 == "," ? "." : $0 })
    }
    guard let number = ExactDecimal(text) else {
      throw Fault(message: "this should be a number, such as 12 or 3.5")
    }
    if let places, number.scale > places {
      throw Fault(message: Self.tooManyDecimals(places))
    }
    return number
  }

  /// What is said of a number with more decimals than its field takes.
  public static func tooManyDecimals(_ places: Int) -> String {
    places == 0 ? "no decimals are wanted here" : "at most \(places) decimal\(places == 1 ? "" : "s")"
  }

  private func boolean(_ text: String) throws(Fault) -> Bool {
    switch text.lowercased() {
    case "y", "yes", "true", "1", "j", "ja": true
    case "n", "no", "false", "0", "nein": false
    default: throw Fault(message: "type y or n")
    }
  }

  private func time(_ text: String) throws(Fault) -> TimeOfDay {
    guard let time = Self.time(text) else {
      throw Fault(message: "this should be a time, such as 08:14 or 0814")
    }
    return time
  }

  static func time(_ text: String) -> TimeOfDay? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.map { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard !digits.contains(nil) else { return nil }
    let numbers = digits.compactMap { $0 }
    switch (parts.count, parts[0].utf8.count) {
    case (1, 3), (1, 4): return TimeOfDay(hour: numbers[0] / 100, minute: numbers[0] % 100)
    case (2, 1...2) where parts[1].utf8.count == 2: return TimeOfDay(hour: numbers[0], minute: numbers[1])
    case (3, 1...2) where parts[1].utf8.count == 2 && parts[2].utf8.count == 2:
      return TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers[2])
    default: return nil
    }
  }

  private func datetime(_ text: String) throws(Fault) -> Instant {
    if let instant = Instant(text, defaultOffsetMinutes: now.offsetMinutes) { return instant }
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
    guard parts.count == 2, let date = try? date(String(parts[0])), let time = Self.time(String(parts[1])) else {
      throw Fault(message: "this should be a date and a time, such as \(now.date) 08:14")
    }
    return Instant(date: date, time: time, offsetMinutes: now.offsetMinutes)
  }

  /// A bound or default written in a form as a value of its field, where expressions have no such literal.
  static func fixed(_ text: String, _ type: FieldType) -> FieldValue? {
    switch type {
    case .time: time(text).map { .time($0) }
    case .datetime: Instant(text).map { .instant($0) }
    default: nil
    }
  }
}
