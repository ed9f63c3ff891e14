import LabelData
import Testing

@Suite("Named checks")
struct CheckTests {
  /// The names that the vectors use.
  static let types: [String: NamedCheck] = [
    "gtin14": .gtin, "gtin13": .gtin, "gtin12": .gtin, "gtin8": .gtin, "upce": .upcE, "sscc18": .sscc, "gln13": .gln,
    "gsin17": .gsin, "ups1z": .ups, "ups_waybill": .ups, "fedex12": .fedex, "fedex15": .fedex, "fedex34": .fedex,
    "fedex22_96": .fedex, "usps": .usps, "s10": .s10, "dhl_express": .dhl, "dhl_piece_id": .dhl, "dpd": .dpd,
    "canadapost16": .canadaPost, "purolator12": .purolator, "odfl": .odfl, "iso6346": .container, "awb": .awb,
    "vin": .vin, "imei": .imei, "code39_mod43": .mod43, "hibc": .hibc, "iso15434_06": .iso15434,
    "iso15434_01": .iso15434, "di": .di, "odette": .di,
  ]

  @Test(
    "every vector of labels.tsv",
    .enabled(if: Shared.isThere("vectors/labels.tsv"), "no ../shared"))
  func vectors() throws {
    var count = 0
    for row in try Shared.rows("vectors/labels.tsv") {
      let value = ScanTests.control(row["value"] ?? "")
      count += 1
      guard let check = Self.types[row["type"] ?? ""] else {
        // A supplier's own text: nobody's standard, and nothing wrong with it.
        let label = Label.read(Scan(text: value), today: ElementStringTests.today)
        #expect(row["type"] == "lcsc" && label.kind == .plain && label.isValid)
        continue
      }
      #expect((check.fault(in: value) == nil) == (row["expect"] != "invalid"), "\(row["id"] ?? "") \(check) \(value)")
      if row["expect"] == "valid-lenient" {
        let label = Label.read(Scan(text: value), today: ElementStringTests.today)
        #expect(label.isValid && label.problems.contains { $0.severity == .warning })
      }
      if row["expect"] == "valid", check.isCarrier {
        #expect(NamedCheck.anyCarrier.fault(in: value) == nil, "\(value)")
      }
    }
    #expect(count == 100)
  }

  @Test(
    "what passes",
    arguments: [
      (NamedCheck.gtin, "4006381333931"), (.gtin, "10614141999993"), (.upcE, "04252614"), (.sscc, "001234567890123452"),
      (.gln, "9520123456788"), (.gsin, "12345678901234560"), (.ups, "1Z 5R8 939 03 5756 7127"),
      (.ups, "1z12345e1512345676"),
      (.usps, "420 78745 9400 1112 0620 6406 2607 87"), (.usps, "420787451234\u{1D}9400111206206406260787"),
      (.dpd, "008182709980000020033350276C"), (.container, "CSQU 305438 3"), (.awb, "020-12345675"),
      (.vin, "1M8GDM9AXKP042788"),
      (.luhn, "79927398713"), (.mod43, "07000503F"), (.gs1, "(01)09520123456788(10)LOT7"),
      (.gs1, "00001234567890123452"),
      (.anyCarrier, "RB123456785US"), (.hibc, "+A123BJC5D6E71G"), (.hibc, "+$$3261130LOT7GH"), (.di, "1PABC"),
      (.digitalLink, "https://id.gs1.org/01/09520123456788/10/LOT7?17=271231&utm=x"),
      (.iso15434, "[)>\u{1E}05\u{1D}0109520123456788\u{1E}\u{4}"),
    ])
  func passes(check: NamedCheck, text: String) {
    #expect(check.fault(in: text) == nil)
  }

  @Test(
    "what fails says what would be right",
    arguments: [
      (NamedCheck.sscc, "001234567890123453", "The check digit of this SSCC should be 2, not 3"),
      (.sscc, "00123456789012345", "An SSCC has 18 digits; this has 17"), (.sscc, "", "An SSCC has 18 digits"),
      (.gtin, "４００６３８１３３３９３１", "A GTIN has 8, 12, 13 or 14 digits"),
      (.ups, "1Z9999999999999999", "The check digit of this UPS number should be 2, not 9"),
      (.vin, "1M8GDM9A1KP042788", "The check character of this vehicle number should be X, not 1"),
      (.container, "csqu3054383", "A container number is three capitals, U, J or Z, and seven digits"),
      (.mod43, "07000503G", "The check character of this Code 39 should be F, not G"),
      (.digitalLink, "https://example.com/products/7", "No GS1 key, such as /01/ and a GTIN, stands in the path"),
      (.digitalLink, "01/09520123456788", "A Digital Link begins with https:// or http://"),
      (.digitalLink, "https://a.b/01/09520123456789", "GTIN (01): the check digit should be 8, not 9"),
      (.digitalLink, "https://a.b/01/09520123456788/21/5/10/7", "21, 10 cannot follow GTIN (01)"),
      (.hibc, "+A123BJC5D6E71H", "The check character of this HIBC label should be G, not H"),
      (.hibc, "A123BJC5D6E71G", "A HIBC label is +"), (.di, "1P", "A data identifier is at most three digits"),
      (.iso15434, "[)>\u{1E}77\u{1D}x\u{1E}\u{4}", "ISO/IEC 15434 has no format 77"),
      (.iso15434, "[)>\u{1E}05\u{1D}0109520123456789\u{1E}\u{4}", "GTIN (01): the check digit should be 8, not 9"),
      (.gs1, "0109520123456789", "GTIN (01): the check digit should be 8, not 9"),
      (.gs1, "(01)04006381333931(02)04006381333931", "CONTENT (02) and GTIN (01) may not stand on one label"),
      (
        .anyCarrier, "hello",
        "This is no tracking number of usps, ups, fedex, s10, dhl, dpd, canada-post, purolator, odfl"
      ), (.anyCarrier, "1Z12345E1512345677", "As a UPS number the check digit should be 6, it is 7"),
      (.anyCarrier, "RR473124828GB", "As a postal item number the check digit should be 9, it is 8"),
    ])
  func fails(check: NamedCheck, text: String, sentence: String) {
    #expect(check.fault(in: text)?.hasPrefix(sentence) == true, "\(check.fault(in: text) ?? "")")
  }

  @Test(
    "a carrier's field holds the tracking number itself",
    arguments: [
      (NamedCheck.ups, "1z 123 45e 15 1234 5676", "1Z12345E1512345676"),
      (.usps, "420787459400111206206406260787", "9400111206206406260787"),
      (.usps, "420787451234\u{1D}9400111206206406260787", "9400111206206406260787"),
      (.fedex, "1001921334250001000300779017972697", "779017972697"),
      (.fedex, "1001921334250001000300779017972698", "1001921334250001000300779017972698"),
      (.anyCarrier, "1001921334250001000300779017972697", "779017972697"), (.anyCarrier, "not one", "NOTONE"),
      (.sscc, "00 12", "00 12"),
    ])
  func normalized(check: NamedCheck, text: String, number: String) {
    #expect(check.normalized(text) == number)
  }

  @Test(
    "GTIN of 14 digits",
    arguments: [
      ("96385074", "00000096385074"), ("036000291452", "00036000291452"), ("4006381333931", "04006381333931"),
      ("4006381333932", nil), ("", nil), ("123", nil), ("400638133393١", nil),
    ] as [(String, String?)])
  func gtins(text: String, gtin: String?) {
    #expect(gtin14(text) == gtin)
  }

  @Test("the AI that people type before an SSCC goes")
  func prefix() {
    #expect(strippingSSCCPrefix("00001234567890123452") == "001234567890123452")
    #expect(strippingSSCCPrefix("00001234567890123453") == "00001234567890123453")
    #expect(strippingSSCCPrefix("001234567890123452") == "001234567890123452")
  }
}
