public import DataFormats
public import FormSchema
import LabelData

/// What the notices say of the record's key.
enum KeyAdvice {
  /// The form expects nothing, or the key is blank.
  case none
  case unknown
  /// The key is advised, but with another value in a header field.
  case elsewhere(field: Int, advised: String)
  case rows([Advice.Row])
}

/// What was advised and what came, of one thing.
public struct AdvisedGoods: Sendable {
  /// As the notice calls it, else by the row's bar code.
  public let name: String
  public let received: ExactDecimal
  /// nil: it was not advised.
  public let advised: ExactDecimal?
}

extension Evaluation {
  private var advice: Advice? { surroundings.advice ?? form.expects?.advice }

  /// Looked up when first asked for.
  func adviceForKey() -> KeyAdvice {
    if let known = keyAdvice { return known }
    // A header field that is shown only where something is advised would ask for itself.
    guard !isLookingUpAdvice else { return .none }
    isLookingUpAdvice = true
    let found = lookUpAdvice()
    isLookingUpAdvice = false
    keyAdvice = found
    return found
  }

  private func lookUpAdvice() -> KeyAdvice {
    guard let expects = form.expects, let advice, let key = value(ofField: expects.key.field.field) else {
      return .none
    }
    let rows = advice.rows(ofKey: key.written)
    guard !rows.isEmpty else { return .unknown }
    // Header fields that are called like a column must agree.
    let header = form.fields.indices.compactMap { index -> (field: Int, value: FieldValue)? in
      guard index != expects.key.field.field, advice.columns.contains(form.fields[index].id),
        form.fields[index].type != .lines, form.fields[index].id != expects.key.column
      else { return nil }
      return value(ofField: index).map { (index, $0) }
    }
    var fitting = rows
    for (field, value) in header {
      let agreeing = fitting.filter { row in
        let advised = row.value(form.fields[field].id, of: form.fields[field].valueType)
        return advised == nil || ComparableText.areSame(advised, value)
      }
      guard !agreeing.isEmpty else {
        return .elsewhere(field: field, advised: fitting.first?.text(form.fields[field].id) ?? "")
      }
      fitting = agreeing
    }
    return .rows(fitting)
  }

  /// The names and hashes of the notices that advise this record.
  func adviceFiles() -> [(name: String, hash: String)] {
    guard case .rows(let rows) = adviceForKey(), let advice else { return [] }
    return Set(rows.map(\.file)).sorted().map { advice.files[$0] }
  }

  /// A key that was not advised; found at the key's own field.
  func adviceFinding(at place: Place, _ value: FieldValue) -> Finding? {
    guard let expects = form.expects, place == Place(field: expects.key.field.field), expects.unknown != .accept else {
      return nil
    }
    let message: String
    switch adviceForKey() {
    case .none, .rows: return nil
    case .unknown: message = "\(displayable(value.written)) is not advised: no notice names it"
    case .elsewhere(let field, let advised):
      let label = form.fields[field].label.text(in: surroundings.language)
      let own = self.value(ofField: field)?.written ?? ""
      message =
        "\(displayable(value.written)) is advised with \(label) \(displayable(advised)), not \(displayable(own))"
    }
    return Finding(
      place: place, name: form.name(of: place), rule: "expects", message: message,
      severity: expects.unknown == .warn ? .warning : .error)
  }

  // MARK: expected(...)

  public func expected(field index: Int) -> FieldValue? {
    guard let expects = form.expects, case .rows(let rows) = adviceForKey() else { return nil }
    let column = index == expects.key.field.field ? expects.key.column : form.fields[index].id
    return common(rows, column, form.fields[index].valueType)
  }

  public func expected(ofLines lines: Int, column: Int) -> [FieldValue?] {
    activeRows(ofLines: lines).map { expected(at: Place(field: lines, row: $0, column: column)) }
  }

  /// The value that is advised for a field of a row: the total of a number, else what all lines of it agree in.
  func expected(at place: Place) -> FieldValue? {
    guard let column = place.column, let pair = advisedColumn(place.field, column), let rows = advisedRows(for: place)
    else { return nil }
    let type = form.fields[place.field].columns[column].valueType
    guard type == .number else { return common(rows, pair.column, type) }
    let numbers = rows.compactMap { $0.value(pair.column, of: .number).number }
    guard !numbers.isEmpty else { return nil }
    return total(numbers).map { .number($0) }
  }

  private func total(_ numbers: [ExactDecimal]) -> ExactDecimal? {
    numbers.reduce(ExactDecimal(0) as ExactDecimal?) { sum, number in sum.flatMap { $0.adding(number) } }
  }

  private func common(_ rows: [Advice.Row], _ column: String, _ type: ValueType?) -> FieldValue? {
    let values = rows.compactMap { $0.value(column, of: type) }
    guard let first = values.first, values.allSatisfy({ ComparableText.areSame($0, first) }) else { return nil }
    return first
  }

  private func advisedColumn(_ lines: Int, _ column: Int) -> Expectation.Pair? {
    form.expects?.lines.first { $0.field == FieldReference(field: lines, column: column) }
  }

  /// What a row is known by in the notice: everything that is no number.
  private var identity: [Expectation.Pair] {
    (form.expects?.lines ?? []).filter { pair in
      pair.field.column.map { form.fields[pair.field.field].columns[$0].valueType != .number } ?? false
    }
  }

  /// The advised lines that a row is one of; nil where the row says nothing yet that would tell, or nothing is advised.
  private func advisedRows(for place: Place) -> [Advice.Row]? {
    guard place.row != nil, case .rows(let rows) = adviceForKey() else { return nil }
    var fitting = rows
    var isKnown = identity.isEmpty
    for pair in identity {
      let own = Place(field: place.field, row: place.row, column: pair.field.column)
      guard let column = pair.field.column, let value = value(at: own) else { continue }
      let type = form.fields[place.field].columns[column].valueType
      isKnown = true
      fitting = fitting.filter { ComparableText.areSame($0.value(pair.column, of: type), value) }
    }
    return isKnown ? fitting : nil
  }

  /// Whether a row was not advised; nil where nothing can be said of it.
  public func isUnadvised(row: Int, ofLines lines: Int) -> Bool? {
    guard form.expects?.linesField == lines else { return nil }
    return advisedRows(for: Place(field: lines, row: row)).map(\.isEmpty)
  }

  // MARK: Shown

  /// What was advised for the record's key, and how much of it has come; then what came and was not advised.
  public func advisedGoods() -> [AdvisedGoods] {
    guard let expects = form.expects, let lines = expects.linesField, case .rows(let rows) = adviceForKey(),
      let counting = expects.lines.first(where: { pair in
        pair.field.column.map { form.fields[lines].columns[$0].valueType == .number } ?? false
      }), let countColumn = counting.field.column, let naming = identity.first, let nameColumn = naming.field.column
    else { return [] }
    func count(_ values: [FieldValue?]) -> ExactDecimal { total(values.compactMap(\.number)) ?? ExactDecimal(0) }
    func received(_ row: Int) -> FieldValue? { value(at: Place(field: lines, row: row, column: countColumn)) }
    func code(_ row: Int) -> FieldValue? { value(at: Place(field: lines, row: row, column: nameColumn)) }
    var goods: [AdvisedGoods] = []
    var open = activeRows(ofLines: lines)
    var known: Set<String> = []
    for row in rows {
      guard let name = row.text(naming.column), known.insert(ComparableText.key(name)).inserted else { continue }
      let same = rows.filter { $0.text(naming.column).map { ComparableText.key($0) } == ComparableText.key(name) }
      let own = open.filter { code($0).map { ComparableText.key($0.written) } == ComparableText.key(name) }
      open.removeAll(where: own.contains)
      goods.append(
        AdvisedGoods(
          name: ["description", "name", "label"].lazy.compactMap { row.text($0) }.first ?? name,
          received: count(own.map(received)), advised: count(same.map { $0.value(counting.column, of: .number) })))
    }
    for row in open {
      guard let name = code(row)?.written else { continue }
      goods.append(AdvisedGoods(name: name, received: count([received(row)]), advised: nil))
    }
    return goods
  }
}
