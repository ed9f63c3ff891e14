import DataFormats
import Testing

@Suite struct DatesAndTimes {
  @Test(arguments: ["0001-01-01", "1970-01-01", "2000-02-29", "2024-02-29", "2026-11-30", "9999-12-31"])
  func `a day of the calendar is read and written`(text: String) throws {
    let date = try #require(CalendarDate(iso: text))
    #expect(date.description == text)
    #expect(CalendarDate(daysSinceEpoch: date.daysSinceEpoch) == date)
  }

  @Test(arguments: [
    "2026-02-30", "2025-02-29", "1900-02-29", "2026-00-10", "2026-13-01", "2026-04-31", "2026-1-1", "20261130",
    "0000-01-01",
    "2026-11-30 ", "2026-11-3٣", "-026-11-30", "10000-01-01", "",
  ])
  func `a day that the calendar does not have is none`(text: String) {
    #expect(CalendarDate(iso: text) == nil)
  }

  @Test func `every day from year 1 to 9999 follows the one before`() throws {
    let first = try #require(CalendarDate(iso: "0001-01-01"))
    let last = try #require(CalendarDate(iso: "9999-12-31"))
    #expect(first.daysSinceEpoch == -719_162)
    #expect(last.daysSinceEpoch == 2_932_896)
    var expected = (year: 1, month: 1, day: 1)
    for days in stride(from: first.daysSinceEpoch, through: last.daysSinceEpoch, by: 1) {
      let date = CalendarDate(daysSinceEpoch: days)
      guard date?.year == expected.year, date?.month == expected.month, date?.day == expected.day,
        date?.daysSinceEpoch == days
      else {
        Issue.record("day \(days) is \(date?.description ?? "none")")
        return
      }
      expected.day += 1
      if expected.day > CalendarDate.days(inMonth: expected.month, year: expected.year) {
        expected = (expected.year, expected.month + 1, 1)
        if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
      }
    }
  }

  @Test(arguments: [Int.min, Int.min + 719_468, -719_163, 2_932_897, Int.max - 719_468, Int.max])
  func `days outside the calendar are none`(days: Int) {
    #expect(CalendarDate(daysSinceEpoch: days) == nil)
    #expect(CalendarDate(year: 9999, month: 12, day: 31)?.adding(days: Int.max) == nil)
    #expect(CalendarDate(year: 1, month: 1, day: 1)?.adding(days: Int.min) == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 4), ("1969-12-31", 3), ("2026-11-30", 1), ("2026-11-29", 7), ("0001-01-01", 1), ("9999-12-31", 5),
  ])
  func `weekdays`(text: String, weekday: Int) throws {
    #expect(try #require(CalendarDate(iso: text)).weekday == weekday)
  }

  /// GS1 General Specifications 7.12.
  @Test(arguments: [
    (27, 2026, 2027), (76, 2026, 2076), (77, 2026, 1977), (99, 2026, 1999), (0, 2060, 2100), (10, 2060, 2110),
    (11, 2060, 2011),
  ])
  func `two digits of a year lie at most 50 years ahead`(digits: Int, current: Int, year: Int) {
    #expect(CalendarDate.year(twoDigits: digits, currentYear: current) == year)
  }

  @Test(arguments: [
    ("2026-11-30T08:14:05.120+01:00", "2026-11-30T08:14:05.120+01:00"),
    ("2026-11-30T08:14:05Z", "2026-11-30T08:14:05.000+00:00"),
    ("2026-11-30 08:14+01:00", "2026-11-30T08:14:00.000+01:00"),
    ("2026-11-30T08:14:05.1Z", "2026-11-30T08:14:05.100+00:00"),
    ("2026-11-30T08:14:05.123456789-09:30", "2026-11-30T08:14:05.123-09:30"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999+00:00"),
    ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00.000+14:00"),
    ("9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59.000-12:00"),
  ])
  func `an instant is read and written with its offset`(text: String, written: String) throws {
    #expect(try #require(Instant(text)).withMilliseconds == written)
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T08:14", "2026-11-30T24:00Z", "2026-11-30T08:60Z", "2026-11-30T08:14:60Z",
    "2026-02-30T08:14Z",
    "2026-11-30T08:14:05.Z", "2026-11-30T08:14:05+1:00", "2026-11-30T08:14:05+01", "2026-11-30T08:14:05+19:00",
    "2026-11-30T08:14:05Zx", "2026-11-30T08:14: 5Z", "2026-11-30x08:14Z", "2026-11-30T08:14:05+01:60",
    "2026-11-30T08:14:5Z",
  ])
  func `anything else is no instant`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test func `where a time has no offset, the given one stands for it`() {
    #expect(Instant("2026-11-30T08:14", defaultOffsetMinutes: 60)?.description == "2026-11-30T08:14:00+01:00")
  }

  @Test func `one instant in two offsets is one`() throws {
    let berlin = try #require(Instant("2026-11-30T08:00+01:00"))
    let london = try #require(Instant("2026-11-30T07:00Z"))
    #expect(berlin == london)
    #expect(berlin.hashValue == london.hashValue)
  }

  @Test(arguments: [Int.min, Int.min + 1, -1, 0, Int.max])
  func `no number of milliseconds is too much to show`(milliseconds: Int) {
    #expect(!Instant(milliseconds: milliseconds, offsetMinutes: -720).withMilliseconds.isEmpty)
    #expect(!Instant(milliseconds: milliseconds, offsetMinutes: 840).description.isEmpty)
  }

  @Test(arguments: [(23, 59, 59, true), (24, 0, 0, false), (-1, 0, 0, false), (0, 60, 0, false), (0, 0, 60, false)])
  func `times of the day`(hour: Int, minute: Int, second: Int, isOne: Bool) {
    #expect((TimeOfDay(hour: hour, minute: minute, second: second) != nil) == isOne)
  }
}
