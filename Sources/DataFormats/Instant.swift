/// A point in time with the offset from UTC that it is shown in.
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int
  public let offsetMinutes: Int

  public init(milliseconds: Int, offsetMinutes: Int) {
    self.milliseconds = milliseconds
    self.offsetMinutes = offsetMinutes
  }

  public init(date: CalendarDate, time: TimeOfDay, milliseconds: Int = 0, offsetMinutes: Int) {
    let seconds = date.daysSinceEpoch * 86_400 + time.secondsOfDay - offsetMinutes * 60
    self.init(milliseconds: seconds * 1000 + milliseconds, offsetMinutes: offsetMinutes)
  }

  /// Reads RFC 3339: `2026-11-30T08:14:05.120+01:00`, also with a space for the T, without seconds, with `Z`.
  /// Where the text has no offset, `defaultOffsetMinutes` stands for it; nil then refuses.
  public init?(_ text: some StringProtocol, defaultOffsetMinutes: Int? = nil) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let date = CalendarDate(iso: String(decoding: bytes[0..<10], as: UTF8.self)),
      bytes[13] == UInt8(ascii: ":"), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16])
    else { return nil }
    var rest = bytes[16...]
    var second = 0
    var thousandths = 0
    if rest.first == UInt8(ascii: ":") {
      guard rest.count >= 3, let value = number(rest.dropFirst().prefix(2)) else { return nil }
      second = value
      rest = rest.dropFirst(3)
      if rest.first == UInt8(ascii: ".") {
        let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, let value = number((Array(digits.prefix(3)) + [48, 48]).prefix(3)) else { return nil }
        thousandths = value
        rest = rest.dropFirst(digits.count + 1)
      }
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second),
      let offset = rest.isEmpty ? defaultOffsetMinutes : Self.offset(rest)
    else { return nil }
    self.init(date: date, time: time, milliseconds: thousandths, offsetMinutes: offset)
  }

  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual("Z".utf8) { return 0 }
    let bytes = Array(bytes)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]), hours <= 18,
      let minutes = number(bytes[4..<6]), minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private var localSeconds: Int { floorDivided(milliseconds, 1000) + offsetMinutes * 60 }

  /// The calendar day at this offset; the last representable day where the calendar ends.
  public var date: CalendarDate {
    CalendarDate(daysSinceEpoch: floorDivided(localSeconds, 86_400)) ?? CalendarDate(year: 9999, month: 12, day: 31)!
  }

  public var time: TimeOfDay {
    let seconds = localSeconds - floorDivided(localSeconds, 86_400) * 86_400
    return TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)!
  }

  public static func == (left: Instant, right: Instant) -> Bool { left.milliseconds == right.milliseconds }
  public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
  public func hash(into hasher: inout Hasher) { hasher.combine(milliseconds) }

  /// With milliseconds, as records write their times: `2026-11-30T08:14:05.120+01:00`.
  public var withMilliseconds: String {
    let thousandths = ((milliseconds % 1000) + 1000) % 1000
    return "\(date)T\(time).\(padded(thousandths, 3))\(offsetText)"
  }

  private var offsetText: String {
    let minutes = abs(offsetMinutes)
    return (offsetMinutes < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
  }
}

extension Instant: CustomStringConvertible {
  /// RFC 3339 with whole seconds, as field values are written: `2026-11-30T08:14:05+01:00`.
  public var description: String { "\(date)T\(time)\(offsetText)" }
}

func floorDivided(_ value: Int, _ divisor: Int) -> Int {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? quotient - 1 : quotient
}
