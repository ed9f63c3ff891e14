/// A day of the proleptic Gregorian calendar, years 1...9999. It belongs to no time zone.
public struct CalendarDate: Sendable, Hashable, Comparable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// nil for a day that the calendar does not have (2026-02-30).
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD` and nothing else.
  public init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01.
  public var daysSinceEpoch: Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// nil outside the years 1...9999.
  public init?(daysSinceEpoch days: Int) {
    let (shifted, overflow) = days.addingReportingOverflow(719_468)
    guard !overflow else { return nil }
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * monthIndex + 2) / 5 + 1)
  }

  public func adding(days: Int) -> CalendarDate? {
    let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
    return overflow ? nil : CalendarDate(daysSinceEpoch: sum)
  }

  /// 1 is Monday, 7 Sunday.
  public var weekday: Int { (daysSinceEpoch % 7 + 10) % 7 + 1 }

  /// The century of a two-digit year, seen from `currentYear` (GS1 General Specifications 7.12): 51 years or more
  /// ahead is the last century, 50 or more behind the next.
  public static func year(twoDigits: Int, currentYear: Int) -> Int {
    let difference = twoDigits - currentYear % 100
    let century = currentYear - currentYear % 100
    return century + twoDigits + (difference >= 51 ? -100 : difference <= -50 ? 100 : 0)
  }

  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// `YYYY-MM-DD`
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// A time of the day, seconds only where they were written.
public struct TimeOfDay: Sendable, Hashable, Comparable {
  public let hour: Int
  public let minute: Int
  public let second: Int?

  public init?(hour: Int, minute: Int, second: Int? = nil) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second ?? 0) else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  public var secondsOfDay: Int { hour * 3600 + minute * 60 + (second ?? 0) }

  public static func == (left: TimeOfDay, right: TimeOfDay) -> Bool { left.secondsOfDay == right.secondsOfDay }
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.secondsOfDay < right.secondsOfDay }
  public func hash(into hasher: inout Hasher) { hasher.combine(secondsOfDay) }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM` or `HH:MM:SS`
  public var description: String {
    "\(padded(hour, 2)):\(padded(minute, 2))" + (second.map { ":" + padded($0, 2) } ?? "")
  }
}

/// The value of two or more ASCII digits, nil where one is none.
func number(_ digits: ArraySlice<UInt8>) -> Int? {
  var value = 0
  for byte in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), value < 1_000_000_000 else { return nil }
    value = value * 10 + Int(byte - UInt8(ascii: "0"))
  }
  return digits.isEmpty ? nil : value
}

func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
