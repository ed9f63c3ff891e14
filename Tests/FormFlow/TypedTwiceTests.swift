import DataFormats
import FormFlow
import FormSchema
import LabelData
import Testing

/// `verify: twice`: what a clerk types in such a field, one entry after the other, and what stands there then.
@Suite("A field that is typed twice")
struct TypedTwiceTests {
  static let form = """
    form: t
    title: T
    version: 1
    fields:
      - {id: seal, label: Seal, type: barcode, verify: twice, required: true}
      - {id: weight, label: Weight, type: decimal, verify: twice, decimals: 1}
      - {id: remark, label: Remark, type: text}
    """

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let typed: [String]
    let value: String?
    /// A word of what is said beside the field.
    var says: String?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "the first time it is asked for again", typed: ["12.5"], value: nil, says: "again"),
    Case(name: "the second time it counts", typed: ["12.5", "12.5"], value: "12.5"),
    Case(name: "spaces around it make no difference", typed: ["12.5", " 12.5 "], value: "12.5"),
    Case(name: "another value is told", typed: ["12.5", "15.2"], value: nil, says: "not the same"),
    Case(name: "and it starts over", typed: ["12.5", "15.2", "15.2"], value: nil, says: "again"),
    Case(name: "until it comes twice running", typed: ["12.5", "15.2", "15.2", "15.2"], value: "15.2"),
    Case(name: "what is no value is told as such", typed: ["12.5", "x"], value: nil, says: "number"),
    Case(name: "a correction is typed twice too", typed: ["12.5", "12.5", "13"], value: nil, says: "again"),
    Case(name: "emptied, it is blank", typed: ["12.5", "12.5", ""], value: nil),
  ]

  static func state() throws -> (FormState, Surroundings) {
    let form = try #require(FormReader.read(SourceText(path: "t.yaml", text: form)).form)
    var surroundings = ScanRoutingTests.surroundings
    surroundings.isHeadless = false
    return (FormState(form, recordID: "r", surroundings), surroundings)
  }

  @Test("counts when both are the same", arguments: cases)
  func typing(_ expected: Case) throws {
    var (state, surroundings) = try Self.state()
    let place = Place(field: 1)
    for text in expected.typed { _ = state.handle(.typed(text, at: place), surroundings) }
    let evaluation = Evaluation(state, surroundings)
    #expect(evaluation.value(at: place)?.written == expected.value)
    let message = evaluation.findings(at: place).first?.message
    #expect(message?.contains(expected.says ?? "?") ?? false == (expected.says != nil), "\(message ?? "nothing said")")
  }

  @Test("the cursor stays once for the second entry; going on is not blocked")
  func moving() throws {
    var (state, surroundings) = try Self.state()
    let first = Place(field: 0)
    _ = state.handle(.typed("S1", at: first), surroundings)
    _ = state.handle(.next, surroundings)
    #expect(state.cursor == first)
    #expect(state.cells[0].text.isEmpty, "the second time is typed unseen")
    _ = state.handle(.next, surroundings)
    #expect(state.cursor == Place(field: 1))
    let effects = state.handle(.complete, surroundings)
    #expect(effects.contains { if case .showFailures = $0 { true } else { false } })
    _ = state.handle(.moved(to: first), surroundings)
    _ = state.handle(.typed("S1", at: first), surroundings)
    _ = state.handle(.next, surroundings)
    #expect(state.cursor == Place(field: 1))
    #expect(state.handle(.complete, surroundings).contains { if case .append = $0 { true } else { false } })
  }

  @Test("a scanned value is verified, also after a first entry")
  func scanned() throws {
    for typed in [[], ["S2"]] {
      var (state, surroundings) = try Self.state()
      for text in typed { _ = state.handle(.typed(text, at: Place(field: 0)), surroundings) }
      _ = state.handle(.scanned(ScanInput(Scan(wedge: "S1"), origin: .wedge)), surroundings)
      #expect(state.question == nil)
      #expect(Evaluation(state, surroundings).value(at: Place(field: 0)) == .text("S1"))
    }
  }

  @Test("the first entry is cleared, and no half of it is in the draft")
  func clearing() throws {
    var (state, surroundings) = try Self.state()
    _ = state.handle(.typed("S1", at: Place(field: 0)), surroundings)
    #expect(state.draft(surroundings)["fields"]?.members?.isEmpty == true)
    _ = state.handle(.clearField, surroundings)
    #expect(state.cells[0].isBlank && state.question == nil)
  }

  @Test("answers count as verified")
  func answers() throws {
    #expect(try AnswerTests.fill(#"{"seal":"S1","weight":"12.5"}"#, Self.form).record != nil)
  }
}
