/// The check digit rules, over bytes that the caller has found to be of the right kind; each answers the check
/// character that belongs after them.
enum CheckDigit {
  /// GS1 (General Specifications 7.9): from the right the weights 3, 1, 3, 1...
  static func gs1(_ digits: ArraySlice<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for digit in digits.reversed() {
      sum += Int(digit - 0x30) * weight
      weight = 4 - weight
    }
    return 0x30 + UInt8((10 - sum % 10) % 10)
  }

  /// UPS: letters count (ASCII - 63) mod 10, every second place double.
  static func ups(_ characters: ArraySlice<UInt8>) -> UInt8 {
    var sum = 0
    for (place, byte) in characters.enumerated() {
      let value = isDigit(byte) ? Int(byte - 0x30) : Int(byte - 63) % 10
      sum += place % 2 == 0 ? value : 2 * value
    }
    return 0x30 + UInt8((10 - sum % 10) % 10)
  }

  /// FedEx: the weights repeat from the left; the sum mod 11 mod 10.
  static func fedEx(_ digits: ArraySlice<UInt8>, weights: [Int]) -> UInt8 {
    var sum = 0
    for (place, byte) in digits.enumerated() { sum += Int(byte - 0x30) * weights[place % weights.count] }
    return 0x30 + UInt8(sum % 11 % 10)
  }

  /// Universal Postal Union S10, over eight digits.
  static func s10(_ digits: ArraySlice<UInt8>) -> UInt8 {
    let sum = zip(digits, [8, 6, 4, 2, 3, 5, 9, 7]).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 }
    let rest = 11 - sum % 11
    return 0x30 + UInt8(rest == 10 ? 0 : rest == 11 ? 5 : rest)
  }

  /// The remainder of the whole number by 7: DHL Express, air waybills.
  static func modulo7(_ digits: ArraySlice<UInt8>) -> UInt8 {
    0x30 + UInt8(digits.reduce(0) { ($0 * 10 + Int($1 - 0x30)) % 7 })
  }

  static func luhn(_ digits: ArraySlice<UInt8>) -> UInt8 {
    var sum = 0
    var isDoubled = true
    for digit in digits.reversed() {
      let value = Int(digit - 0x30) * (isDoubled ? 2 : 1)
      sum += value > 9 ? value - 9 : value
      isDoubled.toggle()
    }
    return 0x30 + UInt8((10 - sum % 10) % 10)
  }

  static let code39 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

  /// Code 39 and HIBC; nil where a character has no value.
  static func modulo43(_ characters: ArraySlice<UInt8>) -> UInt8? {
    var sum = 0
    for byte in characters {
      guard let value = code39.firstIndex(of: byte) else { return nil }
      sum += value
    }
    return code39[sum % 43]
  }

  /// ISO 7064 MOD 37,36 over digits and capitals.
  static func modulo37(_ characters: ArraySlice<UInt8>) -> UInt8 {
    var product = 36
    for byte in characters {
      let value = isDigit(byte) ? Int(byte - 0x30) : Int(byte - 0x41) + 10
      let sum = (product + value) % 36
      product = (sum == 0 ? 36 : sum) * 2 % 37
    }
    return code39[(37 - product) % 36]
  }

  /// ISO 6346: letters count 10... without the multiples of 11, the place i weighs 2^i.
  static func container(_ characters: ArraySlice<UInt8>) -> UInt8 {
    var sum = 0
    for (place, byte) in characters.enumerated() {
      var value = Int(byte - 0x30)
      if !isDigit(byte) {
        value = Int(byte - 0x41) + 10
        value += (value - 1) / 10  // A is 10, B 12, K 21, L 23, U 32, V 34
      }
      sum += value << place
    }
    return 0x30 + UInt8(sum % 11 % 10)
  }

  /// ISO 3779 as North America checks it: the ninth of 17; nil for a letter that no such number has (I, O, Q).
  static func vehicle(_ characters: ArraySlice<UInt8>) -> UInt8? {
    let values = Array("12345678012345070923456789".utf8)  // A...Z; the places of I, O and Q are never asked for
    let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    var sum = 0
    for (byte, weight) in zip(characters, weights) {
      if isDigit(byte) {
        sum += Int(byte - 0x30) * weight
      } else if isCapital(byte), !"IOQ".utf8.contains(byte) {
        sum += Int(values[Int(byte - 0x41)] - 0x30) * weight
      } else {
        return nil
      }
    }
    return sum % 11 == 10 ? UInt8(ascii: "X") : 0x30 + UInt8(sum % 11)
  }
}

/// The GTIN of 14 digits that 8, 12, 13 or 14 digits with the right check digit are; nil for any other text.
public func gtin14(_ text: String) -> String? {
  let count = text.utf8.count
  guard count == 8 || (12...14).contains(count) else { return nil }
  let bytes = Array(text.utf8)
  guard bytes.areDigits, CheckDigit.gs1(bytes.dropLast()) == bytes.last else { return nil }
  return String(repeating: "0", count: 14 - count) + text
}

/// The UPC-A of 12 digits behind a UPC-E of 8 (number system 0 or 1, six digits, check digit); nil for any other
/// text. The check digit itself is not judged.
func upcA(expanding bytes: [UInt8]) -> [UInt8]? {
  guard bytes.count == 8, bytes.areDigits, bytes[0] <= 0x31 else { return nil }
  let zeros = [UInt8](repeating: 0x30, count: 5)
  let body: [UInt8]
  switch bytes[6] {
  case 0x30, 0x31, 0x32: body = Array(bytes[1...2]) + [bytes[6]] + zeros.prefix(4) + bytes[3...5]
  case 0x33: body = Array(bytes[1...3]) + zeros + bytes[4...5]
  case 0x34: body = Array(bytes[1...4]) + zeros + [bytes[5]]
  default: body = Array(bytes[1...5]) + zeros.prefix(4) + [bytes[6]]
  }
  return [bytes[0]] + body + [bytes[7]]
}

/// Without the AI 00 that people type or scan before an SSCC: 20 digits that begin with 00 and whose other 18
/// pass the check; any other text as it is.
public func strippingSSCCPrefix(_ text: String) -> String {
  guard text.utf8.count == 20, text.utf8.starts(with: "00".utf8) else { return text }
  let bytes = Array(text.utf8.dropFirst(2))
  return bytes.areDigits && CheckDigit.gs1(bytes.dropLast()) == bytes.last ? bytes.text : text
}
