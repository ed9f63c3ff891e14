import DataFormats
import LabelData
import Testing

@Suite("Labels")
struct LabelTests {
  static let today = ElementStringTests.today

  @Test(
    "an EAN, UPC or ITF-14 code is plain and counts as AI 01",
    arguments: [
      ("]E04006381333931", "04006381333931"), ("]E00036000291452", "00036000291452"), ("]E496385074", "00000096385074"),
      ("]I010614141999993", "10614141999993"), ("4006381333931", "04006381333931"), ("036000291452", "00036000291452"),
      ("]E3400638133393112345", "04006381333931"), ("]e00110614141999993", "10614141999993"),
    ])
  func gtins(text: String, gtin: String) {
    let label = Label.read(Scan(wedge: text), today: Self.today)
    #expect(label.isValid && label.gtin == gtin)
    #expect(label.parts == [LabelElement(id: "01", value: gtin, title: "GTIN")])
    #expect(text.hasPrefix("]e0") || (label.kind == .plain && label.elements.isEmpty))
  }

  @Test(
    "a wrong check digit or length of such a code is an error",
    arguments: [
      ("]E05901234123458", "EAN-13: the check digit should be 7, not 8"),
      ("]E412345", "The code EAN-8 should have 8 digits and nothing else"),
    ])
  func wrongCodes(text: String, message: String) {
    let label = Label.read(Scan(wedge: text), today: Self.today)
    #expect(label.kind == .plain && !label.isValid && label.gtin == nil && label.parts.isEmpty)
    #expect(label.problems == [LabelProblem(.error, message)])
  }

  @Test("UPC-E names the product of its UPC-A, DataBar that of its GTIN")
  func shortCodes() {
    #expect(Label.read(Scan(text: "04252614", symbology: .upcE), today: Self.today).gtin == "00042100005264")
    #expect(Label.read(Scan(text: "04252615", symbology: .upcE), today: Self.today).isValid == false)
    #expect(Label.read(Scan(text: "10614141999993", symbology: .databar), today: Self.today).gtin == "10614141999993")
    #expect(Label.read(Scan(text: "10614141999993", symbology: .itf), today: Self.today).gtin == "10614141999993")
  }

  @Test(
    "what is not AI data for sure is plain and valid",
    arguments: [
      "]A0ABC-1234", "]C00112345678901231", "]d101123456789012311725123110ABC",
      "]Q1https://www.example.com/product/123", "Hello", "",
    ])
  func plain(text: String) {
    let label = Label.read(Scan(wedge: text), today: Self.today)
    #expect(label.kind == .plain && label.isValid && label.parts.isEmpty)
  }

  @Test("a keyboard scanner without identifiers: GS1 where the text parses whole")
  func unmarked() {
    let label = Label.read(
      Scan(wedge: "003400638100000000180204006381333931152711303760\u{1D}10L8\r"), today: Self.today)
    #expect(label.kind == .gs1 && label.readAs == "identifier missing")
    #expect(label.parts.map(\.id) == ["00", "02", "15", "37", "10"])
    let leading = Label.read(Scan(wedge: "\u{1D}0109520123456788"), today: Self.today)
    #expect(leading.gtin == "09520123456788")
    #expect(Label.read(Scan(wedge: "]C1003400638100000000180"), today: Self.today).readAs == nil)
  }

  @Test("13 digits without an identifier may be a product or an order number: the likelier first")
  func twoReadings() {
    let readings = Label.readings(of: Scan(wedge: "4006381333931"), today: Self.today)
    #expect(readings.map(\.kind) == [.plain, .gs1])
    #expect(readings.map { $0.parts.map(\.id) } == [["01"], ["400"]])
  }

  @Test("tracking numbers name the carriers that they may be of")
  func carriers() {
    let ups = Label.read(Scan(wedge: "1Z12345E1512345676"), today: Self.today)
    #expect(ups.kind == .carrier && ups.candidates == [.ups])
    #expect(Label.read(Scan(wedge: "]C01Z12345E1512345676"), today: Self.today).candidates == [.ups])
    #expect(Label.read(Scan(wedge: "9405803699300124287899"), today: Self.today).kind == .carrier)
    #expect(
      Label.readings(of: Scan(wedge: "9405803699300124287899"), today: Self.today).map(\.kind) == [.carrier, .gs1])
  }

  @Test("explained as JSON")
  func explanation() {
    #expect(
      Label.read(Scan(wedge: "]C101123456789012311726020010LOT7"), today: Self.today).explanation.description
        == #"{"kind":"gs1","valid":true,"elements":[{"id":"01","value":"12345678901231","title":"GTIN"},{"id":"17","value":"260200","title":"USE BY or EXPIRY"},{"id":"10","value":"LOT7","title":"BATCH/LOT"}],"problems":[],"candidates":[]}"#
    )
    #expect(
      Label.read(Scan(wedge: "1Z12345E1512345676"), today: Self.today).explanation.description
        == #"{"kind":"carrier","valid":true,"elements":[],"problems":[],"candidates":["ups"]}"#)
  }

  @Test("explained in words")
  func sentences() {
    #expect(
      Label.read(Scan(wedge: "]C1021234567890123117260200310300123437120"), today: Self.today).sentences == [
        "GS1 data, 4 elements", "  (02) CONTENT: 12345678901231",
        "  (17) USE BY or EXPIRY: 260200, that is Saturday 2026-02-28",
        "  (3103) NET WEIGHT (kg): 001234, that is 1.234", "  (37) COUNT: 120, that is 120",
        "  Note: COUNT (37) wants (00) on the same label: is it in another bar code?",
      ])
    #expect(
      Label.read(Scan(wedge: "]E04006381333931"), today: Self.today).sentences.prefix(2) == [
        "Plain text: 4006381333931", "  GTIN: 04006381333931",
      ])
    #expect(
      Label.read(Scan(wedge: "]d2\u{1B}[2J\u{202E}"), today: Self.today).sentences.allSatisfy { line in
        line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 }
      })
  }

  @Test(
    "a number with a wrong check digit is explained as what it nearly is",
    arguments: [
      ("09521234543217", ["14 digits: as a GTIN the check digit should be 3, it is 7"]),
      ("]C009521234543217", ["14 digits: as a GTIN the check digit should be 3, it is 7"]),
      ("12345678901235", ["14 digits: as a GTIN the check digit should be 1, it is 5"]),
      ("036000291453", ["12 digits: as a GTIN the check digit should be 2, it is 3"]),
      ("4006381333932", ["13 digits: as a GTIN or a GLN the check digit should be 1, it is 2"]),
      ("96385075", ["8 digits: as a GTIN the check digit should be 4, it is 5"]),
      ("095212345678901234", ["18 digits: as an SSCC the check digit should be 5, it is 4"]),
      ("00095212345678901234", ["As GS1 data: SSCC (00): the check digit should be 5, not 4"]),
      ("1Z12345E1512345677", ["As a UPS number the check digit should be 6, it is 7"]),
      ("1Z 12345 E1 5123 45677", ["As a UPS number the check digit should be 6, it is 7"]),
      ("123456789013", ["as a GTIN or a FedEx number the check digit should be 2, it is 3", "as a Purolator number"]),
      ("9400111202555842332660", ["22 digits: as a USPS number the check digit should be 9, it is 0"]),
      ("RB123456786GB", ["As a postal item number the check digit should be 5, it is 6"]),
      ("MSCU1234567", ["As a container number the check digit should be 6, it is 7"]),
      ("490154203237519", ["15 digits: as an IMEI the check digit should be 8, it is 9"]),
      ("0104006381333932", ["As GS1 data: GTIN (01): the check digit should be 1, not 2"]),
      ("0109521234543217", ["As GS1 data: GTIN (01): the check digit should be 3, not 7"]),
    ])
  func nearly(text: String, sentences: [String]) {
    let label = Label.read(Scan(wedge: text), today: Self.today)
    let problems = label.explanation["problems"]?.elements ?? []
    for sentence in sentences {
      #expect(problems.contains { $0["message"]?.text?.contains(sentence) == true }, "\(problems)")
    }
    #expect(problems.allSatisfy { $0["severity"]?.text == "warning" })
    #expect(label.isValid && label.problems.isEmpty, "a form is not told: there it may be any number")
    #expect(label.sentences.contains { $0.hasPrefix("  Note: ") && $0.hasSuffix(sentences[0]) })
  }

  @Test(
    "what is right as one thing, or no number of any kind, is nearly nothing",
    arguments: [
      "036000291452", "]E04006381333931", "1Z12345E1512345676", "]C10109521234543213", "hello", "12", "LOT-7",
      "https://example.com", "", "(01)09521234543213", "09521234543213", "MSCU1234566",
    ])
  func notNearly(text: String) {
    let label = Label.read(Scan(wedge: text), today: Self.today)
    #expect(label.explanation["problems"]?.elements?.isEmpty == true, "\(label.sentences)")
  }
}
