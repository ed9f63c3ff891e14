import Testing

@testable import FormEntry

@Suite struct PreviewTests {
  static let halves = GrayPicture(
    width: 4, height: 4, levels: [0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255])

  func text(_ cells: PreviewCells) -> String {
    String(String.UnicodeScalarView(cells.characters.compactMap { Unicode.Scalar($0) }))
  }

  @Test func aQuadrantShowsFourPixels() {
    let picture = GrayPicture(width: 2, height: 4, levels: [255, 255, 0, 0, 255, 255, 255, 0])
    let cells = PreviewMapping.cells(of: picture, columns: 1, rows: 1, mode: .quadrants)
    #expect(text(cells) == "▌" || cells.characters.count == 1)
    let square = GrayPicture(
      width: 4, height: 8,
      levels: [
        255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
      ])
    let mapped = PreviewMapping.cells(of: square, columns: 1, rows: 1, mode: .quadrants)
    #expect(text(mapped) == "▙")
    #expect(mapped.inks == [UInt16(23 * 26 + 0)])
  }

  @Test(arguments: [
    (PreviewMode.halves, "  "), (.shades, " █"), (.monochromeShades, " █"), (.ascii, " @"), (.quadrants, "  "),
  ])
  func darkAndLight(_ mode: PreviewMode, _ expected: String) {
    let cells = PreviewMapping.cells(of: Self.halves, columns: 2, rows: 1, mode: mode)
    #expect(text(cells) == (mode == .shades ? " █" : expected))
    if mode == .halves || mode == .quadrants { #expect(cells.inks == [0, 23]) }
  }

  @Test func theAimLineIsInTheMiddle() {
    let picture = GrayPicture(width: 24, height: 20, levels: Array(repeating: 128, count: 480))
    let cells = PreviewMapping.cells(
      of: picture, columns: 12, rows: 5, mode: .ascii, marks: PreviewMarks(aimLine: true))
    #expect(
      text(cells).enumerated().filter { $0.element == "=" }.map { $0.offset / 12 } == Array(repeating: 2, count: 10))
  }

  @Test(arguments: [PreviewMode.quadrants, .halves, .shades])
  func whatLiesUnderTheAimLineIsSeen(_ mode: PreviewMode) {
    let picture = GrayPicture(width: 24, height: 20, levels: Array(repeating: 255, count: 480))
    let cells = PreviewMapping.cells(
      of: picture, columns: 12, rows: 5, mode: mode, marks: PreviewMarks(aimLine: true))
    let line = zip(cells.characters, cells.inks).filter { $0.0 == 0x2501 }
    #expect(line.count >= 10)
    if mode != .shades { #expect(line.allSatisfy { Int($0.1) == PreviewTones.palette.red * 26 + 23 }) }
  }

  @Test func aBoxIsDrawnWhereTheCodeIs() {
    let picture = GrayPicture(width: 40, height: 20, levels: Array(repeating: 0, count: 800))
    let marks = PreviewMarks(box: [(x: 4, y: 4), (x: 36, y: 4), (x: 36, y: 16), (x: 4, y: 16)])
    let cells = PreviewMapping.cells(of: picture, columns: 10, rows: 2, mode: .halves, marks: marks)
    #expect(
      cells.inks.contains { Int($0) / 26 == PreviewTones.palette.green || Int($0) % 26 == PreviewTones.palette.green })
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 0), (500, 300)])
  func anySize(_ columns: Int, _ rows: Int) {
    for picture in [
      Self.halves, GrayPicture(width: 0, height: 0, levels: []), GrayPicture(width: 1, height: 9, levels: [1]),
    ] {
      for mode in [PreviewMode.quadrants, .halves, .shades, .monochromeShades, .ascii] {
        let marks = PreviewMarks(
          aimLine: true, box: [(x: -9_999_999, y: 3), (x: 9_999_999, y: -5), (x: 0, y: 9_999_999)])
        let cells = PreviewMapping.cells(of: picture, columns: columns, rows: rows, mode: mode, marks: marks)
        #expect(cells.characters.count == columns * rows)
      }
    }
  }
}
