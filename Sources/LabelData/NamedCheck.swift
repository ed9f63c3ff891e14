/// The checks that a form names (`check: sscc`) and `explain --check` runs.
public enum NamedCheck: String, CaseIterable, Sendable, Hashable {
  case gtin
  case upcE = "upc-e"
  case sscc, gln, gsin
  case ups, fedex, usps, s10, dhl, dpd
  case canadaPost = "canada-post"
  case purolator, odfl
  case container, awb, vin, imei, luhn, mod43, hibc, di, iso15434, gs1
  case digitalLink = "digital-link"
  case anyCarrier = "any-carrier"

  /// The checks behind `any-carrier`.
  public static let carriers: [NamedCheck] = [
    .usps, .ups, .fedex, .s10, .dhl, .dpd, .canadaPost, .purolator, .odfl,
  ]

  public var isCarrier: Bool { self == .anyCarrier || Self.carriers.contains(self) }

  /// What is wrong with the text and what would be right, in one sentence; nil where it passes. Spaces within
  /// tracking numbers, container, waybill, vehicle and device numbers are ignored, as they are printed.
  public func fault(in text: String) -> String? { checkFault(in: text)?.message }

  private func checkFault(in text: String) -> CheckFault? {
    guard text.utf8.count <= Self.longestText else { return .shape(Self.shapes[self] ?? "The text is too long") }
    switch self {
    case .anyCarrier:
      return Self.carriers.contains { $0.checkFault(in: text) == nil } ? nil : .shape(Self.noCarriersNumber(text))
    case .iso15434:
      guard let envelope = Envelope(Array(text.utf8)) else { return .shape(Self.shapes[self] ?? "") }
      return envelope.problems.first { $0.severity == .error }.map { .shape($0.message) }
    case .digitalLink: return DigitalLink(text).fault.map { .shape($0) }
    case .gs1:
      let data = ElementString(readingAnyForm: Array(text.utf8))
      return (data.fault ?? data.pairingProblems.first { $0.severity == .error }?.message).map { .shape($0) }
    case .container, .awb, .vin, .imei:
      return fault(in: text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") })
    case _ where isCarrier: return fault(in: Self.compact(text))
    default: return fault(in: Array(text.utf8))
    }
  }

  /// What it nearly is, if that is one thing; many carriers have numbers of twelve digits.
  private static func noCarriersNumber(_ text: String) -> String {
    let nearly = NearMiss.sentences(nearMisses(in: text).filter { carriers.contains($0.check) }, of: text)
    guard nearly.count != 1 else { return nearly[0] }
    return "This is no tracking number of \(carriers.map(\.rawValue).joined(separator: ", "))"
  }

  /// The checks that the text would pass with another check digit. Any number would pass `luhn` and `mod43` with
  /// another one: those are left out.
  static func nearMisses(in text: String) -> [NearMiss] {
    allCases.filter { ![.gs1, .anyCarrier, .luhn, .mod43, .di, .iso15434, .digitalLink].contains($0) }.compactMap {
      check in
      guard case .checkDigit(let name, let expected, let found) = check.checkFault(in: text) else { return nil }
      return NearMiss(check: check, name: name, expected: expected, found: found)
    }
  }

  /// Far more than any checked text holds; what is longer is refused unread.
  private static let longestText = 8192

  /// A carrier's check: the tracking number itself, without spaces and GS, in capitals, without USPS's 420 and ZIP,
  /// of FedEx's 34 digits the last 12. For any other check the text as it is.
  public func normalized(_ text: String) -> String {
    guard isCarrier else { return text }
    let bytes = Self.compact(text)
    switch self {
    case .usps: return (Self.postalService(bytes) ?? bytes).text
    case .fedex where bytes.count == 34 && fault(in: bytes) == nil: return bytes.suffix(12).text
    case .anyCarrier:
      let carrier = Self.carriers.first { $0.fault(in: bytes) == nil }
      return carrier?.normalized(text) ?? bytes.text
    default: return bytes.text
    }
  }

  private static func compact(_ text: String) -> [UInt8] {
    text.utf8.compactMap { byte in
      byte == 0x20 || byte == 0x1D ? nil : byte &- 0x61 < 26 ? byte - 0x20 : byte
    }
  }
}

extension NamedCheck {
  /// What a text of that kind looks like: the sentence for one that does not.
  private static let shapes: [NamedCheck: String] = [
    .gtin: "A GTIN has 8, 12, 13 or 14 digits",
    .upcE: "A UPC-E has 8 digits and begins with 0 or 1",
    .sscc: "An SSCC has 18 digits",
    .gln: "A GLN has 13 digits",
    .gsin: "A GSIN has 17 digits",
    .ups: "A UPS number is 1Z and 16 letters or digits, or one of A H J K T V and 10 digits",
    .fedex: "A FedEx number has 12 or 15 digits, 22 that begin with 96, or 34",
    .usps:
      "A USPS number has 20 digits, or 22 or 26 that begin with 91 to 95, with 420 and the ZIP before them or without",
    .s10: "A postal item number is two letters, nine digits and two letters",
    .dhl: "A DHL number has 10 or 11 digits, or is JD, JJD or JVGL and 8 to 32 letters or digits",
    .dpd: "A DPD number has 14 or 27 digits and a check character",
    .canadaPost: "A Canada Post number has 16 digits",
    .purolator: "A Purolator number has 12 digits",
    .odfl: "An Old Dominion number has 11 digits",
    .container: "A container number is three capitals, U, J or Z, and seven digits",
    .awb: "An air waybill number has 11 digits",
    .vin: "A vehicle number has 17 digits or capitals, without I, O and Q",
    .imei: "An IMEI has 15 digits",
    .luhn: "A number with a Luhn check digit has two digits or more",
    .hibc: "A HIBC label is +, a letter and three more characters, the product, a digit and a check character",
    .di: "A data identifier is at most three digits and one capital, like 1P, and a value stands behind it",
    .iso15434: "An ISO/IEC 15434 message begins with [)>, RS and a format of two digits",
    .mod43: "Only digits, capitals and - . space $ / + % stand in Code 39, the last for the check",
  ]

  func misshapen(_ bytes: [UInt8]) -> CheckFault {
    let shape = Self.shapes[self] ?? "The text has another shape"
    return .shape(bytes.areDigits ? "\(shape); this has \(bytes.count)" : shape)
  }

  /// nil where `expected` is what stands in the place of the check digit.
  func mismatch(_ name: String, _ bytes: [UInt8], at place: Int? = nil, expected: UInt8) -> CheckFault? {
    let found = bytes[place ?? bytes.count - 1]
    return found == expected ? nil : .checkDigit(name: name, expected: expected, found: found)
  }

  private func fault(in bytes: [UInt8]) -> CheckFault? {
    let count = bytes.count
    let body = bytes.dropLast()
    switch self {
    case .gtin:
      guard [8, 12, 13, 14].contains(count), bytes.areDigits else { return misshapen(bytes) }
      return mismatch("GTIN", bytes, expected: CheckDigit.gs1(body))
    case .upcE:
      guard let long = upcA(expanding: bytes) else { return misshapen(bytes) }
      return mismatch("UPC-E", bytes, expected: CheckDigit.gs1(long.dropLast()))
    case .sscc, .gln, .gsin:
      guard count == (self == .sscc ? 18 : self == .gln ? 13 : 17), bytes.areDigits else { return misshapen(bytes) }
      return mismatch(rawValue.uppercased(), bytes, expected: CheckDigit.gs1(body))
    case .canadaPost:
      guard count == 16, bytes.areDigits else { return misshapen(bytes) }
      return mismatch("Canada Post number", bytes, expected: CheckDigit.gs1(body))
    case .purolator, .odfl, .imei:
      guard count == (self == .purolator ? 12 : self == .odfl ? 11 : 15), bytes.areDigits else {
        return misshapen(bytes)
      }
      let name = self == .purolator ? "Purolator number" : self == .odfl ? "Old Dominion number" : "IMEI"
      return mismatch(name, bytes, expected: CheckDigit.luhn(body))
    case .luhn:
      guard count >= 2, bytes.areDigits else { return misshapen(bytes) }
      return mismatch("number", bytes, expected: CheckDigit.luhn(body))
    case .mod43:
      guard count >= 2, let last = bytes.last, CheckDigit.code39.contains(last),
        let expected = CheckDigit.modulo43(body)
      else { return misshapen(bytes) }
      return mismatch("Code 39", bytes, expected: expected)
    case .hibc:
      guard HealthLabel(bytes) != nil, let expected = CheckDigit.modulo43(body) else { return misshapen(bytes) }
      return mismatch("HIBC label", bytes, expected: expected)
    case .di:
      guard let identifier = DataIdentifier(leading: bytes[...]), count > identifier.code.utf8.count else {
        return misshapen(bytes)
      }
      return nil
    case .ups: return upsFault(bytes)
    case .fedex: return fedExFault(bytes)
    case .usps: return postalServiceFault(bytes)
    case .s10:
      guard count == 13, (bytes[0...1] + bytes[11...12]).allSatisfy(isCapital), bytes[2...10].areDigits else {
        return misshapen(bytes)
      }
      return mismatch("postal item number", bytes, at: 10, expected: CheckDigit.s10(bytes[2...9]))
    case .dhl: return dhlFault(bytes)
    case .dpd:
      guard count == 15 || count == 28, body.areDigits, isDigit(bytes[count - 1]) || isCapital(bytes[count - 1]) else {
        return misshapen(bytes)
      }
      return mismatch("DPD number", bytes, expected: CheckDigit.modulo37(body))
    case .container:
      guard count == 11, bytes[0...3].allSatisfy(isCapital), "UJZ".utf8.contains(bytes[3]), bytes[4...].areDigits else {
        return misshapen(bytes)
      }
      return mismatch("container number", bytes, expected: CheckDigit.container(body))
    case .awb:
      guard count == 11, bytes.areDigits else { return misshapen(bytes) }
      return mismatch("air waybill number", bytes, expected: CheckDigit.modulo7(bytes[3...9]))
    case .vin:
      guard count == 17, let expected = CheckDigit.vehicle(bytes[...]) else { return misshapen(bytes) }
      return mismatch("vehicle number", bytes, at: 8, expected: expected)
    case .gs1, .digitalLink, .anyCarrier, .iso15434: return checkFault(in: bytes.text)
    }
  }
}
