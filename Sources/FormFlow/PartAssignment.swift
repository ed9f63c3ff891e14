import DataFormats
import FormSchema
import LabelData

/// One part of a label and the field that it goes to.
struct PartAssignment {
  /// The identifier as the form names it: `00`, `310`.
  let id: String
  let target: FieldReference
  let value: FieldValue
  /// 30, 37 and Q count what the label is on; they do not say what it is.
  let isCount: Bool

  private static let counts: Set<String> = ["30", "37", "Q"]

  /// Where the parts of a label go: to the field whose `takes` names it, else to the one that a `fills` names.
  static func assign(
    _ label: Label, _ scan: Scan, _ state: FormState, _ evaluation: Evaluation
  ) -> [PartAssignment] {
    let names = PartNames(form: state.form, symbology: scan.symbology)
    var assignments: [PartAssignment] = []
    var filled: Set<FieldReference> = []
    func assign(_ part: String, _ element: LabelElement, _ target: FieldReference) {
      guard !filled.contains(target),
        let value = value(of: element, for: state.form, target, today: evaluation.now.date)
      else { return }
      filled.insert(target)
      assignments.append(
        PartAssignment(id: part, target: target, value: value, isCount: counts.contains(part)))
    }
    var taken: Set<String> = []
    for (part, element, targets) in names.takers(of: label) {
      // The same again changes nothing, also where another field would take it.
      let holding = targets.first { target in
        guard target.column == nil, !state.cells[target.field].isFree else { return false }
        let value = value(of: element, for: state.form, target, today: evaluation.now.date)
        return ComparableText.areSame(state.cells[target.field].value, value)
      }
      let free = targets.first { target in
        target.column != nil || state.cells[target.field].isFree && !filled.contains(target)
      }
      guard let target = holding ?? free ?? targets.first else { continue }
      assign(part, element, target)
      taken.insert(element.id)
    }
    for fill in names.fills {
      guard let element = label.parts.first(where: { $0.isNamed(fill.part) && !taken.contains($0.id) }),
        !filled.contains(fill.target)
      else { continue }
      assign(fill.part, element, fill.target)
      if filled.contains(fill.target) { taken.insert(element.id) }
    }
    return assignments
  }

  /// The element as a value of that field; nil where it is none.
  private static func value(
    of element: LabelElement, for form: FormDefinition, _ target: FieldReference, today: CalendarDate
  ) -> FieldValue? {
    let field = target.column.map { form.fields[target.field].columns[$0] } ?? form.fields[target.field]
    switch field.type {
    case .text, .barcode, .choice: return .text(element.value)
    default: break
    }
    switch (LabelPart.typedValue(of: element, today: today), field.type) {
    case (.date(let date), .date), (.dateTime(let date, _), .date): return .date(date)
    case (.integer(let number), .integer), (.integer(let number), .decimal), (.decimal(let number), .decimal):
      return .number(number)
    default: return nil
    }
  }
}

/// Which fields a form names for which parts, as far as a code of this symbology may bring them.
struct PartNames {
  /// In the order of the form.
  let takes: [(parts: [String], target: FieldReference)]
  let fills: [(part: String, target: FieldReference)]

  init(form: FormDefinition, symbology: Symbology?) {
    var takes: [(parts: [String], target: FieldReference)] = []
    var fills: [(part: String, target: FieldReference)] = []
    func add(_ field: Field, _ reference: FieldReference) {
      // Most keyboard scanners do not say what they read: then the symbologies decide nothing.
      if let symbology, !symbology.isTaken(by: field.symbologies) { return }
      if !field.takes.isEmpty { takes.append((field.takes, reference)) }
      fills += field.fills
    }
    for (index, field) in form.fields.enumerated() {
      add(field, FieldReference(field: index))
      for (column, inner) in field.columns.enumerated() { add(inner, FieldReference(field: index, column: column)) }
    }
    self.takes = takes
    self.fills = fills
  }

  /// The parts that a `takes` names, each with the fields that do: of a list the first that the label holds.
  func takers(of label: Label) -> [(part: String, element: LabelElement, targets: [FieldReference])] {
    var found: [(part: String, element: LabelElement, targets: [FieldReference])] = []
    for (parts, target) in takes {
      for part in parts {
        guard let element = label.parts.first(where: { $0.isNamed(part) }) else { continue }
        if let known = found.firstIndex(where: { $0.element.id == element.id }) {
          found[known].targets.append(target)
        } else {
          found.append((part, element, [target]))
        }
        break
      }
    }
    return found
  }
}
