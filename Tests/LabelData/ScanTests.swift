import LabelData
import Testing

@Suite("Scans")
struct ScanTests {
  /// `{GS}`, `{RS}` and `{EOT}` stand for the control characters.
  static func control(_ text: String) -> String {
    text.replacing("{GS}", with: "\u{1D}").replacing("{RS}", with: "\u{1E}").replacing("{EOT}", with: "\u{4}")
  }

  @Test(
    "the identifier and the suffix of a keyboard scanner are no part of the code",
    arguments: [
      ("]C10112345678901231\r", "0112345678901231", "]C1", Symbology.gs1128),
      ("]E00036000291452\r\n", "0036000291452", "]E0", .upcA),
      ("]E04006381333931\t", "4006381333931", "]E0", .ean13), ("]A0", "", "]A0", .code39),
      ("plain\r", "plain", nil, nil),
      ("]", "]", nil, nil), ("]C", "]C", nil, nil), ("a\rb", "a\rb", nil, nil),
      ("]Q3\u{1D}1", "\u{1D}1", "]Q3", .gs1QR),
      ("]J1011", "011", "]J1", nil), ("", "", nil, nil), ("]C0e\u{301}", "e\u{301}", "]C0", .code128),
    ] as [(String, String, String?, Symbology?)])
  func wedge(sent: String, text: String, identifier: String?, symbology: Symbology?) {
    let scan = Scan(wedge: sent)
    #expect(Array(scan.text.utf8) == Array(text.utf8))
    #expect(scan.identifier == identifier)
    #expect(scan.symbology == symbology)
  }

  @Test(
    "which fields take which codes",
    arguments: [
      (Symbology.gs1128, [.code128], true), (.code128, [.gs1128], false), (.gs1QR, [.qr], true), (.qr, [.gs1QR], false),
      (.gs1DataMatrix, [.datamatrix], true), (.upcA, [.ean13], true), (.ean13, [.upcA], true), (.itf14, [.itf], true),
      (.itf, [.itf14], false), (.code39, [], true), (.code39, [.qr, .code39], true), (.ean8, [.ean13], false),
    ] as [(Symbology, Set<Symbology>, Bool)])
  func taken(symbology: Symbology, wanted: Set<Symbology>, isTaken: Bool) {
    #expect(symbology.isTaken(by: wanted) == isTaken)
  }

  @Test(
    "nothing of a code reaches a terminal as a control character",
    arguments: [
      ("01\u{1D}10\u{1E}\u{04}", "01{GS}10{RS}{EOT}"), ("\u{07}\u{1B}[2J", "{U+0007}{U+001B}[2J"),
      ("\u{7F}\u{85}\u{9B}m", "{U+007F}{U+0085}{U+009B}m"),
      ("a\u{202E}b\u{200B}c\u{FEFF}", "a{U+202E}b{U+200B}c{U+FEFF}"), ("\u{2028}\u{2029}", "{U+2028}{U+2029}"),
      ("Größe 5 µm 漢字 ✓", "Größe 5 µm 漢字 ✓"), ("\u{E0041}\u{E000}", "{U+E0041}{U+E000}"), ("\u{0}", "{U+0000}"),
      ("\r\n", "{U+000D}{U+000A}"), ("", ""),
    ])
  func shown(text: String, shown: String) {
    #expect(displayable(text) == shown)
  }

  @Test(
    "control characters written in braces",
    arguments: [
      ("[)>{RS}06{GS}P1{RS}{EOT}", "[)>\u{1E}06\u{1D}P1\u{1E}\u{04}"), ("{gs}{G{GS}", "{gs}{G\u{1D}"), ("{", "{"),
      ("é{GS}", "é\u{1D}"),
    ])
  func braces(written: String, text: String) {
    #expect(textWithControls(fromBraces: written) == text)
  }
}
