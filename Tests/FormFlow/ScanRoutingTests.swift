import DataFormats
import FormFlow
import FormSchema
import LabelData
import Testing

/// Where a scan goes, told as a clerk sees it: what was scanned, one after the other, and what stands in the form then.
@Suite("Where a scan goes")
struct ScanRoutingTests {
  static let pallet = """
    form: pallet
    title: Pallet
    version: 1
    fields:
      - {id: note_no, label: Note, type: barcode, symbologies: [code-39], pattern: 'A-\\d{4}'}
      - id: sscc
        label: Pallet
        type: barcode
        symbologies: [gs1-128, code-128]
        takes: "00"
        check: sscc
        required: true
        fills: {"02": lines.gtin, "10": lines.lot, "17": lines.expiry, "15": lines.expiry, "37": lines.quantity}
      - id: lines
        label: Lines
        type: lines
        on_repeat: increment quantity
        fields:
          - {id: gtin, label: GTIN, type: barcode, takes: ["02", "01"], check: gtin, required: true}
          - {id: lot, label: Lot, type: text}
          - {id: expiry, label: Expiry, type: date}
          - {id: quantity, label: Qty, type: integer, default: 1}
      - {id: remark, label: Remark, type: text}
    """

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let scans: [String]
    /// Values by the names that answers use; nil is blank.
    var values: [String: String?] = [:]
    var rows: Int?
    /// The name and a word of the refusal of the last scan.
    var refused: (name: String, word: String)?
    var testDescription: String { name }
  }

  static let sscc = "]C100001234567890123452"
  static let other = "]C100106141411234567897"

  static let cases: [Case] = [
    Case(name: "the SSCC goes to the pallet", scans: [sscc], values: ["sscc": "001234567890123452"]),
    Case(
      name: "contents go to a new line", scans: ["]C1020400638133393117311231\u{1D}3748\u{1D}10LOT7"],
      values: [
        "lines[0].gtin": "04006381333931", "lines[0].expiry": "2031-12-31", "lines[0].quantity": "48",
        "lines[0].lot": "LOT7",
      ], rows: 1),
    Case(
      name: "the same pallet again changes nothing", scans: [sscc, sscc], values: ["sscc": "001234567890123452"]),
    Case(
      name: "another pallet never replaces it", scans: [sscc, other], values: ["sscc": "001234567890123452"],
      refused: ("sscc", "holds")),
    Case(
      name: "an EAN counts as its GTIN", scans: ["]E04006381333931"], values: ["lines[0].gtin": "04006381333931"],
      rows: 1),
    Case(
      name: "the same carton again counts up", scans: ["]E04006381333931", "]E04006381333931", "]E04006381333931"],
      values: ["lines[0].quantity": "3"], rows: 1),
    Case(
      name: "another lot is another line", scans: ["]C1020400638133393110A", "]C1020400638133393110B"],
      values: ["lines[0].lot": "A", "lines[1].lot": "B"], rows: 2),
    Case(
      name: "a label with its own count read again is asked about",
      scans: ["]C102040063813339313748", "]C102040063813339313748"], values: ["lines[0].quantity": "48"], rows: 1,
      refused: ("lines", "already")),
    Case(
      name: "what belongs to the line scanned last goes there", scans: ["]E04006381333931", "]C110LOT7"],
      values: ["lines[0].gtin": "04006381333931", "lines[0].lot": "LOT7"], rows: 1),
    Case(
      name: "17 before 15, as the form has them", scans: ["]C1020400638133393115300101\u{1D}17311231"],
      values: ["lines[0].expiry": "2031-12-31"]),
    Case(name: "a plain code goes where its rules fit", scans: ["]A0A-1001"], values: ["note_no": "A-1001"]),
    Case(
      name: "a plain code that no field takes is refused", scans: ["]A0B-1001"], values: ["note_no": nil],
      refused: ("note_no", "form that is wanted")),
    Case(
      name: "a code of another symbology is refused", scans: ["]Q1A-1001"], values: ["note_no": nil],
      refused: ("", "takes")),
    Case(
      name: "without an identifier the symbologies decide nothing", scans: ["00001234567890123452"],
      values: ["sscc": "001234567890123452"]),
    Case(
      name: "a wrong check digit takes the label apart for nobody", scans: ["]C100001234567890123453"],
      values: ["sscc": nil], refused: ("", "check digit")),
    Case(name: "an empty code is refused", scans: [""], refused: ("", "empty")),
    Case(name: "a NUL is refused", scans: ["]A0A\u{0}"], refused: ("", "NUL")),
  ]

  static func state(_ text: String = pallet) throws -> FormState {
    let reading = FormReader.read(SourceText(path: "t.yaml", text: text))
    let form = try #require(reading.form, "\(reading.errors.map(\.message))")
    return FormState(form, recordID: "r", surroundings)
  }

  static var surroundings: Surroundings {
    Surroundings(
      now: Instant("2026-11-30T08:00:00+01:00") ?? Instant(milliseconds: 0, offsetMinutes: 0), station: "t",
      isHeadless: true)
  }

  static func place(_ name: String, _ form: FormDefinition) -> Place? {
    let parts = name.split(whereSeparator: { "[].".contains($0) }).map(String.init)
    guard let field = form.fieldIndex(parts[0]) else { return nil }
    guard parts.count == 3 else { return Place(field: field) }
    return Place(field: field, row: Int(parts[1]), column: form.fields[field].columns.firstIndex { $0.id == parts[2] })
  }

  @Test("as the form says", arguments: cases)
  func route(_ expected: Case) throws { try check(expected, in: Self.pallet) }

  private func check(_ expected: Case, in form: String) throws {
    var state = try Self.state(form)
    for scan in expected.scans {
      _ = state.handle(.scanned(ScanInput(Scan(wedge: scan), origin: .wedge)), Self.surroundings)
    }
    let evaluation = Evaluation(state, Self.surroundings)
    for (name, value) in expected.values {
      let place = try #require(Self.place(name, state.form))
      let exists = place.row.map { state.rows[place.field].indices.contains($0) } ?? true
      #expect((exists ? evaluation.value(at: place)?.written : nil) == value, "\(name)")
    }
    if let rows = expected.rows { #expect(state.rows[2].count == rows) }
    if let refused = expected.refused {
      let last = try #require(state.refusals.last)
      #expect(last.name == refused.name)
      #expect(last.why.contains(refused.word), "\(last.why)")
    } else {
      #expect(state.refusals.isEmpty, "\(state.refusals.map(\.why))")
    }
  }

  static let pairs = """
    form: pairs
    title: Pairs
    version: 1
    fields:
      - {id: first, label: First, type: barcode, takes: "21"}
      - {id: second, label: Second, type: barcode, takes: "21"}
      - {id: left, label: Left, type: barcode, pattern: 'L.*'}
      - {id: right, label: Right, type: barcode, pattern: '[LR].*'}
    """

  static let pairCases: [Case] = [
    Case(name: "the first that is still empty", scans: ["]C121A", "]C121B"], values: ["first": "A", "second": "B"]),
    Case(
      name: "the same part again changes nothing", scans: ["]C121A", "]C121A"], values: ["first": "A", "second": nil]),
    Case(
      name: "a third part replaces nothing", scans: ["]C121A", "]C121B", "]C121C"],
      values: ["first": "A", "second": "B"],
      refused: ("first", "holds A")),
    Case(name: "the only field that would", scans: ["]A0R1"], values: ["left": nil, "right": "R1"]),
    Case(name: "several would", scans: ["]A0L1"], values: ["left": nil, "right": nil], refused: ("", "Left, Right")),
    Case(
      name: "the same code again changes nothing", scans: ["]A0R1", "]A0L1", "]A0L1"],
      values: ["left": "L1", "right": "R1"]),
  ]

  @Test("where two fields take one code", arguments: pairCases)
  func pair(_ expected: Case) throws { try check(expected, in: Self.pairs) }

  @Test("at the screen another pallet is asked about, and a scan meanwhile waits")
  func question() throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = try Self.state()
    func scan(_ text: String) { _ = state.handle(.scanned(ScanInput(Scan(wedge: text), origin: .wedge)), surroundings) }
    scan(Self.sscc)
    scan(Self.other)
    #expect(state.question != nil)
    scan("]E04006381333931")
    #expect(state.rows[2].filter { !$0.isPending }.isEmpty)
    _ = state.handle(.next, surroundings)
    #expect(state.question != nil, "a key that is none of the answers changes nothing")
    _ = state.handle(.answered("2", reason: nil), surroundings)
    #expect(state.question == nil)
    #expect(state.cells[1].text == "106141411234567897")
    #expect(state.rows[2].filter { !$0.isPending }.count == 1, "the scan that waited went in")
  }

  @Test("a scan that the text field under the cursor would refuse is refused there")
  func underTheCursor() throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, type: text, max_length: 4}\n"
    var state = FormState(try Self.state(text).form, recordID: "r", surroundings)
    for (text, value) in [("12345", ""), ("1234", "1234")] {
      _ = state.handle(.scanned(ScanInput(Scan(wedge: text), origin: .wedge)), surroundings)
      #expect(state.cells[0].text == value)
    }
    #expect(state.refusals.map(\.name) == ["a"])
  }

  static let count = """
    form: count
    title: Count
    version: 1
    fields:
      - {id: place, label: Place, type: barcode, pattern: 'B\\d{2}'}
      - {id: by, label: Counted by, type: text, pattern: '[A-Z]{2,4}', say: Two to four letters}
    """

  @Test(
    "a refusal names the code and the field: the cursor may be on another",
    arguments: [
      ("12", "12 for Place: "), ("1\u{1d}\u{1b}[31m2", "1{GS}{U+001B}[31m2 for Place: "),
      (String(repeating: "1", count: 30) + "22222222", "111111111111…22222222 for Place: "),
    ])
  func namedRefusal(code: String, beginning: String) throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = try Self.state(Self.count)
    _ = state.handle(.scanned(ScanInput(Scan(text: code, identifier: "]A0"), origin: .wedge)), surroundings)
    #expect(state.notice?.text.hasPrefix(beginning) == true, "\(state.notice?.text ?? "")")
  }

  @Test("what the text field under the cursor refuses may still be for a field that holds something")
  func refusedUnderTheCursor() throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = try Self.state(Self.count)
    func scan(_ text: String) { _ = state.handle(.scanned(ScanInput(Scan(wedge: text), origin: .wedge)), surroundings) }
    scan("B04")
    _ = state.handle(.moved(to: Place(field: 1)), surroundings)
    scan("B04")
    #expect(state.notice?.text == "B04 stands there already: nothing changed")
    scan("999")
    #expect(state.notice?.text.hasPrefix("999 for Counted by: Two to four letters") == true && state.question == nil)
    scan("B05")
    #expect(state.question?.text == "Place holds B04, scanned: B05")
    #expect(state.question?.choices.first?.label == "save and begin the next record")
  }

  @Test("and what a line holds already is refused as such")
  func refusedAsRepeated() throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = try Self.state(
      """
      form: t
      title: T
      version: 1
      fields:
        - id: parcels
          label: Parcels
          type: lines
          on_repeat: refuse
          fields: [{id: tracking, label: Tracking, type: barcode, check: ups}]
        - {id: received_by, label: Received by, type: text, pattern: '[A-Z]{2,4}'}
      """)
    func scan(_ text: String) { _ = state.handle(.scanned(ScanInput(Scan(wedge: text), origin: .wedge)), surroundings) }
    scan("1Z12345E1512345676")
    _ = state.handle(.moved(to: Place(field: 1)), surroundings)
    scan("1Z12345E1512345676")
    #expect(state.notice?.text.contains("Parcels") == true, "\(state.notice?.text ?? "")")
    scan("1Z999AA10123456784")
    #expect(state.rows[0].filter { !$0.isPending }.count == 2)
  }

  @Test("but not in place of what a field holds that has its doubts about it")
  func refusedAndDoubted() throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = try Self.state(
      """
      form: t
      title: T
      version: 1
      fields:
        - {id: tracking, label: Tracking, type: barcode, check: {is: any-carrier, severity: warning}}
        - {id: item, label: Item, type: barcode, check: gtin}
      """)
    for (text, cursor) in [("1Z12345E1512345676", 0), ("4006381333932", 1)] {
      _ = state.handle(.moved(to: Place(field: cursor)), surroundings)
      _ = state.handle(.scanned(ScanInput(Scan(wedge: text), origin: .wedge)), surroundings)
    }
    #expect(state.question == nil && state.cells[0].text == "1Z12345E1512345676")
    #expect(state.notice?.text.contains("check digit") == true)
  }

  @Test(
    "what is taken with a warning is told with it: ✓ stands for codes without one",
    arguments: [
      ("1Z12345E1512345676", Notice.Kind.taken, "1Z12345E1512345676"),
      ("1Z12345E1512345677", .doubtful, "As a UPS number the check digit should be 6, it is 7"),
      ("RR473124829GB", .doubtful, "Not of UPS"), ("]C1010952123454321317280101", .taken, "09521234543213"),
      ("]C1010952123454321317200101", .doubtful, "Very old"),
    ])
  func takenWithAWarning(code: String, kind: Notice.Kind, text: String) throws {
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = try Self.state(
      """
      form: t
      title: T
      version: 1
      fields:
        - id: tracking
          label: Tracking
          type: barcode
          check: {is: any-carrier, severity: warning}
          rules:
            - {that: "left(tracking, 2) == '1Z'", say: Not of UPS, severity: warning}
        - id: lines
          label: Lines
          type: lines
          fields:
            - {id: gtin, label: GTIN, type: barcode, takes: "01", fills: {"17": expiry}}
            - {id: expiry, label: Expiry, type: date}
          rules:
            - {that: expiry >= 2026-01-01, say: Very old, severity: warning}
      """)
    _ = state.handle(.scanned(ScanInput(Scan(wedge: code), origin: .wedge)), surroundings)
    let notice = try #require(state.notice)
    #expect(notice.kind == kind && notice.text.hasPrefix(text), "\(notice)")
  }

  @Test("somebody always answers for a confirmed warning: the station, where nobody said who works here")
  func confirmedBy() throws {
    let reading = FormReader.read(
      SourceText(
        path: "t.yaml",
        text: "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: n, label: N, type: integer}\n"
          + "rules:\n  - {id: many, that: n < 5, say: Many, severity: warning}\n"))
    let outcome = AnswerFiller.fill(
      try #require(reading.form), with: ["n": 9, "overrides": ["many"]], recordID: "r", Self.surroundings,
      readPicture: { _ in [] })
    #expect(outcome.record?["overrides"]?.elements?.first?["by"]?.text == "t")
  }

  @Test("the last scan is taken back as a whole")
  func undo() throws {
    var state = try Self.state()
    _ = state.handle(.scanned(ScanInput(Scan(wedge: Self.sscc), origin: .wedge)), Self.surroundings)
    _ = state.handle(.scanned(ScanInput(Scan(wedge: "]E04006381333931"), origin: .wedge)), Self.surroundings)
    _ = state.handle(.undoScan, Self.surroundings)
    #expect(state.rows[2].isEmpty)
    #expect(state.cells[1].text == "001234567890123452")
    #expect(state.scans.count == 1)
  }

  @Test("a draft gives the same record again")
  func draft() throws {
    var state = try Self.state()
    for scan in [Self.sscc, "]C1020400638133393110A\u{1D}3748", "]A0A-1001"] {
      _ = state.handle(.scanned(ScanInput(Scan(wedge: scan), origin: .wedge)), Self.surroundings)
    }
    _ = state.handle(.typed("fragile", at: Place(field: 3)), Self.surroundings)
    let draft = try JSONValue(parsing: state.draft(Self.surroundings).description)
    let restored = try #require(FormState(state.form, restoring: draft, Self.surroundings))
    #expect(restored.record(Self.surroundings).description == state.record(Self.surroundings).description)
  }
}
