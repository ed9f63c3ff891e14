import DataFormats
import FormSchema

/// Expressions see a plain answer as they see a form that is being filled.
extension PlainAnswer: EvaluationContext, FilledForm {
  func isVisible(field index: Int) -> Bool {
    guard let when = fields[index].field.when else { return true }
    if let known = visibility[index] { return known }
    let visible = when.expression.truth(in: self) == true
    visibility[index] = visible
    return visible
  }

  func isVisible(_ place: Place) -> Bool {
    guard isVisible(field: place.field) else { return false }
    guard let row = place.row, let column = place.column,
      let when = fields[place.field].columns[column].field.when
    else { return true }
    let slot = row * fields[place.field].columns.count + column
    if let known = rowSlots[place.field][slot].isShown { return known }
    let shown = when.expression.truth(in: PlainRow(answer: self, lines: place.field, row: row)) == true
    rowSlots[place.field][slot].isShown = shown
    return shown
  }

  func value(ofField index: Int) -> FieldValue? {
    guard isVisible(field: index) else { return nil }
    guard let expression = fields[index].field.value else { return slots[index].value.value }
    if let known = computed[index] { return known }
    let value = expression.expression.value(in: self)
    computed[index] = .some(value)
    return value
  }

  func value(at place: Place) -> FieldValue? {
    guard let row = place.row, let column = place.column else { return value(ofField: place.field) }
    return isVisible(place) ? slot(place.field, row, column).value.value : nil
  }

  func slot(_ lines: Int, _ row: Int, _ column: Int) -> PlainSlot {
    rowSlots[lines][row * fields[lines].columns.count + column]
  }

  func isTyped(at place: Place) -> Bool {
    guard let row = place.row, let column = place.column else { return slots[place.field].isGiven }
    return slot(place.field, row, column).isGiven
  }

  func rowCount(ofLines lines: Int) -> Int {
    isVisible(field: lines) ? rowSlots[lines].count / max(1, fields[lines].columns.count) : 0
  }

  func activeRows(ofLines lines: Int) -> [Int] { Array(0..<rowCount(ofLines: lines)) }

  func values(ofLines lines: Int, column: Int) -> [FieldValue?] {
    (0..<rowCount(ofLines: lines)).map { value(at: Place(field: lines, row: $0, column: column)) }
  }

  /// Outside a row there is none.
  func value(ofOwn column: Int) -> FieldValue? { nil }
  func option(_ column: String) -> FieldValue? { nil }

  func lookup(list: String, key: FieldValue, column: String) -> FieldValue? {
    form.lookup(list: list, key: key, column: column)
  }

  func previous(field index: Int) -> FieldValue? {
    let values = previous ?? previousValues()
    previous = .some(values)
    return form.value(ofField: index, among: values)
  }
}

/// A row's expressions: plain names are the row's, else the form's.
struct PlainRow: EvaluationContext {
  let answer: PlainAnswer
  let lines: Int
  let row: Int

  func value(ofField index: Int) -> FieldValue? { answer.value(ofField: index) }
  func value(ofOwn column: Int) -> FieldValue? {
    answer.value(at: Place(field: lines, row: row, column: column))
  }
  func values(ofLines lines: Int, column: Int) -> [FieldValue?] { answer.values(ofLines: lines, column: column) }
  func rowCount(ofLines lines: Int) -> Int { answer.rowCount(ofLines: lines) }
  func option(_ column: String) -> FieldValue? { nil }
  func lookup(list: String, key: FieldValue, column: String) -> FieldValue? {
    answer.lookup(list: list, key: key, column: column)
  }
  func previous(field index: Int) -> FieldValue? { answer.previous(field: index) }
  var now: Instant { answer.now }
}
