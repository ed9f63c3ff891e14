public import DataFormats

/// The value of an element as a form field holds it.
public enum ElementValue: Sendable, Equatable {
  case text(String)
  case date(CalendarDate)
  /// Local date and time, without a zone.
  case dateTime(CalendarDate, TimeOfDay)
  /// A count.
  case integer(ExactDecimal)
  /// A measure, an amount or a temperature, with the decimals that its identifier implies.
  case decimal(ExactDecimal)
}

/// A GS1 application identifier (General Specifications, section 3).
public struct ApplicationIdentifier: Sendable {
  /// Two to four digits; three for a measure or amount that is named without its decimals.
  public let code: String
  let entry: Entry

  /// The GS1 data title: `BATCH/LOT`.
  public var title: String { entry.title }

  /// The identifier of exactly that code, or a measure or amount by its first three digits; nil for none.
  public static func named(_ code: String) -> ApplicationIdentifier? {
    let bytes = Array(code.utf8.prefix(5))
    guard (2...4).contains(bytes.count), bytes.areDigits else { return nil }
    if let found = leading(bytes[...]) { return found.code.utf8.count == bytes.count ? found : nil }
    guard bytes.count == 3, let found = leading((bytes + [0x30])[...]), found.hasImpliedDecimals else { return nil }
    return ApplicationIdentifier(code: code, entry: found.entry)
  }

  /// Whether `takes` or `fills` may name it: `00`, `3103`, and `310` for a measure with any number of decimals.
  public static func isKnown(takes code: String) -> Bool { named(code) != nil }

  /// The identifier that data begin with.
  static func leading(_ data: ArraySlice<UInt8>) -> ApplicationIdentifier? {
    guard let length = length(of: data), data.count >= length else { return nil }
    let code = data.prefix(length)
    guard code.areDigits, let entry = Entry.find(code) else { return nil }
    return ApplicationIdentifier(code: code.text, entry: entry)
  }

  /// How many digits the identifier has, by its first two (General Specifications, figure 7.8.2-1).
  private static func length(of data: ArraySlice<UInt8>) -> Int? {
    guard data.count >= 2, data.prefix(2).areDigits else { return nil }
    switch data.prefix(2).number {
    case 0...4, 10...22, 30, 37, 90...99: return 2
    case 23...25, 40...42, 71: return 3
    case 31...36, 39, 43, 70, 72, 80...82: return 4
    default: return nil
    }
  }

  /// No separator is needed after the value: its length follows from the first two digits (figure 7.8.5-2).
  public var isPredefinedLength: Bool {
    switch code.utf8.prefix(2).number {
    case 0...4, 11...20, 31...36, 41: true
    default: false
    }
  }

  /// The last digit is the number of decimals: measures, amounts, prices, percentages.
  public var hasImpliedDecimals: Bool {
    (31...36).contains(code.utf8.prefix(2).number) || code.utf8.starts(with: "39".utf8)
  }
}
