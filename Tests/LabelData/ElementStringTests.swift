import DataFormats
import LabelData
import Testing

@Suite("GS1 element strings")
struct ElementStringTests {
  static let today = CalendarDate(year: 2026, month: 11, day: 30)!

  static func read(_ text: String) -> Label {
    Label.read(Scan(wedge: textWithControls(fromBraces: text)), today: today)
  }

  static func breakdown(_ label: Label) -> String {
    label.elements.map { "(\($0.id))" + $0.value }.joined()
  }

  @Test(
    "every vector of gs1.tsv but composites of two codes",
    .enabled(if: Shared.isThere("vectors/gs1.tsv"), "no ../shared"))
  func vectors() throws {
    var count = 0
    for row in try Shared.rows("vectors/gs1.tsv") {
      let id = row["id"] ?? ""
      let input = row["input"] ?? ""
      let isAccepted = row["syntax"] == "accept"
      switch row["kind"] {
      case "raw", "brk":
        let label = Self.read(row["kind"] == "brk" ? input : row["scan_form"] ?? "")
        let passes = label.kind == .gs1 && label.isValid
        #expect(passes == isAccepted, "\(id) \(input): \(label.problems)")
        if isAccepted { #expect(Self.breakdown(label) == row["ai_breakdown"], "\(id)") }
        // Only a pairing that is missing tells the two outcomes of the source apart.
        if isAccepted {
          #expect((label.problems.contains { $0.message.contains(" wants ") }) == (row["full"] == "reject"), "\(id)")
        }
      case "dl":
        let check = NamedCheck.digitalLink.fault(in: input)
        #expect((check == nil) == isAccepted, "\(id) \(input): \(check ?? "")")
        let label = Self.read(input)
        #expect(label.isValid && (label.kind == .digitalLink) == isAccepted, "\(id) \(input)")
        if isAccepted { #expect(Self.breakdown(label) == row["ai_breakdown"], "\(id)") }
      case "scan" where input.contains("://") && input.hasPrefix("]"):
        let label = Self.read(input)
        #expect(
          (label.kind == .digitalLink) == isAccepted && label.isValid, "\(id) \(input): an ordinary address is plain")
        if isAccepted { #expect(Self.breakdown(label) == row["ai_breakdown"], "\(id)") }
      case "scan" where !input.contains("|") && input.hasPrefix("]") && input.utf8.count > 2:
        let label = Self.read(input)
        let breakdown = row["ai_breakdown"] ?? ""
        if row["error"]?.hasPrefix("Unsupported") == true {
          #expect(label.kind == .plain && label.isValid, "\(id) is plain for us")
        } else {
          #expect(label.isValid == isAccepted, "\(id) \(input): \(label.problems)")
        }
        if isAccepted { #expect((label.kind == .plain) == breakdown.hasPrefix("plain:"), "\(id)") }
        if isAccepted, label.kind == .gs1 { #expect(Self.breakdown(label) == breakdown, "\(id)") }
      default: continue
      }
      count += 1
    }
    #expect(count > 190)
  }

  @Test("a label of two bar codes: a missing pairing is a note, a forbidden one an error, neither takes the parts away")
  func pairings() {
    let content = Self.read("]C102040063813339313748")
    #expect(content.isValid)
    #expect(content.problems.map(\.severity) == [.warning])
    #expect(content.problems.map(\.message) == ["COUNT (37) wants (00) on the same label: is it in another bar code?"])
    #expect(content.parts.map(\.id) == ["02", "37"])
    let both = Self.read("]C101123456789012310212345678901231")
    #expect(!both.isValid)
    #expect(both.problems.first?.message == "CONTENT (02) and GTIN (01) may not stand on one label")
    #expect(both.parts.map(\.id) == ["01", "02"])
  }

  @Test(
    "a label that does not parse has no parts",
    arguments: ["]C1011234567890123210LOT7", "]C110LOT7{GS}10LOT8", "]C1", "]d2Hello"])
  func broken(text: String) {
    let label = Self.read(text)
    #expect(!label.isValid && label.parts.isEmpty && label.gtin == nil)
  }

  @Test("an element repeated with one value is read twice and counts once")
  func repeated() {
    let label = Self.read("]C1011234567890123110LOT7{GS}10LOT7")
    #expect(label.elements.map(\.id) == ["01", "10", "10"])
    #expect(label.parts.map(\.id) == ["01", "10"])
  }

  @Test(
    "a separator that may be lost is a note",
    arguments: [
      (
        "]C1011234567890123110LOT717251231",
        "BATCH/LOT (10) LOT717251231 may be LOT7 and (17) 251231: if so, let the scanner send the separator FNC1 as GS"
      ),
      (
        "]C10212345678901231" + "10LOT73712",
        "BATCH/LOT (10) LOT73712 may be LOT7 and (37) 12: if so, let the scanner send the separator FNC1 as GS"
      ),
      (
        "011234567890123110LOT73712",
        "BATCH/LOT (10) LOT73712 may be LOT7 and (37) 12: if so, let the scanner send the separator FNC1 as GS"
      ),
      ("]C1011234567890123110LOT73712", nil), ("]C101123456789012311725123110LOT7", nil),
      ("]C1011234567890123110LOT717991231", nil), ("(01)12345678901231(10)LOT73712", nil),
      ("011234567890123110LOT73712{GS}21A", nil),
    ] as [(String, String?)])
  func lostSeparator(text: String, note: String?) {
    let notes = Self.read(text).problems.filter { $0.message.contains(" may be ") }
    #expect(notes.map(\.message) == (note.map { [$0] } ?? []))
    #expect(notes.allSatisfy { $0.severity == .warning })
  }

  @Test("a bracket within a typed value is escaped")
  func escapes() {
    let label = Self.read(#"(01)12345678901231(21)A\(B)C"#)
    #expect(label.elements.map(\.value) == ["12345678901231", "A(B)C"])
    #expect(label.readAs == "identifiers in brackets")
  }

  @Test("a value of 90 characters and 64 elements are the most")
  func limits() {
    #expect(Self.read("]C191" + String(repeating: "A", count: 90)).isValid)
    #expect(!Self.read("]C191" + String(repeating: "A", count: 91)).isValid)
    let lot = "10LOT{GS}"
    #expect(Self.read("]C1" + String(repeating: lot, count: 64)).isValid)
    #expect(
      Self.read("]C1" + String(repeating: lot, count: 65)).problems.map(\.message) == [
        "The code holds more than 64 elements"
      ])
  }

  @Test(
    "values as a form holds them",
    arguments: [
      ("17", "260200", ElementValue.date(CalendarDate(iso: "2026-02-28")!)),
      ("17", "240200", .date(CalendarDate(iso: "2024-02-29")!)),
      ("17", "271231", .date(CalendarDate(iso: "2027-12-31")!)),
      ("11", "991225", .date(CalendarDate(iso: "1999-12-25")!)), ("37", "00048", .integer(ExactDecimal(48))),
      ("30", "00000000", .integer(ExactDecimal(0))), ("3103", "001234", .decimal(ExactDecimal("1.234")!)),
      ("3100", "001234", .decimal(ExactDecimal("1234")!)), ("4333", "001800-", .decimal(ExactDecimal("-18.00")!)),
      ("7003", "2512311530", .dateTime(CalendarDate(iso: "2025-12-31")!, TimeOfDay(hour: 15, minute: 30)!)),
      (
        "8008", "251231153059",
        .dateTime(CalendarDate(iso: "2025-12-31")!, TimeOfDay(hour: 15, minute: 30, second: 59)!)
      ),
      ("8008", "25123115", .dateTime(CalendarDate(iso: "2025-12-31")!, TimeOfDay(hour: 15, minute: 0)!)),
      ("10", "000123", .text("000123")), ("17", "261301", .text("261301")),
      ("00", "001234567890123452", .text("001234567890123452")),
      ("3922", "12345", .decimal(ExactDecimal("123.45")!)), ("3932", "97812345", .text("97812345")),
      ("37", "", .text("")),
    ])
  func values(code: String, value: String, expected: ElementValue) throws {
    #expect(try #require(ApplicationIdentifier.named(code)).typedValue(of: value, today: Self.today) == expected)
  }
}
