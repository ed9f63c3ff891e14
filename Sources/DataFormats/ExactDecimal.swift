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
    var coefficient: Int128 = 0
    var scale = 0
    var digits = 0
    var seenPoint = false
    var negative = false
    var isFirst = true
    for byte in text.utf8 {
      defer { isFirst = false }
      switch byte {
      case UInt8(ascii: "-") where isFirst: negative = true
      case UInt8(ascii: ".") where !seenPoint: seenPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (shifted, tooLarge) = coefficient.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = shifted.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
        guard !tooLarge, !overflow else { return nil }
        coefficient = sum
        digits += 1
        if seenPoint { scale += 1 }
      default: return nil
      }
    }
    guard digits > 0, !(seenPoint && scale == 0), scale <= Self.maximumScale else { return nil }
    self.init(coefficient: negative ? -coefficient : coefficient, scale: scale)
  }

  public init?(_ text: some StringProtocol) {
    self.init(String(text))
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
    let (a, b) = (left.withoutTrailingZeros, right.withoutTrailingZeros)
    return a.scale == b.scale && a.coefficient == b.coefficient
  }

  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
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
    var digits = String(coefficient.magnitude)
    if scale > 0 {
      if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale))
    }
    return coefficient < 0 ? "-" + digits : digits
  }
}
