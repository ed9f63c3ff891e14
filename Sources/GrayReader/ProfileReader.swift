/// Reads one profile as one kind of code: spans, first guesses, refined candidates; the likeliest first, so that a clear code
/// costs little.
final class ProfileReader {
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
    let spans = guards.spans(
      in: profile, symbol: symbol, widths: max(narrowest, 0.35 * usual)...Float(profile.count), usual: usual,
      perClass: Tuning.perClass)
    guard !spans.isEmpty else { return nil }
    let turned = profile.reversed
    var best: Candidate?
    var guesses: [FirstReading.Guess] = []
    var next = 0
    var refined = 0
    for (spanCount, refinements) in Tuning.batches {
      while next < min(spans.count, spanCount) {
        guesses += self.guesses(for: spans[next], profile, turned)
        next += 1
        if budget.isSpent { return best }
      }
      guesses.sort { $0.cost < $1.cost }
      Tuning.stats.guessed += 1
      var index = 0
      while index < guesses.count, refined < refinements {
        let guess = guesses[index]
        if guess.cost > Tuning.mostCost { break }
        guesses.remove(at: index)
        refined += 1
        let line = guess.isReversed ? turned : profile
        for edge in [EdgeTable.disc, .gaussian] {
          if budget.isSpent { return best }
          Tuning.stats.refined += 1
          guard let found = refinement.candidate(from: guess, edge: edge, on: line) else { continue }
          if found.weight > best?.weight ?? 0 { best = found }
          if found.fit > 0.96, found.margin > 1.2, found.firmness > 0.3 {
            Tuning.stats.winners.append((refined, guess.cost))
            return best
          }
        }
        index = 0
      }
    }
    return best
  }

  /// Of a code that was found beside this profile: whether it stands here too.
  func candidate(like other: Candidate, in profile: Profile) -> Candidate? {
    refinement.candidate(
      from: other.model, code: other.code, on: other.isReversed ? profile.reversed : profile,
      isReversed: other.isReversed)
  }

  private func guesses(for span: GuardSearch.Span, _ profile: Profile, _ turned: Profile) -> [FirstReading.Guess] {
    let blurs = (2 * span.blur)..<(2 * span.blur + 2)
    let last = Float(profile.count - 1)
    return [false, true].compactMap { isReversed in
      first.guess(
        in: isReversed ? turned : profile, from: isReversed ? last - span.end : span.start,
        to: isReversed ? last - span.start : span.end, isReversed: isReversed, blurs: blurs, grammar: grammar)
    }
  }
}

enum Tuning {
  nonisolated(unsafe) static var perClass = 6
  nonisolated(unsafe) static var batches: [(Int, Int)] = [(8, 3), (20, 8), (60, 20)]
  nonisolated(unsafe) static var mostCost: Float = 1000
  nonisolated(unsafe) static var stats = Stats()
  struct Stats { var guessed = 0; var refined = 0; var bands = 0; var winners: [(Int, Float)] = []; var log: [String] = [] }
}
