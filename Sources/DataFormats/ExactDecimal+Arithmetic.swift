extension ExactDecimal {
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let scale = max(scale, other.scale)
    guard let a = coefficient(atScale: scale), let b = other.coefficient(atScale: scale) else { return nil }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : ExactDecimal(coefficient: sum, scale: scale)
  }

  public var negated: ExactDecimal? {
    let (value, overflow) = Int128(0).subtractingReportingOverflow(coefficient)
    return overflow ? nil : ExactDecimal(coefficient: value, scale: scale)
  }

  public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
    other.negated.flatMap { adding($0) }
  }

  public func multiplied(by other: ExactDecimal) -> ExactDecimal? {
    let (a, b) = (self, other)
    let (product, overflow) = a.coefficient.multipliedReportingOverflow(by: b.coefficient)
    guard !overflow, a.scale + b.scale <= Self.maximumScale else { return nil }
    return ExactDecimal(coefficient: product, scale: a.scale + b.scale)
  }

  /// Six more digits than the operands have, half away from zero, trailing zeros gone; nil for a division by zero.
  public func divided(by other: ExactDecimal) -> ExactDecimal? {
    guard other.coefficient != 0 else { return nil }
    let wanted = max(scale, other.scale) + 6
    // (a / 10^s) / (b / 10^t) at scale w is a * 10^(w - s + t) / b
    guard let numerator = coefficient(atScale: wanted + other.scale) else { return nil }
    let quotient = Self.dividedHalfAwayFromZero(numerator, other.coefficient)
    let result = ExactDecimal(coefficient: quotient, scale: wanted).withoutTrailingZeros
    return result.scale <= Self.maximumScale ? result : nil
  }

  /// The remainder has the sign of the left side.
  public func remainder(dividingBy other: ExactDecimal) -> ExactDecimal? {
    let scale = max(scale, other.scale)
    guard other.coefficient != 0, let a = coefficient(atScale: scale), let b = other.coefficient(atScale: scale)
    else { return nil }
    // The least Int128 has no quotient by -1, though the remainder is 0.
    return ExactDecimal(coefficient: b == -1 ? 0 : a % b, scale: scale)
  }

  /// Rounded half away from zero to `places` decimals; a number with fewer stays as it is.
  public func rounded(toPlaces places: Int) -> ExactDecimal? {
    guard places >= 0 else { return nil }
    guard places < scale, let power = Self.powerOfTen(scale - places) else { return self }
    return ExactDecimal(coefficient: Self.dividedHalfAwayFromZero(coefficient, power), scale: places)
  }

  private static func dividedHalfAwayFromZero(_ numerator: Int128, _ denominator: Int128) -> Int128 {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    // |rest| >= |denominator| - |rest| is 2|rest| >= |denominator| without the overflow.
    guard rest.magnitude >= denominator.magnitude - rest.magnitude else { return quotient }
    return (numerator < 0) == (denominator < 0) ? quotient + 1 : quotient - 1
  }
}
