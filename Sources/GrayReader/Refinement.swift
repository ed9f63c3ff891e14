/// A code that explains a profile, and how well.
struct Candidate {
  var code: Code
  var model: BarModel
  /// The profile was read from its other end.
  var isReversed: Bool
  /// The part of the variation that is explained.
  var fit: Float
  /// How much more squared difference the best other code leaves, after a fit of its own: 1 is twice as much.
  var margin: Float
  /// The least that another glyph in one window would add, as a part of what is left now: a code with a wrong check digit
  /// looks like a right one in all windows but one.
  var firmness: Float

  /// Nothing dark stands beside it. The left half of an EAN-13 with its middle guard is a UPC-E in all but this.
  var isQuiet: Bool

  /// So clear that no other is looked for.
  var isClear: Bool { fit > 0.96 && margin > 1.2 && firmness > 0.3 }

  /// What to go by among candidates.
  var weight: Float { min(margin, 2) * max(fit - 0.6, 0.001) }
}

/// From a first guess to a candidate: the model is fitted to the guess, the code is read again by that exact model, and so on;
/// at last the best other code has its turn.
final class Refinement {
  private let fit = ModelFit()
  private let costs = GlyphCosts()
  private let grammar: Grammar
  private var symbol: Symbol { grammar.symbol }

  init(_ grammar: Grammar) { self.grammar = grammar }

  /// A candidate from a guess, on a profile that is turned as the guess says; nil where little would be explained.
  func candidate(from guess: FirstReading.Guess, edge: EdgeTable, on profile: Profile) -> Candidate? {
    var code = guess.code
    fit.assume(code, of: symbol)
    var current = fit.refine(model(of: guess, edge: edge, on: profile), on: profile, modules: symbol.modules, steps: 12)
    for _ in 0..<4 {
      reread(&code, &current, on: profile)
      let variation = ModelFit.variation(of: current.model, on: profile, modules: symbol.modules)
      let unexplained = current.residual / variation
      guard unexplained < 0.15, current.model.blur < 1.75, current.model.contrast > 0 else { return nil }
      let firmness = costs.fill(current.model, on: profile, code: code, of: symbol) / current.residual
      guard let other = runnerUp(code, current, on: profile, many: unexplained < 0.1) else { return nil }
      if other.result.mean < current.mean {
        (code, current) = (other.code, other.result)
        continue
      }
      return Candidate(
        code: code, model: current.model, isReversed: guess.isReversed, fit: 1 - unexplained,
        margin: other.result.mean / current.mean - 1, firmness: firmness, isQuiet: isQuiet(current.model, profile))
    }
    return nil
  }

  /// Whether the modules beside a code are light: ISO/IEC 15420 wants seven or more. What is beyond the profile counts as light.
  private func isQuiet(_ model: BarModel, _ profile: Profile) -> Bool {
    let p = model.parameters
    for outward: Float in [-1, 1] {
      let t = outward
      let (offset, gain) = (p[6] + t * p[7] + p[8], p[9] + t * p[10] + p[11])
      var dark: Float = 0
      for step in 0..<6 {
        let beyond = 1.5 + Float(step)
        let sample = model.sample(ofModule: outward < 0 ? -beyond : Float(symbol.modules) + beyond)
        if sample < 0 || sample > Float(profile.count - 1) { continue }
        dark += max(profile.at(sample) - offset, 0)
      }
      if dark > 6 * Self.quietDarkness * gain { return false }
    }
    return true
  }

  /// How dark a quiet zone may be, as a part of a bar; bars and spaces make it a third and more.
  private static let quietDarkness: Float = 0.15

  /// Reads the code by the model and fits the model to the code, until neither changes.
  private func reread(_ code: inout Code, _ current: inout ModelFit.Result, on profile: Profile) {
    for _ in 0..<5 {
      _ = costs.fill(current.model, on: profile, code: code, of: symbol)
      guard let next = grammar.best(1, costs: costs.costs).first?.code, next != code else { return }
      fit.assume(next, of: symbol)
      let result = fit.refine(current.model, on: profile, modules: symbol.modules, steps: 8)
      guard result.mean < current.mean else { return }
      (code, current) = (next, result)
    }
  }

  /// The best other code, fitted.
  private func runnerUp(
    _ code: Code, _ current: ModelFit.Result, on profile: Profile, many: Bool
  ) -> (code: Code, result: ModelFit.Result)? {
    var best: (code: Code, result: ModelFit.Result)?
    for (_, other) in grammar.best(many ? 5 : 3, costs: costs.costs) where other != code {
      fit.assume(other, of: symbol)
      let result = fit.refine(current.model, on: profile, modules: symbol.modules, steps: 8)
      if result.mean < best?.result.mean ?? .infinity { best = (other, result) }
    }
    return best
  }

  /// A guess as a model: a cubic through its windows.
  private func model(of guess: FirstReading.Guess, edge: EdgeTable, on profile: Profile) -> BarModel {
    let half = Float(symbol.modules) / 2
    var equations = [SIMD8<Float>](repeating: .zero, count: 4)
    for window in 0..<symbol.windows {
      let place = Float(symbol.starts[window]) + 3.5
      let t = (place + guess.shifts[window] - half) / half
      let terms = SIMD8<Float>(1, t, t * t - 0.5, t * t * t - 0.75 * t, place, 0, 0, 0)
      for row in 0..<4 { equations[row] += terms[row] * terms }
    }
    equations[2][2] += 0.05
    equations[3][3] += 0.05
    for pivot in 0..<4 {
      equations[pivot] /= equations[pivot][pivot]
      for row in 0..<4 where row != pivot { equations[row] -= equations[row][pivot] * equations[pivot] }
    }
    let (start, end) = (guess.start, guess.end)
    var model = BarModel(edge: edge, centre: (start + end) / 2, halfWidth: (end - start) / 2)
    for row in 0..<4 { model.parameters[row] = equations[row][4] }
    model.parameters[4] = guess.blur
    var sum: Float = 0
    let inside = max(0, Int(start))..<min(profile.count, Int(end) + 1)
    for sample in inside { sum += profile.values[sample] }
    model.parameters[9] = guess.contrast
    model.parameters[6] = sum / Float(max(inside.count, 1)) - 0.47 * guess.contrast
    return model
  }
}
