public import DataFormats

/// The name of one journal file: `STATION-YYYY-MM-DD.jsonl`, or `STATION-YYYY-MM-DD.2.jsonl` for a further segment.
///
/// Sorted by day, then station, then segment: the order in which a store is read.
public struct JournalName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let station: String
  public let date: CalendarDate
  /// From 1.
  public let segment: Int

  public init(station: String, date: CalendarDate, segment: Int = 1) {
    self.station = station
    self.date = date
    self.segment = segment
  }

  /// nil for every other name.
  public init?(fileName: String) {
    var parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.removeLast() == "jsonl" else { return nil }
    var segment = 1
    if parts.count == 2 {
      let digits = parts.removeLast()
      guard let number = Int(digits), number > 1, number < 1_000_000, String(number) == digits else { return nil }
      segment = number
    }
    let stem = parts[0]
    guard let date = CalendarDate(iso: stem.suffix(10)), stem.dropLast(10).last == "-" else { return nil }
    let station = String(stem.dropLast(11))
    guard Self.isStation(station) else { return nil }
    self.init(station: station, date: date, segment: segment)
  }

  /// A station is named by 1 to 32 of the characters `A-Z a-z 0-9 _ -`.
  public static func isStation(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  public var fileName: String {
    "\(station)-\(date)" + (segment > 1 ? ".\(segment)" : "") + ".jsonl"
  }

  public var description: String { fileName }

  public static func < (left: JournalName, right: JournalName) -> Bool {
    (left.date, left.station, left.segment) < (right.date, right.station, right.segment)
  }
}
