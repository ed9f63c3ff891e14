import Testing

@testable import ScanField

@Suite struct PreviewTests {
  func shrink(_ gray: [UInt8], width: Int, region: Region? = nil, columns: Int, rows: Int) -> [UInt8] {
    gray.withUnsafeBufferPointer {
      Preview.shrink(
        $0, stride: width, region: region ?? Region(x: 0, y: 0, width: width, height: gray.count / width),
        columns: columns, rows: rows)
    }
  }

  @Test("each cell is the mean of its pixels")
  func means() {
    let gray: [UInt8] = [0, 10, 100, 200, 20, 30, 100, 204]
    #expect(shrink(gray, width: 4, columns: 2, rows: 1) == [15, 151])
    #expect(shrink(gray, width: 4, columns: 4, rows: 2) == gray)
    #expect(shrink(gray, width: 4, columns: 1, rows: 2) == [77, 88])
    #expect(shrink(gray, width: 4, region: Region(x: 1, y: 0, width: 2, height: 2), columns: 1, rows: 1) == [60])
  }

  @Test("more cells than pixels repeat them")
  func enlarged() {
    #expect(shrink([0, 90], width: 2, columns: 4, rows: 2) == [0, 0, 90, 90, 0, 0, 90, 90])
  }

  @Test("sides that do not divide lose no pixel")
  func uneven() {
    let cells = shrink([UInt8](repeating: 255, count: 7 * 5), width: 7, columns: 3, rows: 2)
    #expect(cells == [UInt8](repeating: 255, count: 6))
  }

  @Test(
    "what lies outside is nothing",
    arguments: [
      (Region(x: 0, y: 0, width: 3, height: 2), 1, 1), (Region(x: -1, y: 0, width: 1, height: 1), 1, 1),
      (Region(x: 0, y: 0, width: 0, height: 1), 1, 1), (Region(x: 0, y: 0, width: 2, height: 3), 1, 1),
      (Region(x: 0, y: 0, width: 2, height: 2), 0, 4),
    ])
  func outside(_ region: Region, columns: Int, rows: Int) {
    #expect(shrink([1, 2, 3, 4], width: 2, region: region, columns: columns, rows: rows) == [])
  }

  @Test(
    "the middle of a frame has the window's shape",
    arguments: [
      (640, 480, 78, 24, Region(x: 0, y: 142, width: 640, height: 196)),
      (640, 480, 10, 40, Region(x: 260, y: 0, width: 120, height: 480)),
      (640, 480, 4, 3, Region(x: 0, y: 0, width: 640, height: 480)),
      (5, 5, 1000, 1, Region(x: 0, y: 2, width: 5, height: 1)),
    ])
  func middle(_ width: Int, _ height: Int, across: Int, down: Int, region: Region) {
    #expect(Preview.middle(width: width, height: height, across: across, down: down) == region)
  }
}
