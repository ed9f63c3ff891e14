import DataFormats

/// Numbers between two bounds, each of them in or out, or none.
struct Interval {
  struct Bound {
    let value: ExactDecimal
    /// The bound itself is out.
    let isOpen: Bool
  }

  var lower: Bound?
  var upper: Bound?

  static let all = Interval()
  static let notNegative = Interval(lower: Bound(value: ExactDecimal(0), isOpen: false))

  static func between(_ low: Int, _ high: Int) -> Interval {
    Interval(
      lower: Bound(value: ExactDecimal(low), isOpen: false), upper: Bound(value: ExactDecimal(high), isOpen: false))
  }

  /// The one number that it holds; nil where it holds none or several.
  var only: ExactDecimal? {
    guard let lower, let upper, lower.value == upper.value, !lower.isOpen, !upper.isOpen else { return nil }
    return lower.value
  }

  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    return upper.value < lower.value || lower.value == upper.value && (lower.isOpen || upper.isOpen)
  }

  mutating func narrow(_ other: Interval) {
    if let bound = other.lower {
      if let own = lower, bound.value < own.value || bound.value == own.value && own.isOpen {} else { lower = bound }
    }
    if let bound = other.upper {
      if let own = upper, own.value < bound.value || bound.value == own.value && own.isOpen {} else { upper = bound }
    }
  }

  /// The whole numbers in it.
  var whole: Interval {
    var result = self
    if let lower {
      var value = lower.value.floor
      if let floor = value, floor < lower.value || lower.isOpen { value = floor.adding(ExactDecimal(1)) }
      result.lower = value.map { Bound(value: $0, isOpen: false) }
    }
    if let upper {
      var value = upper.value.floor
      if let floor = value, upper.isOpen, floor == upper.value { value = floor.subtracting(ExactDecimal(1)) }
      result.upper = value.map { Bound(value: $0, isOpen: false) }
    }
    return result
  }

  func times(_ factor: ExactDecimal) -> Interval {
    func scaled(_ bound: Bound?) -> Bound? {
      bound.flatMap { bound in
        bound.value.multiplied(by: factor).map { Bound(value: $0, isOpen: bound.isOpen) }
      }
    }
    let isNegative = factor < ExactDecimal(0)
    return Interval(lower: scaled(isNegative ? upper : lower), upper: scaled(isNegative ? lower : upper))
  }

  func plus(_ other: Interval) -> Interval {
    func sum(_ a: Bound?, _ b: Bound?) -> Bound? {
      guard let a, let b, let value = a.value.adding(b.value) else { return nil }
      return Bound(value: value, isOpen: a.isOpen || b.isOpen)
    }
    return Interval(lower: sum(lower, other.lower), upper: sum(upper, other.upper))
  }
}

extension ExactDecimal {
  /// The greatest whole number that is not above it.
  var floor: ExactDecimal? {
    guard let rounded = rounded(toPlaces: 0) else { return nil }
    return self < rounded ? rounded.subtracting(ExactDecimal(1)) : rounded
  }

  var isWhole: Bool { floor == self }
}
