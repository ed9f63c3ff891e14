import DataFormats
import FormFlow
import FormSchema
import HandedCases
import LabelData
import Testing

@Suite(
  "The handed answers", .enabled(if: Shared.folder != nil, "the folder of handed cases is not beside the checkout"))
struct HandedAnswersTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: JSONValue
    var testDescription: String { json["name"]?.text ?? "" }
  }

  static let cases: [Case] = Shared.lines("cases/answers.jsonl").compactMap { line in
    (try? JSONValue(parsing: line)).map { Case(json: $0) }
  }

  @Test("what must be saved is saved, what must be refused is refused", arguments: cases)
  func answer(_ handed: Case) throws {
    let json = handed.json
    let reading = FormReader.read(path: Shared.path("cases/forms/\(json["form"]?.text ?? "")"))
    let form = try #require(reading.form)
    let now = try #require(Instant(json["now"]?.text ?? "2026-11-30T08:00:00+01:00"))
    let surroundings = Surroundings(now: now, station: "test", isHeadless: true)
    let outcome = AnswerFiller.fill(
      form, with: try #require(json["answer"]), recordID: "r", surroundings, readPicture: { _ in [] })
    let refused = Set(outcome.refused.map(\.name))
    let told = outcome.refused.map { "\($0.name): \($0.message)" }
    #expect((json["expect"]?.text == "saved") == (outcome.record != nil), "\(told)")
    for name in json["refused"]?.elements ?? [] { #expect(refused.contains(name.text ?? "?"), "\(told)") }
    for name in json["spared"]?.elements ?? [] { #expect(!refused.contains(name.text ?? "?"), "\(told)") }
    let values = outcome.record?["values"]
    for wanted in json["values"]?.members ?? [] {
      #expect(
        Self.agrees(wanted.value, values?[wanted.name]), "\(wanted.name): \(values?.description ?? "nothing saved")")
    }
    for name in json["absent"]?.elements ?? [] { #expect(values?[name.text ?? "?"] == nil) }
  }

  /// Decimals that a case writes as text compare digit by digit; a row by the keys that the case names.
  static func agrees(_ wanted: JSONValue, _ found: JSONValue?) -> Bool {
    switch (wanted, found) {
    case (.string(let a), .number(let b)): a == b
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { agrees($0, $1) }
    case (.object(let members), .object): members.allSatisfy { agrees($0.value, found?[$0.name]) }
    default: wanted.description == found?.description
    }
  }
}
