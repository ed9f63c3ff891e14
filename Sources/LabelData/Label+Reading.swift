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
    if let envelope = Envelope(bytes) { return [enveloped(envelope, scan, today: today)] }
    if let health = HealthLabel(bytes), NamedCheck.hibc.fault(in: scan.text) == nil {
      var label = Label(kind: .hibc, text: scan.text, today: today)
      label.elements = health.elements
      return [label]
    }
    // An ordinary address is a plain text.
    if let data = DigitalLink.isWebAddress(scan.text) ? DigitalLink(scan.text).data : nil, data.fault == nil {
      return [elements(data, Label(kind: .digitalLink, text: scan.text, today: today))]
    }
    let isUnmarked = scan.identifier == nil && scan.symbology == nil
    let isTradeItem = scan.symbology == .itf && bytes.count == 14
    let readings =
      isUnmarked
      ? readings(ofUnmarked: bytes, scan, today: today)
      : [plain(scan.text, gtin: isTradeItem ? gtin14(scan.text) : nil, today: today)]
    guard let identified = identified(bytes, scan, today: today) else { return readings }
    // One capital begins any word; digits before it do not: 1P, 3S, 14D.
    let isClear = isDigit(bytes[0]) && !identified.elements[0].title.isEmpty && readings[0].candidates.isEmpty
    return isClear && readings[0].kind == .plain ? [identified] + readings : readings + [identified]
  }

  /// A code with one data identifier, as most Code 39 labels on goods have; nil where none begins it.
  private static func identified(_ bytes: [UInt8], _ scan: Scan, today: CalendarDate) -> Label? {
    guard let identifier = DataIdentifier(leading: bytes[...]), bytes.count > identifier.code.utf8.count,
      bytes.count <= longestIdentified, !bytes.contains(ElementString.separator)
    else { return nil }
    var label = Label(kind: .dataIdentifier, text: scan.text, today: today)
    let value = bytes.dropFirst(identifier.code.utf8.count).text
    label.elements = [LabelElement(id: identifier.code, value: value, title: identifier.title)]
    label.parts = label.elements
    return label
  }

  private static let longestIdentified = 100

  /// The parts of a damaged message go nowhere: it is one plain text.
  private static func enveloped(_ envelope: Envelope, _ scan: Scan, today: CalendarDate) -> Label {
    var label = Label(kind: .iso15434, text: scan.text, today: today)
    label.elements = envelope.elements
    label.problems = envelope.problems
    guard label.isValid else { return label }
    label.gtin = label.elements.first { $0.id == "01" }?.value
    label.parts = label.elements
    return label
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
    NamedCheck.allCases.filter { ![.gs1, .anyCarrier, .di].contains($0) && $0.fault(in: text) == nil }
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
    var label = elements(data, Label(kind: .gs1, text: scan.text, today: today))
    guard data.fault == nil else { return label }
    let isUnmarked =
      scan.identifier == nil && scan.symbology == nil && !scan.text.utf8.contains(ElementString.separator)
    let isBracketed = isUnmarked && scan.text.utf8.first == UInt8(ascii: "(")
    if !isBracketed { label.problems += data.separatorProblems(isUnmarked: isUnmarked, today: today) }
    return label
  }

  private static func elements(_ data: ElementString, _ label: Label) -> Label {
    var label = label
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
