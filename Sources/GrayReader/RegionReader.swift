/// Reads the code of one field of bars from bands at several heights, until a code is sure or there is no hope.
final class RegionReader {
  private let strip: Strip
  private let budget: Budget
  private let readers: [ProfileReader]
  private var candidates: [[Candidate]]

  /// Bands: their middle and height, as parts of the region's height. The first one is enough for most codes; thin ones at the
  /// end pass by glare and creases.
  private static let bands: [(middle: Float, part: Float)] = [
    (0.5, 0.3), (0.3, 0.12), (0.7, 0.12), (0.5, 0.12), (0.15, 0.3), (0.85, 0.3), (0.1, 0.12), (0.9, 0.12), (0.2, 0.03),
    (0.4, 0.03), (0.6, 0.03), (0.8, 0.03),
  ]
  /// Bands after which a kind of code is given up, where none had a candidate.
  private static let patience = 3
  /// Fewer gray levels between the lightest and the darkest are no bars.
  private static let leastRange: Float = 12
  /// The narrowest module in pixels.
  private static let narrowest: Float = 0.75

  init(_ strip: Strip, kinds: [GrayKind], budget: Budget) {
    self.strip = strip
    self.budget = budget
    readers = kinds.map { ProfileReader($0, budget: budget) }
    candidates = kinds.map { _ in [] }
  }

  func reading(observe: (GrayKind, Candidate) -> Void) -> GrayReading? {
    let (low, high) = (strip.region.height.lowerBound, strip.region.height.upperBound)
    let usual = (strip.region.width.upperBound - strip.region.width.lowerBound) / strip.pitch
    for (number, band) in Self.bands.enumerated() {
      if number >= Self.patience, candidates.allSatisfy(\.isEmpty) { return nil }
      let height = max(min(band.part * (high - low), high - low), min(4, high - low))
      let from = min(max(low + band.middle * (high - low) - height / 2, low), high - height)
      if budget.isSpent { return nil }
      let profile = strip.profile(along: from...(from + height))
      guard profile.range >= Self.leastRange else { continue }
      for (index, reader) in readers.enumerated() where number < Self.patience || !candidates[index].isEmpty {
        if budget.isSpent { return nil }
        let narrowest = Self.narrowest * Float(reader.symbol.modules) / strip.pitch
        guard let candidate = reader.candidate(in: profile, usual: usual, narrowest: narrowest) else { continue }
        observe(reader.symbol.kind, candidate)
        if reader.symbol.kind != .ean13, !candidate.isQuiet { continue }
        candidates[index].append(candidate)
        if let sure = Verdict(reader.symbol.kind).sure(of: candidates[index]) { return reading(sure, reader.symbol) }
      }
    }
    return nil
  }

  private func reading(_ candidate: Candidate, _ symbol: Symbol) -> GrayReading? {
    let count = symbol.kind == .ean13 ? 13 : 8
    let digits = (0..<count).map { String(candidate.code.digits[$0]) }.joined()
    return GrayReading(
      kind: symbol.kind, digits: digits, corners: corners(candidate, symbol), margin: Double(candidate.margin),
      fit: Double(candidate.fit))
  }

  /// Clockwise from the one nearest the top left.
  private func corners(_ candidate: Candidate, _ symbol: Symbol) -> [GrayPoint] {
    let model = candidate.model
    var start = model.sample(ofModule: 0)
    var end = model.sample(ofModule: Float(symbol.modules))
    if candidate.isReversed { (start, end) = (Float(strip.count - 1) - end, Float(strip.count - 1) - start) }
    let (low, high) = (strip.region.height.lowerBound, strip.region.height.upperBound)
    let points = [(start, low), (end, low), (end, high), (start, high)].map { strip.point(sample: $0.0, along: $0.1) }
    let first = points.indices.min { points[$0].x + points[$0].y < points[$1].x + points[$1].y } ?? 0
    return Array(points[first...] + points[..<first])
  }
}
