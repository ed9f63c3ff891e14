import DataFormats
import FormSchema
import LabelData

/// What a scan would change in a form.
struct ScanChanges {
  struct RowChange {
    let lines: Int
    /// nil is a new row.
    let row: Int?
    var values: [(column: Int, value: FieldValue)] = []
    /// The field that counts up by one.
    var increment: Int?
  }

  var fields: [(field: Int, value: FieldValue)] = []
  var rows: [RowChange] = []
  /// Part of the label -> the field that takes it.
  var took: [(part: String, target: FieldReference)] = []
  var readAs: String?
  var isNothingNew: Bool { fields.isEmpty && rows.isEmpty }
}

enum ScanOutcome {
  case taken(ScanChanges)
  /// Every value of it stands there already.
  case same(String)
  /// `name` is nil where no field is concerned; `place` where the reason names the field itself.
  case refused(name: String?, why: String, place: Place? = nil)
  case ask(Question, name: String)
}

/// Decides where a scan goes (form-language.md, "Where a scan goes"). Changes nothing.
struct ScanRouter {
  let state: FormState
  let evaluation: Evaluation
  let surroundings: Surroundings
  let input: ScanInput
  /// The clerk has said that the new value may stand in place of the old one.
  var mayReplace = false
  /// The clerk has said that the same item again is another line.
  var isNewRow = false

  init(_ state: FormState, _ surroundings: Surroundings, _ input: ScanInput) {
    self.state = state
    self.surroundings = surroundings
    self.input = input
    evaluation = Evaluation(state, surroundings)
  }

  var form: FormDefinition { state.form }
  private var scan: Scan { input.scan }

  func route() -> ScanOutcome {
    if scan.text.isEmpty { return .refused(name: nil, why: "the code is empty") }
    if scan.text.utf8.contains(0) {
      return .refused(
        name: input.aim.map { form.path(of: $0) }, why: "the code holds a NUL character, which cannot be stored")
    }
    let readings = Label.readings(of: scan, today: surroundings.now.date)
    if !isAimedAtWholeCode {
      for label in readings {
        let parts = PartAssignment.assign(label, scan, state, evaluation)
        if !parts.isEmpty { return place(parts, of: label) }
      }
    }
    return routeWhole(readings[0])
  }

  private var isAimedAtWholeCode: Bool {
    input.aim.map { field($0).takes.isEmpty } ?? false
  }

  func field(_ reference: FieldReference) -> Field {
    reference.column.map { form.fields[reference.field].columns[$0] } ?? form.fields[reference.field]
  }

  // MARK: Parts

  private func place(_ parts: [PartAssignment], of label: Label) -> ScanOutcome {
    var changes = ScanChanges(readAs: label.readAs)
    for part in parts where part.target.column == nil {
      let cell = state.cells[part.target.field]
      if ComparableText.areSame(cell.value, part.value), cell.origin != .initial {
        changes.took.append((part.id, part.target))
      } else if cell.isFree || mayReplace {
        changes.fields.append((part.target.field, part.value))
        changes.took.append((part.id, part.target))
      } else {
        return occupied(Place(field: part.target.field), by: part.value)
      }
    }
    let lines = Set(parts.filter { $0.target.column != nil }.map(\.target.field)).sorted()
    for lines in lines {
      let own = parts.filter { $0.target.field == lines && $0.target.column != nil }
      switch route(own, toRowsOf: lines) {
      case .taken(let more):
        changes.rows += more.rows
        changes.took += more.took
      case let other: return other
      }
    }
    return judged(changes)
  }

  func occupied(_ place: Place, by value: FieldValue) -> ScanOutcome {
    let field = form.field(at: place)
    let label = field.label.text(in: surroundings.language)
    let text =
      "\(label) holds \(displayable(state.cell(at: place)?.text ?? "")), scanned: \(displayable(value.written))"
    let question = Question(
      .replace, text,
      choices: [("1", "save and begin the next record"), ("2", "replace"), ("3", "drop the scan")], scan: input)
    return .ask(question, name: form.name(of: place))
  }

  // MARK: The fields' own rules are the shutter

  /// Refuses what the bar code fields that take it would refuse.
  func judged(_ changes: ScanChanges) -> ScanOutcome {
    if changes.isNothingNew {
      return .same("\(displayable(scan.text)) stands there already: nothing changed")
    }
    var trial = state
    let places = trial.apply(changes, origin: .scanned, surroundings)
    let after = Evaluation(trial, surroundings)
    let isWhole = changes.took.contains { $0.part == "whole" }
    for place in places where form.field(at: place).type == .barcode || input.aim != nil || isWhole {
      guard let finding = after.findings(at: place).first(where: { $0.severity == .error }) else { continue }
      return .refused(name: finding.name, why: finding.message, place: finding.place ?? place)
    }
    return .taken(changes)
  }

  /// A sentence about a code that nobody wants: what was seen, and what is wanted.
  func unwanted(_ label: Label) -> ScanOutcome {
    if let problem = label.problems.first(where: { $0.severity == .error }) {
      return .refused(name: nil, why: problem.message)
    }
    let cursor = state.cursor.map { form.field(at: $0) }
    let wish = cursor.flatMap { field in
      field.type == .barcode
        ? ", \(field.label.text(in: surroundings.language)) wants \(wanted(by: field))"
        : nil
    }
    return .refused(
      name: nil,
      why: (seen(label).map { "this is \($0): no field takes it" } ?? "no field of this form takes this code")
        + (wish ?? ""))
  }

  /// What a label holds, nil for a plain code.
  func seen(_ label: Label) -> String? {
    let parts = label.elements.isEmpty ? label.parts : label.elements
    return parts.isEmpty ? nil : parts.map { "\($0.title) (\($0.id))" }.joined(separator: ", ")
  }

  func wanted(by field: Field) -> String {
    let parts = field.takes.filter { $0 != "whole" }.map { part in
      ApplicationIdentifier.named(part).map { "\($0.title) (\(part))" } ?? part
    }
    return (parts + (field.takesWhole ? [wantedCodes(field)] : [])).joined(separator: " or ")
  }

  func wantedCodes(_ field: Field) -> String {
    field.symbologies.isEmpty ? "a plain code" : field.symbologies.map(\.rawValue).sorted().joined(separator: ", ")
  }
}
