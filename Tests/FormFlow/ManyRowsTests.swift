import DataFormats
import FormFlow
import FormSchema
import Glibc
import LabelData
import Testing

/// However a record came to be, what is said about it is what would be said had it been there from the start.
@Suite("Records with many rows")
struct ManyRowsTests {
  static let form = #"""
    form: returns
    title: Returns
    version: 1
    choices:
      kinds: [box, bag, {value: OTHER, label: Another}]
      states:
        - {value: new, of: box}
        - {value: torn, of: box}
        - {value: wet, of: bag}
    fields:
      - {id: slip, label: Slip, type: text, required: true, pattern: 'S\d+'}
      - {id: kind, label: Kind, type: choice, choices: kinds, required: count(lines) > 2}
      - id: lines
        label: Lines
        type: lines
        min: if kind == 'box' then 2 else 1
        max: 30
        on_repeat: increment pieces
        fields:
          - {id: code, label: Code, type: barcode, takes: ["01", whole], required: true, max_length: 14, unique: {in: record, with: [lot]}}
          - {id: lot, label: Lot, type: text}
          - {id: pieces, label: Pieces, type: integer, default: 1, min: 1, max: total}
          - {id: state, label: State, type: choice, choices: states, where: option.of == kind, required: kind != 'OTHER'}
          - {id: why, label: Why, type: text, when: state == 'torn' or pieces > 3, required: pieces > 5}
          - {id: serial, label: Serial, type: text, unique: record}
          - {id: double, label: Double, type: computed, value: pieces * 2}
        rules:
          - {that: lot != slip, say: 'Lot {lot} is the slip', severity: warning}
          - {that: pieces <= sum(lines.pieces) / 2 or count(lines) < 4, say: More than half}
      - {id: total, label: Total, type: computed, value: sum(lines.pieces)}
      - {id: seal, label: Seal, type: text, when: total > 10, required: true}
    rules:
      - {that: sum(lines.double) == total * 2, say: Never}
      - {that: total < 40, say: '{total} are many', severity: warning}
    """#

  static func definition() throws -> FormDefinition {
    let reading = FormReader.read(SourceText(path: "t.yaml", text: form))
    return try #require(reading.form, "\(reading.diagnostics.map(\.message))")
  }

  static var surroundings: Surroundings {
    var surroundings = ScanRoutingTests.surroundings
    surroundings.isHeadless = false
    return surroundings
  }

  @Test("what is said after any events is what is said of the same record read from its draft", arguments: 0..<12)
  func anyEvents(_ seed: Int) throws {
    let form = try Self.definition()
    let surroundings = Self.surroundings
    var state = FormState(form, recordID: "r", surroundings)
    var clerk = RandomClerk(seed: UInt64(seed))
    for step in 0..<120 {
      let event = clerk.event(for: state, surroundings)
      _ = state.handle(event, surroundings)
      let told = "seed \(seed), step \(step), \(event)"
      let evaluation = Evaluation(state, surroundings)
      let said = Self.texts(evaluation.findings())
      #expect(said == Self.texts(Self.byParts(state, evaluation)), "\(told)")
      #expect(Self.repeats(state, evaluation) == said.filter { $0.contains("holds this already") }, "\(told)")
      let restored = try #require(FormState(form, restoring: state.draft(surroundings), surroundings))
      let afresh = Evaluation(restored, surroundings)
      #expect(said == Self.texts(afresh.findings()), "\(told)")
      #expect(Self.values(state) == Self.values(restored), "\(told)")
      if let cursor = state.cursor, state.inputPlaces(evaluation).contains(cursor) {
        #expect(restored.cursor == Self.cursorInDraft(state), "\(told)")
      }
      if case .scanned = event, state.notice?.kind == .taken, let missing = Self.firstMissing(state, evaluation) {
        #expect(state.cursor == missing, "\(told)")
      }
    }
  }

  static func texts(_ findings: [Finding]) -> [String] { findings.map { "\($0.name): \($0.message) \($0.severity)" } }

  static func values(_ state: FormState) -> String? { state.record(surroundings)["values"]?.description }

  /// The same findings, asked for place by place.
  static func byParts(_ state: FormState, _ evaluation: Evaluation) -> [Finding] {
    let all = evaluation.findings()
    var parts: [Finding] = []
    for (index, field) in state.form.fields.enumerated() where evaluation.isVisible(field: index) {
      guard field.type == .lines else {
        parts += evaluation.findings(at: Place(field: index))
        continue
      }
      // The numbers of rows are no matter of one row.
      parts += all.filter { $0.place == Place(field: index) }
      parts += evaluation.activeRows(ofLines: index).flatMap { evaluation.findings(ofRow: $0, ofLines: index) }
    }
    return parts + all.filter { $0.place == nil }
  }

  /// Every line with a code and lot, or a serial, that a line before it has, found the long way.
  static func repeats(_ state: FormState, _ evaluation: Evaluation) -> [String] {
    func key(_ row: Int, _ columns: [Int]) -> [String]? {
      let values = columns.map { evaluation.value(at: Place(field: 2, row: row, column: $0))?.written }
      return values[0] == nil ? nil : values.map { ComparableText.key($0 ?? "") }
    }
    let rows = evaluation.activeRows(ofLines: 2)
    return rows.flatMap { row -> [String] in
      [("code", [0, 1]), ("serial", [5])].compactMap { name, columns in
        guard let own = key(row, columns), let other = rows.first(where: { $0 < row && key($0, columns) == own })
        else { return nil }
        let text = "lines[\(row)].\(name): line \(other + 1) holds this already error"
        // A field tells its first fault alone.
        let code = evaluation.value(at: Place(field: 2, row: row, column: 0))?.written ?? ""
        return name == "code" && code.unicodeScalars.count > 14 ? nil : text
      }
    }
  }

  static func cursorInDraft(_ state: FormState) -> Place? {
    guard let cursor = state.cursor, let row = cursor.row else { return state.cursor }
    let before = state.rows[cursor.field].prefix(row).filter { !$0.isPending }.count
    return Place(field: cursor.field, row: before, column: cursor.column)
  }

  static func firstMissing(_ state: FormState, _ evaluation: Evaluation) -> Place? {
    state.inputPlaces(evaluation).first { place in
      let isPending = place.row.map { state.rows[place.field][$0].isPending } ?? false
      return !isPending && state.cell(at: place)?.isBlank == true
        && evaluation.findings(at: place).contains { $0.message.hasSuffix("is missing") }
    }
  }

  @Test("a thousand rows by scans: none of them is lost, and each is quick")
  func aThousandRows() throws {
    let text = Self.form.replacingOccurrences(of: "max: 30", with: "max: 5000")
    let form = try #require(FormReader.read(SourceText(path: "t.yaml", text: text)).form)
    var surroundings = Self.surroundings
    surroundings.isHeadless = true
    var state = FormState(form, recordID: "r", surroundings)
    _ = state.handle(.typed("OTHER", at: Place(field: 1)), surroundings)
    func scan(_ numbers: Range<Int>) -> UInt64 {
      // What this thread worked, whatever else the machine does.
      let began = workedNanoseconds()
      for number in numbers {
        let code = RandomClerk.gtin(number, digits: 13)
        _ = state.handle(.scanned(ScanInput(Scan(wedge: code), origin: .wedge)), surroundings)
      }
      return workedNanoseconds() - began
    }
    let first = scan(0..<100)
    let middle = scan(100..<900)
    let last = scan(900..<1000)
    #expect(state.rows[2].count == 1000)
    #expect(Evaluation(state, surroundings).findings().filter { $0.name.hasPrefix("lines[") }.isEmpty)
    // Ten to twenty times the rows, and far from as many times ten times the work.
    #expect(last < 60 * first, "\(first), \(middle), \(last)")
  }
}

/// Processor time of this thread.
private func workedNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Does whatever comes to mind, the same for the same seed.
struct RandomClerk {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(1, limit)))
  }

  private mutating func one<T>(of choices: [T]) -> T { choices[number(below: choices.count)] }

  /// A GTIN of so many digits: the same number in several spellings is one code.
  static func gtin(_ number: Int, digits: Int) -> String {
    let body = String(40_063_810_000 + number)
    let sum = body.reversed().enumerated().reduce(0) {
      $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 3 : 1)
    }
    let code = body + String((10 - sum % 10) % 10)
    return String(repeating: "0", count: max(0, digits - code.count)) + code
  }

  private mutating func code() -> String {
    let gtin = Self.gtin(number(below: 6), digits: 12 + number(below: 3))
    switch number(below: 6) {
    case 0: return "]C101" + Self.gtin(number(below: 6), digits: 14) + "10L\(number(below: 3))"
    case 1: return "X\(number(below: 4))"
    case 2: return "far too long for this field \(number(below: 3))"
    default: return gtin
    }
  }

  mutating func event(for state: FormState, _ surroundings: Surroundings) -> Event {
    if let question = state.question { return .answered(one(of: question.choices).key, reason: nil) }
    let places = state.inputPlaces(Evaluation(state, surroundings))
    let place = one(of: places)
    switch number(below: 16) {
    case 0...4: return .scanned(ScanInput(Scan(wedge: code()), origin: .wedge))
    case 5...8:
      let texts = ["", "S1", "L1", "L2", "box", "bag", "OTHER", "new", "torn", "wet", "4", "7", "x y", "12", code()]
      return .typed(one(of: texts), at: place)
    case 9: return .moved(to: place)
    case 10: return .newLine
    case 11: return .deleteLine
    case 12: return .clearField
    case 13: return .undoScan
    case 14: return one(of: [.next, .back, .repeatPrevious])
    default: return .complete
    }
  }
}
