import DataFormats
public import FormSchema

extension FormState {
  /// An empty form with its defaults; what is kept comes from the saved record before, where the operator and the
  /// business date are still the same. A record that was thrown away hands on only what it was given itself.
  public init(
    _ form: FormDefinition, recordID: String, after saved: FormState? = nil, insteadOf discarded: FormState? = nil,
    _ surroundings: Surroundings
  ) {
    self.form = form
    self.recordID = recordID
    startedAt = surroundings.now
    operatorName = surroundings.operatorName
    begunOn = surroundings.businessDate
    cells = form.fields.map { _ in Cell() }
    rows = form.fields.map { _ in [] }
    cursor = nil
    focusedSince = surroundings.now
    history = (saved ?? discarded)?.history ?? []
    kept = saved.map { KeptValues(of: $0) } ?? discarded?.kept
    for (index, field) in form.fields.enumerated() where field.takesInput {
      if let value = kept?.value(of: field, in: self) {
        cells[index] = Cell(text: value.written, value: value, fault: nil, origin: .kept)
      } else if let initial = field.initial {
        cells[index] = Self.initialCell(initial, Evaluation(self, surroundings))
      }
    }
    settle(surroundings)
    if !surroundings.isHeadless { cursor = firstToFill(surroundings) }
  }

  private static func initialCell(_ initial: InitialValue, _ context: some EvaluationContext) -> Cell {
    let value: FieldValue? =
      switch initial {
      case .text(let text): .text(text)
      case .expression(let compiled): compiled.expression.value(in: context)
      }
    return value.map { Cell(text: $0.written, value: $0, fault: nil, origin: .initial) } ?? Cell()
  }

  /// A new row at the end with its defaults; a pending one is taken where there is one. Answers its index.
  mutating func appendRow(toLines lines: Int, _ surroundings: Surroundings) -> Int {
    if let pending = rows[lines].lastIndex(where: \.isPending) { return pending }
    let row = rows[lines].count
    let columns = form.fields[lines].columns
    rows[lines].append(Row(cells: columns.map { _ in Cell() }, isPending: true))
    for (column, field) in columns.enumerated() where field.takesInput {
      // Answers say what they mean row by row: nothing is carried over.
      if field.keep, !surroundings.isHeadless, row > 0, let value = rows[lines][row - 1].cells[column].value {
        rows[lines][row].cells[column] = Cell(text: value.written, value: value, fault: nil, origin: .kept)
      } else if let initial = field.initial {
        let context = RowEvaluation(Evaluation(self, surroundings), lines: lines, row: row)
        rows[lines][row].cells[column] = Self.initialCell(initial, context)
      }
    }
    return row
  }

  /// A required choice with one option left is filled.
  mutating func settle(_ surroundings: Surroundings) {
    guard form.narrowsChoices else { return }
    // Each round fills at least one field; a chain of choices needs as many rounds as it is long.
    for _ in 0..<form.fields.count + 1 {
      let evaluation = Evaluation(self, surroundings)
      guard let (place, value) = singleChoice(evaluation) else { return }
      let cell = Cell(text: value, value: .text(value), fault: nil, origin: .initial)
      setCell(cell, at: place)
    }
  }

  private func singleChoice(_ evaluation: Evaluation) -> (Place, String)? {
    func only(at place: Place, _ field: Field) -> (Place, String)? {
      guard evaluation.isVisible(place), evaluation.truth(field.required, at: place) else { return nil }
      return evaluation.onlyOption(at: place, field).map { (place, $0.value) }
    }
    for (index, field) in form.fields.enumerated() {
      if field.type == .choice, cells[index].isBlank, let found = only(at: Place(field: index), field) { return found }
      let columns = field.columns.indices.filter {
        field.columns[$0].type == .choice && field.columns[$0].required != nil
      }
      guard !columns.isEmpty else { continue }
      let rows = rows[index]
      for row in rows.indices {
        for column in columns where rows[row].cells[column].isBlank {
          let place = Place(field: index, row: row, column: column)
          if let found = only(at: place, field.columns[column]) { return found }
        }
      }
    }
    return nil
  }
}
