import DataFormats
import Foundation
import LabelData
import Testing

@testable import ScanField

@Suite struct StillTests {
  struct Label: CustomTestStringConvertible {
    var zint: String
    var data: String
    var options: [String] = []
    var symbology: Symbology
    var identifier: String
    var text: String
    var gtin: String?
    var testDescription: String { "\(symbology.rawValue) \(data)" }
  }

  static let labels = [
    Label(
      zint: "EANX", data: "4006381333931", symbology: .ean13, identifier: "]E0", text: "4006381333931",
      gtin: "04006381333931"),
    Label(zint: "EANX", data: "9638507", symbology: .ean8, identifier: "]E4", text: "96385074", gtin: "00000096385074"),
    Label(
      zint: "UPCA", data: "04210000526", symbology: .upcA, identifier: "]E0", text: "042100005264",
      gtin: "00042100005264"),
    Label(zint: "UPCE", data: "0425261", symbology: .upcE, identifier: "]E0", text: "04252614", gtin: "00042100005264"),
    Label(zint: "CODE128", data: "PALLET 12-b", symbology: .code128, identifier: "]C0", text: "PALLET 12-b"),
    Label(
      zint: "GS1_128", data: "[01]09506000134352[10]AB12[21]5", symbology: .gs1128, identifier: "]C1",
      text: "010950600013435210AB12\u{1D}215", gtin: "09506000134352"),
    Label(zint: "CODE39", data: "BIN-42", symbology: .code39, identifier: "]A0", text: "BIN-42"),
    Label(zint: "CODE93", data: "BIN-42", symbology: .code93, identifier: "]G0", text: "BIN-42"),
    Label(zint: "CODABAR", data: "A123456B", symbology: .codabar, identifier: "]F0", text: "A123456B"),
    Label(zint: "C25INTER", data: "12345678", symbology: .itf, identifier: "]I0", text: "12345678"),
    Label(
      zint: "ITF14", data: "1540014128876", symbology: .itf14, identifier: "]I1", text: "15400141288763",
      gtin: "15400141288763"),
    Label(
      zint: "DBAR_OMN", data: "0950600013435", symbology: .databar, identifier: "]e0", text: "0109506000134352",
      gtin: "09506000134352"),
    Label(
      zint: "DBAR_EXP", data: "[01]09506000134352[10]AB12[21]5", symbology: .databarExpanded, identifier: "]e0",
      text: "010950600013435210AB12\u{1D}215", gtin: "09506000134352"),
    Label(zint: "QRCODE", data: "Straße 12, 東京", symbology: .qr, identifier: "]Q1", text: "Straße 12, 東京"),
    Label(
      zint: "QRCODE", data: "[01]09506000134352[10]AB12[21]5", options: ["--gs1"], symbology: .gs1QR,
      identifier: "]Q3", text: "010950600013435210AB12\u{1D}215", gtin: "09506000134352"),
    Label(zint: "MICROQR", data: "BIN 42", symbology: .microQR, identifier: "]Q1", text: "BIN 42"),
    Label(
      zint: "DATAMATRIX", data: "Größe 7", options: ["--vwhitesp=4"], symbology: .datamatrix, identifier: "]d1",
      text: "Größe 7"),
    Label(
      zint: "DATAMATRIX", data: "[01]09506000134352[10]AB12[21]5", options: ["--gs1", "--vwhitesp=4"],
      symbology: .gs1DataMatrix,
      identifier: "]d2", text: "010950600013435210AB12\u{1D}215", gtin: "09506000134352"),
    Label(zint: "PDF417", data: "SHIP 12 DOCK 4", symbology: .pdf417, identifier: "]L2", text: "SHIP 12 DOCK 4"),
    Label(zint: "AZTEC", data: "TRK0012345", symbology: .aztec, identifier: "]z0", text: "TRK0012345"),
    Label(
      zint: "DBAR_OMNSTK", data: "0950600013435", symbology: .databar, identifier: "]e0", text: "0109506000134352",
      gtin: "09506000134352"),
    Label(
      zint: "DBAR_EXPSTK", data: "[01]09506000134352[10]AB12[21]5", symbology: .databarExpanded, identifier: "]e0",
      text: "010950600013435210AB12\u{1D}215", gtin: "09506000134352"),
  ]

  @Test("digits beside an EAN are read when they are asked for", .enabled(if: zint != nil, "zint is not installed"))
  func addOns() throws {
    let folder = try TemporaryFolder()
    let path = try ScanFieldTests.label("EANX", "9780201752847+55999", in: folder)
    let worker = try DecodeWorker(executable: workerPath)
    #expect(try worker.decode(still: path).map(\.text) == ["9780201752847"])
    let code = try #require(try worker.decode(still: path, options: DecodeOptions(addOns: true)).first)
    #expect(code.text == "978020175284755999" && code.identifier == "]E3" && code.symbology == .ean13)
    #expect(code.gtin == "09780201752847")
  }

  @Test(
    "the character set is said where the bytes are not the text as it is",
    .enabled(if: zint != nil, "zint is not installed"),
    arguments: [
      ("latin", "Größe", ["--eci=3"], "eci"), ("japanese", "東京", ["--eci=20"], "eci"), ("plain", "Gr", [], "utf-8"),
    ])
  func charsets(_ name: String, _ text: String, _ options: [String], _ charset: String) throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    let path = try ScanFieldTests.label("QRCODE", text, in: folder, options: options)
    let code = try #require(try worker.decode(still: path).first)
    #expect(code.text == text && code.charset == charset)
    #expect(code.json(source: "a").description.contains("\"charset\"") == (charset != "utf-8"))
  }

  @Test("a printed label says what was printed", .enabled(if: zint != nil, "zint is not installed"), arguments: labels)
  func symbologies(_ label: Label) throws {
    let folder = try TemporaryFolder()
    let path = try ScanFieldTests.label(label.zint, label.data, in: folder, options: label.options)
    let worker = try DecodeWorker(executable: workerPath)
    let codes = try worker.decode(still: path)
    let code = try #require(codes.first)
    #expect(code.symbology == label.symbology)
    #expect(code.identifier == label.identifier)
    #expect(code.text == label.text)
    #expect(code.gtin == label.gtin)
    #expect(code.quality >= 1)
    // Asked for by name it is found, and nothing else is.
    let asked = try worker.decode(still: path, options: DecodeOptions(symbologies: [label.symbology.rawValue])).first
    #expect(asked?.text == code.text && asked?.symbology == code.symbology && asked?.raw == code.raw)
    let others = Symbology.allCases.filter { $0 != label.symbology && !label.symbology.isTaken(by: [$0]) }
    let found = try worker.decode(still: path, options: DecodeOptions(symbologies: others.map(\.rawValue), all: true))
    #expect(!found.contains { $0.symbology == label.symbology })
  }

  @Test(
    "a scanner sends UPC codes as 13 digits",
    arguments: [
      (Symbology.upcA, "042100005264", "]E00042100005264"), (.upcE, "04252614", "]E00042100005264"),
      (.ean13, "4006381333931", "]E04006381333931"), (.qr, "x", "]Q1x"),
    ])
  func transmitted(symbology: Symbology, text: String, expected: String) {
    let code = DecodedCode(
      symbology: symbology, identifier: String(expected.prefix(3)), text: text, raw: Array(text.utf8), corners: [],
      quality: 1)
    #expect(code.transmitted == expected)
  }

  @Test("every way of writing a picture is read", .enabled(if: zint != nil, "zint is not installed"))
  func formats() throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    let frame = try worker.load(still: try label("CODE128", "FORMATS", in: folder), longestSide: 4000)
    let picture = frame.withPixels { TestPicture(width: frame.width, height: frame.height, gray: Array($0)) }
    let files: [(String, [UInt8])] = [
      ("gray.png", picture.png(kind: 0)), ("gray of 16 bits.png", picture.png(kind: 0, depth: 16)),
      ("colour.png", picture.png(kind: 2)), ("palette.png", picture.png(kind: 3)),
      ("transparent.png", picture.png(kind: 6)), ("gray.jpg", picture.jpeg()), ("colour.jpg", picture.jpeg(.rgb)),
      ("cmyk.jpg", picture.jpeg(.cmyk)), ("bytes.pgm", picture.pgm), ("words.pgm", picture.pgm16),
      ("numbers.pgm", picture.plainPGM), ("misnamed.txt", picture.png(kind: 0)),
    ]
    for (name, bytes) in files {
      let codes = try worker.decode(still: folder.write(bytes, to: name))
      #expect(codes.map(\.text) == ["FORMATS"], "\(name)")
    }
  }

  @Test("all codes of a picture, or one", .enabled(if: zint != nil, "zint is not installed"))
  func several() throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    let frames = try [("CODE128", "ONE"), ("QRCODE", "TWO")].map {
      try worker.load(still: try label($0.0, $0.1, in: folder), longestSide: 4000)
    }
    var picture = TestPicture(width: 500, height: 400) { _, _ in 255 }
    for (frame, (left, top)) in zip(frames, [(40, 20), (120, 220)]) {
      frame.withPixels { pixels in
        for y in 0..<frame.height {
          for x in 0..<frame.width {
            picture.gray[(top + y) * picture.width + left + x] = pixels[y * frame.stride + x]
          }
        }
      }
    }
    let path = try folder.write(picture.pgm, to: "two.pgm")
    let all = try worker.decode(still: path, options: DecodeOptions(all: true))
    #expect(Set(all.map(\.text)) == ["ONE", "TWO"])
    #expect(try worker.decode(still: path).count == 1)
    for code in all {
      #expect(code.corners.count == 4)
      let frame = frames[code.text == "ONE" ? 0 : 1]
      let (left, top) = code.text == "ONE" ? (40, 20) : (120, 220)
      #expect(code.corners.allSatisfy { (left - 4...left + frame.width + 4).contains($0.x) }, "\(code.corners)")
      #expect(code.corners.allSatisfy { (top - 4...top + frame.height + 4).contains($0.y) }, "\(code.corners)")
      // Clockwise from the top left: the first side runs to the right.
      #expect(code.corners[1].x > code.corners[0].x + 20 && code.corners[2].y > code.corners[1].y + 10)
    }
  }

  @Test("the line that scan prints")
  func json() {
    let code = DecodedCode(
      symbology: .gs1128, identifier: "]C1", text: "010950600013435210A\u{1D}215", raw: [0x30, 0x1D, 0xFF],
      corners: [Point(x: 1, y: 2), Point(x: 30, y: 2), Point(x: 30, y: 9), Point(x: 1, y: 9)], quality: 7)
    #expect(
      code.json(source: "dock/1.png").description
        == #"{"source":"dock/1.png","symbology":"gs1-128","identifier":"]C1","text":"010950600013435210A\u001d215","#
        + #""raw":"MB3/","corners":[[1,2],[30,2],[30,9],[1,9]],"gtin":"09506000134352"}"#)
  }

  @Test("base64", arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func base64(_ text: String) {
    #expect(Base64.encode(Array(text.utf8)) == Data(text.utf8).base64EncodedString())
  }
}
