/// Reads one profile as one kind of code: spans, first guesses, refined candidates; the likeliest first, so that a clear code
/// costs little.
final class ProfileReader {
  let symbol: Symbol
  private let grammar: Grammar
  let guards = GuardSearch()
  private let first = FirstReading()
  let refinement: Refinement
  private let budget: Budget

  init(_ kind: GrayKind, budget: Budget) {
    symbol = .of(kind)
    grammar = Grammar(symbol: symbol)
    refinement = Refinement(grammar)
    self.budget = budget
  }

  /// The best candidate; nil where nothing explains the profile. `usual` is the width of the field of bars, in samples.
  func candidate(in profile: Profile, usual: Float, narrowest: Float) -> Candidate? {
    let spans = guards.spans(
      in: profile, symbol: symbol, widths: max(narrowest, 0.35 * usual)...Float(profile.count), usual: usual,
      perClass: Tuning.perClass)
    guard !spans.isEmpty else { return nil }
    let turned = profile.reversed
    let likely = screened(spans, profile, turned)
    var guesses: [FirstReading.Guess] = []
    for (span, isReversed) in likely {
      if budget.isSpent { return nil }
      if let guess = guess(for: span, isReversed, profile, turned), guess.cost < Tuning.mostCost { guesses.append(guess) }
    }
    Tuning.stats.guessed += guesses.count
    guesses.sort { $0.cost < $1.cost }
    var best: Candidate?
    for (index, guess) in guesses.prefix(Tuning.mostRefined).enumerated() {
      let line = guess.isReversed ? turned : profile
      for edge in [EdgeTable.disc, .gaussian] {
        if budget.isSpent { return best }
        Tuning.stats.refined += 1
        guard let found = refinement.candidate(from: guess, edge: edge, on: line) else { continue }
        if found.weight > best?.weight ?? 0 { best = found; Tuning.stats.cost = guess.cost; Tuning.stats.rank = index }
        if found.fit > 0.96, found.margin > 1.2, found.firmness > 0.3 {
          Tuning.stats.winners.append((index, guess.cost))
          return best
        }
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
    var most = Tuning.mostScreened
    for span in spans {
      if budget.isSpent { break }
      for isReversed in [false, true] {
        let cost = first.screening(
          of: isReversed ? turned : profile, from: isReversed ? last - span.end : span.start,
          to: isReversed ? last - span.start : span.end, blur: 2 * span.blur + 1, symbol: symbol, most: most)
        guard cost < most else { continue }
        if kept.count == Tuning.mostGuessed { kept.removeLast() }
        let place = kept.firstIndex { $0.cost > cost } ?? kept.count
        kept.insert((cost, span, isReversed), at: place)
        if kept.count == Tuning.mostGuessed { most = kept[kept.count - 1].cost }
      }
    }
    return kept.map { ($0.span, $0.isReversed) }
  }

  /// Of a code that was found beside this profile: whether it stands here too.
  func candidate(like other: Candidate, in profile: Profile) -> Candidate? {
    refinement.candidate(
      from: other.model, code: other.code, on: other.isReversed ? profile.reversed : profile,
      isReversed: other.isReversed)
  }

  func guess(
    for span: GuardSearch.Span, _ isReversed: Bool, _ profile: Profile, _ turned: Profile
  ) -> FirstReading.Guess? {
    let last = Float(profile.count - 1)
    return first.guess(
      in: isReversed ? turned : profile, from: isReversed ? last - span.end : span.start,
      to: isReversed ? last - span.start : span.end, isReversed: isReversed,
      blurs: (2 * span.blur)..<(2 * span.blur + 2), grammar: grammar)
  }
}

enum Tuning {
  nonisolated(unsafe) static var truth: String? = nil
  nonisolated(unsafe) static var dump = false
  nonisolated(unsafe) static var perClass = 8
  nonisolated(unsafe) static var mostCost: Float = 70
  nonisolated(unsafe) static var mostScreened: Float = 70
  nonisolated(unsafe) static var mostGuessed = 10
  nonisolated(unsafe) static var mostRefined = 6
  nonisolated(unsafe) static var stats = Stats()
  struct Stats { var guessed = 0; var refined = 0; var cost: Float = 0; var rank = 0; var least: [Float] = []; var bands = 0; var winners: [(Int, Float)] = []; var log: [String] = [] }
}
