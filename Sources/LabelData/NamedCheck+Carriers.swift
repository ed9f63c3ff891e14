/// Carriers whose numbers come in several shapes; the texts are compact: no spaces, no GS, capitals.
extension NamedCheck {
  func upsFault(_ bytes: [UInt8]) -> CheckFault? {
    if bytes.count == 18, bytes.starts(with: "1Z".utf8), bytes.allSatisfy({ isDigit($0) || isCapital($0) }),
      isDigit(bytes[17])
    {
      return mismatch("UPS number", bytes, expected: CheckDigit.ups(bytes[2...16]))
    }
    guard bytes.count == 11, "AHJKTV".utf8.contains(bytes[0]), bytes[1...].areDigits else { return misshapen(bytes) }
    return mismatch("UPS waybill", bytes, expected: CheckDigit.ups(bytes[1...9]))
  }

  func fedExFault(_ bytes: [UInt8]) -> CheckFault? {
    guard bytes.areDigits else { return misshapen(bytes) }
    let expected: UInt8
    switch bytes.count {
    case 12: expected = CheckDigit.fedEx(bytes[..<11], weights: [3, 1, 7])
    case 15: expected = CheckDigit.gs1(bytes[..<14])
    case 22 where bytes.starts(with: "96".utf8): expected = CheckDigit.gs1(bytes[7..<21])
    case 34: expected = CheckDigit.fedEx(bytes[20..<33], weights: [1, 7, 3])
    default: return misshapen(bytes)
    }
    return mismatch("FedEx number", bytes, expected: expected)
  }

  /// The part after 420 and a ZIP of 5 or 9 digits; the text itself where it has none; nil where it is no IMpb. Of
  /// 34 digits both cuts are possible: the one whose check digit holds wins.
  static func postalService(_ bytes: [UInt8]) -> [UInt8]? {
    func isBarcode(_ part: some Collection<UInt8>) -> Bool {
      (part.count == 22 || part.count == 26) && part.first == 0x39
        && part.dropFirst().first.map { (0x31...0x35).contains($0) } == true
    }
    guard bytes.areDigits else { return nil }
    if isBarcode(bytes) { return bytes }
    guard bytes.starts(with: "420".utf8) else { return nil }
    let parts = [8, 12].map { Array(bytes.dropFirst($0)) }.filter(isBarcode)
    return parts.first { CheckDigit.gs1($0.dropLast()) == $0.last } ?? parts.first
  }

  func postalServiceFault(_ bytes: [UInt8]) -> CheckFault? {
    if bytes.count == 20, bytes.areDigits {
      let longer = Array("91".utf8) + bytes
      if CheckDigit.gs1(longer.dropLast()) == bytes.last { return nil }
      return mismatch("USPS number", bytes, expected: CheckDigit.gs1(bytes.dropLast()))
    }
    guard let part = Self.postalService(bytes) else { return misshapen(bytes) }
    return mismatch("USPS number", part, expected: CheckDigit.gs1(part.dropLast()))
  }

  func dhlFault(_ bytes: [UInt8]) -> CheckFault? {
    if bytes.areDigits {
      guard bytes.count == 10 || bytes.count == 11 else { return misshapen(bytes) }
      return mismatch("DHL number", bytes, expected: CheckDigit.modulo7(bytes.dropLast()))
    }
    // A licence plate has no check digit: its shape is all there is to see.
    let prefix = ["JJD", "JVGL", "JD"].first { bytes.starts(with: $0.utf8) }
    guard let prefix, (8...32).contains(bytes.count - prefix.utf8.count),
      bytes.allSatisfy({ isDigit($0) || isCapital($0) })
    else { return misshapen(bytes) }
    return nil
  }
}
