public import DataFormats

extension ApplicationIdentifier {
  /// The value as a form field holds it: dates with their century seen from `today` and day 00 as the last of the
  /// month, counts and measures as exact numbers. A value that does not parse stays text.
  public func typedValue(of value: String, today: CalendarDate) -> ElementValue {
    let bytes = Array(value.utf8.prefix(ElementString.maximumValueLength + 1))[...]
    guard bytes.count == value.utf8.count else { return .text(value) }
    return typed(bytes, today: today) ?? .text(value)
  }

  private func typed(_ value: ArraySlice<UInt8>, today: CalendarDate) -> ElementValue? {
    switch code {
    case "11", "12", "13", "15", "16", "17", "4326", "7006":
      return Self.date(value, today: today).map { .date($0) }
    case "7007":
      // A harvest may last from one day to another: then the text says more than a date.
      return Self.date(value, today: today).map { .date($0) }
    case "4324", "4325", "7003", "7011", "8008":
      guard let date = Self.date(value.prefix(6), today: today) else { return nil }
      let time = value.dropFirst(6)
      return time.isEmpty ? .date(date) : Self.time(time).map { .dateTime(date, $0) }
    case "30", "37":
      return value.areDigits ? ExactDecimal(Self.stripped(value)).map { .integer($0) } : nil
    case "4330", "4331", "4332", "4333":
      guard value.prefix(6).areDigits, value.count == 6 || value.dropFirst(6).elementsEqual("-".utf8) else {
        return nil
      }
      let hundredths = value.prefix(6).number
      return .decimal(ExactDecimal(coefficient: Int128(value.count == 6 ? hundredths : -hundredths), scale: 2))
    default:
      // Amounts with a currency before them are two things, and stay text.
      guard hasImpliedDecimals, code.utf8.count == 4, !code.hasPrefix("391"), !code.hasPrefix("393"), value.areDigits,
        let decimals = code.utf8.last.map({ Int($0) - 0x30 }), let number = ExactDecimal(value.text)
      else { return nil }
      return .decimal(ExactDecimal(coefficient: number.coefficient, scale: decimals))
    }
  }

  private static func stripped(_ digits: ArraySlice<UInt8>) -> String {
    let short = digits.drop { $0 == 0x30 }
    return short.isEmpty ? "0" : short.text
  }

  private static func date(_ value: ArraySlice<UInt8>, today: CalendarDate) -> CalendarDate? {
    guard value.count == 6, value.areDigits else { return nil }
    let year = CalendarDate.year(twoDigits: value.prefix(2).number, currentYear: today.year)
    let month = value.dropFirst(2).prefix(2).number
    let day = value.suffix(2).number
    return CalendarDate(year: year, month: month, day: day == 0 ? CalendarDate.days(inMonth: month, year: year) : day)
  }

  private static func time(_ value: ArraySlice<UInt8>) -> TimeOfDay? {
    guard value.areDigits, [2, 4, 6].contains(value.count) else { return nil }
    let parts = stride(from: 0, to: value.count, by: 2).map { value.dropFirst($0).prefix(2).number }
    return TimeOfDay(hour: parts[0], minute: parts.count > 1 ? parts[1] : 0, second: parts.count > 2 ? parts[2] : nil)
  }
}
