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

@Suite("One mistake is told once, with what would be right")
struct OneMistakeTests {
  struct Slip: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What stands below `version`.
    let text: String
    let place: String
    var help: String?
  }

  static let slips = [
    Slip(
      testDescription: "a list's file that cannot be read",
      text: """
        choices:
          carriers: {file: no.csv, value: code}
        fields:
          - {id: a, label: A, type: text}
          - {id: b, label: B, type: computed, value: "lookup(carriers, a, 'name')"}
        """, place: "5:20"),
    Slip(
      testDescription: "an entry's key below its -",
      text: """
        fields:
          - id: a
          label: A
        """, place: "6:3", help: "what belongs to an entry begins below its first word, and not below the -"),
    Slip(
      testDescription: "a key in a column of its own",
      text: """
        fields:
          - id: a
            label: A
           type: text
        """, place: "7:4", help: "it begins in column 4, the list in column 3"),
    Slip(
      testDescription: "a message that begins with the value of a field",
      text: """
        fields:
          - {id: a, label: A, type: integer}
        rules:
          - that: a > 3
            say: {a} is too little
        """, place: "8:14", help: "a text with quotes, brackets, & or * in it goes in quotes as a whole"),
    Slip(
      testDescription: "a comma in one of several languages",
      text: """
        fields:
          - {id: a, label: {en: A, or B, de: C}, type: text}
        """, place: "5:28", help: "a text that holds a comma goes in quotes"),
    Slip(
      testDescription: "a function without its brackets",
      text: """
        fields:
          - {id: a, label: A, type: date, min: today}
        """, place: "5:40", help: "a function has brackets: today()"),
    Slip(
      testDescription: "a decimal comma",
      text: """
        fields:
          - id: a
            label: A
            type: decimal
            min: -18,5
        """, place: "8:13", help: "decimals stand behind a point, thousands without a mark: 1000.5"),
    Slip(
      testDescription: "a rule without its keys",
      text: """
        fields:
          - {id: a, label: A, type: integer}
        rules:
          - a > 3
        """, place: "7:5", help: "the keys are: that, say, severity, id, confirm_by"),
  ]

  @Test(arguments: slips) func told(_ slip: Slip) {
    let reading = FormReader.read(SourceText(path: "t.yaml", text: "form: t\ntitle: T\nversion: 1\n\(slip.text)\n"))
    let places = reading.errors.map { "\($0.position.line):\($0.position.column)" }
    #expect(places == [slip.place] && reading.errors.first?.help == slip.help, "\(reading.errors)")
  }
}

extension OneMistakeTests {
  @Test(
    "a form's name where its file is wanted is told as such; a file that is not there needs no advice",
    arguments: [("nowhere", "a form is named by its file here, such as receiving.yaml"), ("nowhere.yaml", nil)])
  func nameOfAForm(path: String, help: String?) {
    let told = FormReader.read(path: path).errors
    #expect(told.map(\.message) == ["there is no file \(path)"] && told.first?.help == help)
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
