/// A first idea of the code between two samples: each window is compared with every glyph at several places and blurs, and
/// the cheapest way through is sought, in which neighbours move alike.
final class FirstReading {
  struct Guess {
    /// Of the cheapest code that keeps the rules; about 0 where all is explained.
    var cost: Float
    var code: Code
    /// How far each window lies from its place in an even code, in modules.
    var shifts: SIMD16<Float>
    /// The blur in modules.
    var blur: Float
    /// What a bar adds, in gray levels.
    var contrast: Float
    var start: Float
    var end: Float
    var isReversed: Bool
  }

  /// Places that are tried for a window, a quarter of a module apart.
  private static let places = 15
  private static let middle = 7

  private let line = UnsafeMutablePointer<Float>.allocate(capacity: 4 * 104)
  private let table = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 12 * 15 * 5)
  private let least = UnsafeMutablePointer<Float>.allocate(capacity: 12 * 15)
  private let costs = UnsafeMutablePointer<Float>.allocate(capacity: 240)

  deinit {
    line.deallocate()
    table.deallocate()
    least.deallocate()
    costs.deallocate()
  }

  /// The least that a code between two samples can cost, roughly: one blur, every other place, no rules. Stops early where
  /// that is more than `most`.
  func screening(
    of profile: Profile, from start: Float, to end: Float, blur: Int, symbol: Symbol, most: Float
  ) -> Float {
    let deviation = resample(profile, from: start, to: end, symbol)
    let templates = GlyphTemplates.of(symbol.kind)[blur]
    var costs = SIMD16<Float>.zero
    for window in 0..<symbol.windows {
      compare(window, templates, deviation, symbol, step: 2)
      var next = SIMD16<Float>(repeating: .infinity)
      var lowest = Float.infinity
      for place in stride(from: 1, to: Self.places, by: 2) {
        var cost = window == 0 ? 0.04 * Self.square(place - Self.middle) : costs[place]
        if window > 0, place > 1 { cost = min(cost, costs[place - 2] + 2.4) }
        if window > 0, place + 2 < Self.places { cost = min(cost, costs[place + 2] + 2.4) }
        next[place] = cost + least[window * Self.places + place]
        lowest = min(lowest, next[place])
      }
      costs = next
      if lowest > most { return lowest }
    }
    var lowest = Float.infinity
    for place in stride(from: 1, to: Self.places, by: 2) { lowest = min(lowest, costs[place]) }
    return lowest
  }

  /// The best guess of several blurs, between two samples of a profile.
  func guess(
    in profile: Profile, from start: Float, to end: Float, isReversed: Bool, blurs: Range<Int>, grammar: Grammar
  ) -> Guess? {
    let symbol = grammar.symbol
    let deviation = resample(profile, from: start, to: end, symbol)
    let templates = GlyphTemplates.of(symbol.kind)
    var best: (cost: Float, blur: Int, path: SIMD16<Int32>)?
    for blur in blurs {
      for window in 0..<symbol.windows { compare(window, templates[blur], deviation, symbol, step: 1) }
      let (cost, path) = cheapestPath(symbol)
      if cost < best?.cost ?? .infinity {
        best = (cost, blur, path)
        takeCosts(along: path, symbol)
      }
    }
    guard let best, let (cost, code) = grammar.best(1, costs: costs).first else { return nil }
    var shifts = SIMD16<Float>.zero
    for window in 0..<symbol.windows { shifts[window] = Float(Int(best.path[window]) - Self.middle) / 4 }
    return Guess(
      cost: cost, code: code, shifts: shifts, blur: GlyphTemplates.blurs[best.blur],
      contrast: deviation / templates[best.blur].deviation, start: start, end: end, isReversed: isReversed)
  }

  /// Takes a span into `line`, four samples a module from two modules before it to two after; its standard deviation.
  private func resample(_ profile: Profile, from start: Float, to end: Float, _ symbol: Symbol) -> Float {
    let quarter = (end - start) / Float(symbol.modules) / 4
    let count = 4 * (symbol.modules + 4) + 1
    let first = start - 8 * quarter
    var sum: Float = 0
    var squares: Float = 0
    for index in 0..<count {
      let value = profile.at(first + Float(index) * quarter)
      line[index] = value
      if index >= 8, index < count - 8 {
        sum += value
        squares += value * value
      }
    }
    let inner = Float(count - 16)
    return max(squares / inner - (sum / inner) * (sum / inner), 1e-3).squareRoot()
  }

  /// How firmly the gain is held to the usual one.
  private static let hold: Float = 0.75

  /// The cost of every glyph in a window at its places: what is left after the best offset and a gain near the usual one.
  private func compare(_ window: Int, _ templates: GlyphTemplates, _ deviation: Float, _ symbol: Symbol, step: Int) {
    let isLeft = window < symbol.left
    let usual = deviation / templates.deviation
    let scale = 2 / (deviation * deviation)
    let shapes = templates.shapes + window * GlyphTemplates.samples * 5
    let powers = templates.powers + window * 5
    var place = step - 1
    while place < Self.places {
      let from = line + ((symbol.starts[window] + 2) * 4 - 1 + place - Self.middle)
      var (sum, squares): (Float, Float) = (0, 0)
      var (a, b, c) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (d, e) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var shape = shapes
      for sample in 0..<16 {
        let value = from[2 &* sample]
        sum += value
        squares += value * value
        a += shape[0] * value
        b += shape[1] * value
        c += shape[2] * value
        if isLeft {
          d += shape[3] * value
          e += shape[4] * value
        }
        shape += 5
      }
      let power = squares - sum * sum / 16
      let row = table + (window * Self.places + place) * 5
      row[0] = Self.cost(a, powers[0], power, usual, scale)
      row[1] = Self.cost(b, powers[1], power, usual, scale)
      row[2] = Self.cost(c, powers[2], power, usual, scale)
      var lowest = pointwiseMin(row[0], row[1])
      if isLeft {
        row[3] = Self.cost(d, powers[3], power, usual, scale)
        row[4] = Self.cost(e, powers[4], power, usual, scale)
        lowest = pointwiseMin(pointwiseMin(lowest, row[2]), pointwiseMin(row[3], row[4]))
      } else {
        row[2][2] = .infinity
        row[2][3] = .infinity
        lowest = pointwiseMin(lowest, row[2])
      }
      least[window * Self.places + place] = lowest.min()
      place += step
    }
  }

  @inline(__always)
  private static func cost(
    _ match: SIMD4<Float>, _ glyphPower: SIMD4<Float>, _ power: Float, _ usual: Float, _ scale: Float
  ) -> SIMD4<Float> {
    let gain = pointwiseMax((match + hold * usual) / (glyphPower + hold), .zero)
    let off = gain - usual
    return scale * (power - 2 * gain * match + gain * gain * glyphPower + hold * off * off)
  }

  /// The places of the windows by dynamic programming.
  private func cheapestPath(_ symbol: Symbol) -> (cost: Float, path: SIMD16<Int32>) {
    var costs = SIMD16<Float>(repeating: .infinity)
    for place in 0..<Self.places { costs[place] = least[place] + 0.04 * Self.square(place - Self.middle) }
    var from = [SIMD16<Int32>](repeating: .zero, count: symbol.windows)
    for window in 1..<symbol.windows {
      var next = SIMD16<Float>(repeating: .infinity)
      for place in 0..<Self.places {
        for before in max(0, place - 1)...min(Self.places - 1, place + 1) {
          let cost = costs[before] + 0.6 * Self.square(place - before)
          if cost < next[place] {
            next[place] = cost
            from[window][place] = Int32(before)
          }
        }
        next[place] += least[window * Self.places + place]
      }
      costs = next
    }
    var best = (cost: Float.infinity, place: 0)
    for place in 0..<Self.places {
      let cost = costs[place] + 0.04 * Self.square(place - Self.middle)
      if cost < best.cost { best = (cost, place) }
    }
    var path = SIMD16<Int32>.zero
    var place = best.place
    for window in stride(from: symbol.windows - 1, through: 0, by: -1) {
      path[window] = Int32(place)
      place = Int(from[window][place])
    }
    return (best.cost, path)
  }

  private static func square(_ value: Int) -> Float { Float(value * value) }

  /// The costs of glyphs where the windows lie, or beside that for a little more.
  private func takeCosts(along path: SIMD16<Int32>, _ symbol: Symbol) {
    for window in 0..<symbol.windows {
      let place = Int(path[window])
      let lanes = window < symbol.left ? 5 : 3
      for lane in 0..<lanes {
        var cost = table[(window * Self.places + place) * 5 + lane]
        for beside in max(0, place - 1)...min(Self.places - 1, place + 1) {
          cost = pointwiseMin(cost, table[(window * Self.places + beside) * 5 + lane] + 0.1)
        }
        for index in 0..<4 { costs[window * 20 + lane * 4 + index] = cost[index] }
      }
    }
  }
}
