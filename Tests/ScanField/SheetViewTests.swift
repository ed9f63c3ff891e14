import Testing

@testable import ScanField

@Suite struct SheetViewTests {
  /// Motions from unsharp and far to sharp and near.
  static let steps = [0, 3, 8, 14, 40, 200]

  /// A sheet of bars with a dark frame, and how it is seen at a step.
  func view(step: Int, width: Int = 160, height: Int = 120) throws -> SheetView {
    let memory = try SharedMemory(size: 200 * 140)
    for y in 0..<140 {
      for x in 0..<200 {
        memory.bytes[y * 200 + x] = (x < 4 || y < 4 || x > 195 || y > 135) ? 250 : (x / 16) % 2 == 0 ? 20 : 220
      }
    }
    let frame = Frame(memory: memory, width: 200, height: 140, stride: 200)
    let sheet = try #require(Sheet(frame, width: width, height: height))
    return SheetView(
      sheet, MovingShow.Motion(seed: 7, picture: 0, step: step), width: width, height: height)
  }

  func draw(_ view: SheetView) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: view.width * view.height) { pixels, count in
      pixels.baseAddress.map { view.draw(into: $0) }
      count = view.width * view.height
    }
  }

  func mean(_ values: [Int]) -> Int { values.isEmpty ? 0 : values.reduce(0, +) / values.count }

  @Test("the small view is the drawn frame made small, nearly", arguments: steps)
  func small(_ step: Int) throws {
    let view = try view(step: step)
    let drawn = draw(view)
    for (region, columns, rows) in [
      (Region(x: 0, y: 0, width: 160, height: 120), 40, 15), (Region(x: 20, y: 30, width: 100, height: 50), 50, 25),
      (Region(x: 0, y: 50, width: 160, height: 20), 160, 20), (Region(x: 30, y: 30, width: 9, height: 9), 30, 30),
    ] {
      let exact = drawn.withUnsafeBufferPointer {
        Preview.shrink($0, stride: 160, region: region, columns: columns, rows: rows)
      }
      let near = [UInt8](unsafeUninitializedCapacity: columns * rows) { cells, count in
        cells.baseAddress.map { view.shrink(region, columns: columns, rows: rows, into: $0) }
        count = columns * rows
      }
      let differences = zip(exact, near).map { abs(Int($0) - Int($1)) }
      #expect(mean(differences) <= 12, "\(columns) x \(rows)")
    }
  }

  @Test("the sheet is seen sharp in the end, and lies on a darker desk")
  func contrast() throws {
    let (far, near) = (draw(try view(step: 0)), draw(try view(step: 200)))
    let line = { (pixels: [UInt8]) in pixels[60 * 160 + 30..<60 * 160 + 130].map(Int.init) }
    let steepest = { (values: [Int]) in zip(values, values.dropFirst()).map { abs($0 - $1) }.max() ?? 0 }
    #expect(steepest(line(near)) > steepest(line(far)))
    #expect(far[0] == 70 && far[119 * 160] == 99)
    #expect(near.max() ?? 0 >= 220)
  }

  @Test("a frame of any size is filled", arguments: [(1, 1), (2, 300), (300, 2), (17, 13)])
  func sizes(_ width: Int, _ height: Int) throws {
    for step in Self.steps {
      #expect(draw(try view(step: step, width: width, height: height)).count == width * height)
    }
  }

  @Test(
    "which places of a row lie on the sheet",
    arguments: [
      (0, 10, 100, 20, 0..<10), (-15, 10, 100, 20, 2..<12), (95, -10, 100, 20, 0..<10), (130, -10, 100, 20, 4..<14),
      (5, 0, 10, 7, 0..<7), (10, 0, 10, 7, 0..<0), (-1, 0, 10, 7, 0..<0), (-500, 10, 100, 20, 20..<20),
      (500, 10, 100, 20, 0..<0), (500, -10, 100, 20, 20..<20), (0, 1, 0, 5, 0..<0),
    ])
  func span(_ first: Int, _ step: Int, _ end: Int, _ count: Int, _ expected: Range<Int>) {
    let span = SheetView.span(first, step, end, count)
    #expect(Array(span) == Array(expected))
    #expect((0..<count).filter { (0..<max(end, 0)).contains(first + $0 * step) } == Array(span))
  }
}
