import DataFormats
import FormFlow
import FormSchema
import LabelData

/// One field a screen, for the smallest ones: everything by digits and Enter. What is typed and Enter go into the
/// field; Enter on an empty field opens a menu of digits.
final class SingleFieldView {
  private let screen: Screen
  private let regions: Regions
  private var place: Place?
  private var text = ""
  private var shown = ""

  init(_ screen: Screen, _ regions: Regions) {
    self.screen = screen
    self.regions = regions
  }

  /// What was typed since the field was shown; nil where nothing was.
  var typing: Typing? {
    guard let place, text != shown else { return nil }
    return Typing(place: place, text: text, cursor: text.utf8.count)
  }

  func restore(_ typing: Typing) {
    text = typing.text
    drawEntry()
  }

  /// What was typed was taken.
  func settle() { shown = text }

  func type(_ more: String) {
    text += more.withoutControls
    drawEntry()
  }

  func retract(_ count: Int) {
    text = String(text.unicodeScalars.dropLast(count))
    drawEntry()
  }

  func edit(_ key: Key) {
    switch key {
    case .backspace: if !text.isEmpty { text.removeLast() }
    case .control("u"): text = ""
    default: return
    }
    drawEntry()
  }

  func enter(_ scene: FormScene) {
    let before = scene.state.cursor
    let wasTyped = !text.isEmpty
    if wasTyped { scene.send(scene.events(.next)) } else { scene.commit() }
    // Typed and gone again: it is wanted once more.
    if wasTyped, let before, scene.state.cell(at: before)?.text.isEmpty == true { return }
    // An empty field, or the last one: whoever has only digits and Enter needs a way to everything else.
    if scene.state.cursor == before, scene.stage.popups.isEmpty { scene.openMenu() }
  }

  func draw(_ scene: FormScene, _ evaluation: Evaluation) {
    let state = scene.state
    let size = regions.size
    screen.clear()
    guard let cursor = state.cursor else { return }
    let field = state.form.field(at: cursor)
    if place != cursor || typing == nil {
      text = state.shownText(at: cursor, scene.language)
      shown = text
    }
    place = cursor
    let title = state.form.fields[cursor.field].label.text(in: scene.language)
    let head = cursor.row.map { "\(title) \($0 + 1)" } ?? state.form.title.text(in: scene.language)
    let places = state.inputPlaces(evaluation)
    let position = (places.firstIndex(of: cursor) ?? 0) + 1
    let counter = "\(position)/\(places.count)"
    screen.put("", row: 0, column: 0, width: size.columns, role: .status)
    screen.put(" " + head, row: 0, column: 0, width: size.columns - counter.utf8.count - 2, role: .status)
    screen.put(counter + " ", row: 0, column: size.columns - counter.utf8.count - 1, role: .status)
    screen.put(" " + field.label.text(in: scene.language), row: 1, column: 0, width: size.columns, role: .background)
    let (message, role) = scene.message(evaluation)
    let room = size.rows - 5
    for (row, line) in DisplayText.wrapped(message, columns: size.columns - 1).prefix(max(1, room)).enumerated() {
      screen.put(" " + line, row: 3 + row, column: 0, width: size.columns, role: role)
    }
    let last = state.history.first.map { displayable($0.text) } ?? "(none)"
    screen.put(" " + last, row: size.rows - 2, column: 0, width: size.columns, role: .background)
    screen.put(" Enter: menu", row: size.rows - 1, column: 0, width: size.columns, role: .keyHelp)
    drawEntry()
  }

  private func drawEntry() {
    let width = regions.size.columns - 2
    var part = text
    while DisplayText.width(part) >= width, !part.isEmpty { part.removeFirst() }
    screen.put(part, row: 2, column: 1, width: width, role: .focusedEntry)
    screen.showCursor(row: 2, column: 1 + DisplayText.width(part))
  }
}

extension FormScene {
  /// Everything that the function keys do elsewhere, by digits.
  func openMenu() {
    let items: [(label: String, act: (FormScene) -> Void)] = [
      ("scan", { $0.openCapture() }), ("list", { $0.showChoices() }), ("next", { $0.send(.next) }),
      ("back", { $0.send(.back) }), ("new line", { $0.send(.newLine) }), ("delete line", { $0.send(.deleteLine) }),
      ("undo scan", { $0.send(.undoScan) }), ("save", { $0.send(.complete) }), ("leave", { $0.leave() }),
      // Behind 0: what is wanted less often, or had better not be pressed by mistake.
      ("clear a field", { $0.clearOne() }), ("throw away", { $0.send(.discardRecord) }),
      ("value before", { $0.send(.repeatPrevious) }), ("saved today", { $0.showRecords() }),
      ("operator", { $0.askOperator() }), ("help", { $0.showHelp() }),
    ]
    stage.open(
      ListPopup(title: "Menu", items: items.map(\.label)) { [weak self] index in
        if let self { items[index].act(self) }
      })
  }

  /// Enter on a field that holds something goes on: which one is to be cleared is asked.
  private func clearOne() {
    let places = state.inputPlaces(Evaluation(state, surroundings)).filter { state.cell(at: $0)?.text.isEmpty == false }
    guard !places.isEmpty else {
      state.tell(.information, "Nothing is entered yet")
      return refresh()
    }
    let items = places.map { place in
      let row = place.row.map { " \($0 + 1)" } ?? ""
      return "\(form.field(at: place).label.text(in: language))\(row): \(state.shownText(at: place, language))"
    }
    stage.open(
      ListPopup(title: "Clear", items: items) { [weak self] index in
        self?.send(.moved(to: places[index]), .clearField)
      })
  }
}
