import DataFormats

/// Whether there are values that meet what a condition demands.
struct Feasibility {
  let demands: Demands
  /// Whether values keep to the keys of their fields: min, max, choices, lengths, pattern.
  let keepsToFields: Bool
  let effort: Effort

  /// How much may be looked through: what is left open counts as possible.
  final class Effort {
    /// For the whole form, and for the condition at hand.
    private var form = 20_000
    private var condition = 0

    func begin() { condition = min(form, 300) }

    func spend() -> Bool {
      guard condition > 0 else { return false }
      (form, condition) = (form - 1, condition - 1)
      return true
    }
  }

  private static let depth = 4

  /// Whether any of the alternatives can be met.
  func isPossible(_ alternatives: Demands.Alternatives) -> Bool {
    effort.begin()
    return alternatives.contains { isPossible($0, Self.depth) }
  }

  private func isPossible(_ wanted: [Demand], _ depth: Int) -> Bool {
    guard effort.spend() else { return true }
    guard holdTogether(wanted) else { return false }
    // A field that is asked for is shown.
    guard depth > 0 else { return true }
    // A field that holds something is shown.
    for case .blank(let term, false) in wanted {
      guard let reference = term.field, let when = demands.field(reference)?.when?.expression else { continue }
      let known = Demand.truth("shown \(term.signature)", true)
      if wanted.contains(where: { if case .truth("shown \(term.signature)", _) = $0 { true } else { false } }) {
        continue
      }
      let shown = demands.both([wanted + [known]], demands.of(when, true))
      return shown.contains { isPossible($0, depth - 1) }
    }
    return true
  }

  private func holdTogether(_ wanted: [Demand]) -> Bool {
    var truths: [String: Bool] = [:]
    var blanks: [Demand.Term: Bool] = [:]
    var texts: [Demand.Term: Texts] = [:]
    var sums: [LinearForm: Interval] = [:]
    for demand in wanted {
      switch demand {
      case .truth(let signature, let truth):
        guard truths.updateValue(truth, forKey: signature) ?? truth == truth else { return false }
      case .blank(let term, let blank):
        guard blanks.updateValue(blank, forKey: term) ?? blank == blank else { return false }
      case .text(let term, let values, let isAmong): texts[term, default: Texts()].demand(values, isAmong)
      case .sum(let form, let interval): sums[form, default: .all].narrow(interval)
      case .sumIsNot: break
      }
    }
    return texts.allSatisfy { hasText($1, $0) } && areSums(sums, wanted)
  }

  // MARK: Texts

  private struct Texts {
    var among: [String]?
    var not: Set<String> = []

    mutating func demand(_ values: [String], _ isAmong: Bool) {
      if isAmong { among = among.map { $0.filter(values.contains) } ?? values } else { not.formUnion(values) }
    }
  }

  private func hasText(_ texts: Texts, _ term: Demand.Term) -> Bool {
    let field = keepsToFields ? term.field.flatMap { demands.field($0) } : nil
    if let among = texts.among {
      return among.contains { value in !texts.not.contains(value) && field.map { $0.mayHold(value) } ?? true }
    }
    guard let options = field?.choices?.options, options.count <= texts.not.count else { return true }
    return options.contains { !texts.not.contains($0.value) }
  }

  // MARK: Sums

  private func areSums(_ sums: [LinearForm: Interval], _ wanted: [Demand]) -> Bool {
    var terms: [Demand.Term: Interval] = [:]
    for (term, known) in demands.bounds.known { terms[term] = keepsToFields ? known.allowed : known.natural }
    // What single terms must be narrows the sums that they are in.
    for (form, interval) in sums {
      guard form.factors.count == 1, let (term, factor) = form.factors.first, factor == ExactDecimal(1) else {
        continue
      }
      terms[term, default: .all].narrow(interval)
    }
    var forms = sums
    for case .sumIsNot(let form, _) in wanted where forms[form] == nil { forms[form] = .all }
    for term in terms.keys {
      if isWhole(term), let interval = terms[term] { terms[term] = interval.whole }
      if terms[term]?.isEmpty == true, forms.keys.contains(where: { $0.factors[term] != nil }) { return false }
    }
    return forms.allSatisfy { form, interval in
      var interval = interval
      var total = Interval.between(0, 0)
      for (term, factor) in form.factors { total = total.plus((terms[term] ?? .all).times(factor)) }
      interval.narrow(total)
      if form.factors.allSatisfy({ isWhole($0.key) && $0.value.isWhole }) { interval = interval.whole }
      if interval.isEmpty { return false }
      guard let only = interval.only else { return true }
      return !wanted.contains { if case .sumIsNot(form, only) = $0 { true } else { false } }
    }
  }

  private func isWhole(_ term: Demand.Term) -> Bool { demands.bounds.known[term]?.isWhole ?? false }
}

extension Field {
  /// Whether the field's own keys let a text through, as far as they are fixed.
  func mayHold(_ text: String) -> Bool {
    let length = text.unicodeScalars.count
    if let minimumLength, length < minimumLength { return false }
    if let maximumLength, length > maximumLength { return false }
    if let pattern, (try? pattern.matches(text)) == false { return false }
    return choices.map { $0.option(text) != nil } ?? true
  }
}
