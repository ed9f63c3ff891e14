/// Reads one profile as one kind of code: spans, first guesses, refined candidates; the likeliest first, so that a clear code
/// costs little.
final class ProfileReader {
  /// The narrowest span, as a part of the field of bars.
  private static let leastPart: Float = 0.35
  /// Spans of each blur and width that are screened.
  private static let perClass = 10
  /// What a span may cost in the screening, and a guess; a right one costs 15 to 65, what is no code 50 and more.
  private static let mostScreened: Float = 110
  private static let mostCost: Float = 70
  /// Spans that are guessed at, and guesses that are refined, a profile.
  private static let mostGuessed = 16
  private static let mostRefined = 6

  let symbol: Symbol
  private let grammar: Grammar
  private let guards = GuardSearch()
  private let first = FirstReading()
  private let refinement: Refinement
  private let budget: Budget

  init(_ kind: GrayKind, budget: Budget) {
    symbol = .of(kind)
    grammar = Grammar(symbol: symbol)
    refinement = Refinement(grammar)
    self.budget = budget
  }

  /// The best candidate; nil where nothing explains the profile. `usual` is the width of the field of bars, in samples.
  func candidate(in profile: Profile, usual: Float, narrowest: Float) -> Candidate? {
    let (least, most) = (max(narrowest, Self.leastPart * usual), Float(profile.count))
    guard least < most else { return nil }
    let spans = guards.spans(
      in: profile, symbol: symbol, widths: least...most, usual: usual, perClass: Self.perClass)
    guard !spans.isEmpty else { return nil }
    let turned = profile.reversed
    let likely = screened(spans, profile, turned)
    var guesses: [FirstReading.Guess] = []
    for (span, isReversed) in likely {
      if budget.isSpent { return nil }
      if let guess = guess(for: span, isReversed, profile, turned), guess.cost < Self.mostCost { guesses.append(guess) }
    }
    guesses.sort { $0.cost < $1.cost }
    var best: Candidate?
    for guess in guesses.prefix(Self.mostRefined) {
      let line = guess.isReversed ? turned : profile
      for edge in [EdgeTable.disc, .gaussian] {
        if budget.isSpent { return best }
        guard let found = refinement.candidate(from: guess, edge: edge, on: line) else { continue }
        if found.weight > best?.weight ?? 0 { best = found }
        if found.isClear { return best }
      }
    }
    return best
  }

  /// The spans that may be codes, either way round, the likeliest first.
  private func screened(
    _ spans: [GuardSearch.Span], _ profile: Profile, _ turned: Profile
  ) -> [(span: GuardSearch.Span, isReversed: Bool)] {
    let last = Float(profile.count - 1)
    var kept: [(cost: Float, span: GuardSearch.Span, isReversed: Bool)] = []
    var most = Self.mostScreened
    for span in spans {
      if budget.isSpent { break }
      for isReversed in [false, true] {
        let cost = first.screening(
          of: isReversed ? turned : profile, from: isReversed ? last - span.end : span.start,
          to: isReversed ? last - span.start : span.end, blur: 2 * span.blur + 1, symbol: symbol, most: most)
        guard cost < most else { continue }
        // Of spans that differ by less than a module one is enough.
        let close = 0.7 * (span.end - span.start) / Float(symbol.modules)
        if let same = kept.firstIndex(where: {
          $0.isReversed == isReversed && abs($0.span.start - span.start) < close && abs($0.span.end - span.end) < close
        }) {
          if kept[same].cost <= cost { continue }
          kept.remove(at: same)
        }
        if kept.count == Self.mostGuessed { kept.removeLast() }
        let place = kept.firstIndex { $0.cost > cost } ?? kept.count
        kept.insert((cost, span, isReversed), at: place)
        if kept.count == Self.mostGuessed { most = kept[kept.count - 1].cost }
      }
    }
    return kept.map { ($0.span, $0.isReversed) }
  }

  private func guess(
    for span: GuardSearch.Span, _ isReversed: Bool, _ profile: Profile, _ turned: Profile
  ) -> FirstReading.Guess? {
    let last = Float(profile.count - 1)
    return first.guess(
      in: isReversed ? turned : profile, from: isReversed ? last - span.end : span.start,
      to: isReversed ? last - span.start : span.end, isReversed: isReversed,
      blurs: (2 * span.blur)..<(2 * span.blur + 2), grammar: grammar)
  }
}
