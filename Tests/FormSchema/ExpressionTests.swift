import DataFormats
import FormSchema
import Testing

/// Expressions are tried as a form uses them: in a computed field, with fields of every type beside it.
@Suite("Expressions")
struct ExpressionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let expression: String
    let value: String?
    init(_ expression: String, _ value: String?) {
      self.expression = expression
      self.value = value
    }
    var testDescription: String { "\(expression) is \(value ?? "blank")" }
  }

  static let values: [Case] = [
    Case("1 + 2 * 3", "7"), Case("(1 + 2) * 3", "9"), Case("10 - 4 - 3", "3"), Case("-2 * 3", "-6"),
    Case("1 / 3", "0.333333"), Case("2 / 3", "0.666667"), Case("-2 / 3", "-0.666667"), Case("6 / 3", "2"),
    Case("1 / 0", nil), Case("7 % 3", "1"), Case("-7 % 3", "-1"), Case("7 % 0", nil), Case("0.1 + 0.2", "0.3"),
    Case("'a' + 'b'", "ab"), Case("'it''s'", "it's"),
    Case("2026-11-30 + 1", "2026-12-01"), Case("2026-03-01 - 1", "2026-02-28"), Case("2026-12-31 - 2026-12-01", "30"),
    Case("today()", "2026-11-30"), Case("days_between(2026-11-30, 2027-11-30)", "365"),
    Case("year(today()) * 100 + month(today())", "202611"), Case("day(today())", "30"),
    Case("length('é1')", "2"), Case("upper('ab')", "AB"), Case("lower('AB')", "ab"), Case("trim('  a ')", "a"),
    Case("left('abc', 2)", "ab"), Case("right('abc', 2)", "bc"), Case("substring('abcd', 2, 2)", "bc"),
    Case("left('abc', 9)", "abc"), Case("substring('abc', 9, 2)", ""),
    Case("matches('AB12', '[A-Z]+\\d+')", "yes"), Case("matches('AB12x', '[A-Z]+\\d+')", "no"),
    Case("number('12.50')", "12.50"), Case("number('12abc')", nil), Case("round(2.5, 0)", "3"),
    Case("round(-2.5, 0)", "-3"), Case("round(2.345, 2)", "2.35"), Case("abs(-3)", "3"), Case("min(3, 1, 2)", "1"),
    Case("max(3, 1, 2)", "3"), Case("max(3, blank_number)", nil), Case("gtin14('4006381333931')", "04006381333931"),
    Case("gtin14('4006381333932')", nil), Case("valid('001234567890123452', sscc)", "yes"),
    Case("valid('001234567890123453', 'sscc')", "no"),
    Case("1 < 2 and 2 < 3", "yes"), Case("not 1 < 2", "no"), Case("1 in [1, 2]", "yes"), Case("'x' in ['y']", "no"),
    Case("if 1 < 2 then 'a' else 'b'", "a"), Case("if blank_truth then 'a' else 'b'", "b"),
    Case("blank_number is blank", "yes"), Case("1 is not blank", "yes"), Case("blank_number + 1", nil),
    Case("blank_number > 1", nil), Case("true or blank_truth", "yes"), Case("false and blank_truth", "no"),
    Case("false or blank_truth", nil), Case("true and blank_truth", nil), Case("not blank_truth", nil),
    Case("sum(rows.n)", "0"), Case("count(rows.n)", "0"), Case("count(rows)", "0"), Case("any(rows.n > 1)", "no"),
    Case("all(rows.n > 1)", "yes"), Case("max(rows.n)", nil),
    Case("sum(full.n)", "9"), Case("count(full.n)", "2"), Case("count(full)", "3"), Case("max(full.n)", "7"),
    Case("any(full.n > 5)", "yes"), Case("all(full.n > 5)", "no"), Case("sum(full.n * 2)", "18"), Case("sum(-full.n)", "-9"),
    Case("sum(if full.n > 5 then full.n else 0)", "7"), Case("sum(if full.n is blank then 1 else 0)", "1"),
    Case("count(if full.n > 5 then full.n else full.n)", "2"), Case("sum(if 1 < 2 then full.n else 0)", "9"),
    Case("any(not full.n > 5)", "yes"), Case("7 in full.n", "yes"), Case("sum(max(full.n, 5))", "12"),
    Case("sum(abs(full.n - 9))", "9"),
  ]

  static func form(_ expression: String) -> FormReading {
    let quoted = "'" + expression.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    return FormReader.read(
      SourceText(
        path: "t.yaml",
        text: """
          form: t
          title: T
          version: 1
          fields:
            - {id: blank_number, label: N, type: integer}
            - {id: blank_truth, label: T, type: boolean}
            - {id: name, label: A, type: text}
            - {id: due, label: D, type: date}
            - id: rows
              label: R
              type: lines
              fields: [{id: n, label: N, type: integer}]
            - id: full
              label: F
              type: lines
              fields: [{id: n, label: N, type: integer}]
            - id: result
              label: R
              type: computed
              value: \(quoted)

          """))
  }

  /// Every field is blank.
  struct Empty: EvaluationContext {
    func value(ofField index: Int) -> FieldValue? { nil }
    func value(ofOwn column: Int) -> FieldValue? { nil }
    /// `rows` has none, `full` three: 2, blank and 7.
    func values(ofLines lines: Int, column: Int) -> [FieldValue?] {
      lines == 5 ? [.number(ExactDecimal(2)), nil, .number(ExactDecimal(7))] : []
    }
    func rowCount(ofLines lines: Int) -> Int { lines == 5 ? 3 : 0 }
    func option(_ column: String) -> FieldValue? { nil }
    func lookup(list: String, key: FieldValue, column: String) -> FieldValue? { nil }
    func previous(field index: Int) -> FieldValue? { nil }
    let now = Instant("2026-11-30T08:00:00+01:00") ?? Instant(milliseconds: 0, offsetMinutes: 0)
  }

  @Test("give what they should", arguments: values)
  func value(_ expected: Case) throws {
    let reading = Self.form(expected.expression)
    let form = try #require(reading.form, "\(reading.errors.map(\.message))")
    let computed = try #require(form.fields.last?.value)
    #expect(computed.expression.value(in: Empty())?.written == expected.value)
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let expression: String
    /// Where the caret must stand, in characters of the expression from 1.
    let column: Int
    let words: String
    init(_ expression: String, _ column: Int, _ words: String) {
      self.expression = expression
      self.column = column
      self.words = words
    }
    var testDescription: String { expression }
  }

  static let faults: [Fault] = [
    Fault("prise * 2", 1, "there is no field prise"), Fault("1 +", 4, "ends where a value"),
    Fault("(1 + 2", 7, "not closed"), Fault("1 + 'a'", 1, "does not work between"),
    Fault("due > 5", 1, "a date cannot be compared with a number"), Fault("name = 'a'", 6, "= is not part"),
    Fault("name == \"a\"", 9, "not part"), Fault("1 < 2 < 3", 7, "do not chain"), Fault("not 1", 5, "true or false"),
    Fault("summ(rows.n)", 1, "there is no function summ"), Fault("sum(name)", 5, "wants a column"),
    Fault("rows", 1, "list of rows"), Fault("rows.m", 6, "there is no field m"), Fault("name.x", 1, "has no rows"),
    Fault("left('a')", 1, "takes 2 values"), Fault("12abc", 3, "letters"), Fault("'open", 1, "no closing quote"),
    Fault("matches('a', '([A')", 18, "does not compile"), Fault("1 && 2", 3, "not part"),
    Fault("if 1 < 2 then 3", 16, "else"), Fault("[1, 'a']", 5, "the list holds"), Fault("option.x", 1, "in where"),
    Fault("name is empty", 9, "blank"), Fault("valid(name, 'ssc')", 13, "there is no check ssc"),
  ]

  @Test("that are wrong are pointed at", arguments: faults)
  func fault(_ expected: Fault) {
    let errors = Self.form(expected.expression).errors
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect(errors.first?.message.contains(expected.words) == true, "\(errors.map(\.message))")
    // `      value: '` stands before it; quotes within are doubled in the file.
    let before = expected.expression.unicodeScalars.prefix(expected.column - 1)
    #expect(errors.first?.position.column == 12 + expected.column + before.filter { $0 == "'" }.count)
  }

  @Test("nested without end, or very long, are refused and quick", arguments: ["(", "not ", "-", "if true then ", "[", "1+"])
  func hostile(_ piece: String) {
    #expect(Self.form(String(repeating: piece, count: 100_000 / piece.utf8.count)).form == nil)
    #expect(Self.form(String(repeating: piece, count: 3_900 / piece.utf8.count)).form == nil)
  }
}
