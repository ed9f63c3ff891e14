import DataFormats
import FormFlow
import FormSchema
import LabelData
import Testing

/// What the keys of a clerk lead to, one after the other.
@Suite("Steps of the clerk")
struct StepsOfTheClerkTests {
  static let form = """
    form: t
    title: T
    version: 1
    fields:
      - {id: slip, label: Slip, type: barcode, keep: true, required: true}
      - {id: remark, label: Remark, type: text, keep: true}
      - id: lines
        label: Lines
        type: lines
        on_repeat: ask
        fields:
          - {id: code, label: Code, type: barcode, check: gtin, required: true}
          - {id: lot, label: Lot, type: text}
          - {id: pieces, label: Pieces, type: integer}
    """

  static var surroundings: Surroundings {
    var surroundings = ScanRoutingTests.surroundings
    surroundings.isHeadless = false
    return surroundings
  }

  static func state() throws -> FormState {
    let form = try #require(FormReader.read(SourceText(path: "t.yaml", text: form)).form)
    return FormState(form, recordID: "r", surroundings)
  }

  static let (slip, remark) = (Place(field: 0), Place(field: 1))
  static let pens = "4006381333931"

  private func scan(_ text: String) -> Event { .scanned(ScanInput(Scan(wedge: text), origin: .wedge)) }

  @Test("several events are one step: one draft, of the place where they lead")
  func oneStep() throws {
    var state = try Self.state()
    let effects = state.handle([.typed("S1", at: Self.slip), .next], Self.surroundings)
    #expect(effects.filter { if case .saveDraft = $0 { true } else { false } }.count == 1)
    let draft = state.draft(Self.surroundings)
    #expect(draft["cursor"]?["field"]?.text == "remark")
    let restored = try #require(FormState(state.form, restoring: draft, Self.surroundings))
    #expect(restored.cursor == Self.remark)
  }

  @Test("a draft without a place, or with one that is not there, opens on the first field that is missing")
  func draftsOfOld() throws {
    var state = try Self.state()
    _ = state.handle(
      [.typed("S1", at: Self.slip), .newLine, .typed("L1", at: Place(field: 2, row: 0, column: 1))], Self.surroundings)
    let members = try #require(state.draft(Self.surroundings).members)
    for place in [
      nil, "null", "7", #"{"field":"gone"}"#, #"{"field":"lines","row":9,"column":"code"}"#,
      #"{"field":"lines","row":-1,"column":"code"}"#, #"{"field":"lines","row":0}"#,
    ] {
      var draft = members.filter { $0.name != "cursor" }
      if let place { draft.append(JSONMember("cursor", try JSONValue(parsing: Array(place.utf8)))) }
      let restored = try #require(FormState(state.form, restoring: .object(draft), Self.surroundings))
      #expect(restored.cursor == Place(field: 2, row: 0, column: 0), "\(place ?? "none")")
      #expect(restored.rows[2].count == 1)
    }
  }

  @Test("only a saved record hands on; one that is thrown away hands on what it was given")
  func keeping() throws {
    let surroundings = Self.surroundings
    var saved = try Self.state()
    _ = saved.handle([.typed("S1", at: Self.slip), .typed("fine", at: Self.remark)], surroundings)
    var second = FormState(saved.form, recordID: "2", after: saved, surroundings)
    #expect(second.cells.prefix(2).map(\.text) == ["S1", "fine"])
    _ = second.handle([.typed("WRONG", at: Self.slip), .typed("", at: Self.remark)], surroundings)
    var third = FormState(saved.form, recordID: "3", insteadOf: second, surroundings)
    #expect(third.cells.prefix(2).map(\.text) == ["S1", "fine"])
    _ = third.handle(.typed("WRONG", at: Self.slip), surroundings)
    let restored = try #require(
      FormState(saved.form, restoring: second.draft(surroundings), insteadOf: third, surroundings))
    #expect(restored.cells[0].text == "WRONG", "a draft is as it was left")
    let fourth = FormState(saved.form, recordID: "4", insteadOf: restored, surroundings)
    #expect(fourth.cells.prefix(2).map(\.text) == ["S1", "fine"])
    var other = surroundings
    other.operatorName = "somebody else"
    let fifth = FormState(saved.form, recordID: "5", insteadOf: fourth, other)
    #expect(fifth.cells.allSatisfy { $0.text.isEmpty }, "it ends with the operator")
    let first = FormState(saved.form, recordID: "1", insteadOf: try Self.state(), surroundings)
    #expect(first.cells.allSatisfy { $0.text.isEmpty })
  }

  @Test("clearing twice throws away, after a question; anything between them makes it once")
  func clearing() throws {
    var state = try Self.state()
    _ = state.handle([.moved(to: Self.remark), .typed("x", at: Self.remark), .clearField], Self.surroundings)
    #expect(
      state.cells[1].isBlank && state.question == nil && state.notice?.text == "Cleared. Again: throw the record away")
    _ = state.handle(.clearField, Self.surroundings)
    #expect(state.question?.text == "Throw this record away?" && state.question?.safest == "n")
    _ = state.handle(.answered("n", reason: nil), Self.surroundings)
    for between in [Event.moved(to: Self.slip), .next, .complete, .undoScan, scan("S1")] {
      _ = state.handle([.moved(to: Self.remark), .clearField], Self.surroundings)
      #expect(state.notice?.text == "Empty. Again: throw the record away")
      _ = state.handle([between, .moved(to: Self.remark), .clearField], Self.surroundings)
      #expect(state.question == nil, "\(between)")
      #expect(state.withdrawDiscard() && !state.withdrawDiscard() && state.notice == nil)
    }
  }

  @Test("saving for the sake of a scan is offered where the record can be saved")
  func savingOffered() throws {
    var state = try Self.state()
    func keys() -> [Character]? { state.question?.choices.map(\.key) }
    _ = state.handle([scan("S1"), .newLine, scan(Self.pens), .moved(to: Self.slip), scan("S2")], Self.surroundings)
    #expect(keys() == ["1", "2", "3"])
    _ = state.handle([.answered("3", reason: nil), .newLine], Self.surroundings)
    _ = state.handle(.typed("L9", at: Place(field: 2, row: 1, column: 1)), Self.surroundings)
    _ = state.handle([.moved(to: Self.slip), scan("S2")], Self.surroundings)
    #expect(keys() == ["2", "3"], "a line has no code")
    let effects = state.handle(.answered("1", reason: nil), Self.surroundings)
    #expect(effects.isEmpty && state.question?.safest == "3")
  }

  @Test("an item that a line holds is asked about as such, wherever the cursor is")
  func repeatedItem() throws {
    for place in [nil, Place(field: 2, row: 0, column: 2)] {
      var state = try Self.state()
      _ = state.handle([scan("S1"), .newLine, scan(Self.pens)], Self.surroundings)
      if let place { _ = state.handle(.moved(to: place), Self.surroundings) }
      _ = state.handle(scan("0" + Self.pens), Self.surroundings)
      #expect(state.question?.text == "Lines: line 1 holds 0\(Self.pens) already")
      _ = state.handle(.answered("1", reason: nil), Self.surroundings)
      #expect(state.rows[2].filter { !$0.isPending }.count == 2)
    }
  }

  @Test("a scan taken back from the middle of the lines leaves no empty line there")
  func undoInTheMiddle() throws {
    var state = try Self.state()
    _ = state.handle([scan("S1"), .newLine, scan(Self.pens)], Self.surroundings)
    _ = state.handle(.newLine, Self.surroundings)
    let second = state.rows[2].count - 1
    _ = state.handle([.typed("L2", at: Place(field: 2, row: second, column: 1)), .undoScan], Self.surroundings)
    #expect(state.rows[2].filter { !$0.isPending }.count == 1)
    #expect(state.rows[2].first?.isPending == false)
    #expect(state.rows[2].first?.cells[1].text == "L2")
  }
}
