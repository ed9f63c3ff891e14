import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData

/// What keys and typing do in a form.
extension FormScene {
  func handle(_ input: InputEvent) {
    if case .report = input {} else if !isClear(input), state.withdrawDiscard() { refresh() }
    if case .report(.keyboardProtocol(let flags)) = input { trigger.seesReleases = flags & 2 != 0 }
    if case .key(let key) = input, stage.keys.action(of: key) == .trigger {
      commit()
      return pullTrigger(key.phase)
    }
    if captureWindow?.isOpen == true {
      if case .report = input { return }
      if case .key(let key) = input, key.phase == .release { return }
      // The clerk goes on with the keys: the window goes, and Esc does nothing more than that. What is typed is shown
      // first: over a slow line all that was under the window takes longer.
      if case .text(let text) = input, isEntry { type(text) }
      closeCapture()
      if case .text = input, isEntry { return }
      if case .key(let key) = input, stage.keys.action(of: key) == .back { return }
    }
    switch input {
    case .text(let text): type(text)
    case .retract(let count): editing { singleField?.retract(count) ?? view?.retract(count) }
    case .paste(let text): paste(text)
    case .key(let key) where key.phase != .release:
      if let action = stage.keys.action(of: key) { perform(action, key) } else { edit(key) }
    case .key, .scan, .report: break
    }
  }

  private func isClear(_ input: InputEvent) -> Bool {
    guard case .key(let key) = input else { return false }
    return key.phase == .release || stage.keys.action(of: key) == .clear
  }

  var cursorField: (place: Place, field: Field)? {
    state.cursor.map { ($0, form.field(at: $0)) }
  }

  /// What is typed goes into an entry of newt's.
  private var isEntry: Bool { cursorField.map { $0.field.type != .choice && $0.field.type != .boolean } ?? false }

  private func type(_ text: String) {
    guard let (place, field) = cursorField else { return }
    switch field.type {
    case .choice: choose(text, at: place)
    case .boolean: answerYesOrNo(text, at: place)
    default: editing { singleField?.type(text) ?? view?.type(text) }
    }
  }

  /// Once saving was tried: whether the field is said to be missing changes with its first character and its last.
  private func editing(_ change: () -> Void) {
    let wasTyping = state.cursor.flatMap(typing) != nil
    change()
    if hasTriedToSave, wasTyping != (state.cursor.flatMap(typing) != nil) { refresh() }
  }

  /// A digit chooses that option, a letter the next one that begins with it.
  private func choose(_ text: String, at place: Place) {
    let options = Evaluation(state, surroundings).options(at: place)
    guard let key = text.first, !options.isEmpty else { return }
    let labels = options.map { $0.label.text(in: language) }
    if let digit = key.wholeNumberValue, digit >= 1, digit <= min(9, options.count) {
      return send(.typed(options[digit - 1].value, at: place))
    }
    let current = options.firstIndex { $0.value == state.cell(at: place)?.text }
    let fitting = options.indices.filter { labels[$0].lowercased().hasPrefix(key.lowercased()) }
    guard let next = fitting.first(where: { $0 > current ?? -1 }) ?? fitting.first else {
      state.tell(.information, "No choice begins with \(displayable(String(key)))")
      return refresh()
    }
    send(.typed(options[next].value, at: place))
  }

  private func answerYesOrNo(_ text: String, at place: Place) {
    switch text.lowercased() {
    case "y", "j", "1": send(.typed("yes", at: place))
    case "n", "0": send(.typed("no", at: place))
    case " ": send(.typed(state.cell(at: place)?.value == .boolean(true) ? "no" : "yes", at: place))
    default:
      state.tell(.information, "y or n")
      refresh()
    }
  }

  /// Pasted into a bar code field it is a code; elsewhere it is typing.
  private func paste(_ text: String) {
    guard let (place, field) = cursorField else { return }
    if field.type == .barcode {
      take(
        ScanInput(
          Scan(wedge: text), origin: .pasted, aim: FieldReference(field: place.field, column: place.column)))
    } else {
      type(text.split(separator: "\n").first.map(String.init) ?? "")
    }
  }

  private func edit(_ key: Key) {
    guard let (place, field) = cursorField else { return }
    if field.type == .choice || field.type == .boolean {
      if key == .backspace || key == .delete { send(.typed("", at: place)) }
      return
    }
    editing { singleField?.edit(key) ?? view?.edit(key) }
  }

  private func perform(_ action: KeyAction, _ key: Key) {
    switch action {
    case .next where singleField != nil && key == .enter: singleField?.enter(self)
    // The draft keeps the place where the cursor goes.
    case .next: send(events(.next))
    case .previous: send(events(.back))
    default:
      commit()
      // The commit may have asked something.
      if state.question == nil { act(action) }
    }
  }

  /// What was typed, and then that.
  func events(_ event: Event) -> [Event] { (takeTyping().map { [$0] } ?? []) + [event] }

  private func act(_ action: KeyAction) {
    switch action {
    case .trigger, .next, .previous: break
    case .save: send(.complete)
    case .back: leave()
    case .pageUp, .pageDown: page(action == .pageDown ? 1 : -1)
    case .help: showHelp()
    case .history: showRecords()
    case .list: showChoices()
    case .previousValue: send(.repeatPrevious)
    case .newLine: send(.newLine)
    case .undoScan: send(.undoScan)
    case .deleteLine: send(.deleteLine)
    case .clear: send(.clearField)
    case .changeOperator: askOperator()
    case .redraw: stage.screen.redraw()
    }
  }

  /// To the first field of the page before or after.
  private func page(_ step: Int) {
    guard let layout, layout.pageCount > 1 else { return }
    let places = state.inputPlaces(Evaluation(state, surroundings))
    let shown = layout.items.compactMap { if case .entry(let place) = $0.content { place } else { nil } }
    let edge =
      step > 0
      ? shown.compactMap { places.firstIndex(of: $0) }.max().map { $0 + 1 }
      : shown.compactMap { places.firstIndex(of: $0) }.min().map { $0 - 1 }
    if let edge, places.indices.contains(edge) { send(.moved(to: places[edge])) }
  }

  func showChoices() {
    guard let (place, field) = cursorField, field.choices != nil else {
      state.tell(.information, "This field has no list")
      return refresh()
    }
    let options = Evaluation(state, surroundings).options(at: place)
    let current = options.firstIndex { $0.value == state.cell(at: place)?.text } ?? 0
    let items = options.map { option in
      let label = option.label.text(in: language)
      return label == option.value ? label : "\(label)  \(option.value)"
    }
    stage.open(
      ListPopup(title: field.label.text(in: language), items: items, selected: current) { [weak self] index in
        self?.send(.typed(options[index].value, at: place), .next)
      })
  }
}
