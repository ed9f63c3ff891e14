import DataFormats
import FormSchema
import Foundation
import HandedCases
import LabelData
import Testing

@testable import FormFlow

/// Lines that are judged from their bytes come out as they would the long way.
@Suite("Plain answers")
struct PlainAnswersTests {
  static let now = Instant("2026-11-30T08:00:00+01:00")!

  static func surroundings(holding held: Set<String> = ["B", "12", "04006381333931", "001234567890123469"])
    -> Surroundings
  {
    Surroundings(
      now: now, station: "test", isHeadless: true,
      holder: { query in held.contains(query.key[0]) ? UniqueHolder(inWords: "record 1") : nil },
      previousValues: { ["f1": "A", "f2": 7] })
  }

  /// What becomes of a line, in words: the record, else what is refused, then warnings and what must be unique.
  static func told(_ outcome: () throws -> AnswerOutcome) -> String {
    do {
      let outcome = try outcome()
      let unique = outcome.uniqueKeys.map { "\($0.field) \($0.with) \($0.key) \($0.scope)" }
      let saved = outcome.record?["id"]?.text
      return "\(outcome.record?.description ?? "-") \(outcome.json(line: 1, saved: saved)) \(unique)"
    } catch {
      return "\(error)"
    }
  }

  /// How a line was judged: both ways must say the same. Answers whether it was plain and right.
  static func compare(_ line: String, _ form: FormDefinition, _ reader: AnswerReader, _ plain: PlainAnswer?) -> Bool {
    let bytes = Array(line.utf8)
    let surroundings = surroundings()
    let short = told { try reader.fill(bytes, recordID: "r", surroundings) { _ in [] } }
    let long = told {
      AnswerFiller.fill(form, with: try JSONValue(parsing: bytes), recordID: "r", surroundings) { _ in [] }
    }
    #expect(short == long, "\(line) of \(form.path)")
    return bytes.withUnsafeBufferPointer { plain?.read($0) == true && plain?.isRight(surroundings) == true }
  }

  @Test("of random forms, random answers are judged alike", arguments: 1...20)
  func randomForms(seed: Int) throws {
    var random = PlainRandom(seed: UInt64(seed))
    var (right, forms) = (0, 0)
    while forms < 40 {
      let text = random.form()
      let reading = FormReader.read(SourceText(path: "random.yaml", text: text))
      // Not every form that chance makes is one.
      guard let form = reading.form else { continue }
      forms += 1
      let (reader, plain) = (AnswerReader(form), PlainAnswer(form))
      for _ in 0..<40 where Self.compare(random.answer(of: form), form, reader, plain) { right += 1 }
    }
    #expect(right > 40, "hardly an answer was judged from its bytes: \(right)")
  }

  @Test(
    "the handed answers, and what chance makes of them",
    .enabled(if: Shared.folder != nil, "the folder of handed cases is not beside the checkout"))
  func handedAnswers() throws {
    var random = PlainRandom(seed: 7)
    for line in Shared.lines("cases/answers.jsonl") {
      let handed = try JSONValue(parsing: line)
      guard let form = FormReader.read(path: Shared.path("cases/forms/\(handed["form"]?.text ?? "")")).form,
        let answer = handed["answer"]?.description
      else { continue }
      let (reader, plain) = (AnswerReader(form), PlainAnswer(form))
      _ = Self.compare(answer, form, reader, plain)
      for _ in 0..<60 { _ = Self.compare(random.changed(answer), form, reader, plain) }
      for _ in 0..<20 { _ = Self.compare(random.answer(of: form), form, reader, plain) }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let answer: String
    var isPlain = true
    var testDescription: String { name }
  }

  static let form = #"""
    form: parcels
    title: Parcels
    version: 1
    fields:
      - {id: tracking, label: No, type: text, required: true, pattern: '1Z[0-9A-Z]{4}', when: carrier == 'UPS'}
      - {id: carrier, label: Carrier, type: choice, choices: [UPS, DHL], default: DHL}
      - {id: pieces, label: Pieces, type: integer, min: 1, max: 99, required: carrier == 'DHL'}
      - {id: weight, label: Weight, type: decimal, decimals: 2, max: pieces * 30}
      - {id: due, label: Due, type: date, min: today()}
      - {id: sealed, label: Sealed, type: boolean}
      - {id: note, label: Note, type: text, upper: true, max_length: 5}
      - {id: pallet, label: Pallet, type: barcode, check: sscc, unique: form}
      - id: lines
        label: Lines
        type: lines
        max: 2
        fields:
          - {id: lot, label: Lot, type: text, required: true}
          - {id: count, label: Count, type: integer, default: 1}
        rules: [{that: count < 10, say: Many, severity: warning}]
      - {id: total, label: Total, type: computed, value: sum(lines.count)}
    rules: [{that: total <= pieces, say: Too many}]
    """#

  static let cases: [Case] = [
    Case(name: "known fields in their order", answer: #"{"carrier":"DHL","pieces":3,"weight":1.50,"sealed":false}"#),
    Case(name: "in another order, with spaces", answer: #" { "pieces" : "12 " , "carrier" : "DHL" } "#),
    Case(name: "null is blank, a default stands where nothing is said", answer: #"{"note":null,"pieces":1}"#),
    Case(name: "a bound that is an expression", answer: #"{"pieces":2,"weight":60,"due":"2026-11-30"}"#),
    Case(name: "rows", answer: #"{"pieces":4,"lines":[{"lot":"A"},{"lot":"B","count":3}]}"#),
    Case(name: "a bar code that passes its check", answer: #"{"pieces":4,"pallet":"001234567890123452"}"#),
    Case(name: "a bar code that does not", answer: #"{"pieces":4,"pallet":"001234567890123457"}"#, isPlain: false),
    Case(
      name: "a bar code that another record holds", answer: #"{"pieces":4,"pallet":"001234567890123469"}"#,
      isPlain: false),
    Case(name: "a required field is missing", answer: #"{"carrier":"DHL"}"#, isPlain: false),
    Case(name: "beyond a bound", answer: #"{"pieces":100}"#, isPlain: false),
    Case(name: "beyond a bound that is an expression", answer: #"{"pieces":2,"weight":60.1}"#, isPlain: false),
    Case(name: "a rule of the form", answer: #"{"pieces":1,"lines":[{"lot":"A","count":2}]}"#, isPlain: false),
    Case(name: "a warning", answer: #"{"pieces":20,"lines":[{"lot":"A","count":10}]}"#, isPlain: false),
    Case(name: "a field that is not shown", answer: #"{"pieces":1,"tracking":"nonsense"}"#),
    Case(name: "small letters where capitals are written", answer: #"{"pieces":1,"note":"ab"}"#, isPlain: false),
    Case(name: "too many decimals", answer: #"{"pieces":1,"weight":1.505}"#, isPlain: false),
    Case(name: "a date written otherwise", answer: #"{"pieces":1,"due":"301126"}"#, isPlain: false),
    Case(name: "no such day", answer: #"{"pieces":1,"due":"2026-02-30"}"#, isPlain: false),
    Case(name: "an exponent", answer: #"{"pieces":1e1}"#, isPlain: false),
    Case(name: "a zero before the number", answer: #"{"pieces":01}"#, isPlain: false),
    Case(name: "an escape", answer: #"{"pieces":1,"note":"\u0041"}"#, isPlain: false),
    Case(name: "beyond ASCII", answer: #"{"pieces":1,"note":"É"}"#, isPlain: false),
    Case(name: "a member twice", answer: #"{"pieces":1,"pieces":1}"#, isPlain: false),
    Case(name: "an unknown member", answer: #"{"pieces":1,"peaces":1}"#, isPlain: false),
    Case(name: "a computed field", answer: #"{"pieces":1,"total":1}"#, isPlain: false),
    Case(name: "scans", answer: #"{"pieces":1,"scans":[]}"#, isPlain: false),
    Case(name: "a comma too many", answer: #"{"pieces":1,}"#, isPlain: false),
    Case(name: "more behind the end", answer: #"{"pieces":1} 1"#, isPlain: false),
    Case(name: "half a line", answer: #"{"pieces":1"#, isPlain: false),
  ]

  @Test("what is plain, and what goes the long way", arguments: cases)
  func line(_ tested: Case) throws {
    let form = try #require(FormReader.read(SourceText(path: "parcels.yaml", text: Self.form)).form)
    #expect(Self.compare(tested.answer, form, AnswerReader(form), PlainAnswer(form)) == tested.isPlain)
  }

  @Test("one line says nothing about the next")
  func nextLine() throws {
    let form = try #require(FormReader.read(SourceText(path: "parcels.yaml", text: Self.form)).form)
    let (reader, plain) = (AnswerReader(form), PlainAnswer(form))
    #expect(Self.compare(#"{"pieces":9,"note":"A","lines":[{"lot":"A","count":9}]}"#, form, reader, plain))
    #expect(Self.compare(#"{"pieces":1}"#, form, reader, plain))
    #expect(!Self.compare(#"{"carrier":"UPS","pieces":1}"#, form, reader, plain))
    #expect(!Self.compare(#"{"note":"A"}"#, form, reader, plain))
  }
}
