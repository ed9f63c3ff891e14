/// What each glyph looks like in each window under a blur, between average neighbours or the guard that stands there.
struct GlyphTemplates: @unchecked Sendable {  // The tables are written once, in `init`, and never freed.
  /// Samples of a window, half a module apart: from a quarter of a module before it to a quarter after.
  static let samples = 16
  /// Blurs, as standard deviations in modules.
  static let blurs: [Float] = [0.3, 0.5, 0.7, 0.9, 1.15, 1.45]

  /// For each window, sample by sample, 20 glyphs side by side; the right half's are 10 and then nothing. Their mean is 0.
  let shapes: UnsafePointer<SIMD4<Float>>
  /// The square sum of each glyph's shape: 20 a window.
  let powers: UnsafePointer<SIMD4<Float>>
  /// The usual size of a shape, a standard deviation where a bar is 1.
  let deviation: Float

  static let ean13 = blurs.map { GlyphTemplates(symbol: .of(.ean13), blur: $0) }
  static let ean8 = blurs.map { GlyphTemplates(symbol: .of(.ean8), blur: $0) }
  static let upcE = blurs.map { GlyphTemplates(symbol: .of(.upcE), blur: $0) }

  static func of(_ kind: GrayKind) -> [GlyphTemplates] {
    switch kind {
    case .ean13: ean13
    case .ean8: ean8
    case .upcE: upcE
    }
  }

  private init(symbol: Symbol, blur: Float) {
    let size = symbol.windows * Self.samples * 20
    let shapes = UnsafeMutablePointer<Float>.allocate(capacity: size)
    let powers = UnsafeMutablePointer<Float>.allocate(capacity: symbol.windows * 20)
    shapes.initialize(repeating: 0, count: size)
    powers.initialize(repeating: 0, count: symbol.windows * 20)
    var sum: Float = 0
    var count: Float = 0
    for window in 0..<symbol.windows {
      let isLeft = window < symbol.left
      for glyph in 0..<(isLeft ? 20 : 10) {
        let shape = Self.shape(UInt8(glyph), window, symbol, blur)
        for sample in 0..<Self.samples { shapes[(window * Self.samples + sample) * 20 + glyph] = shape[sample] }
        let power = (shape * shape).sum()
        powers[window * 20 + glyph] = power
        sum += power / Float(Self.samples)
        count += 1
      }
    }
    deviation = (sum / count).squareRoot()
    self.shapes = UnsafePointer(UnsafeMutableRawPointer(shapes).assumingMemoryBound(to: SIMD4<Float>.self))
    self.powers = UnsafePointer(UnsafeMutableRawPointer(powers).assumingMemoryBound(to: SIMD4<Float>.self))
  }

  private static func shape(_ glyph: UInt8, _ window: Int, _ symbol: Symbol, _ blur: Float) -> SIMD16<Float> {
    let isLeft = window < symbol.left
    let pattern = Symbol.pattern(glyph, isLeft: isLeft)
    let start = symbol.starts[window]
    // Three modules before, seven, three after.
    let modules: [Float] = (-3..<10).map { module in
      if (0..<7).contains(module) { return Float(pattern >> (6 - UInt8(module)) & 1) }
      let place = start + module
      let inWindow = symbol.starts.firstIndex { ($0..<($0 + 7)).contains(place) }
      guard let neighbour = inWindow else { return place < symbol.modules ? Float(symbol.guards[place]) : 0 }
      return average(module: place - symbol.starts[neighbour], isLeft: neighbour < symbol.left)
    }
    var shape = SIMD16<Float>.zero
    for sample in 0..<samples {
      let place = 2.75 + Float(sample) / 2
      for (index, dark) in modules.enumerated() where dark != 0 {
        let from = index == 0 ? 1 : EdgeTable.gaussian.passed((place - Float(index)) / blur)
        let to = index == 12 ? 0 : EdgeTable.gaussian.passed((place - Float(index + 1)) / blur)
        shape[sample] += dark * (from - to)
      }
    }
    return shape - shape.sum() / Float(samples)
  }

  private static func average(module: Int, isLeft: Bool) -> Float {
    let glyphs: Range<UInt8> = isLeft ? 0..<20 : 0..<10
    let dark = glyphs.reduce(0) { $0 + Int(Symbol.pattern($1, isLeft: isLeft) >> (6 - UInt8(module)) & 1) }
    return Float(dark) / Float(glyphs.count)
  }
}
