import FormSchema

/// Taking a scan back.
extension FormState {
  /// Keeps what a scan has just changed; `before` is the state without it.
  mutating func remember(_ before: FormState, _ places: [Place]) {
    var step = Undo(scanCount: before.scans.count, lastRow: before.lastRow, cursor: before.cursor)
    for place in places {
      step.cells.append((place, before.cell(at: place) ?? Cell(), cell(at: place) ?? Cell()))
      guard let row = place.row, !step.newRows.contains(where: { $0 == (place.field, row) }) else { continue }
      let rows = before.rows[place.field]
      if !rows.indices.contains(row) || rows[row].isPending { step.newRows.append((place.field, row)) }
    }
    undo.append(step)
    if undo.count > Self.undoDepth { undo.removeFirst() }
  }

  /// Puts back what the scan changed, where nobody has changed it since. Answers where the cursor was then, nil where
  /// that row is gone.
  mutating func takeBack(_ step: Undo) -> Place? {
    var cursor = step.cursor
    for (place, before, after) in step.cells {
      guard let now = cell(at: place), now.text == after.text, now.origin == after.origin else { continue }
      if let row = place.row, let column = place.column {
        rows[place.field][row].cells[column] = before
      } else {
        cells[place.field] = before
      }
    }
    for (lines, row) in step.newRows.reversed() where rows[lines].indices.contains(row) {
      guard !rows[lines][row].cells.contains(where: { $0.origin == .typed || $0.origin == .scanned }) else { continue }
      let isHere = step.cursor?.field == lines && step.cursor?.row == row
      // A row that is begun is the last one: records and messages count those before it alike.
      if isHere, row == rows[lines].count - 1 {
        rows[lines][row].isPending = true
      } else {
        rows[lines].remove(at: row)
        if isHere { cursor = nil }
      }
    }
    lastRow = step.lastRow
    return cursor
  }
}
