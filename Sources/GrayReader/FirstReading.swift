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

  /// The best guess of several blurs, between two samples of a profile; nil where nothing at all stands there.
  func guess(
    in profile: Profile, from start: Float, to end: Float, isReversed: Bool, blurs: Range<Int>, grammar: Grammar
  ) -> Guess? {
    let symbol = grammar.symbol
    let module = (end - start) / Float(symbol.modules)
    let count = 4 * (symbol.modules + 4) + 1
    var sum: Float = 0
    var squares: Float = 0
    for index in 0..<count {
      let value = profile.at(start + (Float(index) / 4 - 2) * module)
      line[index] = value
      if index >= 8, index < count - 8 {
        sum += value
        squares += value * value
      }
    }
    let inner = Float(count - 16)
    let deviation = max(squares / inner - (sum / inner) * (sum / inner), 1e-3).squareRoot()
    let templates = GlyphTemplates.of(symbol.kind)
    var best: (cost: Float, blur: Int, path: SIMD16<Int32>)?
    for blur in blurs {
      compare(templates[blur], deviation, symbol)
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

  /// The cost of every glyph in every window at every place: what is left after the best offset and a gain near the usual one.
  private func compare(_ templates: GlyphTemplates, _ deviation: Float, _ symbol: Symbol) {
    /// How firmly the gain is held to the usual one.
    let hold: Float = 0.75
    let usual = deviation / templates.deviation
    let scale = 2 / (deviation * deviation)
    for window in 0..<symbol.windows {
      let lanes = window < symbol.left ? 5 : 3
      let shapes = templates.shapes + window * GlyphTemplates.samples * 5
      let powers = templates.powers + window * 5
      for place in 0..<Self.places {
        let from = line + ((symbol.starts[window] + 2) * 4 - 1 + place - Self.middle)
        var seen = SIMD16<Float>.zero
        for sample in 0..<16 { seen[sample] = from[2 * sample] }
        seen -= seen.sum() / 16
        let power = (seen * seen).sum()
        let row = table + (window * Self.places + place) * 5
        var lowest = SIMD4<Float>(repeating: .infinity)
        for lane in 0..<lanes {
          var match = SIMD4<Float>.zero
          for sample in 0..<16 { match += shapes[sample * 5 + lane] * seen[sample] }
          let glyphPower = powers[lane]
          var gain = (match + hold * usual) / (glyphPower + hold)
          gain.replace(with: 0, where: gain .< 0)
          let off = gain - usual
          var cost = scale * (power - 2 * gain * match + gain * gain * glyphPower + hold * off * off)
          if lanes == 3, lane == 2 {
            cost[2] = .infinity
            cost[3] = .infinity
          }
          row[lane] = cost
          lowest = pointwiseMin(lowest, cost)
        }
        least[window * Self.places + place] = lowest.min()
      }
    }
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
