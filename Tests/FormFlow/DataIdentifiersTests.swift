import DataFormats
import FormFlow
import FormSchema
import LabelData
import Testing

/// Labels of suppliers: MH10.8.2 data identifiers, alone or in an ISO/IEC 15434 envelope.
@Suite("Data identifiers and the fields that want them")
struct DataIdentifiersTests {
  static let form = """
    form: parts
    title: Parts
    version: 1
    fields:
      - {id: order, label: Order, type: barcode, takes: K}
      - id: lines
        label: Lines
        type: lines
        fields:
          - {id: part, label: Part, type: barcode, takes: [30P, 1P], fills: {Q: quantity, 1T: lot, 14D: expiry}}
          - {id: quantity, label: Qty, type: integer}
          - {id: lot, label: Lot, type: text}
          - {id: expiry, label: Expiry, type: date}
          - {id: serial, label: Serial, type: barcode, takes: S}
      - {id: remark, label: Remark, type: barcode}
    """

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let scans: [String]
    let values: [String: String?]
    let rows: Int
    var testDescription: String { name }
  }

  private static func envelope(_ data: String) -> String {
    "[)>\u{1E}06\u{1D}" + data.replacing("|", with: "\u{1D}") + "\u{1E}\u{4}"
  }

  static let cases: [Case] = [
    Case(
      name: "one envelope fills the order and a row", scans: [envelope("KPO-7|1PMC34063|Q30|1TL7|14D20271231")],
      values: [
        "order": "PO-7", "lines[0].part": "MC34063", "lines[0].quantity": "30", "lines[0].lot": "L7",
        "lines[0].expiry": "2027-12-31",
      ], rows: 1),
    Case(
      name: "bar codes of one identifier each", scans: ["]A0KPO-7", "]A01PMC34063", "]A0Q30"],
      values: ["order": "PO-7", "lines[0].part": "MC34063", "lines[0].quantity": "30"], rows: 1),
    Case(
      name: "the same identifier several times makes a row each", scans: [envelope("1PMC34063|S11|S12|S13")],
      values: [
        "lines[0].serial": "11", "lines[1].serial": "12", "lines[2].serial": "13", "lines[2].part": "MC34063",
      ], rows: 3),
    Case(
      name: "pairs go together", scans: [envelope("1PA|Q1|1PB|Q2")],
      values: ["lines[0].part": "A", "lines[0].quantity": "1", "lines[1].part": "B", "lines[1].quantity": "2"], rows: 2),
    Case(name: "what no field wants is a plain text", scans: ["]A0XYZ"], values: ["remark": "XYZ"], rows: 0),
    Case(
      name: "a health label goes whole", scans: ["+A123BJC5D6E71G"], values: ["remark": "+A123BJC5D6E71G"], rows: 0),
  ]

  @Test("go where they are named", arguments: cases)
  func routing(_ expected: Case) throws {
    let form = try #require(FormReader.read(SourceText(path: "t.yaml", text: Self.form)).form)
    let answer: JSONValue = ["scans": .array(expected.scans.map { .string($0) })]
    let outcome = AnswerFiller.fill(
      form, with: answer, recordID: "x", ScanRoutingTests.surroundings, readPicture: { _ in [] })
    #expect(outcome.refused.map(\.message) == [])
    let values = outcome.record?["values"]
    for (name, value) in expected.values {
      let parts = name.split { "[].".contains($0) }.map(String.init)
      let found =
        parts.count == 1 ? values?[name] : values?[parts[0]]?.elements?[Int(parts[1]) ?? 0][parts[2]]
      #expect(found?.text ?? found?.description == value, "\(name)")
    }
    #expect(values?["lines"]?.elements?.count ?? 0 == expected.rows)
  }
}
