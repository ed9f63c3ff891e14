import DataFormats
import FormSchema
import LabelData

/// Leads a code through an empty form, by the same ways that a clerk's scans go, and notes what it meets.
struct FieldExplainer {
  private let form: FormDefinition
  private let reference: FieldReference
  private let field: Field
  private let surroundings: Surroundings
  private var state: FormState
  private let place: Place
  private var explanation: FieldExplanation

  init(_ form: FormDefinition, _ reference: FieldReference, _ surroundings: Surroundings) {
    (self.form, self.reference, self.surroundings) = (form, reference, surroundings)
    field = form.field(reference)
    state = FormState(form, recordID: "", surroundings)
    place = Place(field: reference.field, row: reference.column == nil ? nil : 0, column: reference.column)
    explanation = FieldExplanation(field: reference)
  }

  mutating func explain(_ scan: Scan) -> FieldExplanation {
    let isFilled = filler(for: Label.read(scan, today: surroundings.now.date)) != nil
    if isFilled || field.type == .barcode || field.type == .text {
      take(scan, isFilled: isFilled)
    } else {
      type(scan.text)
    }
    let evaluation = Evaluation(state, surroundings)
    if let value = state.cell(at: place)?.value {
      judge(value, evaluation)
      judgeRules(evaluation)
    }
    if explanation.isTaken, let when = field.when, !evaluation.isVisible(place) {
      explanation.refusal = "it is asked for only when \(when.text)"
    }
    return explanation
  }

  private mutating func note(_ key: String, _ message: String, _ isPassed: Bool?, at position: SourcePosition? = nil) {
    explanation.steps.append(
      FieldExplanation.Step(
        key: key, message: message, isPassed: isPassed, position: position ?? field.position(of: key)))
  }

  // MARK: The way of a scan

  /// A code that comes by the `fills` of another field finds its own way; any other is aimed.
  private mutating func take(_ scan: Scan, isFilled: Bool) {
    noteSymbologies(scan)
    noteParts(scan)
    noteWhen()
    let empty = state
    let (_, refused) = state.take(ScanInput(scan, origin: .wedge, aim: isFilled ? nil : reference), surroundings)
    if let refused {
      explanation.refusal = refused.why
      state = empty
      // What the field would have been given, so that its keys can be held against it.
      if let value = wanted(scan) {
        put(FormState.cell(typed: value, of: field, surroundings))
      } else {
        note("takes", "typed by hand it would be taken for the part itself", nil)
        put(FormState.cell(typed: scan.text, of: field, surroundings))
      }
      return
    }
    explanation.took = state.scans.last?.took ?? []
    guard !explanation.took.contains(where: { $0.name == form.name(of: place) }) else { return }
    let names = explanation.took.map { "\($0.part) to \($0.name)" }.joined(separator: ", ")
    explanation.refusal = "it is not for this field: \(names)"
  }

  private mutating func noteSymbologies(_ scan: Scan) {
    guard !field.symbologies.isEmpty else { return }
    let wanted = field.symbologies.map(\.rawValue).sorted().joined(separator: ", ")
    guard let symbology = scan.symbology else {
      return note(
        "symbologies",
        "the text does not say what kind of code it is (]C1 at its front would): \(wanted) is not asked for",
        nil)
    }
    let isTaken = symbology.isTaken(by: field.symbologies)
    note("symbologies", "\(symbology.rawValue) is \(isTaken ? "" : "not ")one of \(wanted)", isTaken)
  }

  private mutating func noteParts(_ scan: Scan) {
    let label = Label.read(scan, today: surroundings.now.date)
    let parts = field.takes.filter { $0 != "whole" }
    if let (filler, part) = filler(for: label),
      !parts.contains(where: { part in label.parts.contains { $0.isNamed(part) } })
    {
      return note(
        "fills", "part \(part) comes here by the fills of \(form.path(of: filler))", true,
        at: form.field(filler).position(of: "fills"))
    }
    guard !parts.isEmpty else {
      return note(
        "takes", "the field takes the whole code", true, at: field.position(of: "takes") ?? field.position(of: "id"))
    }
    let held = label.parts.map(\.id).joined(separator: ", ")
    if let part = parts.first(where: { part in label.parts.contains { $0.isNamed(part) } }) {
      note("takes", "the label holds part \(part)", true)
    } else if field.takesWhole {
      note("takes", "the label holds no \(parts.joined(separator: " or ")): the whole code is taken", true)
    } else {
      let what = held.isEmpty ? "this is one plain text" : "the label holds \(held)"
      note("takes", "wanted is part \(parts.joined(separator: " or ")): \(what)", false)
    }
  }

  /// The field whose `fills` brings a part of the label here.
  private func filler(for label: Label) -> (field: FieldReference, part: String)? {
    for (index, outer) in form.fields.enumerated() {
      let columns = outer.columns.indices.map { FieldReference(field: index, column: $0) }
      for filler in [FieldReference(field: index)] + columns {
        let fill = form.field(filler).fills.first { fill in
          fill.target == reference && label.parts.contains { $0.isNamed(fill.part) }
        }
        if let fill { return (filler, fill.part) }
      }
    }
    return nil
  }

  private mutating func noteWhen() {
    guard let when = field.when else { return }
    let isShown = Evaluation(state, surroundings).isVisible(place)
    note(
      "when", "\(when.text): \(isShown ? "an empty form shows the field" : "an empty form does not show the field")",
      isShown)
  }

  /// The part that the field takes, else the whole text; nil where it takes only parts and there is none of them.
  private func wanted(_ scan: Scan) -> String? {
    let label = Label.read(scan, today: surroundings.now.date)
    let part = field.takes.lazy.compactMap { part in label.parts.first { $0.isNamed(part) } }.first
    return part?.value ?? (field.takesWhole || field.type == .text ? scan.text : nil)
  }

  private mutating func put(_ cell: Cell) {
    prepareRow()
    state.setCell(cell, at: place)
  }

  private mutating func prepareRow() {
    if place.row != nil, state.rows[place.field].isEmpty {
      _ = state.appendRow(toLines: place.field, surroundings)
    }
  }

  // MARK: Typing

  private mutating func type(_ text: String) {
    note("type", "a field of type \(field.type.rawValue) takes no scan: the text is taken as typed", nil)
    guard field.takesInput else {
      explanation.refusal = "a field of type \(field.type.rawValue) takes no input"
      return
    }
    noteWhen()
    let cell = FormState.cell(typed: text, of: field, surroundings)
    put(cell)
    if let fault = cell.fault { note("type", fault, false) } else { note("type", "it is \(cell.text)", true) }
    explanation.refusal = cell.fault
  }

  // MARK: Keys and rules

  private mutating func judge(_ value: FieldValue, _ evaluation: Evaluation) {
    for key in RefusingKey.allCases {
      guard let (name, words) = Self.words(key, of: field) else { continue }
      let fault = key == .unique ? nil : evaluation.fault(of: value, by: key, at: place, field)
      switch (fault, key) {
      case (let fault?, .pattern), (let fault?, .check): note(name, "\(words): \(fault)", false)
      case (let fault?, _): note(name, fault, false)
      case (nil, .unique): note(name, "\(words): other records are looked at when one is filled", nil)
      case (nil, _): note(name, words, true)
      }
      explanation.refusal = explanation.refusal ?? fault
    }
    if let check = field.check, check.severity == .warning, case .text(let text) = value {
      let fault = check.check.fault(in: text)
      note("check", "\(check.check.rawValue)\(fault.map { ": \($0) (a warning)" } ?? "")", fault == nil)
    }
  }

  /// The key that stands in the form, and what it wants; nil where there is none of that kind.
  private static func words(_ key: RefusingKey, of field: Field) -> (key: String, words: String)? {
    switch key {
    case .length:
      switch (field.minimumLength, field.maximumLength) {
      case (nil, nil): nil
      case (nil, let most?): ("max_length", "at most \(most) characters")
      case (let least?, nil): ("min_length", "at least \(least) characters")
      case (let least?, let most?):
        ("min_length", least == most ? "\(least) characters" : "\(least) to \(most) characters")
      }
    case .pattern: field.pattern.map { ("pattern", "the pattern \($0.text)") }
    case .choices: field.choices.map { ("choices", "one of the list of \($0.options.count)") }
    case .check: field.check.flatMap { $0.severity == .error ? ("check", $0.check.rawValue) : nil }
    case .decimals: field.decimals.map { ("decimals", "at most \($0) decimal\($0 == 1 ? "" : "s")") }
    case .minimum: field.minimum.map { ("min", "at least \($0.text)") }
    case .maximum: field.maximum.map { ("max", "at most \($0.text)") }
    case .unique: field.unique.map { ("unique", "unique in \($0.scope.rawValue)") }
    }
  }

  /// The field's own rules, and those of the row and of the form that speak of it.
  private mutating func judgeRules(_ evaluation: Evaluation) {
    for (owner, rule) in form.placedRules {
      let isOwn = owner == reference
      let speaksOfIt = rule.that.references.contains(reference)
      guard isOwn || speaksOfIt && (owner == nil || owner == FieldReference(field: reference.field)) else { continue }
      let at: Place? =
        owner == nil
        ? nil
        : owner?.column == nil && place.row != nil
          ? Place(field: place.field, row: place.row) : place
      let context: any EvaluationContext = at.map { evaluation.context(of: $0) } ?? evaluation
      switch rule.that.expression.truth(in: context) {
      case true: note("rules", rule.that.text, true, at: rule.position)
      case nil:
        note("rules", "\(rule.that.text): nothing to judge while something of it is blank", nil, at: rule.position)
      default:
        let kind = rule.severity == .warning ? " (a warning)" : ""
        note("rules", "\(rule.that.text): \(evaluation.text(rule.say, at: at))\(kind)", false, at: rule.position)
        if rule.severity == .error { explanation.refusal = explanation.refusal ?? evaluation.text(rule.say, at: at) }
      }
    }
  }
}
