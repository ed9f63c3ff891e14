import DataFormats
import FormSchema

extension PlainAnswer {
  /// Whether the answer that was read is surely right.
  func isRight(_ surroundings: Surroundings) -> Bool {
    now = surroundings.now
    (previousValues, previous) = (surroundings.previousValues, nil)
    for (index, field) in fields.enumerated() where !field.hasCondition || isVisible(field: index) {
      switch field.type {
      case .note: continue
      case .lines: guard areRowsRight(ofLines: index) else { return false }
      case .computed:
        // It has no keys but its rules.
        guard !field.hasRules || value(ofField: index) == nil || hold(field.field.rules, in: self) else { return false }
      default:
        guard isRight(slots[index].value, field, in: self),
          !field.isUnique || isUnique(index, field.field, surroundings)
        else { return false }
      }
    }
    return hold(form.rules, in: self)
  }

  private func hold(_ rules: [Rule], in context: some EvaluationContext) -> Bool {
    for rule in rules where rule.that.expression.truth(in: context) == false { return false }
    return true
  }

  private func isRight(_ value: PlainValue, _ field: PlainField, in context: some EvaluationContext) -> Bool {
    if value.isBlank {
      return !field.isRequired && !field.fillsItself
        && field.requirement?.expression.truth(in: context) != true
    }
    return field.takes(value, in: context) && (!field.hasRules || hold(field.field.rules, in: context))
  }

  private func isUnique(_ index: Int, _ field: Field, _ surroundings: Surroundings) -> Bool {
    guard let query = uniqueQuery(at: Place(field: index), field) else { return true }
    return surroundings.holder(query) == nil
  }

  private func areRowsRight(ofLines lines: Int) -> Bool {
    let field = fields[lines].field
    let count = FieldValue.number(ExactDecimal(rowCount(ofLines: lines)))
    guard field.bound(.minimum, brokenBy: count, in: self) == nil,
      field.bound(.maximum, brokenBy: count, in: self) == nil
    else { return false }
    for row in 0..<rowCount(ofLines: lines) {
      let context = PlainRow(answer: self, lines: lines, row: row)
      for (column, plain) in fields[lines].columns.enumerated() {
        guard isVisible(Place(field: lines, row: row, column: column)) else { continue }
        let value = slot(lines, row, column).value
        // Who holds it already is looked up among all rows and records: the long way.
        guard !plain.isUnique || value.isBlank, isRight(value, plain, in: context) else { return false }
      }
      guard hold(field.rules, in: context) else { return false }
    }
    return true
  }
}
