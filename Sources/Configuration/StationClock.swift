public import DataFormats
import Glibc

/// The station's clock: the machine's with its local offset from UTC, or a fixed instant for tests.
public struct StationClock: Sendable {
  /// What the clock always shows; nil for the machine's time.
  private let fixed: Instant?
  /// When the business day begins.
  private let dayStart: TimeOfDay

  /// FORMENTRY_NOW fixes the clock: an instant with its offset, such as 2026-11-30T08:00:00+01:00.
  public init(environment: [String: String], dayStart: TimeOfDay = .midnight) throws(ConfigurationFault) {
    tzset()
    self.dayStart = dayStart
    guard let text = environment["FORMENTRY_NOW"], !text.isEmpty else {
      fixed = nil
      return
    }
    guard let instant = Instant(text) else {
      throw ConfigurationFault(
        "FORMENTRY_NOW wants an instant such as 2026-11-30T08:00:00+01:00, not '\(text.prefix(40).withVisibleControls)'"
      )
    }
    fixed = instant
  }

  /// A clock that always shows one instant.
  public init(fixed: Instant, dayStart: TimeOfDay = .midnight) {
    (self.fixed, self.dayStart) = (fixed, dayStart)
  }

  public var now: Instant {
    if let fixed { return fixed }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var local = tm()
    localtime_r(&time.tv_sec, &local)
    return Instant(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000, offsetMinutes: local.tm_gmtoff / 60)
  }

  /// The business date of an instant: its date at its own offset, or the day before while the time is earlier than the
  /// start of the day.
  public func businessDate(of instant: Instant) -> CalendarDate {
    let date = instant.date
    return instant.time < dayStart ? date.adding(days: -1) ?? date : date
  }

  /// Minutes that the station's time is ahead of UTC at a local date and time, summer time observed. A time that a clock
  /// change leaves out or gives twice is taken by the offset before the change.
  public func offsetMinutes(at date: CalendarDate, _ time: TimeOfDay) -> Int {
    if let fixed { return fixed.offsetMinutes }
    var local = tm()
    (local.tm_year, local.tm_mon, local.tm_mday) = (Int32(date.year - 1900), Int32(date.month - 1), Int32(date.day))
    (local.tm_hour, local.tm_min, local.tm_sec) = (Int32(time.hour), Int32(time.minute), Int32(time.second ?? 0))
    local.tm_isdst = -1
    let chosen = mktime(&local)
    // mktime is free to choose; a day earlier is beyond any doubt, and tells the offset before a change.
    var before = chosen - 86_400
    var earlier = tm()
    localtime_r(&before, &earlier)
    let wanted = date.daysSinceEpoch * 86_400 + time.secondsOfDay
    var second = wanted - earlier.tm_gmtoff
    var trial = tm()
    localtime_r(&second, &trial)
    // The wall showed that time by the offset before, or it never showed it at all.
    let isByEarlier = second + trial.tm_gmtoff == wanted
    let isLeftOut = chosen + local.tm_gmtoff != wanted
    return (isByEarlier || isLeftOut ? earlier.tm_gmtoff : local.tm_gmtoff) / 60
  }
}
