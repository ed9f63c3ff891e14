/// The digits of one code, each 0...9, the first one first; the rest are 0.
typealias Digits = SIMD16<UInt8>

/// How the modules of a kind of code are laid out.
struct Symbol: Sendable {
  let kind: GrayKind
  /// Modules from the first bar to the last.
  let modules: Int
  /// Digits that are printed as bars; each takes seven modules.
  let windows: Int
  /// Windows of the left half, where a digit may have either of two patterns.
  let left: Int
  /// The module at which each window begins.
  let starts: [Int]
  /// 1 for a bar; the windows are 0.
  let guards: [UInt8]
  /// The modules from here on are the middle guard; nil where there is none.
  let middle: Int?

  static func of(_ kind: GrayKind) -> Symbol {
    switch kind {
    case .ean13: Symbol(kind, left: 6, right: 6, middle: [0, 1, 0, 1, 0], end: [1, 0, 1])
    case .ean8: Symbol(kind, left: 4, right: 4, middle: [0, 1, 0, 1, 0], end: [1, 0, 1])
    case .upcE: Symbol(kind, left: 6, right: 0, middle: [], end: [0, 1, 0, 1, 0, 1])
    }
  }

  private init(_ kind: GrayKind, left: Int, right: Int, middle: [UInt8], end: [UInt8]) {
    let blank = [UInt8](repeating: 0, count: 7)
    self.kind = kind
    self.left = left
    windows = left + right
    guards = [1, 0, 1] + (0..<left).flatMap { _ in blank } + middle + (0..<right).flatMap { _ in blank } + end
    modules = guards.count
    starts = (0..<left).map { 3 + 7 * $0 } + (0..<right).map { 3 + 7 * left + middle.count + 7 * $0 }
    self.middle = middle.isEmpty ? nil : 3 + 7 * left
  }

  /// The bars of a code as modules, 1 for a bar. `modules` holds at least `self.modules` bytes.
  func write(_ code: Code, to modules: UnsafeMutablePointer<UInt8>) {
    for index in 0..<self.modules { modules[index] = guards[index] }
    for window in 0..<windows {
      let pattern = Self.pattern(code.glyphs[window], isLeft: window < left)
      for module in 0..<7 { modules[starts[window] + module] = pattern >> (6 - UInt8(module)) & 1 }
    }
  }

  /// The seven modules of a glyph, the first one in bit 6. Glyphs of the left half are 0...9 with an odd number of dark
  /// modules and 10...19 with an even one; those of the right half 0...9.
  static func pattern(_ glyph: UInt8, isLeft: Bool) -> UInt8 {
    let odd = oddPatterns[Int(glyph % 10)]
    if !isLeft { return ~odd & 0x7F }
    if glyph < 10 { return odd }
    let even = ~odd & 0x7F
    return (0..<7).reduce(0) { $0 | (even >> UInt8($1) & 1) << (6 - UInt8($1)) }
  }

  /// ISO/IEC 15420, number set A.
  private static let oddPatterns: [UInt8] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
    0b011_0111, 0b000_1011,
  ]
}

/// A code that keeps its kind's rules: what is printed, and what that says.
struct Code: Equatable {
  /// What stands in each window, as in `Symbol.pattern`.
  var glyphs: SIMD16<UInt8>
  /// 13 digits (EAN-13), or 8.
  var digits: Digits
}
