import DataFormats
import FormSchema
import LabelData

/// A code that is one plain text.
extension ScanRouter {
  func routeWhole(_ plain: Label) -> ScanOutcome {
    let label = Label.damaged(input.scan, today: surroundings.now.date).flatMap { isWanted($0) ? $0 : nil } ?? plain
    if let aim = input.aim { return routeAimed(aim, label) }
    if let cursor = state.cursor, let outcome = routeToCursor(cursor, label) { return outcome }
    let candidates = wholeTakers().filter { !isDamaged(label, for: $0) }
    let outcomes = candidates.map { (target: $0, outcome: give($0)) }
    if let same = outcomes.first(where: { if case .same = $0.outcome { true } else { false } }) { return same.outcome }
    let willing = outcomes.filter { if case .taken = $0.outcome { true } else { false } }
    if willing.count == 1 { return willing[0].outcome }
    if willing.count > 1 { return choose(among: willing.map(\.target)) }
    // What a line holds already is meant for the lines, not for a field that holds something else.
    if let again = outcomes.first(where: { isRepeat(of: $0.target) }) { return again.outcome }
    // Nobody takes it as it is: say why, where it is clear who would have.
    if let question = outcomes.first(where: { if case .ask = $0.outcome { true } else { false } }) {
      return question.outcome
    }
    return outcomes.count == 1 ? outcomes[0].outcome : unwanted(label)
  }

  /// A damaged GS1 label is no plain code for a field elsewhere that has a check, when it is clear who wants its parts,
  /// or when that check, though it may only warn, speaks against it, too.
  private func isDamaged(_ label: Label, for target: FieldReference) -> Bool {
    guard label.kind == .gs1, !label.isValid, let check = field(target).check else { return false }
    let isRight = check.check.fault(in: input.scan.text) == nil
    // That no identifier said it is GS1 data leaves a doubt: then the check decides.
    return !isRight || isMarked && isWanted(label)
  }

  private var isMarked: Bool { input.scan.identifier != nil || input.scan.symbology != nil }

  /// Some field of the form takes a part of it.
  private func isWanted(_ label: Label) -> Bool {
    let names = PartNames(form: form, symbology: input.scan.symbology)
    return (names.takes.flatMap(\.parts) + names.fills.map(\.part)).contains { part in
      label.elements.contains { $0.isNamed(part) }
    }
  }

  /// A text field without a rule of its own takes anything: also what is clearly meant for another field.
  private func isMeantForOthers(_ label: Label, at field: Field) -> Bool {
    label.kind == .gs1 && !label.isValid && field.type == .text && isWanted(label)
      && field.check == nil && field.pattern == nil && field.choices == nil
  }

  private func choose(among targets: [FieldReference]) -> ScanOutcome {
    let choices = targets.prefix(9).enumerated().map { index, target in
      (Character(String(index + 1)), field(target).label.text(in: surroundings.language))
    }
    let question = Question(
      .chooseField(Array(targets.prefix(9))), "Which field is \(displayable(input.scan.text)) for?",
      choices: choices + [("0", "none: drop the scan")], scan: input)
    let names = choices.map(\.1).joined(separator: ", ")
    return surroundings.isHeadless
      ? .refused(name: nil, why: "several fields would take this code: \(names)") : .ask(question, name: "scans")
  }

  private func isRepeat(of target: FieldReference) -> Bool {
    target.column != nil && rowThatAgrees(with: [wholePart(target)], target.field) != nil
  }

  private func wholePart(_ target: FieldReference) -> PartAssignment {
    let value = FieldValue.text(field(target).check?.check.normalized(input.scan.text) ?? input.scan.text)
    return PartAssignment(id: "whole", target: target, value: value, isCount: false)
  }

  private func takesWhole(_ reference: FieldReference) -> Bool {
    let field = field(reference)
    return field.type == .barcode && field.takesWhole && allows(field) && isShown(reference)
  }

  private func allows(_ field: Field) -> Bool {
    input.scan.symbology.map { $0.isTaken(by: field.symbologies) } ?? true
  }

  private func isShown(_ reference: FieldReference) -> Bool {
    guard evaluation.isVisible(field: reference.field) else { return false }
    guard reference.column != nil, let cursor = state.cursor, cursor.field == reference.field, let row = cursor.row,
      state.rows[reference.field].indices.contains(row)
    else { return true }
    return evaluation.isVisible(Place(field: reference.field, row: row, column: reference.column))
  }

  private func wholeTakers() -> [FieldReference] {
    form.fields.enumerated().flatMap { index, field in
      field.type == .lines
        ? field.columns.indices.map { FieldReference(field: index, column: $0) } : [FieldReference(field: index)]
    }.filter { takesWhole($0) }
  }

  /// The field under the cursor comes first; a text field takes a scan only there.
  private func routeToCursor(_ cursor: Place, _ label: Label) -> ScanOutcome? {
    let reference = FieldReference(field: cursor.field, column: cursor.column)
    let field = field(reference)
    if isMeantForOthers(label, at: field) { return nil }
    guard takesWhole(reference) || field.type == .text && evaluation.isVisible(cursor) else { return nil }
    let outcome = give(reference)
    switch outcome {
    case .taken, .same: return outcome
    case .ask: return wholeTakers().contains { $0 != reference && isTaken(give($0)) } ? nil : outcome
    case .refused:
      if label.kind == .gs1, !label.isValid, isWanted(label) { return nil }
      // Perhaps another field wants it, or would in place of what stands there, or holds it already; if none does, the
      // reason of this one is the one to tell.
      return wholeTakers().contains { $0 != reference && isFor($0) } ? nil : outcome
    }
  }

  private func isTaken(_ outcome: ScanOutcome) -> Bool {
    if case .taken = outcome { true } else { false }
  }

  /// Whether a field elsewhere takes the code, holds it, or would if it held nothing and has no doubt about it.
  private func isFor(_ target: FieldReference) -> Bool {
    switch give(target) {
    case .taken, .same: true
    case .ask: field(target).check?.check.fault(in: input.scan.text) == nil
    case .refused: false
    }
  }

  private func routeAimed(_ aim: FieldReference, _ label: Label) -> ScanOutcome {
    let field = field(aim)
    let name = form.name(of: placeToGo(aim))
    guard field.type == .barcode || field.type == .text else {
      return .refused(
        name: name, why: "a field of type \(field.type.rawValue) takes no scan", place: placeToGo(aim))
    }
    guard field.type == .text || allows(field) else {
      return .refused(
        name: name, why: "this is \(input.scan.symbology?.rawValue ?? "another code"), wanted: \(wantedCodes(field))",
        place: placeToGo(aim))
    }
    if field.takesWhole { return give(aim) }
    if let problem = label.problems.first(where: { $0.severity == .error }) {
      return .refused(name: name, why: problem.message)
    }
    let title = field.label.text(in: surroundings.language)
    return .refused(name: name, why: "this is \(seen(label) ?? "a plain code"): \(title) wants \(wanted(by: field))")
  }

  /// The field itself, or the row of its lines that a code for it alone would go to.
  private func placeToGo(_ target: FieldReference) -> Place {
    guard target.column != nil else { return Place(field: target.field) }
    let part = PartAssignment(id: "whole", target: target, value: .text(input.scan.text), isCount: false)
    let row = rowFor([part], target.field) ?? state.rows[target.field].count
    return Place(field: target.field, row: row, column: target.column)
  }

  /// The whole code to one field, or to a row of its lines.
  func give(_ target: FieldReference) -> ScanOutcome {
    let part = wholePart(target)
    let value = part.value
    guard target.column != nil else {
      let cell = state.cells[target.field]
      if ComparableText.areSame(cell.value, value), cell.origin != .initial {
        return .same("\(displayable(input.scan.text)) stands there already: nothing changed")
      }
      let changes = ScanChanges(fields: [(target.field, value)], took: [("whole", target)])
      let outcome = judged(changes, of: target)
      guard case .taken = outcome, !cell.isFree, !mayReplace else { return outcome }
      return occupied(Place(field: target.field), by: value)
    }
    switch route([part], toRowsOf: target.field) {
    case .taken(let changes): return judged(changes, of: target)
    case let other: return other
    }
  }

  /// A field that is not shown, also not in the row that the code would begin, takes no plain code.
  private func judged(_ changes: ScanChanges, of target: FieldReference) -> ScanOutcome {
    var trial = state
    let places = trial.apply(changes, origin: .scanned, surroundings)
    let after = Evaluation(trial, surroundings)
    if let hidden = places.first(where: { $0.column == target.column && !after.isVisible($0) }) {
      let label = field(target).label.text(in: surroundings.language)
      return .refused(name: form.name(of: hidden), why: "\(label) is not asked for as things stand")
    }
    return judged(changes)
  }
}
