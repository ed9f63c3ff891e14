import FormFlow

/// A list to choose from: arrows and Enter, digits, first letters. Of a longer list the digits choose among nine, and
/// 0 leads to the next nine.
class ListPopup: Popup {
  private let items: [String]
  private var selected: Int
  private var top = 0
  private var height = 1
  private let chosen: (Int) -> Void

  init(title: String, items: [String], selected: Int = 0, chosen: @escaping (Int) -> Void) {
    self.items = items
    self.selected = max(0, min(selected, items.count - 1))
    self.chosen = chosen
    super.init(title: title)
  }

  override func wantedSize(within room: ScreenSize) -> ScreenSize {
    ScreenSize(
      rows: max(1, items.count), columns: min(room.columns, (items.map { DisplayText.width($0) }.max() ?? 10) + 4))
  }

  override func drawInside(_ inside: ScreenRect, on screen: Screen) {
    height = inside.height
    top = min(max(top, selected - height + 1), selected)
    for row in 0..<inside.height {
      let index = top + row
      guard items.indices.contains(index) else { continue }
      let number = index / 9 == selected / 9 ? "\(index % 9 + 1) " : "  "
      screen.put(
        number + items[index], row: inside.row + row, column: inside.column, width: inside.width,
        role: index == selected ? .focusedChoice : .text)
    }
    screen.showCursor(row: inside.row + selected - top, column: inside.column)
  }

  override var actsOnCharacters: Bool { true }

  override func handle(_ input: InputEvent) -> Outcome {
    switch input {
    case .text(let text):
      guard let first = text.first else { return .stays }
      if first == "0", items.count > 9 {
        let next = (selected / 9 + 1) * 9
        selected = next < items.count ? next : 0
        return .stays
      }
      if let digit = first.wholeNumberValue, digit >= 1 {
        let index = selected / 9 * 9 + digit - 1
        return items.indices.contains(index) ? choose(index) : .stays
      }
      let starts = items.indices.filter { items[$0].lowercased().hasPrefix(first.lowercased()) }
      selected = starts.first { $0 > selected } ?? starts.first ?? selected
    case .key(let key):
      switch key.pressed {
      case .enter: return items.isEmpty ? .closes() : choose(selected)
      case .escape: return .closes()
      case .down, .tab: selected = min(max(0, items.count - 1), selected + 1)
      case .up, .shiftTab: selected = max(0, selected - 1)
      case .pageDown: selected = min(max(0, items.count - 1), selected + height)
      case .pageUp: selected = max(0, selected - height)
      case .home: selected = 0
      case .end: selected = max(0, items.count - 1)
      default: break
      }
    default: break
    }
    return .stays
  }

  private func choose(_ index: Int) -> Outcome {
    .closes { [chosen] in chosen(index) }
  }

  override var help: String {
    (items.count > 9 ? "Up Down Enter or a digit Choose   0 More" : "Up Down Enter or a digit Choose") + "   Esc Back"
  }
}

/// A question that letters and digits answer; Enter, Tab and scans do not. Esc takes it away unanswered: that is the last
/// choice, which loses nothing, or what `left` says. A text that is too long is scrolled, its choices stay in sight.
final class QuestionPopup: Popup {
  private let text: String
  private let choices: [(key: Character, label: String)]
  private var lines: [String] = []
  private var top = 0
  private var height = 1
  private let answered: (Character) -> Void
  private let left: (() -> Void)?

  init(
    title: String, text: String, choices: [(key: Character, label: String)], left: (() -> Void)? = nil,
    answered: @escaping (Character) -> Void
  ) {
    self.text = text
    self.choices = choices
    self.left = left
    self.answered = answered
    super.init(title: title)
  }

  override func wantedSize(within room: ScreenSize) -> ScreenSize {
    lines = DisplayText.wrapped(text, columns: min(room.columns, 60))
    let widest = (lines + choiceLines).map { DisplayText.width($0) }.max() ?? 1
    return ScreenSize(rows: lines.count + choices.count, columns: widest)
  }

  override func drawInside(_ inside: ScreenRect, on screen: Screen) {
    height = max(0, inside.height - choices.count)
    top = min(top, max(0, lines.count - height))
    let shown = Array(lines[top...].prefix(height))
    for (row, line) in (shown + choiceLines.suffix(inside.height)).enumerated() {
      screen.put(line, row: inside.row + row, column: inside.column, width: inside.width, role: .text)
    }
    // That a text goes on must be seen.
    if top + height < lines.count, height > 0 {
      screen.put("…", row: inside.row + height - 1, column: inside.column + inside.width - 1, role: .text)
    }
    screen.hideCursor()
  }

  private var choiceLines: [String] { choices.map { "  \($0.key)  \($0.label)" } }

  private func scroll(_ key: Key) {
    switch key.pressed {
    case .up: top -= 1
    case .down: top += 1
    case .pageUp: top -= height
    case .pageDown: top += height
    default: return
    }
    top = max(0, min(top, lines.count - height))
  }

  override var actsOnCharacters: Bool { true }

  override func handle(_ input: InputEvent) -> Outcome {
    if case .key(let key) = input {
      if key.pressed == .escape { return leave() }
      scroll(key)
    }
    guard case .text(let text) = input, text.unicodeScalars.count == 1, let key = text.lowercased().first,
      choices.contains(where: { $0.key == key })
    else { return .stays }
    return .closes { [answered] in answered(key) }
  }

  private func leave() -> Outcome {
    if let left { return .closes(left) }
    guard let safest = choices.last?.key else { return .closes() }
    return .closes { [answered] in answered(safest) }
  }

  override var help: String {
    (choices.map { "\($0.key) \($0.label)" } + ["Esc back"]).joined(separator: "   ")
  }
}

/// The menu of the forms: Esc leaves the program.
final class MenuPopup: ListPopup {
  private let left: () -> Void

  init(items: [String], chosen: @escaping (Int) -> Void, left: @escaping () -> Void) {
    self.left = left
    super.init(title: "Forms", items: items, chosen: chosen)
  }

  override func handle(_ input: InputEvent) -> Outcome {
    if case .key(let key) = input, key == .escape {
      left()
      return .stays
    }
    return super.handle(input)
  }

  override var help: String { "Up Down Enter or a digit Open   Esc Leave" }
}
