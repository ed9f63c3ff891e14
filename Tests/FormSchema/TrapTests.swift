import DataFormats
import FormSchema
import Testing

/// What YAML does to a text that was not quoted, and what a form says of it.
@Suite("Traps of YAML, and patterns that run away")
struct TrapTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// A field.
    let field: String
    /// Codes of what is told, in file order.
    let told: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "a label with #", field: "  - id: a\n    label: Dock #3\n    type: text\n", told: ["lost-comment"]),
    Case(
      name: "a label that ends with #", field: "  - id: a\n    label: Order #\n    type: text\n", told: ["lost-comment"]
    ),
    Case(name: "quoted", field: "  - id: a\n    label: 'Dock #3'\n    type: text\n", told: []),
    Case(
      name: "a comment", field: "  - id: a   #first\n    label: Dock # the number\n    type: text  # words\n", told: []),
    Case(
      name: "a flow map that swallowed a comma", field: "  - {id: a, label: A, type: computed, value: max(1, 2)}\n",
      told: ["swallowed-comma"]),
    Case(
      name: "and one that cut off a text", field: "  - {id: a, label: A, type: computed, value: left('a', 1) + 'b'}\n",
      told: ["swallowed-comma"]),
    Case(name: "quoted, it is whole", field: "  - {id: a, label: A, type: computed, value: \"max(1, 2)\"}\n", told: []),
    Case(name: "yes", field: "  - {id: a, label: yes, type: text}\n", told: ["ambiguous-scalar"]),
    Case(
      name: "a leading zero", field: "  - {id: a, label: A, type: text, default: 02142}\n", told: ["ambiguous-scalar"]),
    Case(name: "a time", field: "  - {id: a, label: A, type: text, default: 12:30}\n", told: ["ambiguous-scalar"]),
    Case(name: "an exponent", field: "  - {id: a, label: A, type: text, default: 1e5}\n", told: ["ambiguous-scalar"]),
    Case(name: "a tab", field: "\t- {id: a, label: A, type: text}\n", told: ["yaml"]),
    Case(name: "a key twice", field: "  - {id: a, label: A, label: B, type: text}\n", told: ["yaml"]),
    Case(
      name: "a tab, and what stands behind it",
      field: "\t- {id: a, label: A, type: txt}\n  - {id: b, label: B, type: dat}\n",
      told: ["yaml", "unknown-type", "unknown-type"]),
    Case(
      name: "a key twice, and what stands behind it", field: "  - {id: a, label: A, label: B, type: txt}\n",
      told: ["yaml", "unknown-type"]),
    Case(
      name: "a key twice within a block",
      field: "  - id: a\n    label: A\n    label: B\n    type: text\n    pattern: '['\n",
      told: ["yaml", "pattern"]),
    Case(
      name: "a merge key brings what it names", field: "  - &f {id: a, label: A, type: text}\n  - {<<: *f, id: b}\n",
      told: ["yaml"]),
    Case(name: "yes for true", field: "  - {id: a, label: A, type: text, keep: yes}\n", told: ["not-true-or-false"]),
    Case(
      name: "quotes of a word processor", field: "  - {id: a, label: “A”, type: text}\n", told: ["typographic-quotes"]),
    Case(name: "a quoted text of theirs", field: "  - {id: a, label: '“A”', type: text}\n", told: []),
    Case(
      name: "in a place for a word", field: "  - {id: a, label: A, type: ‘text’}\n", told: ["unknown-type"]),
    Case(
      name: "a non-breaking space before a key", field: "  - id: a\n    label: A\n    \u{A0}type: text\n",
      told: ["missing-key", "unknown-key"]),
    Case(
      name: "behind a colon", field: "  - id: a\n    label:\u{A0}A\n    type: text\n", told: ["yaml"]),
    Case(name: "within a word", field: "  - {id: a, label: A, type: te\u{200B}xt}\n", told: ["unknown-type"]),
    Case(
      name: "bad UTF-8 would be a mark", field: "  - {id: a, label: A\u{1}, type: txt}\n",
      told: ["yaml", "unknown-type"]),
    Case(
      name: "lines that end with CR LF",
      field: "  - {id: a, label: A, type: txt}\r\n  - {id: b, label: B, type: dat}\r\n",
      told: ["unknown-type", "unknown-type"]),
    Case(
      name: "a pattern that runs away", field: "  - {id: a, label: A, type: text, pattern: '(a+)+b'}\n",
      told: ["pattern-runs-away"]),
    Case(
      name: "of digits", field: "  - {id: a, label: A, type: text, pattern: '(\\d+)*x'}\n", told: ["pattern-runs-away"]),
    Case(
      name: "within a rule", field: "  - {id: a, label: A, type: text, required: \"matches(a, '([A-Z]*)*-')\"}\n",
      told: ["pattern-runs-away"]),
    Case(
      name: "a short field cannot", field: "  - {id: a, label: A, type: text, max_length: 8, pattern: '(a+)+b'}\n",
      told: []),
    Case(
      name: "a usual pattern", field: "  - {id: a, label: A, type: text, pattern: '[A-Z]{2,4}-?\\d+( [a-z]+)?'}\n",
      told: []),
  ]

  @Test("are pointed at, each once", arguments: cases)
  func trap(_ expected: Case) {
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n" + expected.field
    let found = FormReader.read(SourceText(path: "t.yaml", text: text)).diagnostics
    #expect(found.map(\.code) == expected.told, "\(found.map(\.message))")
  }

  static let remedies = [
    ("type: ‘text’", "‘ is no quote of YAML: write ' or \" in its place"),
    ("type: te\u{200B}xt", "it holds a character that cannot be seen (U+200B): delete it"),
    ("type: text\u{A0}", "it holds a space that is none (U+00A0): write an ordinary one"),
    ("type: text, keep: yes", "did you mean true?"), ("type: text, keep: 'true'", "write true without quotes"),
  ]

  @Test("what cannot be seen is named", arguments: remedies)
  func remedy(_ keys: String, _ help: String) {
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, \(keys)}\n"
    #expect(FormReader.read(SourceText(path: "t.yaml", text: text)).errors.map(\.help) == [help])
  }

  @Test("the spot behind a tab is that of the file, also within block texts")
  func behindTabs() {
    let text =
      "form: t\ntitle: T\nversion: 1\nfields:\n\t- id: a\n\t  label: A\n\t  type: computed\n\t  value: |\n\t    1 +\n\t    gone\n"
    let told = FormReader.read(SourceText(path: "t.yaml", text: text)).diagnostics
    #expect(told.map { "\($0.position.line):\($0.position.column) \($0.code)" } == ["5:1 yaml", "10:6 unknown-field"])
    #expect(told.first?.help == "use spaces, on the 5 lines below too")
  }

  @Test("a form full of warnings still tells its errors")
  func manyWarnings() {
    let fields = (1...300).map { "  - {id: f\($0), label: no, type: text}\n" }.joined()
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n" + fields + "  - {id: last, label: L, type: txt}\n"
    let reading = FormReader.read(SourceText(path: "t.yaml", text: text))
    #expect(reading.form == nil && reading.errors.map(\.code) == ["unknown-type"])
    #expect(reading.diagnostics.count == 201)
  }

  @Test("conditions without end are given up, not worked through")
  func manyConditions() {
    func when(_ field: Int) -> String {
      (1...5).map { "(f\((field + $0) % 300) > \($0) or f\((field + 2 * $0) % 300) < 3)" }.joined(separator: " and ")
    }
    let fields = (0..<300).map { "  - {id: f\($0), label: F, type: integer, required: '\(when($0))'}\n" }.joined()
    let rules = (0..<300).map { "  - {that: '\(when($0))', say: W}\n" }.joined()
    let text = "form: t\ntitle: T\nversion: 1\nfields:\n" + fields + "rules:\n" + rules
    #expect(FormReader.read(SourceText(path: "t.yaml", text: text)).form != nil)
  }
}
