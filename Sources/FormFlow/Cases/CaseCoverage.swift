public import DataFormats
public import FormSchema

/// What the cases of a form have touched of it.
public struct CaseCoverage {
  /// What came of a rule in all cases: nothing to judge, only held, or was broken.
  private enum Judgement: Int {
    case unjudged, held, broken
  }

  private let form: FormDefinition
  private let rules: [(field: FieldReference?, rule: Rule)]
  private var judgements: [Judgement]
  private var filled: Set<FieldReference> = []
  /// Fields that refused a scan: `sscc`, `lines.gtin`.
  private var refusing: Set<String> = []

  public init(_ form: FormDefinition) {
    self.form = form
    rules = form.placedRules
    judgements = rules.map { _ in .unjudged }
  }

  /// Takes in a form as a case has filled it.
  public mutating func note(_ state: FormState, _ surroundings: Surroundings) {
    let evaluation = Evaluation(state, surroundings)
    for (index, field) in form.fields.enumerated() {
      if isEntered(state.cells[index]) { filled.insert(FieldReference(field: index)) }
      for row in state.rows[index] {
        for column in field.columns.indices where isEntered(row.cells[column]) {
          filled.insert(FieldReference(field: index, column: column))
        }
      }
    }
    for refusal in state.refusals {
      let parts = refusal.name.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
      refusing.insert(parts.joined(separator: "."))
    }
    for (number, placed) in rules.enumerated() where judgements[number] != .broken {
      for place in places(of: placed.field, evaluation) {
        let context: any EvaluationContext = place.map { evaluation.context(of: $0) } ?? evaluation
        guard let truth = placed.rule.that.expression.truth(in: context) else { continue }
        judgements[number] = truth && judgements[number] != .broken ? .held : .broken
      }
    }
  }

  private func isEntered(_ cell: Cell) -> Bool { cell.origin != .none && cell.origin != .initial }

  /// Where a rule is judged: the form (nil), the rows, or the shown fields that hold a value.
  private func places(of reference: FieldReference?, _ evaluation: Evaluation) -> [Place?] {
    guard let reference else { return [nil] }
    let index = reference.field
    guard form.fields[index].type == .lines else {
      let place = Place(field: index)
      return evaluation.value(at: place) == nil ? [] : [place]
    }
    let rows = evaluation.activeRows(ofLines: index)
    guard let column = reference.column else { return rows.map { Place(field: index, row: $0) } }
    return rows.map { Place(field: index, row: $0, column: column) }.filter { evaluation.value(at: $0) != nil }
  }

  /// Rules that no case breaks and fields that no case fills, in the order of the file.
  public func gaps() -> [(message: String, position: SourcePosition)] {
    var gaps: [(message: String, position: SourcePosition)] = []
    for (judgement, placed) in zip(judgements, rules) where judgement != .broken {
      let what = judgement == .held ? "breaks" : "touches"
      gaps.append(("no case \(what) the rule \(placed.rule.name)", placed.rule.position))
    }
    for (index, field) in form.fields.enumerated() {
      let columns = field.columns.enumerated().map { (FieldReference(field: index, column: $0), $1) }
      for (reference, field) in [(FieldReference(field: index), field)] + columns {
        let name = form.path(of: reference)
        guard field.takesInput, !filled.contains(reference), !refusing.contains(name) else { continue }
        guard let position = field.position(of: "id") else { continue }
        gaps.append(("no case fills the field \(name)", position))
      }
    }
    return gaps.sorted { $0.position < $1.position }
  }
}
