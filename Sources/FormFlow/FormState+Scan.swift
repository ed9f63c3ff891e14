import DataFormats
import FormSchema
import LabelData

extension FormState {
  /// Routes a scan and takes it in, refuses it or asks.
  mutating func take(
    _ input: ScanInput, _ surroundings: Surroundings, mayReplace: Bool = false, isNewRow: Bool = false
  ) -> (effects: [Effect], refused: (name: String?, why: String)?) {
    var router = ScanRouter(self, surroundings, input)
    router.mayReplace = mayReplace
    router.isNewRow = isNewRow
    switch router.route() {
    case .taken(let changes):
      let before = self
      let places = apply(changes, origin: .scanned, surroundings)
      remember(before, places)
      record(input, changes, places, surroundings)
      let summary = summary(of: places, input, changes)
      history.insert(
        HistoryEntry(text: input.scan.text, summary: summary, origin: input.origin, at: surroundings.now), at: 0)
      if history.count > Self.keptHistory { history.removeLast() }
      settle(surroundings)
      notice = warning(at: places, surroundings) ?? Notice(kind: .taken, text: summary)
      moveAfterScan(places, surroundings)
      return ([.signal(.taken), .closeCapture, .saveDraft], nil)
    case .same(let message):
      notice = Notice(kind: .information, text: message)
      return ([.signal(.taken), .closeCapture], nil)
    case .refused(let name, let why, let place):
      refuse(input, name: name, why: why, place, surroundings)
      return ([.signal(.refused)], (name, why))
    case .ask(let question, let name):
      guard !surroundings.isHeadless else {
        refuse(input, name: name, why: question.text, nil, surroundings)
        return ([.signal(.refused)], (name, question.text))
      }
      self.question = isReplacing(question) && !canBeSaved(surroundings) ? question.without("1") : question
      return ([.signal(.asked), .closeCapture], nil)
    }
  }

  /// What the clerk will be asked about: told while the goods are still in hand.
  private func warning(at places: [Place], _ surroundings: Surroundings) -> Notice? {
    guard !surroundings.isHeadless else { return nil }
    let evaluation = Evaluation(self, surroundings)
    let findings = places.lazy.flatMap { place in
      place.row.map { evaluation.findings(ofRow: $0, ofLines: place.field) } ?? evaluation.findings(at: place)
    }
    return findings.first { $0.severity == .warning }.map { Notice(kind: .doubtful, text: $0.message) }
  }

  private func isReplacing(_ question: Question) -> Bool {
    if case .replace = question.kind { true } else { false }
  }

  /// Nothing is wrong or missing; warnings would be asked about.
  private func canBeSaved(_ surroundings: Surroundings) -> Bool {
    !Evaluation(self, surroundings).findings().contains { $0.severity == .error }
  }

  /// Puts the values in; answers the places that changed.
  @discardableResult
  mutating func apply(_ changes: ScanChanges, origin: Cell.Origin, _ surroundings: Surroundings) -> [Place] {
    var places: [Place] = []
    func cell(_ value: FieldValue) -> Cell { Cell(text: value.written, value: value, fault: nil, origin: origin) }
    for (field, value) in changes.fields {
      cells[field] = cell(value)
      places.append(Place(field: field))
    }
    for change in changes.rows {
      let row = change.row ?? appendRow(toLines: change.lines, surroundings)
      for (column, value) in change.values {
        let place = Place(field: change.lines, row: row, column: column)
        setCell(cell(value), at: place)
        places.append(place)
      }
      if let column = change.increment {
        let place = Place(field: change.lines, row: row, column: column)
        let before = self.cell(at: place)?.value.number ?? ExactDecimal(1)
        if let sum = before.adding(ExactDecimal(1)) { setCell(cell(.number(sum)), at: place) }
        places.append(place)
      }
      lastRow = (change.lines, row)
    }
    return places
  }

  private mutating func record(
    _ input: ScanInput, _ changes: ScanChanges, _ places: [Place], _ surroundings: Surroundings
  ) {
    let took = changes.took.map { part, target in
      let place = places.first { $0.field == target.field && $0.column == target.column }
      let row = target.column == nil ? nil : place?.row ?? lastRow?.row
      return (part: part, name: form.name(of: Place(field: target.field, row: row, column: target.column)))
    }
    scans.append(TakenScan(input: input, took: took, readAs: changes.readAs, at: surroundings.now))
  }

  private mutating func refuse(
    _ input: ScanInput, name: String?, why: String, _ place: Place?, _ surroundings: Surroundings
  ) {
    // It stands under the cursor, which may be on another field.
    let field = place.map { " for " + form.words(for: $0, surroundings.language).joined(separator: " ") } ?? ""
    notice = Notice(kind: .refused, text: "\(named(input.scan.text))\(field): \(why)")
    if refusals.count < Self.keptRefusals {
      refusals.append(
        Refusal(
          name: name ?? "", text: input.scan.text, origin: input.origin, why: why, at: surroundings.now))
    } else {
      furtherRefusals += 1
    }
  }

  private func summary(of places: [Place], _ input: ScanInput, _ changes: ScanChanges) -> String {
    let texts = places.map { place in displayable(cell(at: place)?.text ?? "") }.joined(separator: "  ")
    // A count alone does not say of what.
    return changes.rows.contains { $0.increment != nil } ? "\(displayable(input.scan.text)) → \(texts)" : texts
  }
}

extension FieldValue? {
  var number: ExactDecimal? {
    if case .number(let number) = self { number } else { nil }
  }
}
