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
}

/// What is drawn into the live picture.
struct PreviewMarks: Equatable, Sendable {
  /// The red line to aim with, across the middle.
  var aimLine = false
  /// Corners of a code that is seen, in pixels of the picture, in order around it.
  var box: [(x: Int, y: Int)] = []

  static func == (left: PreviewMarks, right: PreviewMarks) -> Bool {
    left.aimLine == right.aimLine && left.box.elementsEqual(right.box) { $0 == $1 }
  }
}

/// How a picture becomes characters, best first.
enum PreviewMode: Sendable {
  /// Four pixels a cell, 24 greys: needs 256 colours.
  case quadrants
  /// Two pixels a cell, 24 greys.
  case halves
  /// One pixel a cell, nine steps, for eight colours.
  case shades
  /// One pixel a cell, five steps, without colours.
  case monochromeShades
  /// One pixel a cell, ten steps, for terminals that know nothing else.
  case ascii

  /// Pixels in a cell.
  var pixels: (across: Int, down: Int) {
    switch self {
    case .quadrants: (2, 2)
    case .halves: (1, 2)
    default: (1, 1)
    }
  }
}

/// Cells of a picture: a character and an ink each, row by row.
struct PreviewCells: Equatable, Sendable {
  let columns: Int
  let rows: Int
  var characters: [UInt32]
  /// With greys: foreground × 26 + background, each a grey 0 to 23, `red` or `green`. Else see `PreviewInk`.
  var inks: [UInt16]
}

/// Inks of the modes without a palette.
enum PreviewInk {
  static let dark: UInt16 = 0  // grey on black
  static let light: UInt16 = 1  // white on grey
  static let line: UInt16 = 2
  static let box: UInt16 = 3
}

/// Makes cells of pictures. Pure; the painter puts them on the screen.
enum PreviewMapping {
  static let greys = 24
  static let red = 24
  static let green = 25
  static let colours = 26

  /// `picture` cut to the shape of `columns` × `rows` cells, a cell being twice as high as wide, and made to fill them.
  static func cells(
    of picture: GrayPicture, columns: Int, rows: Int, mode: PreviewMode, marks: PreviewMarks = PreviewMarks()
  ) -> PreviewCells {
    let columns = max(0, columns)
    let rows = max(0, rows)
    let grid = PreviewGrid(
      picture, across: columns * mode.pixels.across, down: rows * mode.pixels.down, cells: (columns, rows), marks)
    var result = PreviewCells(
      columns: columns, rows: rows, characters: Array(repeating: 0x20, count: columns * rows),
      inks: Array(repeating: 0, count: columns * rows))
    for row in 0..<rows {
      for column in 0..<columns {
        let (character, ink) =
          switch mode {
          case .quadrants: quadrant(grid, row, column)
          case .halves: half(grid, row, column)
          case .shades: shade(grid.pixel(row, column), steps: 9)
          case .monochromeShades: shade(grid.pixel(row, column), steps: 5)
          case .ascii: ascii(grid.pixel(row, column))
          }
        result.characters[row * columns + column] = character
        result.inks[row * columns + column] = ink
      }
    }
    return result
  }

  /// The part of the picture that is shown: as much as possible of the middle.
  static func crop(of picture: GrayPicture, columns: Int, rows: Int) -> (x: Int, y: Int, width: Int, height: Int) {
    guard picture.width > 0, picture.height > 0, columns > 0, rows > 0 else { return (0, 0, 0, 0) }
    let height = max(1, min(picture.height, picture.width * rows * 2 / columns))
    let width = max(1, min(picture.width, picture.height * columns / (rows * 2)))
    return ((picture.width - width) / 2, (picture.height - height) / 2, width, height)
  }

  // MARK: one cell

  private static let quadrants: [UInt32] = [
    0x20, 0x2598, 0x259d, 0x2580, 0x2596, 0x258c, 0x259e, 0x259b, 0x2597, 0x259a, 0x2590, 0x259c, 0x2584, 0x2599,
    0x259f,
    0x2588,
  ]

  /// Thinner than a block: what lies under the line can be seen.
  private static let aimLine: UInt32 = 0x2501

  private static func grey(_ level: Int) -> Int { level * greys / 256 }
  private static func ink(_ foreground: Int, _ background: Int) -> UInt16 { UInt16(foreground * colours + background) }

  private static func quadrant(_ grid: borrowing PreviewGrid, _ row: Int, _ column: Int) -> (UInt32, UInt16) {
    var levels = (0, 0, 0, 0)
    var marked = 0
    var mark = 0
    func look(_ index: Int, _ y: Int, _ x: Int) -> Int {
      let pixel = grid.pixel(2 * row + y, 2 * column + x)
      if pixel.mark != 0 {
        marked |= 1 << index
        mark = max(mark, pixel.mark)
      }
      return pixel.level
    }
    levels = (look(0, 0, 0), look(1, 0, 1), look(2, 1, 0), look(3, 1, 1))
    let low = min(min(levels.0, levels.1), min(levels.2, levels.3))
    let high = max(max(levels.0, levels.1), max(levels.2, levels.3))
    if marked != 0 {
      let mean = grey((levels.0 + levels.1 + levels.2 + levels.3) / 4)
      return (mark == red ? aimLine : quadrants[marked], ink(mark, mean))
    }
    let middle = (low + high) / 2
    var bits = 0
    var (bright, brightCount, dark) = (0, 0, 0)
    func sort(_ index: Int, _ level: Int) {
      if level > middle {
        bits |= 1 << index
        bright += level
        brightCount += 1
      } else {
        dark += level
      }
    }
    sort(0, levels.0)
    sort(1, levels.1)
    sort(2, levels.2)
    sort(3, levels.3)
    let background = grey(dark / (4 - brightCount))
    guard brightCount > 0, grey(bright / brightCount) != background else { return (0x20, ink(0, background)) }
    return (quadrants[bits], ink(grey(bright / brightCount), background))
  }

  private static func half(_ grid: borrowing PreviewGrid, _ row: Int, _ column: Int) -> (UInt32, UInt16) {
    let pixels = (grid.pixel(2 * row, column), grid.pixel(2 * row + 1, column))
    if max(pixels.0.mark, pixels.1.mark) == red {
      return (aimLine, ink(red, grey((pixels.0.level + pixels.1.level) / 2)))
    }
    func colour(_ pixel: (level: Int, mark: Int)) -> Int { pixel.mark != 0 ? pixel.mark : grey(pixel.level) }
    let (upper, lower) = (colour(pixels.0), colour(pixels.1))
    return upper == lower ? (0x20, ink(0, lower)) : (0x2580, ink(upper, lower))
  }

  private static let shades: [UInt32] = [0x20, 0x2591, 0x2592, 0x2593, 0x2588]

  private static func shade(_ pixel: (level: Int, mark: Int), steps: Int) -> (UInt32, UInt16) {
    if pixel.mark == red { return (aimLine, PreviewInk.line) }
    if pixel.mark == green { return (0x2588, PreviewInk.box) }
    let step = pixel.level * steps / 256
    return step < 5 ? (shades[step], PreviewInk.dark) : (shades[step - 4], PreviewInk.light)
  }

  private static let ramp = Array(" .:-=+*#%@".utf8).map { UInt32($0) }

  private static func ascii(_ pixel: (level: Int, mark: Int)) -> (UInt32, UInt16) {
    if pixel.mark == red { return (0x3d, PreviewInk.line) }
    if pixel.mark == green { return (0x4f, PreviewInk.box) }
    return (ramp[pixel.level * ramp.count / 256], PreviewInk.dark)
  }
}
