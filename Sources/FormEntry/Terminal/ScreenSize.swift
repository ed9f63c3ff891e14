/// Rows and columns of cells, at least one each.
struct ScreenSize: Hashable, Sendable {
  let rows: Int
  let columns: Int

  init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}

/// A part of the screen, in cells from the upper left corner. Never of negative size.
struct ScreenRect: Hashable, Sendable {
  let row: Int
  let column: Int
  let height: Int
  let width: Int

  init(row: Int, column: Int, height: Int, width: Int) {
    self.row = row
    self.column = column
    self.height = max(0, height)
    self.width = max(0, width)
  }

  var isEmpty: Bool { height == 0 || width == 0 }

  /// What of it lies on the screen.
  func clipped(to size: ScreenSize) -> ScreenRect {
    let top = max(0, row)
    let left = max(0, column)
    return ScreenRect(
      row: top, column: left, height: min(row + height, size.rows) - top,
      width: min(column + width, size.columns) - left)
  }

  /// Without a border of `count` cells on each side.
  func inset(by count: Int) -> ScreenRect {
    ScreenRect(row: row + count, column: column + count, height: height - 2 * count, width: width - 2 * count)
  }

  func contains(row: Int, column: Int) -> Bool {
    row >= self.row && row < self.row + height && column >= self.column && column < self.column + width
  }
}
