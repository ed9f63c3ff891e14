import DataFormats
import FormSchema
import Testing

@Suite("Words that other languages have for true and false")
struct TruthWordsTests {
  @Test(
    "are told what they are called here",
    arguments: [
      ("yes", "true"), ("No", "false"), ("on", "true"), ("off", "false"), ("True", "true"), ("FALSE", "false"),
    ])
  func help(_ word: String, _ meant: String) throws {
    let reading = FormReader.read(
      SourceText(
        path: "t.yaml",
        text: "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, type: text}\n"
          + "  - {id: b, label: B, type: text, required: a == 'x' and \(word)}\n"
          + "  - {id: c, label: C, type: text, when: \(word)}\n"))
    let told = reading.errors.filter { $0.message.contains("field \(word)") }
    #expect(told.map(\.help) == Array(repeating: "did you mean \(meant)?", count: told.count) && !told.isEmpty)
  }

  @Test("are names, where a field has one of them")
  func name() {
    let reading = FormReader.read(
      SourceText(
        path: "t.yaml",
        text: "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: on, label: On, type: boolean}\n"
          + "  - {id: b, label: B, type: text, required: on}\n"))
    #expect(reading.errors.isEmpty)
  }
}

@Suite("Types by the names that they have elsewhere")
struct TypeNamesTests {
  @Test(
    "are told what they are called here",
    arguments: [
      ("bool", "boolean"), ("Checkbox", "boolean"), ("string", "text"), ("str", "text"), ("int", "integer"),
      ("float", "decimal"), ("number", "integer or decimal"), ("timestamp", "datetime"), ("enum", "choice"),
      ("select", "choice"), ("list", "choice or lines"), ("multiselect", "choices"), ("table", "lines"),
      ("formula", "computed"), ("heading", "note"), ("Strichcode", "barcode"), ("intger", "integer"),
    ])
  func help(_ word: String, _ meant: String) throws {
    let told = try #require(ImpossibleValuesTests.told(of: "type: \(word)").first)
    #expect(told.message == "there is no type \(word)" && told.help == "did you mean \(meant)?", "\(told)")
  }

  @Test("others are told all there are")
  func all() throws {
    let told = try #require(ImpossibleValuesTests.told(of: "type: hologram").first)
    #expect(told.help?.hasPrefix("it is one of: text, integer, ") == true)
  }
}

@Suite("What a supervisor is told about a value or a name that cannot be")
struct ImpossibleValuesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let field: String
    let words: String
    var help: String?
    var testDescription: String { field }
  }

  static let cases: [Case] = [
    Case(field: "type: decimal, min: 5, max: -10", words: "min 5 is above max -10"),
    Case(field: "type: integer, min: 2 * 3, max: 5", words: "min 6 is above max 5"),
    Case(field: "type: integer, default: 9, max: 3", words: "its own default 9: max is 3"),
    Case(field: "type: integer, default: -1, min: 0", words: "its own default -1: min is 0"),
    Case(field: "type: decimal, decimals: 1, default: 1.25", words: "its own default 1.25"),
    Case(field: "type: date, default: 2026-11-30, min: 2026-12-01", words: "its own default 2026-11-30"),
    Case(
      field: "type: text, when: kind == London", words: "there is no field London",
      help: "a text goes in quotes: 'London'"),
    Case(field: "type: text, when: kin == 'A1'", words: "there is no field kin", help: "did you mean kind?"),
    Case(
      field: "type: date, min: 01.12.2026", words: "one point at most",
      help: "a date is written year-month-day: 2026-12-31"),
  ]

  static func told(of field: String) -> [Diagnostic] {
    FormReader.read(
      SourceText(
        path: "t.yaml",
        text: "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: kind, label: Kind, type: text}\n"
          + "  - {id: a, label: A, \(field)}\n")
    ).diagnostics
  }

  @Test("with its line, and what would be right", arguments: cases)
  func told(_ expected: Case) throws {
    let told = Self.told(of: expected.field)
    let first = try #require(told.first)
    #expect(told.count == 1 && first.position.line == 6 && first.message.contains(expected.words), "\(first.message)")
    if let help = expected.help { #expect(first.help == help) }
  }

  @Test(
    "and nothing where it can be",
    arguments: [
      "type: decimal, min: -10, max: -5, default: -7", "type: integer, default: 3, max: 3",
      "type: decimal, default: 1.25",
      "type: date, default: today(), min: today()",
    ])
  func fine(_ field: String) { #expect(Self.told(of: field).map(\.message) == []) }
}
