import DataFormats
import FormFlow
import FormSchema
import Foundation
import Testing

/// The advance ship notice, and warnings that only others may confirm.
@Suite("What is expected, and who may say otherwise")
struct ExpectingTests {
  /// A folder with notices beside the form.
  final class Dock {
    let folder = NSTemporaryDirectory() + "formentry-notice-" + UUID().uuidString

    init(_ files: [String: String] = [:]) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (name, text) in files { try write(text, name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }

    func read(_ form: String, notices: String? = nil) -> FormReading {
      FormReader.read(SourceText(path: folder + "/form.yaml", text: form), notices: notices)
    }
  }

  static let first = """
    note,pallet_no,gtin,description,pieces,best,kg
    A-1,P1,04006381333931,Pens,24,2031-12-31,1.5
    A-1,P1,04006381333931,Pens,24,2032-01-31,1.5
    A-1,P1,036000291452,Tissues,120,,9
    A-2,P2,04006381333931,Pens,12,20311231,

    """

  static func form(_ expects: String = "", _ fields: String = "", rules: String = "") -> String {
    """
    form: t
    title: T
    version: 1
    choices:
      bosses: [S-007, S-012]
    expects:
      file: asn-*.csv
      key: {pallet: pallet_no}
      lines: {gtin: gtin, quantity: pieces, best: best}
    \(expects)
    fields:
      - {id: pallet, label: Pallet, type: text}
      - {id: note, label: Note, type: text}
      - id: lines
        label: Lines
        type: lines
        fields:
          - {id: gtin, label: GTIN, type: barcode}
          - {id: quantity, label: Qty, type: integer}
          - {id: best, label: Best, type: date}
          - {id: due, label: Due, type: computed, value: expected(quantity)}
    \(fields)
    rules: \(rules.isEmpty ? "[]" : "\n" + rules)

    """
  }

  struct Answer: CustomTestStringConvertible, Sendable {
    let name: String
    var unknown = "warn"
    let answer: String
    /// field:rule of what is refused; empty where it is saved.
    var refused: [String] = []
    /// Computed values of the rows.
    var due: [String?] = []
    var testDescription: String { name }
  }

  static let answers: [Answer] = [
    Answer(name: "nothing said", answer: "{}"),
    Answer(name: "an advised pallet", answer: #"{"pallet": "P1", "note": "A-1"}"#),
    Answer(name: "one that is not", answer: #"{"pallet": "P9"}"#, refused: ["pallet"]),
    Answer(name: "one that is not, where that is right", unknown: "accept", answer: #"{"pallet": "P9"}"#),
    Answer(
      name: "one that is not, where that is wrong", unknown: "refuse", answer: #"{"pallet": "P9"}"#, refused: ["pallet"]
    ),
    Answer(name: "confirmed", answer: #"{"pallet": "P9", "overrides": ["expects"]}"#),
    Answer(
      name: "not to be confirmed", unknown: "refuse", answer: #"{"pallet": "P9", "overrides": ["expects"]}"#,
      refused: ["pallet"]),
    Answer(name: "of another note", answer: #"{"pallet": "P1", "note": "A-2"}"#, refused: ["pallet"]),
    Answer(
      name: "the advised numbers, over all lots", answer: #"{"pallet": "P1", "lines": [{"gtin": "4006381333931"}]}"#,
      due: ["48"]),
    Answer(
      name: "of one lot", answer: #"{"pallet": "P1", "lines": [{"gtin": "4006381333931", "best": "2031-12-31"}]}"#,
      due: ["24"]),
    Answer(
      name: "a GTIN in another spelling, and a row that was not advised",
      answer: #"{"pallet": "P1", "lines": [{"gtin": "00036000291452"}, {"gtin": "96385074"}]}"#, due: ["120", nil]),
    Answer(
      name: "a date without hyphens",
      answer: #"{"pallet": "P2", "lines": [{"gtin": "4006381333931", "best": "2031-12-31"}]}"#, due: ["12"]),
  ]

  private static var surroundings: Surroundings {
    Surroundings(
      now: Instant("2026-11-30T08:00:00+01:00") ?? Instant(milliseconds: 0, offsetMinutes: 0), station: "dock-3",
      operatorName: "mk", isHeadless: true)
  }

  private func fill(_ form: FormDefinition, _ answer: String, advice: Advice? = nil) throws -> AnswerOutcome {
    var surroundings = Self.surroundings
    surroundings.advice = advice
    return AnswerFiller.fill(
      form, with: try JSONValue(parsing: Array(answer.utf8)), recordID: "r", surroundings, readPicture: { _ in [] })
  }

  @Test("records are held against the notices", arguments: answers)
  func answer(_ expected: Answer) throws {
    let dock = try Dock(["asn-1.csv": Self.first, "other.csv": "x\n1\n"])
    let reading = dock.read(Self.form("  unknown: \(expected.unknown)"))
    let form = try #require(reading.form, "\(reading.diagnostics.map(\.message))")
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics.map(\.message))")
    let outcome = try fill(form, expected.answer)
    #expect(outcome.refused.map(\.name) == expected.refused, "\(outcome.refused)")
    #expect((outcome.record == nil) == !expected.refused.isEmpty)
    let rows = outcome.record?["values"]?["lines"]?.elements ?? []
    #expect(rows.map { $0["due"]?.description } == expected.due)
    if !expected.due.isEmpty { #expect(outcome.record?["lists"]?["asn-1.csv"] != nil, "the notice is named") }
  }

  @Test("notices lie beside the form and in the station's folder, and are read again")
  func folders() throws {
    let (dock, station) = try (
      Dock(["asn-1.csv": Self.first]), Dock(["asn-2.csv": "pallet_no,gtin,pieces,best\nP7,1,2,\n"])
    )
    let form = try #require(dock.read(Self.form(), notices: station.folder).form)
    let files = try #require(form.expects?.files)
    #expect(try fill(form, #"{"pallet": "P7"}"#).record != nil)
    let before = files.state()
    #expect(files.state() == before)
    try dock.write("pallet_no,gtin,pieces,best\nP8,1,2,\n", "asn-3.csv")
    #expect(files.state() != before)
    #expect(try fill(form, #"{"pallet": "P8"}"#).record == nil, "what was read with the form")
    #expect(try fill(form, #"{"pallet": "P8"}"#, advice: files.read()).record != nil)
    try dock.write("no table \"", "asn-4.csv")
    try dock.write("sscc,gtin\n1,2\n", "asn-5.csv")
    let advice = files.read()
    #expect(advice.faults.map(\.file) == ["asn-4.csv", "asn-5.csv"])
    #expect(try fill(form, #"{"pallet": "P1"}"#, advice: advice).record != nil, "the others count")
  }

  @Test("what came of what was advised")
  func goods() throws {
    let dock = try Dock(["asn-1.csv": Self.first])
    let form = try #require(dock.read(Self.form()).form)
    var state = FormState(form, recordID: "r", Self.surroundings)
    _ = state.handle(.typed("P1", at: Place(field: 0)), Self.surroundings)
    #expect(goods(state) == ["0 of 48 Pens", "0 of 120 Tissues"])
    for (row, (code, pieces)) in [("4006381333931", "24"), ("96385074", "3")].enumerated() {
      _ = state.handle(.newLine, Self.surroundings)
      _ = state.handle(.typed(code, at: Place(field: 2, row: row, column: 0)), Self.surroundings)
      _ = state.handle(.typed(pieces, at: Place(field: 2, row: row, column: 1)), Self.surroundings)
    }
    #expect(goods(state) == ["24 of 48 Pens", "0 of 120 Tissues", "3 of - 96385074"])
    let evaluation = Evaluation(state, Self.surroundings)
    #expect(evaluation.isUnadvised(row: 0, ofLines: 2) == false && evaluation.isUnadvised(row: 1, ofLines: 2) == true)
  }

  private func goods(_ state: FormState) -> [String] {
    Evaluation(state, Self.surroundings).advisedGoods().map {
      "\($0.received) of \($0.advised?.description ?? "-") \($0.name)"
    }
  }

  static let faults: [(String, String, String)] = [
    ("no key", "expects: {file: asn-*.csv}", "needs the key key"),
    ("no such field", "expects: {file: asn-*.csv, key: palet}", "there is no field palet"),
    ("rows as a key", "expects: {file: asn-*.csv, key: lines}", "names nothing that could be advised"),
    ("no such column", "expects: {file: asn-*.csv, key: pallet}", "has a column pallet"),
    (
      "no such column of the rows", "expects: {file: asn-*.csv, key: {pallet: pallet_no}, lines: {gtin: gitn}}",
      "a column gitn"
    ),
    (
      "no such field of the rows", "expects: {file: asn-*.csv, key: {pallet: pallet_no}, lines: {gtn: gtin}}",
      "no field gtn"
    ),
    (
      "another word", "expects: {file: asn-*.csv, key: {pallet: pallet_no}, unknown: refused}",
      "there is no unknown refused"
    ),
    ("another key", "expects: {file: asn-*.csv, key: {pallet: pallet_no}, unkown: warn}", "expects has no key unkown"),
    ("nothing expected", "hint: x", "a form has no key hint"),
  ]

  @Test("an expectation that is at fault is told once", arguments: faults)
  func fault(_ name: String, _ expects: String, _ words: String) throws {
    let dock = try Dock(["asn-1.csv": Self.first])
    let form = """
      form: t
      title: T
      version: 1
      \(expects)
      fields:
        - {id: pallet, label: P, type: text}
        - id: lines
          label: L
          type: lines
          fields: [{id: gtin, label: G, type: barcode}]

      """
    let errors = dock.read(form).errors
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect(errors.first?.message.contains(words) == true, "\(errors.map(\.message))")
  }

  @Test("expected() wants something expected, and no notice yet is no fault")
  func withoutNotices() throws {
    let none =
      "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, type: text, required: expected(a) is blank}\n"
    #expect(try Dock().read(none).errors.map(\.code) == ["nothing-expected"])
    let reading = try Dock().read(Self.form())
    #expect(reading.form != nil && reading.diagnostics.map(\.code) == ["no-notice"])
    let other = Self.form(
      "",
      "  - {id: x, label: X, type: computed, value: expected(note)}\n  - {id: y, label: Y, type: computed, value: expected(x)}"
    )
    let told = try Dock(["asn-1.csv": Self.first]).read(other).errors
    #expect(told.map(\.code) == ["not-advised"], "\(told.map(\.message))")
  }

  // MARK: confirm_by

  private static let guarded = form(
    rules: "  - {id: few, that: count(lines) > 0, say: No lines, severity: warning, confirm_by: bosses}")

  static let overrides: [(String, String, String?)] = [
    ("by nobody", #"["few"]"#, "must say by whom"),
    ("by somebody else", #"[{"rule": "few", "by": "S-099", "reason": "x"}]"#, "S-099 is not on bosses"),
    ("without a reason", #"[{"rule": "few", "by": "S-012", "reason": " "}]"#, "must say why"),
    ("as it must be", #"[{"rule": "few", "by": "S-012", "reason": "empty pallet"}]"#, nil),
  ]

  @Test("confirm_by wants a value of its list and a reason", arguments: overrides)
  func confirmed(_ name: String, _ overrides: String, _ lack: String?) throws {
    let form = try #require(Dock(["asn-1.csv": Self.first]).read(Self.guarded).form)
    let outcome = try fill(form, "{\"overrides\": \(overrides)}")
    guard let lack else {
      #expect(outcome.record?["overrides"]?.elements?.first?["by"]?.text == "S-012")
      return
    }
    #expect(outcome.refused.map(\.name) == [""] && outcome.refused[0].message.contains(lack), "\(outcome.refused)")
    #expect(outcome.warnings.map(\.confirmed) == [false])
  }

  @Test("at a screen: the badge, then the reason; anything else is asked again")
  func confirmedAtAScreen() throws {
    let form = try #require(Dock(["asn-1.csv": Self.first]).read(Self.guarded).form)
    var surroundings = Self.surroundings
    surroundings.isHeadless = false
    var state = FormState(form, recordID: "r", surroundings)
    _ = state.handle(.complete, surroundings)
    #expect(state.question?.confirmers.map(\.name) == ["bosses"] && state.question?.wantsOperator == false)
    _ = state.handle(.answered("y", reason: "empty"), surroundings)
    #expect(state.question != nil, "nobody of the list")
    _ = state.handle(.answered("y", reason: nil, by: ["S-007"]), surroundings)
    #expect(state.question != nil, "no reason")
    let effects = state.handle(.answered("y", reason: "empty", by: ["S-007"]), surroundings)
    guard case .append(let record)? = effects.first else {
      Issue.record("not saved: \(effects)")
      return
    }
    let override = record["overrides"]?.elements?.first
    #expect(override?["by"]?.text == "S-007" && override?["reason"]?.text == "empty")
  }

  @Test("confirm_by stands on warnings, and names a list")
  func confirmersAtFault() throws {
    let error = Self.form(rules: "  - {that: count(lines) > 0, say: No, confirm_by: bosses}")
    #expect(try Dock(["asn-1.csv": Self.first]).read(error).errors.map(\.code) == ["confirmed-error"])
    let unknown = Self.form(rules: "  - {that: count(lines) > 0, say: No, severity: warning, confirm_by: boses}")
    #expect(try Dock(["asn-1.csv": Self.first]).read(unknown).errors.map(\.code) == ["unknown-list"])
  }

  // MARK: was

  @Test("was joins the record before under its older name")
  func older() throws {
    let text =
      "form: t\ntitle: T\nversion: 2\nfields:\n  - {id: b, was: [a], label: B, type: text, default: = previous(b)}\n"
    let form = try #require(FormReader.read(SourceText(path: "t.yaml", text: text)).form)
    #expect(form.fields[0].was == ["a"])
    var surroundings = Self.surroundings
    surroundings.previousValues = { ["a": "old"] }
    let state = FormState(form, recordID: "r", surroundings)
    #expect(state.cells[0].text == "old")
  }

  static let claims: [(String, String, String, String?)] = [
    ("one name", "was: a", "was: c", nil), ("a name in use", "was: [y]", "was: c", "is still called y"),
    ("twice", "was: [a]", "was: [a]", "under was twice"), ("no id", "was: [A-1]", "was: b", "small letters"),
  ]

  @Test("older names are each claimed once", arguments: claims)
  func claiming(_ name: String, _ one: String, _ two: String, _ words: String?) {
    let text =
      "form: t\ntitle: T\nversion: 2\nfields:\n  - {id: x, \(one), label: X, type: text}\n  - {id: y, \(two), label: Y, type: text}\n"
    let errors = FormReader.read(SourceText(path: "t.yaml", text: text)).errors
    #expect(errors.count == (words == nil ? 0 : 1), "\(errors.map(\.message))")
    if let words { #expect(errors.first?.message.contains(words) == true) }
  }

  @Test("a list that names a value several times fits with any of its rows")
  func severalRows() throws {
    let dock = try Dock(["items.csv": "rma,gtin,what\nR1,4006381333931,Pen\nR2,4006381333931,Pen\nR2,96385074,Ink\n"])
    let text = """
      form: t
      title: T
      version: 1
      choices: {items: {file: items.csv, value: gtin, label: what}}
      fields:
        - {id: rma, label: R, type: text}
        - {id: gtin, label: G, type: barcode, choices: items, where: option.rma == rma}

      """
    let form = try #require(dock.read(text).form)
    #expect(try fill(form, #"{"rma": "R2", "gtin": "04006381333931"}"#).record != nil)
    #expect(try fill(form, #"{"rma": "R1", "gtin": "96385074"}"#).refused.map(\.name) == ["gtin"])
  }
}
