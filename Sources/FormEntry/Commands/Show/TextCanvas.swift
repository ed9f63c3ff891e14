/// A screen of characters, for what is printed without a terminal.
struct TextCanvas {
  /// A character with those that are put upon it; "" where a wide one reaches into the cell.
  private var cells: [[String]]

  init(_ size: ScreenSize) {
    cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
  }

  /// Its rows, without the blanks at their ends.
  var lines: [String] {
    cells.map { row in
      var line = row.joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  /// Writes a text into at most `width` columns; `filling` stands in those that are left over.
  mutating func put(_ text: String, row: Int, column: Int, width: Int, filling: String = " ") {
    guard cells.indices.contains(row), column >= 0, column < cells[row].count else { return }
    let room = min(width, cells[row].count - column)
    let clipped = DisplayText.clipped(DisplayText.visible(text), columns: room)
    var at = column
    for scalar in clipped.text.unicodeScalars {
      let own = DisplayText.width(scalar)
      if own == 0 {
        if at > column { cells[row][at - 1] += String(scalar) }
        continue
      }
      cells[row][at] = String(scalar)
      for next in at + 1..<max(at + 1, at + own) { cells[row][next] = "" }
      at += own
    }
    while at < column + room {
      cells[row][at] = filling
      at += 1
    }
  }

  /// A frame round an inside, its title in the middle of the upper line: between bars, as newt sets that of a window.
  mutating func frame(inside: ScreenRect, title: String, bars: Bool = true) {
    let (top, bottom, left, right) = (
      inside.row - 1, inside.row + inside.height, inside.column - 1, inside.column + inside.width
    )
    for column in inside.column..<right {
      put("─", row: top, column: column, width: 1)
      put("─", row: bottom, column: column, width: 1)
    }
    for row in inside.row..<bottom {
      put("│", row: row, column: left, width: 1)
      put("│", row: row, column: right, width: 1)
    }
    for (sign, row, column) in [("┌", top, left), ("┐", top, right), ("└", bottom, left), ("┘", bottom, right)] {
      put(sign, row: row, column: column, width: 1)
    }
    let shown = DisplayText.clipped(DisplayText.visible(title), columns: inside.width - 4)
    guard shown.width > 0 else { return }
    let start = inside.column + (inside.width - shown.width - 4) / 2
    put(bars ? "┤ \(shown.text) ├" : "─ \(shown.text) ─", row: top, column: start, width: shown.width + 4)
  }
}
