public import DataFormats
public import FormSchema

/// The values and the visibility of everything in a form at one moment, worked out when first asked for.
public final class Evaluation: EvaluationContext, FilledForm {
  let state: FormState
  let surroundings: Surroundings
  /// By field; nil: not worked out yet.
  private var fieldValues: [FieldValue??]
  private var fieldVisibility: [Bool?]
  private var cellValues: [Place: FieldValue?] = [:]
  private var cellVisibility: [Place: Bool] = [:]
  private var activeRows: [[Int]?]
  /// Column -> key -> the first row that holds it: made where all rows are looked at, see `uniqueFault`.
  var firstRows: [FieldReference: [UniqueRowKey: Int]] = [:]
  private var previous: JSONValue??
  var keyAdvice: KeyAdvice?
  var isLookingUpAdvice = false

  public init(_ state: FormState, _ surroundings: Surroundings) {
    self.state = state
    self.surroundings = surroundings
    let count = state.form.fields.count
    fieldValues = Array(repeating: nil, count: count)
    fieldVisibility = Array(repeating: nil, count: count)
    activeRows = Array(repeating: nil, count: count)
  }

  var form: FormDefinition { state.form }
  public var now: Instant { surroundings.now }

  // MARK: The form

  public func isVisible(field index: Int) -> Bool {
    if let known = fieldVisibility[index] { return known }
    let visible = form.fields[index].when.map { $0.expression.truth(in: self) == true } ?? true
    fieldVisibility[index] = visible
    return visible
  }

  public func value(ofField index: Int) -> FieldValue? {
    if let known = fieldValues[index] { return known }
    let field = form.fields[index]
    let value: FieldValue? =
      !isVisible(field: index) ? nil : field.value.map { $0.expression.value(in: self) } ?? state.cells[index].value
    fieldValues[index] = .some(value)
    return value
  }

  // MARK: Rows

  /// The rows that count, as indices: those that something was entered into.
  public func activeRows(ofLines lines: Int) -> [Int] {
    if let known = activeRows[lines] { return known }
    let rows = state.rows[lines]
    let active = isVisible(field: lines) ? rows.indices.filter { !rows[$0].isPending } : []
    activeRows[lines] = active
    return active
  }

  public func isVisible(_ place: Place) -> Bool {
    guard let row = place.row, let column = place.column else { return isVisible(field: place.field) }
    guard isVisible(field: place.field) else { return false }
    guard let when = state.form.fields[place.field].columns[column].when else { return true }
    if let known = cellVisibility[place] { return known }
    let visible = when.expression.truth(in: RowEvaluation(self, lines: place.field, row: row)) == true
    cellVisibility[place] = visible
    return visible
  }

  public func value(at place: Place) -> FieldValue? {
    guard let row = place.row, let column = place.column else { return value(ofField: place.field) }
    guard isVisible(place) else { return nil }
    // What is not computed stands there: looking it up is all there is to do.
    guard let expression = state.form.fields[place.field].columns[column].value else {
      return state.rows[place.field][row].cells[column].value
    }
    if let known = cellValues[place] { return known }
    let value = expression.expression.value(in: RowEvaluation(self, lines: place.field, row: row))
    cellValues[place] = .some(value)
    return value
  }

  public func values(ofLines lines: Int, column: Int) -> [FieldValue?] {
    activeRows(ofLines: lines).map { value(at: Place(field: lines, row: $0, column: column)) }
  }

  public func rowCount(ofLines lines: Int) -> Int { activeRows(ofLines: lines).count }

  func isTyped(at place: Place) -> Bool { state.cell(at: place)?.origin == .typed }

  /// Outside a row there is none.
  public func value(ofOwn column: Int) -> FieldValue? { nil }
  public func expected(own column: Int) -> FieldValue? { nil }

  public func option(_ column: String) -> FieldValue? { nil }

  public func lookup(list: String, key: FieldValue, column: String) -> FieldValue? {
    form.lookup(list: list, key: key, column: column)
  }

  public func previous(field index: Int) -> FieldValue? {
    let values = previous ?? surroundings.previousValues()
    previous = .some(values)
    return form.value(ofField: index, among: values)
  }

  /// The context that expressions of a place see: its row, or the form.
  func context(of place: Place) -> any EvaluationContext {
    place.row.map { RowEvaluation(self, lines: place.field, row: $0) } ?? self
  }

  public func truth(_ condition: CompiledExpression?, at place: Place) -> Bool {
    guard let condition else { return false }
    return condition.expression.truth(in: context(of: place)) == true
  }

  /// The message with its `{...}` places filled.
  func text(_ message: Message, at place: Place?) -> String {
    let context: any EvaluationContext = place.map { self.context(of: $0) } ?? self
    return message.parts(in: surroundings.language).map { part in
      switch part {
      case .text(let text): text.text(in: surroundings.language)
      case .value(let expression): expression.value(in: context)?.written ?? "-"
      }
    }.joined()
  }
}

/// A row's expressions: plain names are the row's, else the form's.
struct RowEvaluation: EvaluationContext {
  let whole: Evaluation
  let lines: Int
  let row: Int

  init(_ whole: Evaluation, lines: Int, row: Int) {
    self.whole = whole
    self.lines = lines
    self.row = row
  }

  func value(ofField index: Int) -> FieldValue? { whole.value(ofField: index) }
  func value(ofOwn column: Int) -> FieldValue? { whole.value(at: Place(field: lines, row: row, column: column)) }
  func values(ofLines lines: Int, column: Int) -> [FieldValue?] { whole.values(ofLines: lines, column: column) }
  func rowCount(ofLines lines: Int) -> Int { whole.rowCount(ofLines: lines) }
  func option(_ column: String) -> FieldValue? { nil }
  func lookup(list: String, key: FieldValue, column: String) -> FieldValue? {
    whole.lookup(list: list, key: key, column: column)
  }
  func previous(field index: Int) -> FieldValue? { whole.previous(field: index) }
  func expected(field index: Int) -> FieldValue? { whole.expected(field: index) }
  func expected(own column: Int) -> FieldValue? {
    whole.expected(at: Place(field: lines, row: row, column: column))
  }
  func expected(ofLines lines: Int, column: Int) -> [FieldValue?] { whole.expected(ofLines: lines, column: column) }
  var now: Instant { whole.now }
}

/// `where`: one option of a list, before the context that the field has anyway.
struct OptionEvaluation: EvaluationContext {
  let outer: any EvaluationContext
  let columns: [String: String]

  func value(ofField index: Int) -> FieldValue? { outer.value(ofField: index) }
  func value(ofOwn column: Int) -> FieldValue? { outer.value(ofOwn: column) }
  func values(ofLines lines: Int, column: Int) -> [FieldValue?] { outer.values(ofLines: lines, column: column) }
  func rowCount(ofLines lines: Int) -> Int { outer.rowCount(ofLines: lines) }
  func option(_ column: String) -> FieldValue? {
    columns[column].flatMap { $0.isEmpty ? nil : .text($0) }
  }
  func lookup(list: String, key: FieldValue, column: String) -> FieldValue? {
    outer.lookup(list: list, key: key, column: column)
  }
  func previous(field index: Int) -> FieldValue? { outer.previous(field: index) }
  func expected(field index: Int) -> FieldValue? { outer.expected(field: index) }
  func expected(own column: Int) -> FieldValue? { outer.expected(own: column) }
  func expected(ofLines lines: Int, column: Int) -> [FieldValue?] { outer.expected(ofLines: lines, column: column) }
  var now: Instant { outer.now }
}
