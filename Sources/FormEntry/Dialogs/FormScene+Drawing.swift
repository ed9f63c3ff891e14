import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData

/// What a form looks like around its window.
extension FormScene {
  func build() {
    regions = Regions(stage.screen.size)
    view = nil
    layout = nil
    singleField = regions.kind == .single ? SingleFieldView(stage.screen, regions) : nil
    refresh()
    if !hasOfferedDrafts {
      hasOfferedDrafts = true
      offerDrafts()
      tendIndexes()
      watchFiles()
    }
  }

  func tearDown() {
    carried = state.cursor.flatMap { typing(at: $0) }
    view?.close()
    view = nil
    singleField = nil
    layout = nil
  }

  func refresh() {
    let evaluation = Evaluation(state, surroundings)
    switch regions.kind {
    case .tooSmall: break
    case .single:
      singleField?.draw(self, evaluation)
      if let carried, carried.place == state.cursor { singleField?.restore(carried) }
      carried = nil
    case .usual, .wide:
      let plan = FormLayout(state, evaluation, inside: regions.form, language: language)
      if view == nil || plan != layout { rebuildView(plan) }
      carried = nil
      let messages = findings(evaluation)
      // newt shows the screen as it leaves the form: everything is on it by then.
      drawSurrounding(evaluation)
      view?.update(state, evaluation, messages: messages, covered: captureWindow?.isOpen == true)
    }
  }

  private func rebuildView(_ plan: FormLayout) {
    let typing = state.cursor.flatMap { self.typing(at: $0) }
    view?.close()
    layout = plan
    view = FormView(
      plan, state, session: stage.session, screen: stage.screen, regions: regions, language: language)
    if let typing { view?.restore(typing) }
  }

  private func drawSurrounding(_ evaluation: Evaluation) {
    drawStatus()
    let width = regions.kind == .wide ? regions.side.column : regions.size.columns
    if let row = regions.lastScanRow { drawLastScan(row, width) }
    if let row = regions.historyRow {
      let goods = evaluation.advisedGoods()
      let text = goods.isEmpty ? earlierScans(width - 2) : "Expected  " + Self.inWords(goods)
      stage.screen.put(" " + text, row: row, column: 0, width: width, role: .background)
    }
    if regions.kind == .wide { drawSide(evaluation) }
    drawMessage(evaluation)
    drawKeys()
  }

  /// The scans before the last one, as many as have room; half a time of day or half a number would say nothing.
  private func earlierScans(_ room: Int) -> String {
    var line = ""
    for entry in state.history.dropFirst().prefix(6) {
      let text = "\(Self.clock(entry.at)) \(displayable(entry.summary))"
      let longer = line.isEmpty ? text : line + " │ " + text
      if !line.isEmpty, DisplayText.width(longer) > room { break }
      line = longer
    }
    return line
  }

  private func drawLastScan(_ row: Int, _ width: Int) {
    guard let last = state.history.first else {
      stage.screen.put(" Last scanned: (none)", row: row, column: 0, width: width, role: .status)
      return
    }
    let text = " Last scanned: \(displayable(last.text))"
    let origin = "\(last.origin.rawValue), \(Self.clock(last.at)) "
    stage.screen.put(text, row: row, column: 0, width: width, role: .status)
    let start = width - DisplayText.width(origin)
    if DisplayText.width(text) + 2 < start {
      stage.screen.put(origin, row: row, column: start, width: width - start, role: .background)
    }
  }

  /// `48 of 48 Highlighter · 120 of 240 Tissues · 3 Pens, not advised`
  private static func inWords(_ goods: [AdvisedGoods]) -> String {
    goods.map(inWords).joined(separator: " · ")
  }

  private static func inWords(_ goods: AdvisedGoods) -> String {
    let name = displayable(goods.name)
    return goods.advised.map { "\(goods.received) of \($0) \(name)" } ?? "\(goods.received) \(name), not advised"
  }

  /// Below the history what was expected, where something was.
  private func drawSide(_ evaluation: Evaluation) {
    let side = regions.side
    stage.screen.frame(side, title: "Last scanned", role: .background, titleRole: .status)
    let inside = side.inset(by: 1)
    let goods = evaluation.advisedGoods().prefix(max(0, inside.height / 2))
    for (number, line) in goods.enumerated() {
      stage.screen.put(
        Self.inWords(line), row: inside.row + inside.height - goods.count + number, column: inside.column,
        width: inside.width, role: .text)
    }
    for row in 0..<inside.height - goods.count {
      let entry = state.history.indices.contains(row) ? state.history[row] : nil
      let text = entry.map { "\(Self.clock($0.at)) \(displayable($0.summary))" } ?? (row == 0 ? "(none)" : "")
      stage.screen.put(
        text, row: inside.row + row, column: inside.column, width: inside.width, role: row == 0 ? .status : .background)
    }
  }

  func drawStatus() {
    let station = desk.station.station
    let title = " \(form.title.text(in: language)) \(form.version)"
    let parts = [
      station, displayable(desk.operatorName), lastNumber.map { "saved \($0)" } ?? "",
      String(Self.clock(surroundings.now).prefix(5)),
    ].filter { !$0.isEmpty }
    stage.screen.put(title, row: regions.statusRow, column: 0, width: regions.size.columns, role: .status)
    // Where there is no room for all, what changes least goes first.
    for first in parts.indices {
      var right = ""
      for part in parts[first...] { right += (right.isEmpty ? "" : "  ") + part }
      right += " "
      let start = regions.size.columns - DisplayText.width(right)
      guard start > DisplayText.width(title) + 1 else { continue }
      stage.screen.put(right, row: regions.statusRow, column: start, role: .status)
      break
    }
  }

  private func drawMessage(_ evaluation: Evaluation) {
    let (text, role) = message(evaluation)
    stage.screen.put(" " + text, row: regions.messageRow, column: 0, width: regions.size.columns, role: role)
  }

  /// What matters most just now: what happened, what is wrong here, what is wanted here.
  func message(_ evaluation: Evaluation) -> (String, Role) {
    if let notice = state.notice {
      switch notice.kind {
      case .taken: return ("✓ " + notice.text, .status)
      case .doubtful: return ("? " + notice.text, .key)
      case .refused: return ("✗ " + notice.text, .key)
      case .information: return (notice.text, .status)
      }
    }
    guard let place = state.cursor else { return ("", .background) }
    if let finding = finding(at: place, evaluation) { return (finding.mark + finding.message, .key) }
    if storeNotice?.place != place { storeNotice = desk.takeUntoldNotice().map { ($0, place) } }
    if let storeNotice { return (storeNotice.text, .key) }
    let field = form.field(at: place)
    if field.hint == nil, let trouble = desk.troubles.last { return (trouble, .key) }
    return (Self.hint(of: field, language), .background)
  }

  /// What a field says of itself, else what may be entered there.
  static func hint(of field: Field, _ language: String) -> String {
    field.hint?.text(in: language) ?? field.label.text(in: language) + wanted(field)
  }

  private static func wanted(_ field: Field) -> String {
    switch field.type {
    case .barcode: ": scan it, or type it"
    case .choice: ": a digit or a first letter, or the list"
    case .choices: ": several, with a space between them"
    case .boolean: ": y or n"
    case .date: ": for example 2027-12-31 or 311227"
    case .time: ": for example 0814"
    default: ""
    }
  }

  /// The keys that do something here, as many as fit; what saves and what leads back before all others.
  private func drawKeys() {
    let field = state.cursor.map { form.field(at: $0) }
    var hints: [KeyHint] = []
    func add(_ action: KeyAction, _ word: String) {
      guard let key = stage.keys.keys(for: action).first else { return }
      hints.append(KeyHint(action: action, name: key.description, word: word))
    }
    if form.hasBarcode { add(.trigger, "Scan") }
    if field?.choices != nil { add(.list, "List") }
    if form.fields.contains(where: { $0.type == .lines }) { add(.newLine, "Line") }
    if state.cursor?.row != nil { add(.deleteLine, "Delete") }
    if !state.scans.isEmpty { add(.undoScan, "Undo") }
    add(.clear, "Clear")
    add(.save, "Save")
    add(.back, "Back")
    add(.help, "Help")
    stage.screen.put("", row: regions.keysRow, column: 0, width: regions.size.columns, role: .keyHelp)
    let order: [KeyAction] = [.trigger, .save, .back, .help]
    var room = regions.size.columns
    var fitting: [KeyAction] = []
    for action in order + hints.map(\.action) where !fitting.contains(action) {
      guard let hint = hints.first(where: { $0.action == action }) else { continue }
      let width = hint.name.utf8.count + hint.word.utf8.count + 3
      guard width <= room else { continue }
      room -= width
      fitting.append(action)
    }
    var column = 1
    for hint in hints where fitting.contains(hint.action) {
      column += stage.screen.put(hint.name, row: regions.keysRow, column: column, role: .key)
      column += stage.screen.put(" " + hint.word, row: regions.keysRow, column: column, role: .keyHelp) + 2
    }
  }

  private struct KeyHint {
    let action: KeyAction
    let name: String
    let word: String
  }

  static func clock(_ instant: Instant) -> String { instant.time.description }
}

extension FormDefinition {
  var hasBarcode: Bool { (fields + fields.flatMap(\.columns)).contains { $0.type == .barcode } }
}
