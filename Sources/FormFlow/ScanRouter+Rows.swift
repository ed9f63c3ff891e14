import DataFormats
import FormSchema
import LabelData

/// Which row of lines the parts of a label go to.
extension ScanRouter {
  func route(_ parts: [PartAssignment], toRowsOf lines: Int) -> ScanOutcome {
    let values = parts.compactMap { part in part.target.column.map { (column: $0, value: part.value) } }
    let took = parts.map { (part: $0.id, target: $0.target) }
    let identity = parts.filter { !$0.isCount }
    if !isNewRow, !identity.isEmpty, let row = rowThatAgrees(with: identity, lines) {
      return repeated(parts, row, lines)
    }
    let row = isNewRow || isFurtherRow ? nil : rowFor(parts, lines)
    if let row, !mayReplace, let conflict = parts.first(where: { !isFree(for: $0, row) }),
      let column = conflict.target.column
    {
      return occupied(Place(field: lines, row: row, column: column), by: conflict.value)
    }
    return .taken(ScanChanges(rows: [ScanChanges.RowChange(lines: lines, row: row, values: values)], took: took))
  }

  private func cell(_ part: PartAssignment, _ row: Int) -> Cell? {
    state.cell(at: Place(field: part.target.field, row: row, column: part.target.column))
  }

  private func isFree(for part: PartAssignment, _ row: Int) -> Bool {
    guard let cell = cell(part, row) else { return false }
    return cell.isFree || ComparableText.areSame(cell.value, part.value)
  }

  func rowThatAgrees(with parts: [PartAssignment], _ lines: Int) -> Int? {
    let rows = state.rows[lines]
    let wanted = parts.compactMap { part in part.target.column.map { (column: $0, value: part.value) } }
    return rows.indices.first { row in
      !rows[row].isPending
        && wanted.allSatisfy { ComparableText.areSame(rows[row].cells[$0.column].value, $0.value) }
    }
  }

  /// The same item again.
  private func repeated(_ parts: [PartAssignment], _ row: Int, _ lines: Int) -> ScanOutcome {
    let counts = parts.filter(\.isCount)
    let took = parts.map { (part: $0.id, target: $0.target) }
    if !counts.isEmpty, counts.allSatisfy({ cell($0, row)?.isFree == true }) {
      // The other bar code of the label came first, without the count.
      let values = counts.compactMap { part in part.target.column.map { (column: $0, value: part.value) } }
      return .taken(ScanChanges(rows: [ScanChanges.RowChange(lines: lines, row: row, values: values)], took: took))
    }
    let name = form.fields[lines].id
    let label = form.fields[lines].label.text(in: surroundings.language)
    let code = identityName(parts, lines)
    if case .refuse = form.fields[lines].onRepeat {
      return .refused(name: name, why: "\(label): line \(row + 1) holds \(code) already")
    }
    if !counts.isEmpty { return ask("\(label): the label of \(code) was read already, as line \(row + 1)", name) }
    switch form.fields[lines].onRepeat {
    case .ask: return ask("\(label): line \(row + 1) holds \(code) already", name)
    case .increment(let column):
      return .taken(
        ScanChanges(rows: [ScanChanges.RowChange(lines: lines, row: row, increment: column)], took: took))
    default:
      let values = parts.compactMap { part in part.target.column.map { (column: $0, value: part.value) } }
      return .taken(ScanChanges(rows: [ScanChanges.RowChange(lines: lines, row: nil, values: values)], took: took))
    }
  }

  /// What the row is known by: its bar code, else the first part.
  private func identityName(_ parts: [PartAssignment], _ lines: Int) -> String {
    let code = parts.first { $0.target.column == form.fields[lines].barcodeColumn } ?? parts.first
    return displayable(code?.value.written ?? input.scan.text)
  }

  private func ask(_ text: String, _ name: String) -> ScanOutcome {
    .ask(Question(.repeated, text, choices: [("1", "a new line"), ("2", "drop the scan")], scan: input), name: name)
  }

  /// nil is a new row.
  func rowFor(_ parts: [PartAssignment], _ lines: Int) -> Int? {
    let cursor = state.cursor.flatMap { $0.field == lines ? $0.row : nil }
    func isEmpty(_ row: Int) -> Bool { parts.allSatisfy { cell($0, row)?.isFree == true } }
    if let cursor, isEmpty(cursor) { return cursor }
    if let aim = input.aim, aim.column != nil {
      return state.rows[lines].indices.first { isEmpty($0) }
    }
    let bringsCode = parts.contains { $0.target.column == form.fields[lines].barcodeColumn }
    if bringsCode { return state.rows[lines].indices.last { state.rows[lines][$0].isPending } }
    if let last = state.lastRow, last.lines == lines { return last.row }
    return surroundings.isHeadless ? state.rows[lines].indices.last : cursor ?? state.rows[lines].indices.last
  }
}
