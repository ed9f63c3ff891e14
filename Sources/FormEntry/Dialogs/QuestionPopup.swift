/// A question that letters and digits answer; Enter, Tab and scans do not. Esc takes it away unanswered: that is the last
/// choice, which loses nothing, or what `left` says. A text that is too long is scrolled, its choices stay in sight; where
/// there is no room for that they are scrolled with it.
final class QuestionPopup: Popup {
  private let text: String
  private let choices: [(key: Character, label: String)]
  private var lines: [String] = []
  /// The choices that stay in sight.
  private var answers: [String] = []
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
    let columns = min(room.columns, 60)
    lines = DisplayText.wrapped(text, columns: columns)
    answers = choices.flatMap { answer($0, columns) }
    if lines.count + answers.count > room.rows, answers.count > room.rows - 2 {
      (lines, answers) = (lines + answers, [])
    }
    let widest = (lines + answers).map { DisplayText.width($0) }.max() ?? 1
    return ScreenSize(rows: lines.count + answers.count, columns: widest)
  }

  private func answer(_ choice: (key: Character, label: String), _ columns: Int) -> [String] {
    let (before, after) = columns < 30 ? ("", " ") : ("  ", "  ")
    let start = "\(before)\(choice.key)\(after)"
    let indent = String(repeating: " ", count: start.count)
    return DisplayText.wrapped(choice.label, columns: max(1, columns - start.count)).enumerated().map { number, line in
      (number == 0 ? start : indent) + line
    }
  }

  override func drawInside(_ inside: ScreenRect, on screen: Screen) {
    height = max(0, inside.height - answers.count)
    top = min(top, max(0, lines.count - height))
    let shown = Array(lines[top...].prefix(height))
    for (row, line) in (shown + answers.suffix(inside.height)).enumerated() {
      screen.put(line, row: inside.row + row, column: inside.column, width: inside.width, role: .text)
    }
    // That a text goes on must be seen.
    if top + height < lines.count, height > 0 {
      screen.put("…", row: inside.row + height - 1, column: inside.column + inside.width - 1, role: .text)
    }
    screen.hideCursor()
  }

  private var isScrolled: Bool { lines.count > height }

  private func scroll(_ key: Key) {
    switch key.pressed {
    case .up: top -= 1
    case .down: top += 1
    case .pageUp: top -= height
    case .pageDown: top += height
    // The smallest keyboards have digits and Enter alone: round and round.
    case .enter: top = top + height < lines.count ? top + height : 0
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

  override var help: [KeyHelp] {
    let keys = choices.map { String($0.key) }
    // The digits from 1 on, and what else there is.
    let digits = zip(1..., keys).prefix { String($0) == $1 }.count
    let short = digits > 2 ? (["1-\(digits)"] + keys[digits...]) : keys
    let answers = KeyHelp(keys.joined(separator: " "), short: short.joined(separator: " "), "Answer")
    return (isScrolled ? [KeyHelp("Enter", "More")] : []) + [answers, KeyHelp("Esc", "Back")]
  }
}
