import DataFormats

/// Something simple that a condition asks of the values of a form.
enum Demand {
  /// A sum of terms lies in an interval.
  case sum(LinearForm, Interval)
  /// A sum of terms is not that number.
  case sumIsNot(LinearForm, ExactDecimal)
  /// A text is one of those, or none of them.
  case text(Term, [String], isAmong: Bool)
  /// Anything else, by its signature, is true or false.
  case truth(String, Bool)
  case blank(Term, Bool)

  /// A value that is not looked into: a field, or a function of some.
  struct Term: Hashable {
    let signature: String
    /// The field that it is; nil for anything else.
    let field: FieldReference?

    static func == (left: Term, right: Term) -> Bool { left.signature == right.signature }
    func hash(into hasher: inout Hasher) { hasher.combine(signature) }
  }
}

/// Terms with their factors: `2 * quantity - damaged`.
struct LinearForm: Hashable {
  private(set) var factors: [Demand.Term: ExactDecimal] = [:]

  var terms: [Demand.Term] { factors.keys.sorted { $0.signature < $1.signature } }

  mutating func add(_ term: Demand.Term, _ factor: ExactDecimal) -> Bool {
    guard let sum = (factors[term] ?? ExactDecimal(0)).adding(factor) else { return false }
    factors[term] = sum == ExactDecimal(0) ? nil : sum
    return true
  }

  /// The first factor is positive in one of a form and its opposite.
  var isTurned: Bool { terms.first.flatMap { factors[$0] }.map { $0 < ExactDecimal(0) } ?? false }

  var opposite: LinearForm? {
    var result = LinearForm()
    for (term, factor) in factors {
      guard let negated = factor.negated, result.add(term, negated) else { return nil }
    }
    return result
  }
}
