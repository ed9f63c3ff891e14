import DataFormats
import Glibc
import Testing

@testable import Configuration

/// The time zone of the process is one: these tests stand in line.
@Suite(.serialized) struct TellingTime {
  @Test func `FORMENTRY_NOW fixes the clock`() throws {
    let clock = try StationClock(environment: ["FORMENTRY_NOW": "2026-11-30T08:00:00+01:00"])
    #expect(clock.now.description == "2026-11-30T08:00:00+01:00")
    #expect(clock.offsetMinutes(at: clock.now.date, clock.now.time) == 60)
  }

  @Test(arguments: ["2026-11-30", "2026-11-30T08:00", "now", "2026-02-30T08:00Z"])
  func `an instant without offset or of no calendar is refused`(text: String) {
    let fault = #expect(throws: ConfigurationFault.self) { try StationClock(environment: ["FORMENTRY_NOW": text]) }
    #expect(fault?.message.contains(text) == true)
  }

  @Test func `else it is the machine's`() throws {
    let clock = try StationClock(environment: [:])
    #expect(abs(clock.now.milliseconds - time(nil) * 1000) < 5000)
  }

  @Test(arguments: [
    ("2026-11-30T05:29:59+01:00", "05:30", "2026-11-29"), ("2026-11-30T05:30:00+01:00", "05:30", "2026-11-30"),
    ("2026-11-30T00:00:00+01:00", "00:00", "2026-11-30"), ("2026-01-01T03:00:00-05:00", "06:00", "2025-12-31"),
  ])
  func `the business date is the local date less the start of the day`(now: String, start: String, date: String) throws
  {
    let parts = start.split(separator: ":").compactMap { Int($0) }
    let dayStart = try #require(TimeOfDay(hour: parts[0], minute: parts[1]))
    let clock = try StationClock(environment: ["FORMENTRY_NOW": now], dayStart: dayStart)
    #expect(clock.businessDate(of: clock.now).description == date)
  }

  @Test(arguments: [
    ("2026-01-15", 12, 0, 60), ("2026-07-15", 12, 0, 120), ("2026-03-29", 1, 59, 60), ("2026-03-29", 2, 30, 60),
    ("2026-03-29", 3, 0, 120), ("2026-10-25", 1, 59, 120), ("2026-10-25", 2, 30, 120), ("2026-10-25", 3, 0, 60),
  ])
  func `a typed time has the offset of its own day`(day: String, hour: Int, minute: Int, offset: Int) throws {
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
    defer {
      unsetenv("TZ")
      tzset()
    }
    let clock = try StationClock(environment: [:])
    let date = try #require(CalendarDate(iso: day))
    #expect(clock.offsetMinutes(at: date, try #require(TimeOfDay(hour: hour, minute: minute))) == offset)
  }
}
