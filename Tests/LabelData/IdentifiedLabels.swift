import DataFormats
import LabelData
import Testing

@Suite("Labels with data identifiers, and labels of hospitals")
struct IdentifiedLabels {
  static let today = ElementStringTests.today

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let kind: Label.Kind
    /// `id=value`
    let elements: [String]
    var problems: [String] = []
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "an envelope", text: "[)>{RS}06{GS}PABC123{GS}Q500{GS}1TLOT7{RS}{EOT}", kind: .iso15434,
      elements: ["P=ABC123", "Q=500", "1T=LOT7"]),
    Case(
      name: "as DigiKey prints it, without its end", text: "[)>{RS}06{GS}P296{GS}K{GS}1K72{GS}20Z000", kind: .iso15434,
      elements: ["P=296", "1K=72", "20Z=000"], problems: ["EOT is missing", "K has no value"]),
    Case(
      name: "as Mouser did", text: ">[)>06{GS}K214{GS}1VSTMicro", kind: .iso15434, elements: ["K=214", "1V=STMicro"],
      problems: ["a > that does not belong", "RS is missing", "EOT is missing"]),
    Case(
      name: "GS1 data in an envelope", text: "[)>{RS}05{GS}0109520123456788{GS}10LOT7{RS}{EOT}", kind: .iso15434,
      elements: ["01=09520123456788", "10=LOT7"]),
    Case(
      name: "what has no identifier", text: "[)>{RS}06{GS}P296{GS}1234P5{RS}{EOT}", kind: .iso15434,
      elements: ["P=296"], problems: ["no data identifier begins 1234P5"]),
    Case(name: "one identifier with a digit", text: "1PABC-123", kind: .dataIdentifier, elements: ["1P=ABC-123"]),
    Case(name: "a capital alone may be any word", text: "PALLET", kind: .plain, elements: []),
    Case(
      name: "a health label", text: "+A123BJC5D6E71G", kind: .hibc, elements: ["LIC=A123", "PCN=BJC5D6E7", "UM=1"]),
    Case(
      name: "with expiry and lot", text: "+A99912345/$$52001510X33", kind: .hibc,
      elements: ["LIC=A999", "PCN=1234", "UM=5", "EXP=20015", "LOT=10X3"]),
    Case(name: "with a wrong check", text: "+A123BJC5D6E71H", kind: .plain, elements: []),
  ]

  @Test("are taken apart", arguments: cases)
  func reading(_ expected: Case) {
    let label = Label.read(Scan(wedge: ScanTests.control(expected.text)), today: Self.today)
    #expect(label.kind == expected.kind)
    #expect(label.elements.map { "\($0.id)=\($0.value)" } == expected.elements)
    #expect(label.problems.count == expected.problems.count, "\(label.problems)")
    for (problem, words) in zip(label.problems, expected.problems) { #expect(problem.message.contains(words)) }
    #expect(label.sentences.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
  }

  @Test("a form may want the value behind one capital, though the text is likelier plain")
  func readings() {
    let readings = Label.readings(of: Scan(wedge: "PABC-123"), today: Self.today)
    #expect(readings.map(\.kind) == [.plain, .dataIdentifier])
    #expect(readings[1].parts == [LabelElement(id: "P", value: "ABC-123", title: "Customer part")])
    #expect(Label.readings(of: Scan(wedge: "]A01TLOT7"), today: Self.today).map(\.kind) == [.dataIdentifier, .plain])
    #expect(Label.readings(of: Scan(wedge: "1Z12345E1512345676"), today: Self.today).map(\.kind).first == .carrier)
    #expect(Label.readings(of: Scan(wedge: "]C101095201234567881TLOT"), today: Self.today).map(\.kind) == [.gs1])
  }

  @Test(
    "values become dates and numbers",
    arguments: [
      ("Q", "500", .integer(ExactDecimal(500))), ("Q", "1.5", .decimal(ExactDecimal(coefficient: 15, scale: 1))),
      ("Q", "-1", .text("-1")), ("14D", "20271231", .date(CalendarDate(iso: "2027-12-31")!)),
      ("6D", "20271231011", .date(CalendarDate(iso: "2027-12-31")!)), ("16D", "20270230", .text("20270230")),
      ("D", "271231", .date(CalendarDate(iso: "2027-12-31")!)), ("1P", "500", .text("500")),
    ] as [(String, String, ElementValue)])
  func values(id: String, text: String, value: ElementValue) {
    #expect(LabelPart.typedValue(of: LabelElement(id: id, value: text, title: ""), today: Self.today) == value)
  }

  @Test(
    "what a form may name",
    arguments: [
      ("1P", true), ("Q", true), ("30P", true), ("00", true), ("310", true), ("1p", false), ("P1", false),
      ("1234P", false), ("", false), ("0P", false), ("9999", false),
    ])
  func names(part: String, isKnown: Bool) { #expect(LabelPart.isKnown(part) == isKnown) }
}
