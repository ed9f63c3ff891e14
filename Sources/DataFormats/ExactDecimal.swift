/// An exact decimal number: `coefficient / 10^scale`, with the digits that were written (3.50 keeps its zero).
///
/// Up to 38 digits. Every operation that would need more answers nil: never a rounded or wrapped result.
public struct ExactDecimal: Sendable {
  public let coefficient: Int128
  /// Digits after the point, 0...38.
  public let scale: Int

  static let maximumScale = 38

  public init(coefficient: Int128, scale: Int) {
    self.coefficient = coefficient
    self.scale = scale
  }

  public init(_ integer: Int) {
    self.init(coefficient: Int128(integer), scale: 0)
  }

  /// Reads `-12`, `3.50`, `.5`; nil for anything else: exponents, a tail (`12abc`), spaces, a bare point.
  public init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8(Self.read) else { return nil }
    self = number
  }

  /// The same of the bytes of a text.
  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard let number = Self.read(bytes) else { return nil }
    self = number
  }

  public init?(_ text: Substring) {
    var text = text
    guard let number = text.withUTF8(Self.read) else { return nil }
    self = number
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimal? {
    var wide: Int128 = 0
    // 18 digits fit into 64 bits, with which a processor counts faster.
    var narrow = 0
    var digits = 0
    var point: Int?
    let isNegative = bytes.first == UInt8(ascii: "-")
    for index in (isNegative ? 1 : 0)..<max(bytes.count, isNegative ? 1 : 0) {
      let byte = bytes[index]
      if byte == UInt8(ascii: "."), point == nil {
        point = digits
        continue
      }
      guard byte &- 0x30 < 10 else { return nil }
      let digit = Int(byte &- 0x30)
      if digits < 18 {
        narrow = narrow * 10 + digit
        if digits == 17 { wide = Int128(narrow) }
      } else {
        let (shifted, tooLarge) = wide.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = shifted.addingReportingOverflow(Int128(digit))
        guard !tooLarge, !overflow else { return nil }
        wide = sum
      }
      digits += 1
    }
    let scale = point.map { digits - $0 } ?? 0
    guard digits > 0, point == nil || scale > 0, scale <= maximumScale else { return nil }
    let coefficient = digits < 18 ? Int128(narrow) : wide
    return ExactDecimal(coefficient: isNegative ? -coefficient : coefficient, scale: scale)
  }

  public var isInteger: Bool { withoutTrailingZeros.scale == 0 }

  /// The value as an Int, nil where it has a fraction or does not fit.
  public var integer: Int? {
    let short = withoutTrailingZeros
    return short.scale == 0 ? Int(exactly: short.coefficient) : nil
  }

  /// The same value with as few decimals as it needs.
  public var withoutTrailingZeros: ExactDecimal {
    var coefficient = coefficient
    var scale = scale
    while scale > 0, coefficient % 10 == 0 {
      coefficient /= 10
      scale -= 1
    }
    return ExactDecimal(coefficient: coefficient, scale: scale)
  }

  static func powerOfTen(_ exponent: Int) -> Int128? {
    guard exponent >= 0, exponent <= maximumScale else { return nil }
    var power: Int128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// The coefficient at another, larger scale; nil on overflow.
  func coefficient(atScale wanted: Int) -> Int128? {
    guard let power = Self.powerOfTen(wanted - scale) else { return nil }
    let (value, overflow) = coefficient.multipliedReportingOverflow(by: power)
    return overflow ? nil : value
  }
}

extension ExactDecimal: Comparable, Hashable {
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.scale == right.scale { return left.coefficient == right.coefficient }
    let (a, b) = (left.withoutTrailingZeros, right.withoutTrailingZeros)
    return a.scale == b.scale && a.coefficient == b.coefficient
  }

  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    if left.scale == right.scale { return left.coefficient < right.coefficient }
    let scale = max(left.scale, right.scale)
    if let a = left.coefficient(atScale: scale), let b = right.coefficient(atScale: scale) { return a < b }
    // One of them is too large for the common scale: the whole parts decide, then what is left, which always fits.
    let (a, b) = (left.wholePart, right.wholePart)
    return a == b ? left.fraction(atScale: scale) < right.fraction(atScale: scale) : a < b
  }

  public func hash(into hasher: inout Hasher) {
    let short = withoutTrailingZeros
    hasher.combine(short.coefficient)
    hasher.combine(short.scale)
  }

  private var wholePart: Int128 {
    coefficient / (Self.powerOfTen(scale) ?? 1)
  }

  private func fraction(atScale wanted: Int) -> Int128 {
    coefficient % (Self.powerOfTen(scale) ?? 1) * (Self.powerOfTen(wanted - scale) ?? 1)
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The number as it is written into JSON: `-18.0`, `0.5`.
  public var description: String {
    // Few numbers need all 128 bits, which take ten times as long to write.
    if let small = Int(exactly: coefficient) { return Self.written(small, scale: scale) }
    var digits = String(coefficient.magnitude)
    if scale > 0 {
      if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return coefficient < 0 ? "-" + digits : digits
  }

  private static func written(_ number: Int, scale: Int) -> String {
    // 20 digits at most, a sign and a point, or a zero, a point and as many zeros as there are decimals.
    String(unsafeUninitializedCapacity: 24 + scale) { bytes in
      var rest = number.magnitude
      var at = bytes.count
      var digits = 0
      while rest > 0 || digits <= scale {
        if digits == scale, scale > 0 {
          at -= 1
          bytes[at] = UInt8(ascii: ".")
        }
        at -= 1
        bytes[at] = 0x30 + UInt8(rest % 10)
        rest /= 10
        digits += 1
      }
      if number < 0 {
        at -= 1
        bytes[at] = UInt8(ascii: "-")
      }
      let count = bytes.count - at
      for index in 0..<count { bytes[index] = bytes[at + index] }
      return count
    }
  }
}
