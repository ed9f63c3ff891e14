/// A picture in shades of grey, row by row, 0 black to 255 white.
struct GrayPicture: Equatable, Sendable {
  let width: Int
  let height: Int
  let levels: [UInt8]

  /// Missing levels are black, what is too much is left out.
  init(width: Int, height: Int, levels: [UInt8]) {
    self.width = max(0, width)
    self.height = max(0, height)
    let count = self.width * self.height
    self.levels =
      levels.count == count
      ? levels : Array(levels.prefix(count)) + Array(repeating: 0, count: max(0, count - levels.count))
  }

  /// As a mirror shows it.
  var mirrored: GrayPicture {
    var levels = levels
    for row in 0..<height { levels[row * width..<(row + 1) * width].reverse() }
    return GrayPicture(width: width, height: height, levels: levels)
  }
}

/// What is drawn into the live picture.
struct PreviewMarks: Equatable, Sendable {
  /// The red line to aim with, across the middle.
  var aimLine = false
  /// Corners of a code that is seen, in pixels of the picture, in order around it.
  var box: [(x: Int, y: Int)] = []

  /// In a mirrored picture of that width.
  func mirrored(width: Int) -> PreviewMarks {
    PreviewMarks(aimLine: aimLine, box: box.map { (width - 1 - $0.x, $0.y) })
  }

  static func == (left: PreviewMarks, right: PreviewMarks) -> Bool {
    left.aimLine == right.aimLine && left.box.elementsEqual(right.box) { $0 == $1 }
  }
}

/// What covers a pixel of the picture.
enum PreviewMark: UInt8, Comparable {
  case none, line, box

  static func < (left: PreviewMark, right: PreviewMark) -> Bool { left.rawValue < right.rawValue }
}
