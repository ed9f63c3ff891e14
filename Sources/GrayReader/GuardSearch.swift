/// Looks for the ends of codes in a profile: where a guard's bars stand beside a quiet zone, twice, a likely width apart.
final class GuardSearch {
  /// A code may lie between two samples.
  struct Span {
    var start: Float
    var end: Float
    /// Which of `blurs` fitted best.
    var blur: Int
    var score: Float
  }

  /// Blurs that guards are looked for with, in modules.
  static let blurs: [Float] = [0.5, 0.85, 1.3]
  /// Module widths that are tried, in samples: each this much wider than the one before.
  private static let widthRatio: Float = 1.08
  private static let widths = 32
  private static let narrowest: Float = 1.2

  /// Places from 4 modules before a guard to 3.5 after its start.
  private static let endSamples = 16
  private static let middleSamples = 11
  private static let endTemplates = blurs.map { template([0, 1, 2, 3], from: -4, count: endSamples, blur: $0) }
  private static let middleTemplates = blurs.map { template([1, 2, 3, 4], from: 0, count: middleSamples, blur: $0) }

  /// The bars between edges, blurred, every half module; its mean is 0 and its square sum 1.
  private static func template(_ edges: [Float], from start: Float, count: Int, blur: Float) -> SIMD16<Float> {
    var template = SIMD16<Float>.zero
    for index in 0..<count {
      let place = start + Float(index) / 2
      for (order, edge) in edges.enumerated() {
        let passed = EdgeTable.gaussian.passed((place - edge) / blur)
        template[index] += order & 1 == 0 ? passed : -passed
      }
    }
    let mean = template.sum() / Float(count)
    for index in 0..<count { template[index] -= mean }
    return template / (template * template).sum().squareRoot()
  }

  /// The likeliest spans of each blur and class of widths, the best ones first.
  func spans(
    in profile: Profile, symbol: Symbol, widths: ClosedRange<Float>, usual: Float, perClass: Int
  ) -> [Span] {
    let (rises, falls) = edges(of: profile, window: max(3, Int(widths.lowerBound * 0.2)))
    let starts = rises.map { score(profile, at: $0, direction: 1) }
    let ends = falls.map { score(profile, at: $0, direction: -1) }
    var best = [[Span]](repeating: [], count: 3 * Self.widthClasses.count)
    for (rise, startScores) in zip(rises, starts) {
      for (fall, endScores) in zip(falls, ends) {
        let width = fall - rise
        guard widths.contains(width) else { continue }
        let module = width / Float(symbol.modules)
        guard rise - 2 * module >= 0, fall + 2 * module <= Float(profile.count - 1) else { continue }
        let step = Self.step(of: module)
        let widthClass = Self.widthClass(width / usual)
        for blur in 0..<3 {
          let one = startScores[step * 3 + blur]
          let other = endScores[step * 3 + blur]
          if one < 0.2 || other < 0.2 { continue }
          let list = blur * Self.widthClasses.count + widthClass
          let floor = best[list].count < perClass ? 0.4 : best[list][perClass - 1].score
          let weight: Float = symbol.middle == nil ? 0 : blur == 2 ? 0.5 : 1
          if one + other + weight <= floor { continue }
          var total = one + other
          if let middle = symbol.middle {
            total += weight * middleScore(profile, at: rise + Float(middle) * module, module: module, blur: blur)
          }
          if total <= floor { continue }
          if best[list].count == perClass { best[list].removeLast() }
          let place = best[list].firstIndex { $0.score < total } ?? best[list].count
          best[list].insert(Span(start: rise, end: fall, blur: blur, score: total), at: place)
        }
      }
    }
    return Self.merged(best)
  }

  /// Widths as parts of the usual one: each class keeps its best, so that no width crowds out the others.
  private static let widthClasses: [Float] = [0.5, 0.65, 0.8, 0.95, 1.1, 1.35, .infinity]

  private static func widthClass(_ part: Float) -> Int { widthClasses.firstIndex { part < $0 } ?? 0 }

  /// One list, best first; a span is kept once, with the blur that suited it best.
  private static func merged(_ lists: [[Span]]) -> [Span] {
    var kept: [Span] = []
    for span in lists.joined().sorted(by: { $0.score > $1.score })
    where !kept.contains(where: { $0.start == span.start && $0.end == span.end }) {
      kept.append(span)
    }
    return kept
  }

  /// Where the profile grows darker or lighter fastest, between samples, of those places that stand out around them.
  private func edges(of profile: Profile, window: Int) -> (rises: [Float], falls: [Float]) {
    let count = profile.count
    guard count > 4 else { return ([], []) }
    var slopes = [Float](repeating: 0, count: count)
    for index in 1..<(count - 1) { slopes[index] = profile.values[index + 1] - profile.values[index - 1] }
    // The steepest within a window, block by block: exact places do not matter here.
    let block = max(1, window / 2)
    var steepest = [Float](repeating: 1, count: count / block + 2)
    for index in 0..<count { steepest[index / block] = max(steepest[index / block], abs(slopes[index])) }
    var rises: [Float] = []
    var falls: [Float] = []
    for index in 1..<(count - 1) {
      let here = index / block
      let most = max(steepest[max(0, here - 1)], steepest[here], steepest[here + 1])
      let slope = slopes[index]
      guard abs(slope) > 0.13 * most else { continue }
      let (before, after) = (slopes[index - 1], slopes[index + 1])
      if slope > 0, slope >= before, slope > after {
        rises.append(Float(index) + Self.vertex(before, slope, after))
      } else if slope < 0, slope <= before, slope < after {
        falls.append(Float(index) + Self.vertex(before, slope, after))
      }
    }
    return (rises.count > 300 ? Array(rises.prefix(300)) : rises, falls.count > 300 ? Array(falls.suffix(300)) : falls)
  }

  /// The top of the parabola through three neighbours, from the middle one.
  private static func vertex(_ before: Float, _ here: Float, _ after: Float) -> Float {
    let bend = before - 2 * here + after
    return abs(bend) < 1e-6 ? 0 : min(max(0.5 * (before - after) / bend, -0.5), 0.5)
  }

  private static func step(of module: Float) -> Int {
    // The logarithm by table: widths grow by the same ratio.
    var (low, high) = (0, widths - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if widthTable[middle] <= module { low = middle } else { high = middle - 1 }
    }
    if low + 1 < widths, widthTable[low + 1] - module < module - widthTable[low] { low += 1 }
    return low
  }

  private static let widthTable: [Float] = {
    var width = narrowest
    return (0..<widths).map { _ in
      defer { width *= widthRatio }
      return width
    }
  }()

  /// How well a guard's outer edge stands here, for each module width and blur.
  private func score(_ profile: Profile, at edge: Float, direction: Float) -> [Float] {
    var scores = [Float](repeating: -1, count: Self.widths * 3)
    for (step, module) in Self.widthTable.enumerated() {
      var seen = SIMD16<Float>.zero
      for index in 0..<Self.endSamples { seen[index] = profile.at(edge + direction * module * (Float(index) / 2 - 4)) }
      seen -= seen.sum() / Float(Self.endSamples)
      let length = ((seen * seen).sum() + 1e-6).squareRoot()
      for blur in 0..<3 { scores[step * 3 + blur] = (seen * Self.endTemplates[blur]).sum() / length }
    }
    return scores
  }

  /// How well the middle guard stands near here: a little off costs a little.
  private func middleScore(_ profile: Profile, at place: Float, module: Float, blur: Int) -> Float {
    var best: Float = -1
    let template = Self.middleTemplates[blur]
    for shift in -3...3 {
      let start = place + Float(shift) * 0.35 * module
      var seen = SIMD16<Float>.zero
      for index in 0..<Self.middleSamples { seen[index] = profile.at(start + Float(index) * 0.5 * module) }
      let mean = seen.sum() / Float(Self.middleSamples)
      for index in 0..<Self.middleSamples { seen[index] -= mean }
      let length = ((seen * seen).sum() + 1e-6).squareRoot()
      best = max(best, (seen * template).sum() / length - 0.02 * Float(abs(shift)))
    }
    return best
  }
}
