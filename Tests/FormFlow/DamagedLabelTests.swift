import FormFlow
import FormSchema
import LabelData
import Testing

/// A GS1 label that is damaged is one plain text; but a field whose check speaks against it is no place for it.
@Suite("A damaged GS1 label")
struct DamagedLabelTests {
  static let form = """
    form: arrivals
    title: Arrivals
    version: 1
    fields:
      - {id: truck, label: Truck, type: integer}
      - {id: tracking, label: Tracking, type: barcode, check: {is: any-carrier, severity: warning}}
      - {id: pallet, label: Pallet, type: barcode, takes: "00", check: sscc}
    """
  static let wrongDigit = "]C100001234567890123453"
  /// By chance a number of Canada Post.
  static let tooShort = "]C10000123456789012"

  private func scanned(_ codes: [String], cursor: Int) throws -> FormState {
    var surroundings = ScanRoutingTests.surroundings
    surroundings.isHeadless = false
    var state = try ScanRoutingTests.state(Self.form)
    _ = state.handle(.moved(to: Place(field: cursor)), surroundings)
    for code in codes { _ = state.handle(.scanned(ScanInput(Scan(wedge: code), origin: .wedge)), surroundings) }
    return state
  }

  @Test("is not put into a field elsewhere that checks its codes; what is wrong with it is said", arguments: [0, 2])
  func elsewhere(cursor: Int) throws {
    for (code, word) in [(Self.wrongDigit, "check digit"), (Self.tooShort, "SSCC")] {
      let state = try scanned([code], cursor: cursor)
      #expect(state.cells[1].text.isEmpty && state.cells[2].text.isEmpty)
      #expect(state.refusals.last?.why.contains(word) == true, "\(state.refusals.map(\.why))")
    }
  }

  @Test("nor offered in place of what stands there")
  func occupied() throws {
    let state = try scanned(["1Z12345E1512345676", Self.wrongDigit], cursor: 2)
    #expect(state.question == nil && state.cells[1].text == "1Z12345E1512345676")
    #expect(state.refusals.count == 1)
  }

  @Test("goes into the field under the cursor if the clerk put it there: carriers do send numbers that fail")
  func underTheCursor() throws {
    #expect(try scanned([Self.wrongDigit], cursor: 1).cells[1].text == "00001234567890123453")
  }

  static let notes = """
    form: notes
    title: Notes
    version: 1
    fields:
      - {id: remark, label: Remark, type: text}
      - {id: seal, label: Seal, type: text, pattern: '\\d{20}'}
      - {id: pallet, label: Pallet, type: barcode, takes: "00", check: sscc, fills: {"02": content}}
      - {id: content, label: Content, type: text}
    """

  @Test(
    "is no remark, also where a scanner sends no identifier, if a field of the form takes its part",
    arguments: [
      ("a pallet", "00001234567890123453", 0, false), ("the same, marked", wrongDigit, 0, false),
      ("content that a field fills", "0204006381333932", 0, false),
      ("a pallet with its content", "000012345678901234530204006381333931", 0, false),
      ("a field with a rule that it keeps", "00001234567890123453", 1, true),
      ("no part of the form", "0104006381333932", 0, true), ("19 digits are no pallet", "0000123456789012345", 0, true),
      ("nor are letters", "0000123456789012345X", 0, true),
    ])
  func remark(name: String, code: String, cursor: Int, isTaken: Bool) throws {
    var surroundings = ScanRoutingTests.surroundings
    surroundings.isHeadless = false
    var state = try ScanRoutingTests.state(Self.notes)
    _ = state.handle(.moved(to: Place(field: cursor)), surroundings)
    _ = state.handle(.scanned(ScanInput(Scan(wedge: code), origin: .wedge)), surroundings)
    #expect(state.cells[cursor].text.isEmpty == !isTaken && state.cells[2].text.isEmpty)
    #expect(isTaken || state.notice?.text.contains("check digit") == true, "\(state.notice?.text ?? "")")
  }

  @Test("is refused for its check digit where no identifier says that it is a label, wherever the cursor is")
  func unmarked() throws {
    for cursor in 0...2 {
      let state = try scanned([String(Self.wrongDigit.dropFirst(3))], cursor: cursor)
      guard cursor != 1 else { continue }
      #expect(state.cells[1].text.isEmpty && state.cells[2].text.isEmpty)
      #expect(state.refusals.last?.why.contains("check digit") == true, "\(state.refusals.map(\.why))")
    }
  }

  @Test("a number without an identifier goes to the only field, doubtful or not")
  func plain() throws {
    #expect(try scanned(["RR473124828GB"], cursor: 0).cells[1].text == "RR473124828GB")
  }
}
