import DataFormats
import FormFlow
import FormSchema
import LabelData
import Testing

/// A line of answers, and what becomes of it.
@Suite("A line of answers")
struct AnswerTests {
  static let form = #"""
    form: intake
    title: Intake
    version: 1
    choices:
      colours: [red, green, '1']
    fields:
      - {id: pieces, label: Pieces, type: integer, default: 1}
      - {id: place, label: Place, type: text, default: A}
      - {id: share, label: Share, type: decimal, decimals: 2}
      - {id: colours, label: Colours, type: choices, choices: colours, default: [red]}
      - {id: about, label: Read this, type: note}
      - {id: pallet, label: Pallet, type: barcode, takes: "00", check: sscc, fills: {"310": share}}
      - {id: seal, label: Seal, type: barcode, symbologies: [code-39], when: place == 'B', pattern: 'S\d'}
      - {id: lot, label: Lot, type: barcode, takes: ["10", whole], pattern: 'L.*'}
      - id: lines
        label: Lines
        type: lines
        fields:
          - {id: gtin, label: GTIN, type: barcode, takes: "01", symbologies: [ean-13, gs1-128]}
          - {id: kind, label: Kind, type: text}
          - {id: tag, label: Tag, type: barcode, when: kind == 'x', pattern: 'T\d'}
          - {id: count, label: Count, type: integer}
          - {id: shelf, label: Shelf, type: text, keep: true}
        rules:
          - {that: count < 100, say: Many, severity: warning, id: many}
      - {id: of_x, label: Of x, type: computed, value: "sum(if lines.kind == 'x' then lines.count else 0)"}
    """#

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let answer: String
    /// Among the saved values; nil: refused.
    var saved: String?
    /// The names of the refusals, and words of their messages in the same order.
    var refused: [(name: String, words: String)] = []
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "null clears a default, as an empty text does", answer: #"{"pieces":null,"place":"","colours":null}"#,
      saved: #"{"of_x":0}"#),
    Case(
      name: "a number stands for its digits, also on a list, and nothing is chosen twice",
      answer: #"{"colours":["green",1,"green"]}"#, saved: #"{"colours":["green","1"]}"#),
    Case(
      name: "several choices as one text", answer: #"{"colours":"green red green"}"#,
      saved: #"{"colours":["green","red"]}"#),
    Case(name: "a note takes nothing", answer: #"{"about":"x"}"#, refused: [("about", "no field about")]),
    Case(
      name: "a member that stands twice in a row", answer: #"{"lines":[{"kind":"a","kind":"b"}]}"#,
      refused: [("lines[0].kind", "twice")]),
    Case(
      name: "an empty text over a scanned value takes nothing away",
      answer: #"{"scans":["]E04006381333931"],"lines":[{"gtin":"","kind":"a"}]}"#,
      saved: #"{"lines":[{"gtin":"04006381333931","kind":"a"}]}"#),
    Case(
      name: "typed against scanned", answer: #"{"scans":["]E04006381333931"],"lines":[{"gtin":"96385074"}]}"#,
      refused: [("lines[0].gtin", "scanned was 04006381333931")]),
    Case(
      name: "one GTIN in two spellings agrees",
      answer: #"{"scans":["]E04006381333931"],"lines":[{"gtin":"4006381333931"}]}"#,
      saved: #"{"lines":[{"gtin":"04006381333931"}]}"#),
    Case(
      name: "a condition over rows is asked of each row",
      answer: #"{"lines":[{"kind":"x","count":2},{"kind":"y","count":5},{"count":7},{"kind":"x","count":4}]}"#,
      saved: #"{"of_x":6}"#),
    Case(
      name: "a measure with more decimals than its field", answer: #"{"scans":["]C13103001255"]}"#,
      refused: [("share", "at most 2 decimals")]),
    Case(
      name: "a code aimed at a field that is not shown", answer: #"{"scans":[{"field":"seal","text":"S1"}]}"#,
      refused: [("seal", "not asked for")]),
    Case(
      name: "the same, shown", answer: #"{"place":"B","scans":[{"field":"seal","text":"S1"}]}"#,
      saved: #"{"seal":"S1"}"#),
    Case(
      name: "a code for a column that the row would not show",
      answer: #"{"scans":[{"field":"lines.tag","text":"T1"}]}"#,
      refused: [("lines[0].tag", "not asked for")]),
    Case(
      name: "a label without the part that is wanted", answer: #"{"scans":[{"field":"pallet","text":"]C121X"}]}"#,
      refused: [("pallet", "this is SERIAL (21): Pallet wants SSCC (00)")]),
    Case(
      name: "a plain code where a part is wanted",
      answer: #"{"scans":[{"field":"pallet","text":"001234567890123452"}]}"#,
      refused: [("pallet", "this is a plain code: Pallet wants SSCC (00)")]),
    Case(
      name: "a code of another symbology for a column",
      answer: #"{"scans":[{"field":"lines.gtin","text":"96385074","symbology":"ean-8"}]}"#,
      refused: [("lines[0].gtin", "wanted: ean-13, gs1-128")]),
    Case(name: "a part or else the whole code: the part", answer: #"{"scans":["]C110L7"]}"#, saved: #"{"lot":"L7"}"#),
    Case(name: "a part or else the whole code: the code", answer: #"{"scans":["]A0LOT"]}"#, saved: #"{"lot":"LOT"}"#),
    Case(
      name: "a warning is named by its id", answer: #"{"lines":[{"count":100}],"overrides":["many"]}"#,
      saved: #"{"lines":[{"count":100}]}"#),
    Case(
      name: "or by its expression, though it has an id",
      answer: #"{"lines":[{"count":100}],"overrides":["count < 100"]}"#,
      saved: #"{"lines":[{"count":100}]}"#),
    Case(
      name: "an override for one row leaves the others",
      answer: #"{"lines":[{"count":100},{"count":101}],"overrides":[{"rule":"many","field":"lines[1]"}]}"#,
      refused: [("lines[0]", "Many")]),
    Case(
      name: "a misspelt member of an override would hold for every row",
      answer: #"{"overrides":[{"rule":"many","feld":"lines[1]"}]}"#, refused: [("overrides", "did you mean field?")]),
    Case(
      name: "who confirms is a text", answer: #"{"overrides":[{"rule":"many","by":7}]}"#,
      refused: [("overrides", "by of an override is a text")]),
  ]

  static func fill(_ answer: String, _ text: String = form) throws -> AnswerOutcome {
    let reading = FormReader.read(SourceText(path: "t.yaml", text: text))
    let form = try #require(reading.form, "\(reading.errors.map(\.message))")
    var surroundings = ScanRoutingTests.surroundings
    surroundings.operatorName = "mk"
    return AnswerFiller.fill(
      form, with: try JSONValue(parsing: answer), recordID: "r", surroundings, readPicture: { _ in [] })
  }

  @Test("is saved or refused", arguments: cases)
  func answer(_ expected: Case) throws {
    let outcome = try Self.fill(expected.answer)
    #expect(outcome.refused.map(\.name) == expected.refused.map(\.name), "\(outcome.refused)")
    for (found, wanted) in zip(outcome.refused, expected.refused) {
      #expect(found.message.contains(wanted.words), "\(found.message)")
    }
    #expect((outcome.record == nil) == (expected.saved == nil))
    guard let saved = expected.saved else { return }
    let values = try #require(outcome.record?["values"])
    for member in try JSONValue(parsing: saved).members ?? [] {
      #expect(HandedAnswersTests.agrees(member.value, values[member.name]), "\(member.name): \(values)")
    }
  }

  @Test("what is kept from row to row at the screen is not carried over in answers")
  func kept() throws {
    let record = try Self.fill(#"{"lines":[{"kind":"a","shelf":"S"},{"kind":"b"}]}"#).record
    #expect(record?["values"]?["lines"]?.description == #"[{"kind":"a","shelf":"S"},{"kind":"b"}]"#)
  }

  @Test("null and empty texts leave their fields out")
  func cleared() throws {
    let record = try Self.fill(#"{"pieces":null,"place":"","colours":null}"#).record
    #expect(record?["values"]?.description == #"{"of_x":0}"#)
  }

  @Test("keyed are the fields in which a typed value is saved, rows each for themselves")
  func keyed() throws {
    func keyed(_ answer: String) throws -> String? { try Self.fill(answer).record?["keyed"]?.description }
    #expect(try keyed(#"{"scans":["]E04006381333931"]}"#) == "[]")
    #expect(try keyed(#"{"place":"C","lines":[{"gtin":"96385074"}],"seal":"S1"}"#) == #"["lines.gtin","place"]"#)
    #expect(
      try keyed(#"{"scans":["]E04006381333931"],"lines":[{"gtin":"4006381333931"},{"gtin":"96385074"}]}"#)
        == #"["lines.gtin"]"#)
  }

  @Test("an override is recorded with who and why, an entry a row")
  func overrides() throws {
    let record = try Self.fill(
      #"{"lines":[{"count":100},{"count":101}],"overrides":["many",{"rule":"many","field":"lines[1]","by":"S-1","reason":"counted"}]}"#
    ).record
    let overrides = record?["overrides"]?.elements ?? []
    #expect(overrides.map { $0["field"]?.text } == ["lines[0]", "lines[1]"])
    #expect(overrides.map { $0["by"]?.text } == ["mk", "S-1"])
    #expect(overrides.map { $0["reason"]?.text } == [nil, "counted"])
    #expect(overrides.allSatisfy { $0["rule"]?.text == "many" && $0["at"]?.text == "2026-11-30T08:00:00.000+01:00" })
  }

  @Test("a default that is no value of its field is refused like a typed one")
  func defaults() throws {
    let form = """
      form: t
      title: T
      version: 1
      fields:
        - {id: whole, label: Whole, type: integer, default: 7 / 2}
        - {id: exact, label: Exact, type: decimal, decimals: 2, default: 1 / 3}
        - {id: even, label: Even, type: integer, default: 6 / 2}
      """
    #expect(try Self.fill("{}", form).refused.map(\.name) == ["whole", "exact"])
    #expect(
      try Self.fill(#"{"whole":1,"exact":"0.5"}"#, form).record?["values"]?.description
        == #"{"whole":1,"exact":0.5,"even":3}"#)
  }
}
