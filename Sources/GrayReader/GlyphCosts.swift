/// What every glyph in every window would cost, in squared difference, given a model and the code that stands there now.
/// The blur mixes neighbours, so that a glyph is judged with its present neighbours beside it.
final class GlyphCosts {
  /// 20 a window, relative to the present code.
  let costs = UnsafeMutablePointer<Float>.allocate(capacity: 240)
  /// The darkest detail of the method: the weight of each module at a sample, and what it leads to.
  private let weights = UnsafeMutablePointer<Float>.allocate(capacity: 128)
  private let modules = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
  private let gradients = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: 12)
  private let products = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: 12 * 7)

  deinit {
    costs.deallocate()
    weights.deallocate()
    modules.deallocate()
    gradients.deallocate()
    products.deallocate()
  }

  /// Fills `costs`; the least that a change of one glyph alone would cost.
  func fill(_ model: BarModel, on profile: Profile, code: Code, of symbol: Symbol) -> Float {
    symbol.write(code, to: modules)
    for window in 0..<symbol.windows {
      gradients[window] = .zero
      for row in 0..<7 { products[window * 7 + row] = .zero }
    }
    gather(model, on: profile, of: symbol)
    return judge(code, of: symbol)
  }

  private func gather(_ model: BarModel, on profile: Profile, of symbol: Symbol) {
    let inverse = 1 / model.blur
    let table = model.edge
    let p = model.parameters
    let reach = EdgeTable.reach * model.blur
    let total = symbol.modules
    let first = max(0, Int(model.centre - 1.12 * model.halfWidth) + 1)
    let last = min(profile.count - 1, Int(model.centre + 1.12 * model.halfWidth))
    guard first < last else { return }
    for sample in first...last {
      let t = (Float(sample) - model.centre) / model.halfWidth
      let square = t * t
      let u = p[0] + t * p[1] + (square - 0.5) * p[2] + t * (square - 0.75) * p[3]
      if u < 0 || u > Float(total) { continue }
      let low = max(0, Int(u - reach) - 1)
      let high = min(total - 1, Int(u + reach) + 1)
      if low > high { continue }
      let gain = p[9] + t * p[10] + square * p[11]
      var dark: Float = 0
      var before = table.passed((u - Float(low)) * inverse)
      for module in low...high {
        let after = table.passed((u - Float(module + 1)) * inverse)
        weights[module] = gain * (before - after)
        if modules[module] == 1 { dark += weights[module] }
        before = after
      }
      for module in low...(high + 1) {
        let left: UInt8 = module > 0 ? modules[module - 1] : 0
        let right: UInt8 = module < total ? modules[module] : 0
        let distance = (u - Float(module)) * inverse
        if left != right, abs(distance) < EdgeTable.reach - 0.001 {
          dark += gain * p[5] * table.at(distance).y * inverse
        }
      }
      let difference = profile.values[sample] - (p[6] + t * p[7] + square * p[8]) - dark
      for window in 0..<symbol.windows {
        let start = symbol.starts[window]
        if start + 7 <= low || start > high { continue }
        var part = SIMD8<Float>.zero
        for module in max(start, low)...min(start + 6, high) { part[module - start] = weights[module] }
        gradients[window] += part * difference
        for row in 0..<7 where part[row] != 0 { products[window * 7 + row] += part * part[row] }
      }
    }
  }

  private func judge(_ code: Code, of symbol: Symbol) -> Float {
    var least = Float.infinity
    for window in 0..<symbol.windows {
      let isLeft = window < symbol.left
      let present = code.glyphs[window]
      let now = Self.vector(present, isLeft: isLeft)
      for glyph in 0..<UInt8(isLeft ? 20 : 10) {
        let change = Self.vector(glyph, isLeft: isLeft) - now
        var effect = SIMD8<Float>.zero
        for row in 0..<7 where change[row] != 0 { effect += products[window * 7 + row] * change[row] }
        let cost = (change * (effect - 2 * gradients[window])).sum()
        costs[window * 20 + Int(glyph)] = cost
        if glyph != present { least = min(least, cost) }
      }
    }
    return least
  }

  /// Glyph patterns as numbers, the left half's twenty and the right half's ten.
  private static let vectors: [SIMD8<Float>] = (0..<30).map { index in
    let pattern = Symbol.pattern(UInt8(index < 20 ? index : index - 20), isLeft: index < 20)
    var vector = SIMD8<Float>.zero
    for module in 0..<7 { vector[module] = Float(pattern >> (6 - UInt8(module)) & 1) }
    return vector
  }

  private static func vector(_ glyph: UInt8, isLeft: Bool) -> SIMD8<Float> { vectors[Int(glyph) + (isLeft ? 0 : 20)] }
}
