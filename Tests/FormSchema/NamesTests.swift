import DataFormats
import FormSchema
import Foundation
import Testing

/// Names that are not known, or may not be used: each is told once, with the name that was probably meant.
@Suite("Names in a form")
struct NamesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The keys of a bar code field `a`, which stands before `quantity`, a number, and `lines`.
    let keys: String
    let code: String
    var help: String?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "a key", keys: "requird: true", code: "unknown-key", help: "did you mean required?"),
    Case(
      name: "a symbology", keys: "symbologies: [ean13x]", code: "unknown-symbology", help: "did you mean ean-13?"),
    Case(name: "a check", keys: "check: ssc", code: "unknown-check", help: "did you mean sscc?"),
    Case(name: "a part", keys: "takes: '9999'", code: "unknown-part"),
    Case(
      name: "a field to fill", keys: "fills: {'37': quantty}", code: "unknown-field", help: "did you mean quantity?"),
    Case(
      name: "a field of rows to fill", keys: "fills: {'10': lines.lott}", code: "unknown-field",
      help: "did you mean lines.lot?"),
    Case(name: "a scope", keys: "unique: fom", code: "unknown-unique", help: "did you mean form?"),
    Case(name: "a trigger", keys: "trigger: pres", code: "unknown-trigger", help: "did you mean press?"),
    Case(name: "a list", keys: "choices: stats", code: "unknown-list", help: "did you mean states?"),
    Case(
      name: "a list without its brackets", keys: "choices: 'UPS, DHL'", code: "unknown-list",
      help: "put the entries in brackets: [UPS, DHL]"),
    Case(
      name: "a field of an expression", keys: "required: quantiy > 1", code: "unknown-field",
      help: "did you mean quantity?"),
    Case(
      name: "a field of all rows", keys: "required: any(lines.lott == 'x')", code: "unknown-field",
      help: "did you mean lot?"),
    Case(
      name: "a function", keys: "required: lenght(a) > 1", code: "unknown-function", help: "did you mean length?"),
    Case(
      name: "a column to look up", keys: "required: \"lookup(states, a, 'lable') == 'x'\"", code: "unknown-column",
      help: "did you mean label?"),
    Case(
      name: "a list to look up in", keys: "required: \"lookup(stats, a, 'label') == 'x'\"", code: "unknown-list",
      help: "did you mean states?"),
    Case(
      name: "a check in an expression", keys: "required: \"valid(a, 'ssc')\"", code: "unknown-check",
      help: "did you mean sscc?"),
    Case(name: "a key of another type", keys: "min: 1", code: "misplaced-key"),
    Case(name: "an older name that is in use", keys: "was: quantity", code: "former-name-in-use"),
    Case(name: "an older name that is none", keys: "was: Old", code: "bad-id", help: "for example: received_by"),
    Case(
      name: "a list's file", keys: "choices: {file: gone.csv, value: code}", code: "list-file"),
    Case(
      name: "a column of a list's file", keys: "choices: {file: NAMES-TEST.csv, value: cod}", code: "unknown-column",
      help: "did you mean code?"),
    Case(
      name: "a column for labels", keys: "choices: {file: NAMES-TEST.csv, value: code, label: nam}",
      code: "unknown-column", help: "did you mean name?"),
  ]

  @Test("that are not known are told once", arguments: cases)
  func unknown(_ expected: Case) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "code,name\nA,Apple\n".write(
      to: folder.appendingPathComponent("NAMES-TEST.csv"), atomically: true, encoding: .utf8)
    let text = """
      form: t
      title: T
      version: 1
      choices: {states: [new, old]}
      fields:
        - {id: a, label: A, type: barcode, \(expected.keys)}
        - {id: quantity, label: Q, type: integer}
        - {id: lines, label: Lines, type: lines, fields: [{id: lot, label: Lot, type: text}]}
      """
    let reading = FormReader.read(SourceText(path: folder.path + "/t.yaml", text: text))
    let told = reading.diagnostics
    #expect(told.map(\.code) == [expected.code], "\(told.map(\.message))")
    #expect(told.first?.position.line == 6)
    if let help = expected.help { #expect(told.first?.help == help) }
  }

  static let words = [
    "and", "or", "not", "in", "is", "blank", "if", "then", "else", "true", "false", "option", "scans", "overrides",
  ]

  @Test("that the language keeps for itself are no ids", arguments: words)
  func reserved(_ word: String) {
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: '\(word)', label: A, type: text}\n"
    #expect(FormReader.read(SourceText(path: "t.yaml", text: text)).errors.map(\.code) == ["reserved-id"])
  }

  @Test("of the command line call no form", arguments: ["fill", "lint", "records", "export", "doctor", "schema"])
  func verbs(_ word: String) {
    let text = "form: \(word)\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, type: text}\n"
    #expect(FormReader.read(SourceText(path: "t.yaml", text: text)).errors.map(\.code) == ["reserved-id"])
  }
}
