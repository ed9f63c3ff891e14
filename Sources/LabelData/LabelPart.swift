public import DataFormats

/// The names of parts that a form may want: GS1 application identifiers (`00`, `310`) and MH10.8.2 data identifiers
/// (`1P`).
public enum LabelPart {
  /// Whether `takes` or `fills` may name it.
  public static func isKnown(_ part: String) -> Bool {
    ApplicationIdentifier.isKnown(takes: part) || DataIdentifier(part) != nil
  }

  /// `GTIN`, `Supplier part`; "" where it has none.
  public static func title(of part: String) -> String {
    ApplicationIdentifier.named(part)?.title ?? DataIdentifier(part)?.title ?? ""
  }

  /// The value as a form field holds it. One that does not parse stays text.
  public static func typedValue(of element: LabelElement, today: CalendarDate) -> ElementValue {
    if let identifier = ApplicationIdentifier.named(element.id) {
      return identifier.typedValue(of: element.value, today: today)
    }
    let bytes = Array(element.value.utf8.prefix(40))[...]
    switch element.id {
    case "Q":
      guard let number = ExactDecimal(element.value), !(number < ExactDecimal(0)) else { break }
      return number.scale == 0 ? .integer(number) : .decimal(number)
    case "14D", "16D", "6D":
      // Of 6D three characters may say what day it is.
      guard bytes.count == 8 || element.id == "6D" && bytes.count == 11, bytes.prefix(8).areDigits,
        let date = CalendarDate(
          year: bytes.prefix(4).number, month: bytes.dropFirst(4).prefix(2).number,
          day: bytes.dropFirst(6).prefix(2).number)
      else { break }
      return .date(date)
    case "D":
      guard bytes.count == 6, bytes.areDigits,
        let date = CalendarDate(
          year: CalendarDate.year(twoDigits: bytes.prefix(2).number, currentYear: today.year),
          month: bytes.dropFirst(2).prefix(2).number, day: bytes.suffix(2).number)
      else { break }
      return .date(date)
    default: break
    }
    return .text(element.value)
  }
}
