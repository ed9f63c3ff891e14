/// Cells of a picture: a character and an ink each, row by row.
struct PreviewCells: Equatable, Sendable {
  let columns: Int
  let rows: Int
  var characters: [UInt32]
  /// With greys: see `PreviewTones`. Else see `PreviewInk`.
  var inks: [UInt16]
}

/// Inks of the modes without greys.
enum PreviewInk {
  static let dark: UInt16 = 0  // grey on black
  static let light: UInt16 = 1  // white on grey
  static let line: UInt16 = 2
  static let box: UInt16 = 3
}

/// Pairs of colours: `greys` from black to white, red and green, each on each. Their numbers are foreground × `count` +
/// background.
struct PreviewTones: Equatable, Sendable {
  let greys: Int
  var red: Int { greys }
  var green: Int { greys + 1 }
  var count: Int { greys + 2 }

  /// The greys that a palette of 256 has.
  static let palette = PreviewTones(greys: 24)
  /// More can hardly be told apart, and every change of the colour costs the line twenty bytes.
  static let direct = PreviewTones(greys: 64)

  func grey(_ level: Int) -> Int { level * greys / 256 }
  func ink(_ foreground: Int, _ background: Int) -> UInt16 { UInt16(foreground * count + background) }
  func colour(_ mark: PreviewMark) -> Int { mark == .line ? red : green }
}

/// Makes cells of pictures. Pure; the painter puts them on the screen.
enum PreviewMapping {
  /// `picture` stretched over `columns` × `rows` cells.
  static func cells(
    of picture: GrayPicture, columns: Int, rows: Int, mode: PreviewMode, marks: PreviewMarks = PreviewMarks(),
    tones: PreviewTones = .palette
  ) -> PreviewCells {
    let columns = max(0, columns)
    let rows = max(0, rows)
    let grid = PreviewGrid(picture, across: columns * mode.pixels.across, down: rows * mode.pixels.down, marks)
    var result = PreviewCells(
      columns: columns, rows: rows, characters: Array(repeating: 0x20, count: columns * rows),
      inks: Array(repeating: 0, count: columns * rows))
    for row in 0..<rows {
      for column in 0..<columns {
        let (character, ink) =
          switch mode {
          case .quadrants: quadrant(grid, row, column, tones)
          case .halves: half(grid, row, column, tones)
          case .monochromeShades: shade(grid, row, column, steps: 5)
          case .ascii: ascii(grid, row, column)
          case .shades, .kitty, .sixel: shade(grid, row, column, steps: 9)
          }
        result.characters[row * columns + column] = character
        result.inks[row * columns + column] = ink
      }
    }
    return result
  }

  // MARK: one cell

  private static let quadrants: [UInt32] = [
    0x20, 0x2598, 0x259d, 0x2580, 0x2596, 0x258c, 0x259e, 0x259b, 0x2597, 0x259a, 0x2590, 0x259c, 0x2584, 0x2599,
    0x259f, 0x2588,
  ]

  /// Thinner than a block: what lies under the line can be seen.
  private static let aimLine: UInt32 = 0x2501

  private static func quadrant(
    _ grid: borrowing PreviewGrid, _ row: Int, _ column: Int, _ tones: PreviewTones
  ) -> (UInt32, UInt16) {
    var levels = (0, 0, 0, 0)
    var marked = 0
    var mark = PreviewMark.none
    func look(_ index: Int, _ y: Int, _ x: Int) -> Int {
      let found = grid.mark(2 * row + y, 2 * column + x)
      if found != .none {
        marked |= 1 << index
        mark = max(mark, found)
      }
      return grid.level(2 * row + y, 2 * column + x)
    }
    levels = (look(0, 0, 0), look(1, 0, 1), look(2, 1, 0), look(3, 1, 1))
    let low = min(min(levels.0, levels.1), min(levels.2, levels.3))
    let high = max(max(levels.0, levels.1), max(levels.2, levels.3))
    if marked != 0 {
      let mean = tones.grey((levels.0 + levels.1 + levels.2 + levels.3) / 4)
      return (mark == .line ? aimLine : quadrants[marked], tones.ink(tones.colour(mark), mean))
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
    let background = tones.grey(dark / (4 - brightCount))
    guard brightCount > 0, tones.grey(bright / brightCount) != background else {
      return (0x20, tones.ink(0, background))
    }
    return (quadrants[bits], tones.ink(tones.grey(bright / brightCount), background))
  }

  private static func half(
    _ grid: borrowing PreviewGrid, _ row: Int, _ column: Int, _ tones: PreviewTones
  ) -> (UInt32, UInt16) {
    let levels = (grid.level(2 * row, column), grid.level(2 * row + 1, column))
    let marks = (grid.mark(2 * row, column), grid.mark(2 * row + 1, column))
    if max(marks.0, marks.1) == .line {
      return (aimLine, tones.ink(tones.red, tones.grey((levels.0 + levels.1) / 2)))
    }
    let upper = marks.0 == .none ? tones.grey(levels.0) : tones.green
    let lower = marks.1 == .none ? tones.grey(levels.1) : tones.green
    return upper == lower ? (0x20, tones.ink(0, lower)) : (0x2580, tones.ink(upper, lower))
  }

  private static let shades: [UInt32] = [0x20, 0x2591, 0x2592, 0x2593, 0x2588]

  private static func shade(
    _ grid: borrowing PreviewGrid, _ row: Int, _ column: Int, steps: Int
  ) -> (UInt32, UInt16) {
    switch grid.mark(row, column) {
    case .line: return (aimLine, PreviewInk.line)
    // Without colours a block of light is nothing on a white label.
    case .box: return steps == 9 ? (0x2588, PreviewInk.box) : ascii(grid, row, column)
    case .none: break
    }
    let step = grid.level(row, column) * steps / 256
    return step < 5 ? (shades[step], PreviewInk.dark) : (shades[step - 4], PreviewInk.light)
  }

  private static let ramp = Array(" .:-=+*#%@".utf8).map { UInt32($0) }

  private static func ascii(_ grid: borrowing PreviewGrid, _ row: Int, _ column: Int) -> (UInt32, UInt16) {
    switch grid.mark(row, column) {
    case .line: return (0x3d, PreviewInk.line)
    case .box:
      let goesAcross = grid.hasBox(row, column - 1) || grid.hasBox(row, column + 1)
      let goesDown = grid.hasBox(row - 1, column) || grid.hasBox(row + 1, column)
      return (goesAcross ? goesDown ? 0x2b : 0x2d : 0x7c, PreviewInk.box)
    case .none: return (ramp[grid.level(row, column) * ramp.count / 256], PreviewInk.dark)
    }
  }
}
