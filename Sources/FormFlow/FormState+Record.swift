public import DataFormats
import FormSchema
import LabelData

extension FormState {
  /// The record as it will be saved (records.md), without the members that the store adds: `number` and `crc32c`.
  public func record(_ surroundings: Surroundings) -> JSONValue {
    let evaluation = Evaluation(self, surroundings)
    return .object([
      JSONMember("id", .string(recordID)), JSONMember("form", .string(form.id)),
      JSONMember("form_version", JSONValue(form.version)), JSONMember("form_hash", .string(form.hash)),
      JSONMember("station", .string(surroundings.station)),
      JSONMember("operator", operatorName.isEmpty ? .null : .string(operatorName)),
      JSONMember("started_at", .string(startedAt.withMilliseconds)),
      JSONMember("completed_at", .string(surroundings.now.withMilliseconds)),
      JSONMember("business_date", .string(surroundings.businessDate.description)),
      JSONMember("values", .object(values(evaluation))),
      JSONMember("scans", .array(scans.map(\.json))),
      JSONMember("keyed", .array(keyedNames(evaluation).map { .string($0) })),
      JSONMember("overrides", .array(overrides.map(\.json))),
      JSONMember("refusals", refusalsJSON),
      JSONMember("field_ms", .object(fieldMilliseconds)),
      JSONMember(
        "lists", .object((form.listHashes + evaluation.adviceFiles()).map { JSONMember($0.name, .string($0.hash)) })),
      JSONMember("supersedes", .null), JSONMember("void", false), JSONMember("reason", .null),
    ])
  }

  /// What the record holds that no other may hold.
  public func uniqueKeys(_ surroundings: Surroundings) -> [UniqueQuery] { Evaluation(self, surroundings).uniqueKeys() }

  /// Shown fields that are not blank; rows that something was entered into.
  func values(_ evaluation: Evaluation) -> [JSONMember] {
    form.fields.enumerated().compactMap { index, field in
      guard field.type == .lines else {
        return evaluation.value(ofField: index).map { JSONMember(field.id, $0.json) }
      }
      let rows = evaluation.activeRows(ofLines: index).map { row in
        JSONValue.object(
          field.columns.enumerated().compactMap { column, inner in
            let place = Place(field: index, row: row, column: column)
            return evaluation.value(at: place).map { JSONMember(inner.id, $0.json) }
          })
      }
      return rows.isEmpty ? nil : JSONMember(field.id, .array(rows))
    }
  }

  /// The fields, also of rows, in which a value that was typed is saved.
  private func keyedNames(_ evaluation: Evaluation) -> [String] {
    func isKeyed(_ place: Place) -> Bool {
      cell(at: place)?.origin == .typed && evaluation.value(at: place) != nil
    }
    return form.fields.enumerated().flatMap { index, field -> [String] in
      guard field.type == .lines else { return isKeyed(Place(field: index)) ? [field.id] : [] }
      let rows = evaluation.activeRows(ofLines: index)
      return field.columns.indices.filter { column in
        rows.contains { isKeyed(Place(field: index, row: $0, column: column)) }
      }.map { "\(field.id).\(field.columns[$0].id)" }
    }.sorted()
  }

  private var fieldMilliseconds: [JSONMember] {
    milliseconds.filter { $0.value > 0 }.map { JSONMember(form.path(of: $0.key), JSONValue($0.value)) }
      .sorted { $0.name < $1.name }
  }

  /// At most a hundred, then how many more there were.
  private var refusalsJSON: JSONValue {
    var entries = refusals.map { refusal in
      JSONValue.object([
        JSONMember("field", .string(refusal.name)), JSONMember("text", .string(refusal.text)),
        JSONMember("origin", .string(refusal.origin.rawValue)), JSONMember("why", .string(refusal.why)),
        JSONMember("at", .string(refusal.at.withMilliseconds)),
      ])
    }
    if furtherRefusals > 0 { entries.append(["more": JSONValue(furtherRefusals)]) }
    return .array(entries)
  }
}

extension TakenScan {
  static func json(
    _ input: ScanInput, _ took: [(part: String, name: String)], _ readAs: String?, _ at: Instant
  ) -> JSONValue {
    let scan = input.scan
    return .object([
      JSONMember("text", .string(scan.text)), JSONMember("symbology", JSONValue(scan.symbology?.rawValue)),
      JSONMember("identifier", JSONValue(scan.identifier)),
      JSONMember("raw", .string(Base64.encode(scan.raw ?? Array(scan.text.utf8)))),
      JSONMember("origin", .string(input.origin.rawValue)),
      JSONMember("took", .object(took.map { JSONMember($0.part, .string($0.name)) })),
      JSONMember("read_as", JSONValue(readAs)), JSONMember("at", .string(at.withMilliseconds)),
    ])
  }
}

extension Override {
  var json: JSONValue {
    [
      "rule": .string(rule), "field": .string(name), "by": .string(by), "reason": JSONValue(reason),
      "at": .string(at.withMilliseconds),
    ]
  }
}
