import DataFormats
import Testing

@testable import ScanField
@testable import ScanWorker

@Suite struct DecodeProtocolTests {
  static let options = DecodeOptions(
    symbologies: ["qr", "ean-13"], all: true, addOns: true, budget: 250, without: [3, 12])

  @Test(
    "a request arrives as it was sent",
    arguments: [
      .attach(memory: 7), .detach(memory: 7), .still(options), .load(memory: 3, longestSide: 1280),
      .frame(FrameLayout(memory: 1, offset: 4096, width: 640, height: 480, stride: 704), number: 12, options),
    ] as [DecodeRequest])
  func requests(_ request: DecodeRequest) throws {
    let bytes = DecodePacket(sequence: 99, message: request).bytes
    let packet = try DecodePacket<DecodeRequest>(bytes)
    #expect(packet.sequence == 99 && packet.message == request)
    for count in 0..<bytes.count {
      #expect(throws: BadPacket.self) { try DecodePacket<DecodeRequest>(Array(bytes.prefix(count))) }
    }
    #expect(throws: BadPacket.self) { try DecodePacket<DecodeRequest>(bytes + [0]) }
  }

  @Test(
    "an answer arrives as it was sent",
    arguments: [
      .done(width: 640, height: 480), .failed("the file is empty"), .trying(pass: 12),
      .code(
        CodeReading(
          symbology: "qr", identifier: "]Q1", text: "é", charset: "windows-1252", raw: [0xE9],
          corners: [0, 0, 9, 0, 9, -9, 0, -9], quality: 1, readings: 2)),
    ] as [DecodeAnswer])
  func answers(_ answer: DecodeAnswer) throws {
    let bytes = DecodePacket(sequence: 5, message: answer).bytes
    let packet = try DecodePacket<DecodeAnswer>(bytes)
    #expect(packet.sequence == 5 && packet.message == answer)
    for count in 0..<bytes.count {
      #expect(throws: BadPacket.self) { try DecodePacket<DecodeAnswer>(Array(bytes.prefix(count))) }
    }
  }

  @Test("another version is not understood")
  func version() {
    var bytes = DecodePacket(sequence: 1, message: DecodeRequest.attach(memory: 1)).bytes
    bytes[0] += 1
    #expect(throws: BadPacket.self) { try DecodePacket<DecodeRequest>(bytes) }
  }

  @Test(
    "a frame must lie in its memory",
    arguments: [
      (FrameLayout(memory: 0, offset: 0, width: 10, height: 10, stride: 10), true),
      (FrameLayout(memory: 0, offset: 1, width: 10, height: 10, stride: 10), false),
      (FrameLayout(memory: 0, offset: 0, width: 10, height: 10, stride: 9), false),
      (FrameLayout(memory: 0, offset: 0, width: 4, height: 9, stride: 12), true),
      (FrameLayout(memory: 0, offset: -1, width: 4, height: 4, stride: 4), false),
      (FrameLayout(memory: 0, offset: 0, width: 0, height: 10, stride: 10), false),
      (FrameLayout(memory: 0, offset: 0, width: 1 << 20, height: 1 << 20, stride: 1 << 20), false),
    ])
  func layouts(_ layout: FrameLayout, fits: Bool) {
    #expect(layout.fits(in: 100) == fits)
  }

  @Test(
    "bytes become text",
    arguments: [
      ("UTF-8", [0xC3, 0xA9], "é", "utf-8"),
      ("Windows-1252", [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72, 0x20, 0x80], "Müller €", "windows-1252"),
      ("accents that fit Shift-JIS by chance", [0x4C, 0xE9, 0x61], "Léa", "windows-1252"),
      ("Shift-JIS kanji", [0x93, 0x8C, 0x8B, 0x9E], "東京", "shift-jis"),
      ("half-width katakana", [0xB1, 0xB2, 0xB3], "ｱｲｳ", "shift-jis"),
      ("nothing", [], "", "utf-8"), ("a zero byte", [0x41, 0, 0x42], "A\u{0}B", "utf-8"),
      ("no character there", [0x41, 0x81], "A\u{81}", "windows-1252"),
    ] as [(String, [UInt8], String, String)])
  func texts(_ name: String, _ bytes: [UInt8], _ text: String, _ charset: String) {
    #expect(CodeText.text(of: bytes) == (text, charset))
  }

  @Test(
    "points become four corners",
    arguments: [
      ("none", [], [0, 0, 0, 0, 0, 0, 0, 0]),
      ("one point", [(5, 5)], [4, 4, 6, 4, 6, 6, 4, 6]),
      ("a line", [(0, 5), (9, 5)], [0, 4, 9, 4, 9, 6, 0, 6]),
      ("an upright code", [(10, 5), (90, 5), (10, 8), (90, 25), (50, 15)], [10, 5, 90, 5, 90, 25, 10, 25]),
      ("a slanted code", [(0, 10), (10, 0), (20, 10), (10, 20), (10, 10)], [0, 10, 10, 0, 20, 10, 10, 20]),
    ] as [(String, [(Double, Double)], [Int])])
  func outlines(_ name: String, _ points: [(Double, Double)], _ corners: [Int]) {
    #expect(Outline.corners(of: points.map { (x: $0.0, y: $0.1) }, exact: false) == corners)
  }
}
