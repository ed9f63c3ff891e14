/// A HIBC label (ANSI/HIBC 2.6): `+`, the labeler's four characters, the product's one to eighteen, a digit for the
/// unit of measure, perhaps `/` and lot and expiry, a check character (mod 43). A label of lot and expiry alone has `$`
/// or a digit behind its `+`.
struct HealthLabel {
  private(set) var elements: [LabelElement] = []

  /// nil for any other shape; the check character is not judged.
  init?(_ text: [UInt8]) {
    guard text.count >= 4, text.count <= 200, text[0] == UInt8(ascii: "+"),
      text.allSatisfy(CheckDigit.code39.contains)
    else { return nil }
    let body = text.dropFirst().dropLast()
    if body.first == UInt8(ascii: "$") || body.first.map(isDigit) == true {
      // The character before the check links it to the label of the product.
      read(secondary: body.dropLast())
      return
    }
    let primary = body.prefix { $0 != UInt8(ascii: "/") }
    guard (6...23).contains(primary.count), let first = primary.first, isCapital(first),
      primary.allSatisfy({ isDigit($0) || isCapital($0) }), let unit = primary.last, isDigit(unit)
    else { return nil }
    append("LIC", primary.prefix(4), "Labeler")
    append("PCN", primary.dropFirst(4).dropLast(), "Product")
    append("UM", primary.suffix(1), "Unit of measure")
    for part in body[primary.endIndex...].split(separator: UInt8(ascii: "/")) { read(secondary: part) }
  }

  private mutating func append(_ id: String, _ value: ArraySlice<UInt8>, _ title: String) {
    if !value.isEmpty { elements.append(LabelElement(id: id, value: value.text, title: title)) }
  }

  /// `$$3 261130 LOT` and its shorter and longer relatives: the digit behind `$$` says how the date is written.
  private mutating func read(secondary part: ArraySlice<UInt8>) {
    var rest = part
    let dollars = rest.prefix { $0 == UInt8(ascii: "$") }.count
    rest = rest.dropFirst(dollars)
    let isSerial = rest.first == UInt8(ascii: "+") && dollars > 0
    if isSerial { rest = rest.dropFirst() }
    let name = isSerial ? ("SN", "Serial") : ("LOT", "Lot")
    switch dollars {
    case 1: append(name.0, rest, name.1)
    case 2:
      if let digit = rest.first, let length = [UInt8(ascii: "8"): 2, UInt8(ascii: "9"): 5][digit] {
        append("QTY", rest.dropFirst().prefix(length), "Quantity")
        rest = rest.dropFirst(1 + length)
      }
      guard let digit = rest.first, isDigit(digit) else { return append(name.0, rest, name.1) }
      // MMDDYY, YYMMDD, YYMMDDHH, YYJJJ, YYJJJHH, none; below 2 the month begins.
      let length = [2: 6, 3: 6, 4: 8, 5: 5, 6: 7, 7: 0][Int(digit - 0x30)]
      let date = length.map { rest.dropFirst().prefix($0) } ?? rest.prefix(4)
      append("EXP", date, "Expiry")
      append(name.0, rest[date.endIndex...], name.1)
    default:
      append("EXP", rest.prefix(5), "Expiry")
      append(name.0, rest.dropFirst(5), name.1)
    }
  }
}
