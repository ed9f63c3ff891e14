/// Walks through the digits of a North American coupon code (AI 8110, AI 8112): most fields say their length in a
/// digit before them.
struct CouponReader {
  var rest: ArraySlice<UInt8>

  private mutating func digit(_ allowed: ClosedRange<UInt8>, or other: UInt8? = nil) -> Int? {
    guard let byte = rest.first, isDigit(byte), allowed.contains(byte - 0x30) || byte - 0x30 == other else {
      return nil
    }
    rest = rest.dropFirst()
    return Int(byte - 0x30)
  }

  private mutating func digits(_ count: Int) -> ArraySlice<UInt8>? {
    let found = rest.prefix(count)
    guard found.count == count, count == 0 || found.areDigits else { return nil }
    rest = rest.dropFirst(count)
    return found
  }

  /// A field whose length, less `base`, is the digit before it.
  private mutating func field(_ lengths: ClosedRange<UInt8>, base: Int = 0) -> Bool {
    guard let length = digit(lengths) else { return false }
    return digits(length + base) != nil
  }

  /// A length, a value, what must be bought, and its family.
  private mutating func purchase() -> Bool {
    field(1...5) && digit(0...4, or: 9) != nil && digits(3) != nil
  }

  /// Of another product of the same offer; 9 stands for the first company's prefix.
  private mutating func otherPurchase() -> Bool {
    guard purchase(), let length = digit(0...6, or: 9) else { return false }
    return length == 9 || digits(length + 6) != nil
  }

  private mutating func date() -> Bool {
    guard let day = digits(6) else { return false }
    return ContentRule.day.fault(in: day) == nil
  }

  mutating func readCoupon() -> Bool {
    guard field(0...6, base: 6), digits(6) != nil, field(1...5), purchase() else { return false }
    var previous = 0
    while !rest.isEmpty {
      guard let kind = digit(1...6, or: 9), kind > previous else { return false }
      previous = kind
      let isRight =
        switch kind {
        case 1: digit(0...3) != nil && otherPurchase()
        case 2: otherPurchase()
        case 3, 4: date()
        case 5: field(0...9, base: 6)
        case 6: field(1...7, base: 6)
        default:
          digit(0...2, or: 5) ?? digit(6...6) != nil && digit(0...2) != nil && digit(0...9) != nil
            && digit(0...1) != nil
        }
      guard isRight else { return false }
    }
    return true
  }

  /// A positive offer file: format, funder, offer code, serial number.
  mutating func readOffer() -> Bool {
    digit(0...1) != nil && field(0...6, base: 6) && digits(6) != nil && field(0...9, base: 6) && rest.isEmpty
  }
}
