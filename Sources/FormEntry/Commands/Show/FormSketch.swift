import DataFormats
import FormFlow
import FormSchema

/// A form as the screen of a size would show it, as text: the dialog's own plan, in characters.
struct FormSketch {
  private let form: FormDefinition
  private let surroundings: Surroundings
  private let regions: Regions
  private var state: FormState

  private var language: String { surroundings.language }

  /// A fresh record; where there are lines, the first row is begun.
  init(_ form: FormDefinition, _ size: ScreenSize, _ surroundings: Surroundings) {
    (self.form, self.surroundings, regions) = (form, surroundings, Regions(size))
    state = FormState(form, recordID: "", surroundings)
    if form.fields.contains(where: { $0.type == .lines }) { _ = state.handle(.newLine, surroundings) }
  }

  /// Each page, or each field where a screen has room for one only, as lines; empty where nothing useful fits.
  func pages() -> [[String]] {
    let evaluation = Evaluation(state, surroundings)
    switch regions.kind {
    case .tooSmall: return []
    case .single:
      let places = state.inputPlaces(evaluation)
      return places.indices.map { single(places, $0) }
    case .usual, .wide:
      let first = layout(evaluation, page: 0)
      return (0..<first.pageCount).map { page($0 == 0 ? first : layout(evaluation, page: $0), evaluation) }
    }
  }

  private func layout(_ evaluation: Evaluation, page: Int) -> FormLayout {
    FormLayout(state, evaluation, inside: regions.form, language: language, page: page)
  }

  /// Fields that are not shown in a fresh record, and when they are.
  var hidden: [String] {
    let evaluation = Evaluation(state, surroundings)
    var hidden: [String] = []
    for (index, field) in form.fields.enumerated() {
      if !evaluation.isVisible(Place(field: index)), let when = field.when {
        hidden.append("\(field.label.text(in: language)) (\(field.id)): when \(when.text)")
      }
      for (column, inner) in field.columns.enumerated() {
        let place = Place(field: index, row: 0, column: column)
        guard let when = inner.when, state.rows[index].isEmpty || !evaluation.isVisible(place) else { continue }
        hidden.append("\(inner.label.text(in: language)) (\(field.id).\(inner.id)): when \(when.text)")
      }
    }
    return hidden
  }

  // MARK: A page

  private func page(_ layout: FormLayout, _ evaluation: Evaluation) -> [String] {
    var canvas = TextCanvas(regions.size)
    canvas.put(
      " \(form.title.text(in: language)) \(form.version)", row: regions.statusRow, column: 0,
      width: regions.size.columns)
    canvas.frame(inside: regions.form, title: layout.title(of: form, language))
    for item in layout.items { put(item, on: &canvas, evaluation) }
    if regions.kind == .wide {
      canvas.frame(inside: regions.side.inset(by: 1), title: "Last scanned", bars: false)
      canvas.put("(none)", row: regions.side.row + 1, column: regions.side.column + 1, width: regions.side.width - 2)
    }
    if let row = regions.lastScanRow {
      canvas.put(" Last scanned: (none)", row: row, column: 0, width: regions.form.width)
    }
    let places = layout.items.compactMap { item in if case .entry(let place) = item.content { place } else { nil } }
    if let place = places.first(where: { $0 == state.cursor }) ?? places.first {
      let hint = FormScene.hint(of: form.field(at: place), language)
      canvas.put(" " + hint, row: regions.messageRow, column: 0, width: regions.size.columns)
    }
    return canvas.lines
  }

  private func put(_ item: FormLayout.Item, on canvas: inout TextCanvas, _ evaluation: Evaluation) {
    var filling = " "
    let text: String
    switch item.content {
    case .label(let words), .heading(let words), .note(let words): text = words
    case .value(let place): text = evaluation.value(at: place)?.shown ?? ""
    case .rowNumber(let lines, let row):
      let isHere = state.cursor?.field == lines && state.cursor?.row == row
      text = "\(isHere ? "▸" : " ") \(row + 1)"
    case .message: text = ""
    case .entry(let place):
      if form.field(at: place).type == .boolean {
        text = "[ ]"
      } else {
        text = state.shownText(at: place, language)
        filling = "_"
      }
    }
    canvas.put(
      text, row: regions.form.row + item.row, column: regions.form.column + item.column,
      width: min(item.width, regions.form.width - item.column), filling: filling)
  }

  // MARK: One field a screen

  private func single(_ places: [Place], _ index: Int) -> [String] {
    let place = places[index]
    let field = form.field(at: place)
    let columns = regions.size.columns
    var canvas = TextCanvas(regions.size)
    let head = place.row.map { "\(form.fields[place.field].label.text(in: language)) \($0 + 1)" }
    let counter = "\(index + 1)/\(places.count)"
    canvas.put(
      " " + (head ?? form.title.text(in: language)), row: 0, column: 0, width: columns - counter.utf8.count - 2)
    canvas.put(counter, row: 0, column: columns - counter.utf8.count - 1, width: counter.utf8.count)
    canvas.put(" " + field.label.text(in: language), row: 1, column: 0, width: columns)
    canvas.put(state.shownText(at: place, language), row: 2, column: 1, width: columns - 2, filling: "_")
    let hint = DisplayText.wrapped(FormScene.hint(of: field, language), columns: columns - 1)
    for (row, line) in hint.prefix(max(1, regions.size.rows - 5)).enumerated() {
      canvas.put(" " + line, row: 3 + row, column: 0, width: columns)
    }
    canvas.put(" (none)", row: regions.size.rows - 2, column: 0, width: columns)
    return canvas.lines
  }
}
