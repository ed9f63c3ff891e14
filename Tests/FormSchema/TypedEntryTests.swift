import DataFormats
import FormSchema
import Testing

@Suite("What a clerk types")
struct TypedEntryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let type: String
    let text: String
    let value: String?
    init(_ type: String, _ text: String, _ value: String?) {
      self.type = type
      self.text = text
      self.value = value
    }
    var testDescription: String { "\(type) '\(text)'" }
  }

  static let cases: [Case] = [
    Case("integer", " 12 ", "12"), Case("integer", "-3", "-3"), Case("integer", "007", "7"),
    Case("integer", "12abc", nil), Case("integer", "1.0", nil), Case("integer", "1e3", nil), Case("integer", "１２", nil),
    Case("decimal", "-18.0", "-18.0"), Case("decimal", "3.50", "3.50"), Case("decimal", ".5", "0.5"),
    Case("decimal", "3,5", nil), Case("decimal", "3.555", nil), Case("decimal", "1e2", nil),
    Case("date", "2027-12-31", "2027-12-31"), Case("date", "20271231", "2027-12-31"),
    Case("date", "271231", "2027-12-31"),
    Case("date", "31.12.27", "2027-12-31"), Case("date", "31/12/2027", "2027-12-31"),
    Case("date", "1.2.27", "2027-02-01"),
    Case("date", "2026-02-30", nil), Case("date", "770101", "1977-01-01"), Case("date", "760101", "2076-01-01"),
    Case("date", "tomorrow", nil), Case("time", "08:14", "08:14"), Case("time", "0814", "08:14"),
    Case("time", "814", "08:14"),
    Case("time", "24:00", nil), Case("time", "8:5", nil), Case("time", "08:14:59", "08:14:59"),
    Case("datetime", "2026-11-30 08:14", "2026-11-30T08:14:00+01:00"),
    Case("datetime", "2026-11-30T08:14:05+02:00", "2026-11-30T08:14:05+02:00"),
    Case("datetime", "30.11.26 0814", "2026-11-30T08:14:00+01:00"),
    Case("datetime", "2026-11-30", nil), Case("boolean", "y", "yes"), Case("boolean", "No", "no"),
    Case("boolean", "maybe", nil),
    Case("text", "  a b  ", "a b"), Case("text", "a\u{0}b", nil),
  ]

  @Test("becomes a value or is refused", arguments: cases)
  func entry(_ expected: Case) throws {
    let source = SourceText(
      path: "t.yaml",
      text:
        "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, type: \(expected.type)\(expected.type == "decimal" ? ", decimals: 2" : "")}\n"
    )
    let field = try #require(FormReader.read(source).form?.fields.first)
    let now = try #require(Instant("2026-11-30T08:00:00+01:00"))
    let value = try? TypedEntry(now: now).value(expected.text, of: field)
    #expect(value?.written == expected.value)
  }

  @Test("a station may take the decimal comma and dates with the month first")
  func station() throws {
    let now = try #require(Instant("2026-11-30T08:00:00+01:00"))
    let entry = TypedEntry(dateOrder: .monthDayYear, allowsDecimalComma: true, now: now)
    let source = SourceText(
      path: "t.yaml",
      text:
        "form: t\ntitle: T\nversion: 1\nfields:\n  - {id: a, label: A, type: decimal}\n  - {id: b, label: B, type: date}\n"
    )
    let form = try #require(FormReader.read(source).form)
    #expect(try entry.value("3,5", of: form.fields[0])?.written == "3.5")
    #expect(try entry.value("12/31/27", of: form.fields[1])?.written == "2027-12-31")
  }
}
