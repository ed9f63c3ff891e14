public import DataFormats
import FormSchema
import LabelData

extension FormState {
  /// The record as it will be saved (records.md), without the members that the store adds: `number` and `crc32c`.
  public func record(_ surroundings: Surroundings) -> JSONValue {
    let evaluation = Evaluation(self, surroundings)
    let head = RecordHead(id: recordID, startedAt: startedAt, operatorName: operatorName)
    return form.record(
      head, evaluation, surroundings, scans: scans.map(\.json), overrides: overrides.map(\.json),
      refusals: refusalsJSON, milliseconds: fieldMilliseconds, notices: evaluation.adviceFiles())
  }

  /// What the record holds that no other may hold.
  public func uniqueKeys(_ surroundings: Surroundings) -> [UniqueQuery] { Evaluation(self, surroundings).uniqueKeys() }

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

/// What was known of a record when it was begun.
struct RecordHead {
  let id: String
  let startedAt: Instant
  let operatorName: String
}

extension FormDefinition {
  /// A record of this form, with the values of a filled one.
  func record(
    _ head: RecordHead, _ filled: some FilledForm, _ surroundings: Surroundings, scans: [JSONValue] = [],
    overrides: [JSONValue] = [], refusals: JSONValue = [], milliseconds: [JSONMember] = [],
    notices: [(name: String, hash: String)] = []
  ) -> JSONValue {
    let begun = head.startedAt.withMilliseconds
    let isOneMoment =
      head.startedAt == surroundings.now && head.startedAt.offsetMinutes == surroundings.now.offsetMinutes
    return .object([
      JSONMember("id", .string(head.id)), JSONMember("form", .string(id)),
      JSONMember("form_version", JSONValue(version)), JSONMember("form_hash", .string(hash)),
      JSONMember("station", .string(surroundings.station)),
      JSONMember("operator", head.operatorName.isEmpty ? .null : .string(head.operatorName)),
      JSONMember("started_at", .string(begun)),
      JSONMember("completed_at", .string(isOneMoment ? begun : surroundings.now.withMilliseconds)),
      JSONMember("business_date", .string(surroundings.businessDate.description)),
      JSONMember("values", .object(filled.recordedValues())),
      JSONMember("scans", .array(scans)),
      JSONMember("keyed", .array(filled.keyedNames().map { .string($0) })),
      JSONMember("overrides", .array(overrides)),
      JSONMember("refusals", refusals),
      JSONMember("field_ms", .object(milliseconds)),
      JSONMember("lists", .object((listHashes + notices).map { JSONMember($0.name, .string($0.hash)) })),
      JSONMember("supersedes", .null), JSONMember("void", false), JSONMember("reason", .null),
    ])
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
