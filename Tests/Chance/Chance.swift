/// Chance that can be had again: the same seed gives the same numbers everywhere (SplitMix64: Steele, Lea, Flood 2014).
public struct Chance: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// 64 even bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 to `limit` - 1; 0 where the limit is below 1.
  public mutating func number(below limit: Int) -> Int { limit < 1 ? 0 : Int(next() % UInt64(limit)) }

  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.upperBound - range.lowerBound + 1)
  }

  public mutating func real(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / Double(1 << 53)
  }

  /// True `part` times in one.
  public mutating func happens(_ part: Double) -> Bool { real(in: 0...1) < part }

  /// `all` must not be empty.
  public mutating func one<T>(of all: [T]) -> T { all[number(below: all.count)] }

  /// The sum of twelve even numbers: mean 0, deviation 1, and nothing beyond 6.
  public mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + real(in: 0...1) } }
}
