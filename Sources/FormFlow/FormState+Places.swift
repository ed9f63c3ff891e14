import DataFormats
public import FormSchema

/// The order in which a form is walked through.
extension FormState {
  /// Every shown field that takes input, rows in their place.
  public func inputPlaces(_ evaluation: Evaluation) -> [Place] {
    var places: [Place] = []
    for index in form.fields.indices where evaluation.isVisible(field: index) {
      if form.fields[index].type == .lines {
        let columns = inputColumns(ofLines: index)
        for row in rows[index].indices { add(&places, inRow: row, index, columns, evaluation) }
      } else if form.fields[index].takesInput {
        places.append(Place(field: index))
      }
    }
    return places
  }

  func inputPlaces(inRow row: Int, ofLines lines: Int, _ evaluation: Evaluation) -> [Place] {
    var places: [Place] = []
    add(&places, inRow: row, lines, inputColumns(ofLines: lines), evaluation)
    return places
  }

  private func inputColumns(ofLines lines: Int) -> [Int] {
    form.fields[lines].columns.indices.filter { form.fields[lines].columns[$0].takesInput }
  }

  private func add(
    _ places: inout [Place], inRow row: Int, _ lines: Int, _ columns: [Int], _ evaluation: Evaluation
  ) {
    for column in columns {
      let place = Place(field: lines, row: row, column: column)
      if evaluation.isVisible(place) { places.append(place) }
    }
  }

  /// Where the cursor starts: the first empty field that is not kept or filled.
  mutating func firstToFill(_ surroundings: Surroundings) -> Place? {
    let evaluation = Evaluation(self, surroundings)
    for index in form.fields.indices where evaluation.isVisible(field: index) {
      if form.fields[index].type == .lines {
        if rows[index].isEmpty, let place = enter(lines: index, surroundings) { return place }
      } else if form.fields[index].takesInput, cells[index].isBlank {
        return Place(field: index)
      }
    }
    return inputPlaces(evaluation).first
  }

  /// The first field that must be filled and is not.
  mutating func firstMissing(_ surroundings: Surroundings) -> Place? {
    let evaluation = Evaluation(self, surroundings)
    for index in form.fields.indices where evaluation.isVisible(field: index) {
      guard form.fields[index].type == .lines else {
        let place = Place(field: index)
        if form.fields[index].takesInput, cells[index].isBlank,
          evaluation.truth(form.fields[index].required, at: place)
        {
          return place
        }
        continue
      }
      if let place = firstMissing(inLines: index, evaluation) { return place }
      let count = FieldValue.number(ExactDecimal(evaluation.rowCount(ofLines: index)))
      if let least = form.fields[index].minimum?.expression.value(in: evaluation),
        Expression.Comparison.less.holds(count, least)
      {
        return newRow(inLines: index, surroundings)
      }
    }
    return nil
  }

  /// Looks closer only where a field that may be required is blank: it is asked after every scan, of all rows.
  private func firstMissing(inLines lines: Int, _ evaluation: Evaluation) -> Place? {
    let columns = form.fields[lines].columns
    let candidates = columns.indices.filter { columns[$0].takesInput && columns[$0].required != nil }
    let rows = rows[lines]
    for row in rows.indices where !rows[row].isPending {
      for column in candidates where rows[row].cells[column].isBlank {
        let place = Place(field: lines, row: row, column: column)
        if evaluation.isVisible(place), evaluation.truth(columns[column].required, at: place) { return place }
      }
    }
    return nil
  }

  /// The first field of the first row, which is begun where there is none.
  mutating func enter(lines: Int, _ surroundings: Surroundings) -> Place? {
    if !rows[lines].isEmpty { return inputPlaces(inRow: 0, ofLines: lines, Evaluation(self, surroundings)).first }
    return newRow(inLines: lines, surroundings)
  }

  mutating func newRow(inLines lines: Int, _ surroundings: Surroundings) -> Place? {
    guard rows[lines].count < Self.maximumRows else { return nil }
    let row = appendRow(toLines: lines, surroundings)
    return inputPlaces(inRow: row, ofLines: lines, Evaluation(self, surroundings)).first
  }

  mutating func placeAfter(_ place: Place, _ surroundings: Surroundings) -> Place? {
    let evaluation = Evaluation(self, surroundings)
    if let row = place.row {
      let isEmptyRow = rows[place.field][row].isPending
      if !isEmptyRow {
        let own = inputPlaces(inRow: row, ofLines: place.field, evaluation)
        if let next = own.first(where: { ($0.column ?? 0) > (place.column ?? 0) }) { return next }
        if row + 1 < rows[place.field].count {
          return inputPlaces(inRow: row + 1, ofLines: place.field, evaluation).first
        }
        return newRow(inLines: place.field, surroundings)
      }
    }
    for index in form.fields.indices where index > place.field && evaluation.isVisible(field: index) {
      if form.fields[index].type == .lines { return enter(lines: index, surroundings) }
      if form.fields[index].takesInput { return Place(field: index) }
    }
    return nil
  }

  func placeBefore(_ place: Place, _ surroundings: Surroundings) -> Place? {
    let places = inputPlaces(Evaluation(self, surroundings))
    return places.firstIndex(of: place).flatMap { $0 > 0 ? places[$0 - 1] : nil }
  }

  /// Moves there; a row that nothing was entered into goes when it is left.
  mutating func move(to place: Place?, _ surroundings: Surroundings) {
    if let cursor {
      let reference = FieldReference(field: cursor.field, column: cursor.column)
      milliseconds[reference, default: 0] += max(0, surroundings.now.milliseconds - focusedSince.milliseconds)
    }
    focusedSince = surroundings.now
    staysForSecondEntry = false
    guard let place else { return }
    cursor = place
    for lines in rows.indices {
      for row in rows[lines].indices.reversed()
      where rows[lines][row].isPending && !(place.field == lines && place.row == row) {
        rows[lines].remove(at: row)
      }
    }
  }

  /// After a scan: to the first field still missing; where nothing is, on to the next line, or nowhere else.
  mutating func moveAfterScan(_ places: [Place], _ surroundings: Surroundings) {
    guard !surroundings.isHeadless else {
      if let last = places.last(where: { $0.row != nil }) { cursor = last }
      return
    }
    if let missing = firstMissing(surroundings) { return move(to: missing, surroundings) }
    if let lines = places.last(where: { $0.row != nil })?.field {
      return move(to: newRow(inLines: lines, surroundings), surroundings)
    }
    let evaluation = Evaluation(self, surroundings)
    let blank = inputPlaces(evaluation).first { cell(at: $0)?.isBlank == true }
    move(to: blank ?? places.last, surroundings)
  }
}
