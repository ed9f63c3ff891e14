import DataFormats
import FormFlow
import FormSchema

/// Puts the fields of a form into lines of a given width.
struct FormPlanner {
  private let state: FormState
  private let evaluation: Evaluation
  private let width: Int
  private let height: Int
  private let language: String
  private let labelWidth: Int
  private let isTwoColumned: Bool

  /// Rows of lines that are in sight at the least.
  private static let leastRows = 3

  init(_ state: FormState, _ evaluation: Evaluation, width: Int, height: Int, language: String) {
    self.state = state
    self.evaluation = evaluation
    self.width = width
    self.height = height
    self.language = language
    let shown = state.form.fields.indices.filter { evaluation.isVisible(field: $0) }
    let labels = shown.filter { state.form.fields[$0].type != .note && state.form.fields[$0].type != .lines }
      .map { DisplayText.width(state.form.fields[$0].label.text(in: language)) }
    labelWidth = min(max(labels.max() ?? 8, 6), max(6, width / 3))
    // Two fields a line only where they do not fit one below the other.
    let needed = shown.count + (state.form.fields.contains { $0.type == .lines } ? Self.leastRows + 1 : 0)
    isTwoColumned = width >= 70 && needed > height
  }

  mutating func lines() -> [FormLayout.Line] {
    var lines: [FormLayout.Line] = []
    var left: Int?
    func flush(_ lines: inout [FormLayout.Line]) {
      if let index = left { lines.append(fieldLine([index])) }
      left = nil
    }
    let form = state.form
    for (index, field) in form.fields.enumerated() where evaluation.isVisible(field: index) {
      switch field.type {
      case .lines:
        flush(&lines)
        lines += rowLines(index)
      case .note:
        flush(&lines)
        let text = field.label.text(in: language)
        lines += DisplayText.wrapped(text, columns: max(8, width - 2)).map { part in
          FormLayout.Line(1, width - 2, .note(part))
        }
      default:
        guard isTwoColumned, needsHalf(field) else {
          flush(&lines)
          lines.append(fieldLine([index]))
          continue
        }
        if let first = left {
          lines.append(fieldLine([first, index]))
          left = nil
        } else {
          left = index
        }
      }
    }
    flush(&lines)
    return lines
  }

  private func needsHalf(_ field: Field) -> Bool {
    (field.maximumLength ?? 0) <= 40
  }

  private func fieldLine(_ indices: [Int]) -> FormLayout.Line {
    var line = FormLayout.Line()
    let half = width / 2
    for (number, index) in indices.enumerated() {
      let field = state.form.fields[index]
      let start = 1 + number * half
      let room = (indices.count == 2 || isTwoColumned && needsHalf(field) ? half : width) - 2
      let label = min(labelWidth, room / 2)
      line.add(start, label, .label(field.label.text(in: language)))
      let entryStart = start + label + 1
      let entryRoom = room - label - 1
      let entry = min(entryRoom - (isTwoColumned ? 2 : 0), entryWidth(field))
      let place = Place(field: index)
      line.add(entryStart, max(1, entry), field.takesInput ? .entry(place) : .value(place))
      let rest = entryRoom - entry - 1
      if field.takesInput, rest > 0 { line.add(entryStart + entry + 1, rest, .message(place)) }
    }
    return line
  }

  private func entryWidth(_ field: Field) -> Int {
    switch field.type {
    case .integer, .decimal, .time: 12
    case .date: 16
    case .boolean: 7
    case .datetime: 26
    case .choice, .choices: 24
    case .barcode: max(22, min(field.maximumLength ?? 28, 40))
    default: min(max(field.maximumLength ?? 28, 8), 48)
    }
  }

  // MARK: Lines

  private func rowLines(_ lines: Int) -> [FormLayout.Line] {
    let field = state.form.fields[lines]
    let columns = field.columns.indices.filter { field.columns[$0].type != .note }
    let widths = columns.map { columnWidth(field.columns[$0]) }
    let needed = widths.reduce(0) { $0 + $1 + 1 } + 6
    return needed <= width ? table(lines, columns, widths) : card(lines, columns)
  }

  private func columnWidth(_ column: Field) -> Int {
    let label = DisplayText.width(column.label.text(in: language))
    let content: Int
    switch column.type {
    case .integer, .decimal: content = 7
    case .date: content = 10
    case .time, .boolean: content = 5
    case .datetime: content = 19
    case .choice, .choices:
      content = min(
        column.choices?.options.prefix(200).map { DisplayText.width($0.label.text(in: language)) }.max() ?? 8, 12)
    case .barcode: content = 18
    default: content = min(column.maximumLength ?? 12, 12)
    }
    // newt keeps a cell of an entry for the cursor behind its text.
    return max(content, min(label, 14), 3) + 1
  }

  /// The rows that are in sight: the last ones, and always the one of the cursor.
  private func window(_ lines: Int, count: Int) -> Range<Int> {
    let total = state.rows[lines].count
    guard total > count else { return 0..<total }
    let cursor = state.cursor.flatMap { $0.field == lines ? $0.row : nil } ?? total - 1
    let start = min(max(0, cursor - count + 1), total - count)
    return cursor >= total - count ? (total - count)..<total : start..<start + count
  }

  private func table(_ lines: Int, _ columns: [Int], _ widths: [Int]) -> [FormLayout.Line] {
    let field = state.form.fields[lines]
    let others = state.form.fields.indices.filter { $0 != lines && evaluation.isVisible(field: $0) }.count
    let room = height - 1 - (isTwoColumned ? (others + 1) / 2 : others)
    let rows = window(lines, count: min(max(Self.leastRows, room), 200))
    var heading = FormLayout.Line(1, 5, .heading(field.label.text(in: language)))
    var column = 7
    for (index, width) in zip(columns, widths) {
      heading.add(column, width, .heading(field.columns[index].label.text(in: language)))
      column += width + 1
    }
    var result = [heading]
    for row in rows {
      var line = FormLayout.Line(1, 5, .rowNumber(lines: lines, row: row), isContinued: true)
      var column = 7
      for (index, width) in zip(columns, widths) {
        let place = Place(field: lines, row: row, column: index)
        if evaluation.isVisible(place) {
          line.add(column, width, field.columns[index].takesInput ? .entry(place) : .value(place))
        }
        column += width + 1
      }
      if width - column - 1 > 2 {
        line.add(column, width - column - 1, .message(Place(field: lines, row: row)))
      }
      result.append(line)
    }
    if rows.isEmpty { result.append(FormLayout.Line(7, width - 8, .note("none yet"), isContinued: true)) }
    return result
  }

  /// Too narrow for a table: the row of the cursor, a field a line.
  private func card(_ lines: Int, _ columns: [Int]) -> [FormLayout.Line] {
    let field = state.form.fields[lines]
    let total = state.rows[lines].count
    let row = state.cursor.flatMap { $0.field == lines ? $0.row : nil } ?? total - 1
    let name = field.label.text(in: language)
    let heading = total == 0 ? "\(name): none yet" : "\(name): \(row + 1) of \(total)"
    var result = [FormLayout.Line(1, width - 2, .heading(heading))]
    guard row >= 0, row < total else { return result }
    let labels = columns.map { DisplayText.width(field.columns[$0].label.text(in: language)) }
    let label = min(max(labels.max() ?? 6, 4), max(4, width / 3))
    for index in columns {
      let place = Place(field: lines, row: row, column: index)
      guard evaluation.isVisible(place) else { continue }
      let inner = field.columns[index]
      let entry = max(1, min(width - label - 4, entryWidth(inner)))
      var line = FormLayout.Line(2, label, .label(inner.label.text(in: language)), isContinued: true)
      line.add(label + 3, entry, inner.takesInput ? .entry(place) : .value(place))
      let rest = width - label - 4 - entry
      if rest > 1 { line.add(label + 4 + entry, rest, .message(place)) }
      result.append(line)
    }
    return result
  }
}
