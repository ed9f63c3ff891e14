public import DataFormats
public import FormSchema
public import LabelData

/// Fills a form from one JSON object, as a clerk would: typed header values first, then the scans in their order,
/// then typed rows laid over by number.
public struct AnswerFiller {
  let form: FormDefinition
  let surroundings: Surroundings
  /// Reads the codes of a picture; a path as the answer gives it.
  let readPicture: (String) throws -> [Scan]

  var state: FormState
  private(set) var refused: [AnswerOutcome.Refused] = []
  private var refusedNames: Set<String> = []
  var notes: [AnswerOutcome.Warning] = []
  /// Everything that was read for this record, by the names of the scans.
  var labels: [(name: String, label: Label)] = []

  private init(
    _ form: FormDefinition, _ surroundings: Surroundings, recordID: String,
    readPicture: @escaping (String) throws -> [Scan]
  ) {
    self.form = form
    self.surroundings = surroundings
    self.readPicture = readPicture
    state = FormState(form, recordID: recordID, surroundings)
  }

  public static func fill(
    _ form: FormDefinition, with answer: JSONValue, recordID: String, _ surroundings: Surroundings,
    readPicture: @escaping (String) throws -> [Scan]
  ) -> AnswerOutcome {
    filled(form, with: answer, recordID: recordID, surroundings, readPicture: readPicture).outcome
  }

  /// The outcome, and the form as it was filled.
  public static func filled(
    _ form: FormDefinition, with answer: JSONValue, recordID: String, _ surroundings: Surroundings,
    readPicture: @escaping (String) throws -> [Scan]
  ) -> (outcome: AnswerOutcome, state: FormState) {
    var filler = AnswerFiller(form, surroundings, recordID: recordID, readPicture: readPicture)
    let outcome = filler.outcome(of: answer)
    return (outcome, filler.state)
  }

  mutating func refuse(_ name: String, _ message: String) {
    guard refusedNames.insert(name).inserted else { return }
    refused.append(AnswerOutcome.Refused(name: name, message: message))
  }

  private mutating func outcome(of answer: JSONValue) -> AnswerOutcome {
    guard let members = answer.members else {
      refuse("", "an answer is a JSON object: {\"field\": \"value\"}")
      return AnswerOutcome(record: nil, refused: refused, warnings: [])
    }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.name).inserted {
      refuse(member.name, "\(displayable(member.name)) stands twice in this answer")
    }
    typeHeader(members)
    if let scans = answer["scans"] { takeScans(scans) }
    for (index, field) in form.fields.enumerated() where field.type == .lines {
      if let rows = answer[field.id] { typeRows(rows, ofLines: index) }
    }
    state.settle(surroundings)
    return judge(answer["overrides"])
  }

  // MARK: Typed values

  private mutating func typeHeader(_ members: [JSONMember]) {
    for member in members where member.name != "scans" && member.name != "overrides" {
      guard let index = form.fieldIndex(member.name), form.fields[index].type != .note else {
        let near = closestMatch(to: member.name, in: form.fields.filter { $0.type != .note }.map(\.id)).map {
          ", did you mean \($0)?"
        }
        refuse(member.name, "the form has no field \(displayable(member.name))\(near ?? "")")
        continue
      }
      if form.fields[index].type == .lines { continue }
      enter(member.value, at: Place(field: index))
    }
  }

  private mutating func enter(_ value: JSONValue, at place: Place) {
    let field = form.field(at: place)
    let name = form.name(of: place)
    guard field.takesInput else {
      return refuse(name, "\(field.label.text(in: surroundings.language)) is computed: it takes no value")
    }
    guard let text = text(of: value, for: field) else { return refuse(name, Self.wanted(by: field)) }
    let before = state.cell(at: place)
    var typed = FormState.cell(typed: text, of: field, surroundings)
    if field.type == .choices, case .array(let elements) = value, typed.fault == nil {
      let texts = elements.compactMap(Self.word).withoutRepeats
      typed.value = texts.isEmpty ? nil : .texts(texts)
    }
    if let before, before.origin == .scanned, !before.isBlank {
      // Nothing typed says nothing against what was scanned.
      guard typed.isBlank || ComparableText.areSame(before.value, typed.value) else {
        return refuse(name, "scanned was \(displayable(before.text)), typed is \(displayable(text))")
      }
      return
    }
    state.setCell(typed, at: place)
  }

  /// A number stands for its digits, also among texts.
  private static func word(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// The text that stands for a JSON value; nil for a kind that the field does not take.
  private func text(of value: JSONValue, for field: Field) -> String? {
    switch value {
    case .null: return ""
    case .string(let text): return text
    case .number(let digits): return field.type == .boolean ? nil : digits
    case .boolean(let truth): return field.type == .boolean ? (truth ? "yes" : "no") : nil
    case .array(let elements) where field.type == .choices:
      let texts = elements.compactMap(Self.word)
      return texts.count == elements.count ? texts.joined(separator: " ") : nil
    case .array, .object: return nil
    }
  }

  private static func wanted(by field: Field) -> String {
    switch field.type {
    case .boolean: "this should be true or false"
    case .choices: "this should be a list of texts"
    default: "this should be a text or a number"
    }
  }

  private mutating func typeRows(_ value: JSONValue, ofLines lines: Int) {
    let id = form.fields[lines].id
    if case .null = value { return }
    guard let rows = value.elements else { return refuse(id, "the rows of \(id) are a list of objects") }
    guard rows.count <= FormState.maximumRows else {
      return refuse(id, "more than \(FormState.maximumRows) rows")
    }
    for (number, row) in rows.enumerated() {
      guard let members = row.members else {
        refuse("\(id)[\(number)]", "a row is an object: {\"field\": \"value\"}")
        continue
      }
      while state.rows[lines].count <= number {
        let added = state.appendRow(toLines: lines, surroundings)
        state.rows[lines][added].isPending = false
      }
      var seen: Set<String> = []
      for member in members {
        guard seen.insert(member.name).inserted else {
          refuse("\(id)[\(number)].\(member.name)", "\(displayable(member.name)) stands twice in this row")
          continue
        }
        guard let column = form.fields[lines].columns.firstIndex(where: { $0.id == member.name }) else {
          let known = form.fields[lines].columns.map(\.id)
          let near = closestMatch(to: member.name, in: known).map { ", did you mean \($0)?" }
          refuse("\(id)[\(number)].\(member.name)", "the rows have no field \(displayable(member.name))\(near ?? "")")
          continue
        }
        enter(member.value, at: Place(field: lines, row: number, column: column))
      }
    }
  }
}
