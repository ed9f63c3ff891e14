import DataFormats
import FormFlow
import FormSchema

/// A form in its window: newt's components in the places of a plan, with what the state holds.
///
/// It decides nothing. What is typed stays in newt until it is asked for by `typedText`.
final class FormView {
  private let session: TerminalSession
  private let screen: Screen
  private let window: NewtWindow
  private let newtForm: NewtForm
  private let layout: FormLayout
  private let language: String
  private var entries: [Entry] = []
  private var checkboxes: [Checkbox] = []
  private var values: [Value] = []

  /// Lists of what is in sight, not dictionaries by place, which cost more than they save.
  private struct Entry {
    let place: Place
    let entry: NewtEntry
    /// What it was given: an unchanged entry was not typed into, whatever the value holds. nil: taken since.
    var shown: String?
  }

  private struct Checkbox {
    let place: Place
    let box: NewtCheckbox
  }

  private struct Value {
    let item: FormLayout.Item
    let label: NewtLabel
  }

  init?(
    _ layout: FormLayout, _ state: FormState, session: TerminalSession, screen: Screen, regions: Regions,
    language: String
  ) {
    let title = layout.title(of: state.form, language)
    guard let window = NewtWindow(session: session, inside: regions.form, title: title) else { return nil }
    self.session = session
    self.screen = screen
    self.window = window
    self.layout = layout
    self.language = language
    newtForm = NewtForm(session: session)
    for item in layout.items { add(item, state) }
  }

  func close() {
    newtForm.destroy()
    window.close()
  }

  private func add(_ item: FormLayout.Item, _ state: FormState) {
    switch item.content {
    case .label(let text): label(item, text, .label)
    case .heading(let text): label(item, text, .title)
    case .note(let text): label(item, text, .faint)
    case .entry(let place):
      let field = state.form.field(at: place)
      if field.type == .boolean {
        let box = NewtCheckbox(
          row: item.row, column: item.column, text: "", isOn: state.cell(at: place)?.value == .boolean(true))
        checkboxes.append(Checkbox(place: place, box: newtForm.add(box)))
        return
      }
      let text = state.shownText(at: place, language)
      let entry = newtForm.add(
        NewtEntry(row: item.row, column: item.column, width: item.width, text: text, maximum: 4096))
      entries.append(Entry(place: place, entry: entry, shown: text))
    case .value, .message, .rowNumber:
      let added = newtForm.add(
        NewtLabel(
          row: item.row, column: item.column, text: "", width: item.width, role: .text, unicode: screen.isUnicode))
      values.append(Value(item: item, label: added))
    }
  }

  private func label(_ item: FormLayout.Item, _ text: String, _ role: Role) {
    newtForm.add(
      NewtLabel(
        row: item.row, column: item.column, text: text, width: item.width, role: role, unicode: screen.isUnicode))
  }

  // MARK: Showing

  /// Brings everything shown in line with the state; messages by place. What is `covered` is not shown yet.
  func update(_ state: FormState, _ evaluation: Evaluation, messages: [Place: Finding], covered: Bool) {
    for index in entries.indices {
      let text = state.shownText(at: entries[index].place, language)
      // What is being typed stays until it is taken.
      if entries[index].shown != text {
        entries[index].entry.set(text)
        entries[index].shown = text
      }
    }
    for checkbox in checkboxes { checkbox.box.isOn = state.cell(at: checkbox.place)?.value == .boolean(true) }
    for value in values {
      let (item, label) = (value.item, value.label)
      switch item.content {
      case .value(let place): label.set(evaluation.value(at: place)?.shown ?? "", role: .text)
      case .rowNumber(let lines, let row):
        let isHere = state.cursor?.field == lines && state.cursor?.row == row
        let number = String(row + 1)
        // There is room for five characters: a number of four needs that of the blank, 10,000 that of the mark too.
        let mark = number.count < 5 ? (isHere ? "▸" : " ") : ""
        label.set(mark + (number.count < 4 ? " " : "") + number, role: .text)
      case .message(let place): show(messages[place], at: place, item.width, state, label)
      default: break
      }
    }
    if let cursor = state.cursor { focus(cursor) }
    newtForm.draw(covered: covered)
  }

  private func show(_ finding: Finding?, at place: Place, _ width: Int, _ state: FormState, _ label: NewtLabel) {
    if let finding {
      label.set(words(finding, at: place, width, state), role: finding.severity == .warning ? .warning : .error)
    } else if state.cell(at: place)?.origin == .scanned {
      label.set("✓", role: .good)
    } else if checkbox(at: place) != nil {
      label.set(state.cell(at: place)?.text ?? "", role: .text)
    } else {
      label.set("", role: .text)
    }
  }

  /// Beside a row there is seldom room for a sentence: the name of the field says at least where to look.
  private func words(_ finding: Finding, at place: Place, _ width: Int, _ state: FormState) -> String {
    let sentence = finding.mark + finding.message
    guard DisplayText.width(sentence) > width, place.row != nil, place.column == nil, let wrong = finding.place,
      wrong.column != nil
    else { return sentence }
    return finding.mark + state.form.field(at: wrong).label.text(in: language)
  }

  func focus(_ place: Place) {
    if let entry = entry(at: place) {
      newtForm.setFocus(entry.entry)
    } else if let box = checkbox(at: place) {
      newtForm.setFocus(box)
    }
  }

  private func entry(at place: Place) -> Entry? { entries.first { $0.place == place } }
  private func checkbox(at place: Place) -> NewtCheckbox? { checkboxes.first { $0.place == place }?.box }

  // MARK: Typing

  /// What stands in an entry, where it was typed into; nil where it is as it was shown.
  func typing(at place: Place) -> Typing? {
    guard let found = entry(at: place), let before = found.shown, found.entry.text != before else { return nil }
    return Typing(place: place, text: found.entry.text, cursor: found.entry.cursor)
  }

  /// What was typed goes on where another view was left.
  func restore(_ typing: Typing) {
    guard let entry = entry(at: typing.place)?.entry else { return }
    entry.set(typing.text)
    entry.cursor = typing.cursor
  }

  /// What stands there was taken: the entry shows from now on what the state holds.
  func settle(_ place: Place) {
    if let index = entries.firstIndex(where: { $0.place == place }) { entries[index].shown = nil }
  }

  func type(_ text: String) { _ = newtForm.type(text) }
  func retract(_ count: Int) { newtForm.retract(count) }
  func edit(_ key: Key) { _ = newtForm.send(key) }
  func draw() { newtForm.draw() }

  /// The row of the screen that a place is on, for putting the capture window elsewhere.
  func screenRow(of place: Place) -> Int? {
    layout.items.first { $0.content == .entry(place) }.map { window.inside.row + $0.row }
  }
}
