public import DataFormats
public import FormSchema
import LabelData

/// A record that is not complete yet, as it is kept on disk. It is bound to the form's id and hash.
extension FormState {
  public func draft(_ surroundings: Surroundings) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember("id", .string(recordID)), JSONMember("form", .string(form.id)),
      JSONMember("form_version", JSONValue(form.version)), JSONMember("form_hash", .string(form.hash)),
      JSONMember("station", .string(surroundings.station)), JSONMember("operator", .string(operatorName)),
      JSONMember("started_at", .string(startedAt.withMilliseconds)),
      JSONMember("saved_at", .string(surroundings.now.withMilliseconds)),
    ]
    var fields: [JSONMember] = []
    for (index, field) in form.fields.enumerated() {
      if field.type == .lines {
        let names = field.columns.map(\.id)
        let rows = rows[index].filter { !$0.isPending }.map { row in
          JSONValue.object(row.cells.indices.compactMap { Self.member(names[$0], row.cells[$0]) })
        }
        if !rows.isEmpty { fields.append(JSONMember(field.id, .array(rows))) }
      } else if let member = Self.member(field.id, cells[index]) {
        fields.append(member)
      }
    }
    members.append(JSONMember("fields", .object(fields)))
    members.append(JSONMember("scans", .array(scans.map(\.json))))
    if let cursor { members.append(JSONMember("cursor", cursorJSON(cursor))) }
    return .object(members)
  }

  /// The place as the draft's own rows count: those that nothing was entered into are no part of it.
  private func cursorJSON(_ place: Place) -> JSONValue {
    var members = [JSONMember("field", .string(form.fields[place.field].id))]
    if let row = place.row, let column = place.column {
      let before = rows[place.field].prefix(row).filter { !$0.isPending }.count
      members.append(JSONMember("row", JSONValue(before)))
      members.append(JSONMember("column", .string(form.fields[place.field].columns[column].id)))
    }
    return .object(members)
  }

  /// Where the clerk was; nil where the draft does not say, or the field is not shown any more.
  private mutating func place(_ saved: JSONValue?, _ surroundings: Surroundings) -> Place? {
    guard let index = saved?["field"]?.text.flatMap({ form.fieldIndex($0) }) else { return nil }
    guard form.fields[index].type == .lines else {
      return inputPlaces(Evaluation(self, surroundings)).first { $0 == Place(field: index) }
    }
    guard case .number(let digits)? = saved?["row"], let row = Int(digits), (0...rows[index].count).contains(row),
      let name = saved?["column"]?.text, let column = form.fields[index].columns.firstIndex(where: { $0.id == name })
    else { return nil }
    // The row that was begun, and nothing entered yet.
    let isNew = row == rows[index].count
    if isNew, newRow(inLines: index, surroundings) == nil { return nil }
    let place = Place(field: index, row: row, column: column)
    if inputPlaces(inRow: row, ofLines: index, Evaluation(self, surroundings)).contains(place) { return place }
    if isNew { rows[index].removeLast() }
    return nil
  }

  /// Nothing worth keeping has been entered yet.
  public var isUntouched: Bool {
    let all = cells + rows.flatMap { $0.flatMap(\.cells) }
    return !all.contains { $0.origin == .typed || $0.origin == .scanned }
  }

  private static func member(_ name: String, _ cell: Cell) -> JSONMember? {
    guard !cell.text.isEmpty else { return nil }
    return JSONMember(name, ["text": .string(cell.text), "origin": .string(cell.origin.rawValue)])
  }

  /// The record as its draft left it; nil where the draft is not of this form in this version.
  /// It stands in the place of `other`, which nothing was entered into.
  public init?(
    _ form: FormDefinition, restoring draft: JSONValue, insteadOf other: FormState? = nil, _ surroundings: Surroundings
  ) {
    guard draft["form"]?.text == form.id, draft["form_hash"]?.text == form.hash, let id = draft["id"]?.text else {
      return nil
    }
    self.init(form, recordID: id, insteadOf: other, surroundings)
    if let started = draft["started_at"]?.text.flatMap({ Instant($0) }) { startedAt = started }
    operatorName = draft["operator"]?.text ?? operatorName
    cells = form.fields.map { _ in Cell() }
    rows = form.fields.map { _ in [] }
    for (index, field) in form.fields.enumerated() {
      guard let saved = draft["fields"]?[field.id] else { continue }
      if field.type == .lines {
        rows[index] = (saved.elements ?? []).prefix(Self.maximumRows).map { row in
          Row(
            cells: field.columns.map { column in row[column.id].map { Self.cell($0, column, surroundings) } ?? Cell() },
            isPending: false)
        }
      } else if field.takesInput {
        cells[index] = Self.cell(saved, field, surroundings)
      }
    }
    scans = (draft["scans"]?.elements ?? []).compactMap { TakenScan($0) }
    history = scans.reversed().prefix(Self.keptHistory).map { scan in
      let text = scan.input.scan.text
      return HistoryEntry(text: text, summary: displayable(text), origin: scan.input.origin, at: scan.at)
    }
    cursor = place(draft["cursor"], surroundings) ?? firstMissing(surroundings) ?? firstToFill(surroundings)
  }

  private static func cell(_ saved: JSONValue, _ field: Field, _ surroundings: Surroundings) -> Cell {
    let text = saved["text"]?.text ?? ""
    let origin = saved["origin"]?.text.flatMap { Cell.Origin(rawValue: $0) } ?? .typed
    if origin == .scanned, field.valueType == .text, !text.isEmpty {
      return Cell(text: text, value: .text(text), fault: nil, origin: .scanned)
    }
    var cell = cell(typed: text, of: field, surroundings)
    if !cell.isBlank { cell.origin = origin }
    return cell
  }
}

extension TakenScan {
  /// As the draft holds it.
  init?(_ json: JSONValue) {
    guard let text = json["text"]?.text, let at = json["at"]?.text.flatMap({ Instant($0) }),
      let origin = json["origin"]?.text.flatMap({ ScanInput.Origin(rawValue: $0) })
    else { return nil }
    let scan = Scan(
      text: text, identifier: json["identifier"]?.text,
      symbology: json["symbology"]?.text.flatMap { Symbology(rawValue: $0) },
      raw: json["raw"]?.text.flatMap { Base64.decode($0) })
    self.init(
      input: ScanInput(scan, origin: origin),
      took: (json["took"]?.members ?? []).map { (part: $0.name, name: $0.value.text ?? "") },
      readAs: json["read_as"]?.text, at: at)
  }
}
