import Configuration
import TerminalKit
import Testing

@testable import FormEntry

@Suite("How the picture is shown") struct PreviewModeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let choice: StationConfiguration.Preview
    var terminal = PreviewTerminal()
    let ways: [PreviewMode]
    var testDescription: String { name }

    init(
      _ name: String, _ choice: StationConfiguration.Preview, _ ways: [PreviewMode],
      _ change: (inout PreviewTerminal) -> Void = { _ in }
    ) {
      (self.name, self.choice, self.ways) = (name, choice, ways)
      change(&terminal)
    }
  }

  static let cell = TerminalGraphics.Cell(width: 10, height: 20)
  static let cases = [
    Case("256 colours", .auto, [.quadrants, .shades, .ascii]),
    Case("kitty says what it can", .auto, [.kitty, .quadrants, .shades, .ascii]) { $0.graphics.hasKitty = true },
    Case("kitty's graphics before sixels", .auto, [.kitty, .quadrants, .shades, .ascii]) {
      $0.graphics = TerminalGraphics(hasKitty: true, hasSixel: true, cell: cell)
    },
    Case("sixels", .auto, [.sixel, .quadrants, .shades, .ascii]) {
      $0.graphics = TerminalGraphics(hasSixel: true, cell: cell)
    },
    Case("sixels of unknown size could reach beyond the window", .auto, [.quadrants, .shades, .ascii]) {
      $0.graphics.hasSixel = true
    },
    Case("the Linux console", .auto, [.shades, .ascii]) { $0.colours = .eight },
    Case("no colours", .auto, [.monochromeShades, .ascii]) { $0.colours = .mono },
    Case("a VT220, or LANG=C", .auto, [.ascii]) { ($0.isUnicode, $0.colours) = (false, .mono) },
    Case("LANG=C in a terminal with colours", .auto, [.ascii]) { $0.isUnicode = false },
    Case("a named way goes first", .sixel, [.sixel, .quadrants, .shades, .ascii]),
    Case("halves", .halves, [.halves, .shades, .ascii]),
    Case("quadrants where there is kitty", .quadrants, [.quadrants, .shades, .ascii]) { $0.graphics.hasKitty = true },
    Case("quadrants that eight colours cannot show", .quadrants, [.shades, .ascii]) { $0.colours = .eight },
    Case("shades", .shades, [.shades, .ascii]),
    Case("shades without colours", .shades, [.monochromeShades, .ascii]) { $0.colours = .mono },
    Case("shades that no locale can show", .shades, [.ascii]) { $0.isUnicode = false },
    Case("ascii", .ascii, [.ascii]),
    Case("no picture", .none, []),
  ]

  @Test(arguments: cases)
  func ways(_ example: Case) {
    #expect(PreviewMode.ways(example.choice, on: example.terminal) == example.ways)
  }

  @Test("what no cell measures is no size", arguments: [(0, 0), (10, 0), (2, 20), (10, 5), (101, 20), (10, 201)])
  func oddCells(_ width: Int, _ height: Int) {
    #expect(TerminalGraphics.Cell(width: width, height: height) == nil)
  }

  @Test("a mirror swaps left and right, and the marks with them")
  func mirrored() {
    let picture = GrayPicture(width: 3, height: 2, levels: [1, 2, 3, 4, 5, 6])
    #expect(picture.mirrored.levels == [3, 2, 1, 6, 5, 4])
    #expect(PreviewMarks(aimLine: true, box: [(0, 1)]).mirrored(width: 3) == PreviewMarks(aimLine: true, box: [(2, 1)]))
  }

  @Test("a picture that is shown in ASCII has a box of characters, and nothing beyond seven bits")
  func asciiBox() {
    let picture = GrayPicture(width: 8, height: 5, levels: Array(repeating: 200, count: 40))
    let marks = PreviewMarks(aimLine: false, box: [(1, 1), (6, 1), (6, 4), (1, 4)])
    let cells = PreviewMapping.cells(of: picture, columns: 8, rows: 5, mode: .ascii, marks: marks)
    let text = String(String.UnicodeScalarView(cells.characters.compactMap { Unicode.Scalar($0) }))
    #expect(text == "########" + "#+----+#" + "#|####|#" + "#|####|#" + "#+----+#")
    #expect(cells.inks[9] == PreviewInk.box && cells.inks[0] == PreviewInk.dark)
  }

  @Test("direct colours have more greys, and the numbers of their pairs fit")
  func directColours() {
    let picture = GrayPicture(width: 2, height: 2, levels: [0, 0, 252, 252])
    let cells = PreviewMapping.cells(of: picture, columns: 1, rows: 1, mode: .quadrants, tones: .direct)
    #expect(cells.inks == [UInt16(63 * 66)])
    #expect(PreviewTones.direct.ink(65, 65) < 0x7fff - 100)
  }

  // MARK: pixels

  static let pixels: [UInt8] = (0..<12 * 60).map { (index: Int) -> UInt8 in
    let (x, y) = (index % 60, index / 60)
    return UInt8((y * 7 + x / 5) % 10)
  }

  /// Whether `colour` is that of a number among eight greys, red and green.
  static func isRight(_ pixel: UInt8, _ colour: ShownPicture.Colour) -> Bool {
    switch pixel {
    case 8: return colour.isRed
    case 9: return colour.isGreen
    default: return colour.isGrey && abs(Int(colour.red) - Int(pixel) * 255 / 7) < 4
    }
  }

  @Test("sixels hold every pixel; equal ones are counted", arguments: [(60, 12), (1, 6), (60, 7), (720, 1)])
  func sixels(_ width: Int, _ height: Int) throws {
    let pixels = Array(Self.pixels.prefix(width * height))
    let bytes = SixelPicture.encode(pixels, width: width, height: height, greys: 8)
    let start = try #require(bytes.firstIndex(of: UInt8(ascii: "q")))
    let picture = try #require(ShownPicture(sixels: bytes[(start + 1)..<(bytes.count - 2)]))
    #expect(picture.width == width && picture.height == height)
    let colours = picture.pixels.compactMap { $0 }
    #expect(colours.count == pixels.count)
    #expect(zip(pixels, colours).allSatisfy { Self.isRight($0, $1) })
    if width == 60, height == 12 { #expect(bytes.count < 1000) }
  }

  @Test(
    "a PNG holds every pixel, also where it has more than one block",
    arguments: [(60, 12), (1, 1), (59, 3), (600, 300)])
  func png(_ width: Int, _ height: Int) throws {
    let pixels: [UInt8] = (0..<width * height).map { UInt8($0 * 7 % 16) }
    let colours: [[UInt8]] = (0..<16).map { (number: UInt8) in [number * 17, number * 17, number * 16] }
    let png = IndexedPNG.encode(pixels, width: width, height: height, colours: colours)
    let picture = try #require(ShownPicture(storedPNG: png))
    #expect(picture.width == width && picture.height == height)
    let shown: [UInt8] = picture.pixels.map { $0.map { $0.red / 17 } ?? 99 }
    #expect(shown == pixels)
    #expect(png.count < width * height / 2 + height + 300)
  }

  @Test("nothing to show is no bytes") func empty() {
    #expect(SixelPicture.encode([], width: 0, height: 0, greys: 8).isEmpty)
    #expect(SixelPicture.encode([1], width: 3, height: 3, greys: 8).isEmpty)
  }
}
