import DataFormats
import FormSchema
import Testing

/// The keys that speak of codes: what a form may say, and what it is told.
@Suite("Keys that speak of codes")
struct CodeKeysTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The keys of two bar code fields, in turn.
    let keys: [String]
    /// What the first takes; nil where the form is at fault.
    let takes: [String]?
    var takesWhole = false
    /// A word of each thing told.
    var told: [String] = []
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "whole is the default", keys: ["takes: whole"], takes: [], takesWhole: true),
    Case(name: "a list of whole alone", keys: ["takes: [whole]"], takes: [], takesWhole: true),
    Case(name: "a part", keys: ["takes: '00'"], takes: ["00"]),
    Case(name: "the first of two that is present", keys: ["takes: ['02', '01']"], takes: ["02", "01"]),
    Case(
      name: "a part, else the whole code", keys: ["takes: ['01', whole]"], takes: ["01", "whole"], takesWhole: true),
    Case(
      name: "what is never reached", keys: ["takes: [whole, '01']"], takes: [], takesWhole: true, told: ["never taken"]),
    Case(name: "data identifiers", keys: ["takes: [30P, 1P]"], takes: ["30P", "1P"]),
    Case(name: "no such part", keys: ["takes: '9999'"], takes: nil, told: ["no GS1 application identifier"]),
    Case(
      name: "one part for two fields, wherever in their lists", keys: ["takes: ['02', '01']", "takes: '01'"],
      takes: ["02", "01"], told: ["a takes 01 too"]),
    Case(
      name: "whole codes go by the fields' rules", keys: ["takes: ['01', whole]", "takes: ['10', whole]"],
      takes: ["01", "whole"], takesWhole: true),
  ]

  @Test("are read, and odd ones pointed at", arguments: cases)
  func reading(_ expected: Case) throws {
    let fields = zip(["a", "b"], expected.keys).map { "  - {id: \($0), label: L, type: barcode, \($1)}\n" }.joined()
    let reading = FormReader.read(
      SourceText(path: "t.yaml", text: "form: t\ntitle: T\nversion: 1\nfields:\n" + fields))
    #expect(reading.form?.fields.first?.takes == expected.takes)
    #expect(reading.form?.fields.first?.takesWhole ?? false == expected.takesWhole)
    #expect(reading.diagnostics.count == expected.told.count, "\(reading.diagnostics.map(\.message))")
    for (found, wanted) in zip(reading.diagnostics, expected.told) {
      #expect(found.message.contains(wanted), "\(found.message)")
    }
  }

  static let later = [
    ("verify once", "", ", verify: once", "verify can only be twice"),
    ("a data identifier in small letters", "", ", takes: 1p", "1p is no GS1 application identifier and no MH10.8.2"),
  ]

  @Test("that this program does not know are refused, not passed over", arguments: later)
  func refused(_ name: String, _ top: String, _ key: String, _ words: String) {
    let text = "form: t\ntitle: T\nversion: 1\n\(top)\nfields:\n  - {id: a, label: L, type: barcode\(key)}\n"
    let errors = FormReader.read(SourceText(path: "t.yaml", text: text)).errors
    #expect(errors.count == 1)
    #expect(errors.first?.message.contains(words) == true, "\(errors.map(\.message))")
  }

  static let constants =
    [
      ("1 > 2", "can never hold"), ("not (2 > 1)", "can never hold"), ("a is blank or 1 < 2", "never fails"),
      ("1 + 1 == 2", "never fails"), ("a is blank and 1 > 2", "can never hold"), ("a is blank", nil),
      ("a == 'x' or 1 > 2", nil),
      ("today() > 2026-01-01", nil),
    ] as [(String, String?)]

  @Test("rules that no value has a say in are pointed at", arguments: constants)
  func constant(_ rule: String, _ words: String?) {
    let text =
      "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: L, type: text}\nrules:\n  - {that: \"\(rule)\", say: Wrong}\n"
    let reading = FormReader.read(SourceText(path: "t.yaml", text: text))
    #expect(reading.form != nil)
    #expect(reading.diagnostics.count == (words == nil ? 0 : 1), "\(reading.diagnostics.map(\.message))")
    if let words { #expect(reading.diagnostics.first?.message.contains(words) == true) }
    if let first = reading.diagnostics.first { #expect(first.position.line == 7 && first.position.column == 13) }
  }

  @Test("a key that does not belong on its field is told once")
  func misplaced() {
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: L, type: text, min: 1}\n"
    let errors = FormReader.read(SourceText(path: "t.yaml", text: text)).errors
    #expect(errors.map(\.message) == ["min does not belong on a field of type text"])
  }
}
