import DataFormats
import Foundation
import LabelData
import Testing

@testable import ScanField

/// What a picture of a real dock holds: more than one label, labels alike, upside down, on their side, light on dark.
@Suite("Codes in view", .enabled(if: zint != nil, "zint is not installed"))
struct SeveralCodesTests {
  /// A picture with labels at places from its top left, each 20 pixels from the other; each row of labels below the one before.
  private func sheet(_ rows: [[TestPicture]], gap: Int = 40) -> TestPicture {
    let width = rows.map { $0.reduce(gap) { $0 + $1.width + gap } }.max() ?? gap
    let height = rows.reduce(gap) { $0 + ($1.map(\.height).max() ?? 0) + gap }
    var sheet = TestPicture(width: width, height: height) { _, _ in 255 }
    var top = gap
    for row in rows {
      var left = gap
      for label in row {
        for y in 0..<label.height {
          for x in 0..<label.width { sheet.gray[(top + y) * width + left + x] = label.gray[y * label.width + x] }
        }
        left += label.width + gap
      }
      top += (row.map(\.height).max() ?? 0) + gap
    }
    return sheet
  }

  private func draw(_ symbology: String, _ data: String, _ worker: DecodeWorker) throws -> TestPicture {
    let folder = try TemporaryFolder()
    let frame = try worker.load(still: try label(symbology, data, in: folder), longestSide: 4000)
    return frame.withPixels { TestPicture(width: frame.width, height: frame.height, gray: Array($0)) }
  }

  private func texts(_ picture: TestPicture, _ worker: DecodeWorker, _ symbologies: [String] = []) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.write(picture.pgm, to: "a.pgm")
    return try worker.decode(still: path, options: DecodeOptions(symbologies: symbologies, all: true, budget: 3_000))
      .map(\.text).sorted()
  }

  @Test("labels alike are counted, however many", arguments: ["CODE128", "EANX_CHK", "DATAMATRIX", "QRCODE", "CODE39"])
  func alike(_ symbology: String) throws {
    let worker = try DecodeWorker(executable: workerPath)
    let text = symbology == "EANX_CHK" ? "4006381333931" : "ALIKE 1"
    let one = try draw(symbology, text, worker)
    for (count, rows) in [(1, [[one]]), (2, [[one, one]]), (4, [[one, one], [one, one]])] {
      #expect(try texts(sheet(rows), worker) == [String](repeating: text, count: count), "\(count)")
    }
  }

  @Test("codes of all kinds side by side are all read, each once")
  func mixed() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let rows = try [
      [draw("CODE128", "PALLET 1", worker), draw("EANX_CHK", "4006381333931", worker)],
      [draw("DATAMATRIX", "LOT 2", worker), draw("QRCODE", "three", worker), draw("PDF417", "FOUR", worker)],
      [draw("AZTEC", "five", worker), draw("DBAR_OMN", "0950600013435", worker)],
    ]
    let all = ["0109506000134352", "4006381333931", "FOUR", "LOT 2", "PALLET 1", "five", "three"]
    #expect(try texts(sheet(rows), worker) == all)
    #expect(try texts(sheet(rows), worker, ["datamatrix"]) == ["LOT 2"])
    #expect(try texts(sheet(rows), worker, ["ean-13", "aztec"]) == ["4006381333931", "five"])
  }

  struct Turned: Sendable, CustomTestStringConvertible {
    var name: String
    var turn: @Sendable (TestPicture) -> TestPicture
    var testDescription: String { name }
  }

  static let turns: [Turned] = [
    Turned(name: "upside down", turn: { TestPicture(width: $0.width, height: $0.height, gray: $0.gray.reversed()) }),
    Turned(
      name: "on its side",
      turn: { picture in
        TestPicture(width: picture.height, height: picture.width) { x, y in picture.gray[x * picture.width + y] }
      }),
    Turned(
      name: "light on dark", turn: { TestPicture(width: $0.width, height: $0.height, gray: $0.gray.map { 255 - $0 }) }),
    Turned(name: "slanted by 8 degrees", turn: { slanted($0, by: 8) }),
    Turned(name: "slanted by 30 degrees", turn: { slanted($0, by: 30) }),
    Turned(
      name: "faint and dark",
      turn: {
        TestPicture(width: $0.width, height: $0.height, gray: $0.gray.map { 60 + $0 / 6 })
      }),
  ]

  static func slanted(_ picture: TestPicture, by degrees: Double) -> TestPicture {
    let side = picture.width + picture.height
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return TestPicture(width: side, height: side) { x, y in
      let (dx, dy) = (Double(x) - Double(side) / 2, Double(y) - Double(side) / 2)
      let (u, v) = (
        Int((c * dx + s * dy + Double(picture.width) / 2).rounded()),
        Int((c * dy - s * dx + Double(picture.height) / 2).rounded())
      )
      guard u >= 0, v >= 0, u < picture.width, v < picture.height else { return 255 }
      return picture.gray[v * picture.width + u]
    }
  }

  @Test("a label lies as it lies", arguments: turns)
  func turned(_ turned: Turned) throws {
    let worker = try DecodeWorker(executable: workerPath)
    for (symbology, text) in [
      ("CODE128", "PALLET 1"), ("EANX_CHK", "4006381333931"), ("QRCODE", "three"), ("DATAMATRIX", "LOT 2"),
    ] {
      let picture = turned.turn(sheet([[try draw(symbology, text, worker)]]))
      #expect(try texts(picture, worker) == [text], "\(symbology)")
    }
  }

  @Test("the corners are those of the whole label, not of the lines that were read")
  func corners() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let one = try draw("CODE128", "CORNERS", worker)
    let folder = try TemporaryFolder()
    let path = try folder.write(sheet([[one]]).pgm, to: "a.pgm")
    let code = try #require(try worker.decode(still: path).first)
    let heights = code.corners[3].y - code.corners[0].y
    // zint writes the text below the bars.
    #expect(heights > one.height / 2 && heights <= one.height + 4, "\(code.corners) of \(one.height)")
  }

  @Test("what no engine reads stays unread", arguments: ["MAXICODE", "MICROPDF417", "RMQR", "DBAR_LTD"])
  func unread(_ symbology: String) throws {
    let worker = try DecodeWorker(executable: workerPath)
    let data = symbology == "DBAR_LTD" ? "0950600013435" : "UNREAD 1234567890"
    #expect(try texts(sheet([[try draw(symbology, data, worker)]]), worker) == [])
  }
}
