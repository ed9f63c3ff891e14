public import DataFormats

extension Label {
  /// All that a scan may be, the likeliest first and never none. More than one only where neither an identifier nor a
  /// symbology says what it is: 13 digits from a keyboard scanner may be an EAN-13 or an order number (AI 400). A
  /// form takes the first that holds a part it wants.
  public static func readings(of scan: Scan, today: CalendarDate) -> [Label] {
    let bytes = Array(scan.text.utf8)
    if scan.carriesElements {
      // DataBar holds a GTIN alone: some decoders leave out its AI.
      if scan.symbology == .databar || scan.symbology == .databarLimited, gtin14(scan.text) != nil {
        return [plain(scan.text, gtin: gtin14(scan.text), today: today)]
      }
      return [elementString(ElementString(reading: bytes), scan, today: today)]
    }
    if let symbology = scan.symbology, symbology.carriesGTINOnly {
      return [tradeItem(scan.text, symbology, today: today)]
    }
    guard scan.identifier == nil, scan.symbology == nil else {
      let isTradeItem = scan.symbology == .itf && bytes.count == 14
      return [plain(scan.text, gtin: isTradeItem ? gtin14(scan.text) : nil, today: today)]
    }
    return readings(ofUnmarked: bytes, scan, today: today)
  }

  private static func readings(ofUnmarked bytes: [UInt8], _ scan: Scan, today: CalendarDate) -> [Label] {
    var readings: [Label] = []
    let gtin = gtin14(scan.text)
    if gtin != nil { readings.append(plain(scan.text, gtin: gtin, today: today)) }
    let isBracketed = bytes.first == UInt8(ascii: "(")
    let data = ElementString(readingAnyForm: bytes)
    var whole = plain(scan.text, gtin: nil, today: today, kind: .plain)
    if whole.candidates.contains(where: \.isCarrier) {
      whole = plain(scan.text, gtin: nil, today: today, kind: .carrier)
    }
    if data.fault == nil {
      var label = elementString(data, scan, today: today)
      label.readAs = isBracketed ? "identifiers in brackets" : identifierMissing
      // One element of any text, as 9400111202555842332669 would be (AI 94), proves nothing.
      let isVague = data.elements.count == 1 && !isBracketed && !data.elements[0].identifier.isPredefinedLength
      readings += whole.kind == .carrier && isVague ? [whole, label] : [label]
    } else if isBracketed, data.elements.count > 0 {
      // Brackets with an identifier in them are meant as GS1 data: what is wrong with them is worth saying.
      readings.append(elementString(data, scan, today: today))
    }
    return readings.isEmpty ? [whole] : readings
  }

  /// What a text that says of itself what it is neither by an identifier nor by a symbology would be, were the check
  /// digit of one element another: the GS1 label that was damaged, or keyed wrong, with what is wrong with it. nil for
  /// every other text.
  public static func damaged(_ scan: Scan, today: CalendarDate) -> Label? {
    guard scan.identifier == nil, scan.symbology == nil else { return nil }
    var bytes = Array(scan.text.utf8)
    let data = ElementString(reading: bytes)
    guard data.fault != nil, let last = data.elements.last, last.identifier.isPredefinedLength, last.value.areDigits,
      last.value.count == last.identifier.entry.maximumLength
    else { return nil }
    for digit in UInt8(ascii: "0")...UInt8(ascii: "9") {
      bytes[last.value.endIndex - 1] = digit
      if ElementString(reading: bytes).fault == nil { return elementString(data, scan, today: today) }
    }
    return nil
  }

  /// What `readAs` says of data that come without a symbology identifier.
  static let identifierMissing = "identifier missing"

  /// The checks that a text as a whole passes.
  static func candidates(in text: String) -> [NamedCheck] {
    NamedCheck.allCases.filter { $0 != .gs1 && $0 != .anyCarrier && $0.fault(in: text) == nil }
  }

  private static func plain(_ text: String, gtin: String?, today: CalendarDate, kind: Kind = .plain) -> Label {
    var label = Label(kind: kind, text: text, today: today)
    label.candidates = candidates(in: text)
    label.gtin = gtin
    if let gtin { label.parts = [LabelElement(id: "01", value: gtin, title: "GTIN")] }
    return label
  }

  /// EAN, UPC, ITF-14: the length and the check digit must be right.
  private static func tradeItem(_ text: String, _ symbology: Symbology, today: CalendarDate) -> Label {
    var bytes = Array(text.utf8)
    let lengths: [Int]
    switch symbology {
    case .ean8: lengths = [8]
    case .itf14: lengths = [14]
    case .upcE where bytes.count == 8:
      lengths = [12]
      bytes = upcA(expanding: bytes) ?? bytes
    // An add-on of two or five digits may follow (]E3).
    default:
      lengths = [12, 13]
      if bytes.count == 15 || bytes.count == 18 { bytes = Array(bytes.prefix(13)) }
    }
    var label = plain(text, gtin: nil, today: today)
    let name = symbology.rawValue.uppercased()
    if !bytes.areDigits || !lengths.contains(bytes.count) {
      let wanted = lengths.map(String.init).joined(separator: " or ")
      label.problems = [LabelProblem(.error, "The code \(name) should have \(wanted) digits and nothing else")]
    } else if let fault = ContentRule.checkDigit.fault(in: bytes[...]) {
      label.problems = [LabelProblem(.error, "\(name): \(fault)")]
    } else {
      label = plain(text, gtin: gtin14(bytes.text), today: today)
    }
    return label
  }

  private static func elementString(_ data: ElementString, _ scan: Scan, today: CalendarDate) -> Label {
    var label = Label(kind: .gs1, text: scan.text, today: today)
    label.elements = data.elements.map {
      LabelElement(id: $0.identifier.code, value: $0.value.text, title: $0.identifier.title)
    }
    if let fault = data.fault {
      label.problems = [LabelProblem(.error, fault)]
      return label
    }
    var seen: Set<String> = []
    label.parts = label.elements.filter { seen.insert($0.id).inserted }
    label.gtin = label.parts.first { $0.id == "01" }?.value
    label.problems = data.pairingProblems
    let isUnmarked =
      scan.identifier == nil && scan.symbology == nil && !scan.text.utf8.contains(ElementString.separator)
    let isBracketed = isUnmarked && scan.text.utf8.first == UInt8(ascii: "(")
    if !isBracketed { label.problems += data.separatorProblems(isUnmarked: isUnmarked, today: today) }
    return label
  }
}

extension Scan {
  /// The identifiers of GS1-128, DataBar, GS1 DataMatrix, GS1 QR and GS1 DotCode; a camera's symbology says the same.
  var carriesElements: Bool {
    if let identifier { return ["]C1", "]e0", "]d2", "]Q3", "]J1"].contains(identifier) }
    return symbology?.carriesElements ?? false
  }
}
