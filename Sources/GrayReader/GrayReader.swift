/// Reads EAN-13, UPC-A, EAN-8 and UPC-E from gray values, without turning the picture into black and white first: a model
/// of the whole code, with its blur and light, is fitted to what is seen. It reads blurred codes of less than two pixels a
/// module. It says nothing rather than something wrong.
public struct GrayReader: Sendable {
  private let kinds: [GrayKind]
  private let milliseconds: Double
  private let rectangle: GrayRectangle?

  /// `milliseconds` of the processor's time may be used, a little more where a step has begun. A rectangle narrows where
  /// bars are looked for; it is cut to the picture.
  public init(kinds: [GrayKind] = GrayKind.allCases, milliseconds: Double, within rectangle: GrayRectangle? = nil) {
    self.kinds = kinds
    self.milliseconds = milliseconds
    self.rectangle = rectangle
  }

  /// The codes in a picture, in no particular order.
  public func readings(in image: GrayImage) -> [GrayReading] {
    readings(in: image, budget: Budget(milliseconds: milliseconds))
  }

  func readings(in image: GrayImage, budget: Budget) -> [GrayReading] {
    let plane = Plane(image)
    var found: [GrayReading] = []
    for (_, region) in BarFinder(plane).regions(atMost: 3).enumerated() {
      if Tuning.dump || Tuning.truth != nil { Tuning.stats.log.append("REGION \(region)") }
      if budget.isSpent { break }
      guard let strip = Strip(plane, region) else { continue }
      if let reading = reading(of: strip, budget) { found.append(reading); break }
    }
    return found
  }

  private func reading(of strip: Strip, _ budget: Budget) -> GrayReading? {
    for kind in kinds {
      let reader = ProfileReader(kind, budget: budget)
      var candidates: [Candidate] = []
      let (low, high) = (strip.region.height.lowerBound, strip.region.height.upperBound)
      let usual = (strip.region.width.upperBound - strip.region.width.lowerBound) / strip.pitch
      for (middle, part) in Self.bands {
        if budget.isSpent { break }
        let height = max(min(part * (high - low), high - low), min(4, high - low))
        let from = min(max(low + middle * (high - low) - height / 2, low), high - height)
        guard let profile = strip.profile(along: from...(from + height)), profile.range >= 12 else { continue }
        Tuning.stats.bands += 1
        if let t = Tuning.truth { Tuning.stats.log.append("\(middle),\(part) usual \(usual) pitch \(strip.pitch) " + reader.debug(profile, usual: usual, narrowest: 70 / strip.pitch, truth: t)); continue }
        if Tuning.dump { Tuning.stats.log.append("PROF \(kind) \(middle) \(part) \(usual) \(strip.pitch) " + (0..<profile.count).map { String(profile.values[$0]) }.joined(separator: " ")) }
        guard let candidate = reader.candidate(in: profile, usual: usual, narrowest: 70 / strip.pitch) else { continue }
        candidates.append(candidate)
        Tuning.stats.log.append("\(middle),\(part): \(text(candidate, kind)) fit \(candidate.fit) margin \(candidate.margin) firm \(candidate.firmness) cost \(Tuning.stats.cost) rank \(Tuning.stats.rank) blur \(candidate.model.blur) px \(candidate.model.halfWidth*2*strip.pitch/Float(reader.symbol.modules))")
        if let best = Verdict.of(candidates) {
          return GrayReading(kind: kind, digits: text(best, kind), corners: [], margin: Double(best.margin), fit: Double(best.fit))
        }
      }
    }
    return nil
  }

  private func text(_ candidate: Candidate, _ kind: GrayKind) -> String {
    let count = kind == .ean13 ? 13 : 8
    return (0..<count).map { String(candidate.code.digits[$0]) }.joined()
  }

  /// Bands of a region: their middle and height, as parts of its height.
  private static let bands: [(middle: Float, part: Float)] = [
    (0.5, 0.3), (0.3, 0.12), (0.7, 0.12), (0.5, 0.12), (0.15, 0.3), (0.85, 0.3), (0.1, 0.12), (0.9, 0.12), (0.2, 0.03), (0.4, 0.03), (0.6, 0.03), (0.8, 0.03),
  ]
}
