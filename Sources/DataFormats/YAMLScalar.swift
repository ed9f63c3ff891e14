/// What a plain scalar means by YAML 1.2's core schema (YAML 1.2.2, 10.3.2), as far as forms need it.
public enum YAMLScalar {
  public static func isNull(_ text: String) -> Bool {
    ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// `true`, `True`, `TRUE`, `false`, `False`, `FALSE`; nil for anything else, `yes` and `on` included.
  public static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// A whole number in decimal digits, with or without sign; nil for anything else and for what an Int can't hold.
  public static func integer(_ text: String) -> Int? {
    let digits = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
    let unsigned = digits.first == UInt8(ascii: "-") && digits.count == text.utf8.count ? digits.dropFirst() : digits
    guard !unsigned.isEmpty, unsigned.allSatisfy(isDigit) else { return nil }
    return Int(Substring(digits))
  }

  /// A decimal number without exponent; nil for anything else and beyond 38 digits.
  public static func number(_ text: String) -> ExactDecimal? {
    let unsigned = text.utf8.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    guard unsigned.utf8.first != UInt8(ascii: "-") || unsigned.utf8.count == text.utf8.count else { return nil }
    return ExactDecimal(unsigned)
  }

  /// Why a plain scalar in a place for text, kept here as it was typed, may come out as something else in another
  /// reader of YAML, or was meant as something else; nil where nothing of the kind threatens. One sentence.
  public static func looksDifferentElsewhere(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 40 else { return nil }
    switch text.lowercased() {
    case "yes", "no", "on", "off", "y", "n":
      return "\(text) is kept as this text here, other readers of YAML make true or false of it: put it in quotes"
    case "true", "false", "null", "~":
      return "\(text) is kept as this text here, YAML itself means more than a text by it: put it in quotes"
    case ".inf", "+.inf", "-.inf", ".nan", "<<", "=":
      return "\(text) is kept as this text here, YAML itself means more than a text by it: put it in quotes"
    default: break
    }
    if CalendarDate(iso: text) != nil || (bytes.count > 10 && Instant(text, defaultOffsetMinutes: 0) != nil) {
      return "\(text) is kept as this text here, other readers of YAML make a date of it: put it in quotes"
    }
    let signed = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let digits = bytes.dropFirst(signed ? 1 : 0)
    guard let lead = digits.first, isDigit(lead) || lead == UInt8(ascii: ".") else { return nil }
    if digits.count > 1, lead == UInt8(ascii: "0"), digits.allSatisfy(isDigit) {
      return "\(text) keeps its zero here, other readers of YAML lose it: put it in quotes"
    }
    if isSexagesimal(digits) {
      return "\(text) is kept as this text here, other readers of YAML make a number of seconds of it: put it in quotes"
    }
    if isOtherwiseNumber(digits) {
      return "\(text) is kept as this text here, other readers of YAML make another number of it: put it in quotes"
    }
    return nil
  }

  /// `12:30`, `1:30:00`: numbers to base 60 in YAML 1.1.
  private static func isSexagesimal(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 1, let head = parts.first, !head.isEmpty, head.allSatisfy(isDigit) else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...2).contains(part.count) && part.allSatisfy(isDigit) && (part.count == 1 || part.first! < UInt8(ascii: "6"))
    }
  }

  /// `1e5`, `0x1F`, `0o17`, `1_000`, `1.50`: texts that lose their spelling where they are read as numbers.
  private static func isOtherwiseNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return Int(text.dropFirst(2), radix: radix) != nil
    }
    var sawDigit = false
    var sawPoint = false
    var sawOther = false
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): sawDigit = true
      case UInt8(ascii: "_") where sawDigit: sawOther = true
      case UInt8(ascii: ".") where !sawPoint: sawPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard sawDigit, let sign = iterator.next() else { return false }
        let rest = Array(IteratorSequence(iterator))
        let isSign = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
        return isSign ? !rest.isEmpty && rest.allSatisfy(isDigit) : isDigit(sign) && rest.allSatisfy(isDigit)
      default: return false
      }
    }
    return sawDigit && (sawOther || sawPoint && (bytes.last == UInt8(ascii: "0") || bytes.last == UInt8(ascii: ".")))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
