/// A small window over the form, drawn on saved cells: a question, a list, a text to write, a page to read.
class Popup {
  enum Outcome {
    case stays
    /// It goes; then, with nothing of it left on the screen, what it leads to is done.
    case closes(() -> Void = {})
  }

  /// One character does something at once: then it must be sure that no scan begins with it.
  var actsOnCharacters: Bool { false }

  let title: String
  private var saved: Screen.SavedCells?
  private(set) var rect = ScreenRect(row: 0, column: 0, height: 0, width: 0)

  init(title: String) {
    self.title = title
  }

  /// How large the inside wants to be.
  func wantedSize(within room: ScreenSize) -> ScreenSize { ScreenSize(rows: 1, columns: 20) }
  /// Draws the inside.
  func drawInside(_ inside: ScreenRect, on screen: Screen) {}
  func handle(_ input: InputEvent) -> Outcome { .stays }
  /// A scan came; nil where it is meant for the form.
  func take(scan text: String) -> Outcome? { nil }
  /// What the last line of the screen says while it is open.
  var help: [KeyHelp] { [KeyHelp("Esc", "Close")] }

  final func open(on screen: Screen) {
    let room = ScreenSize(rows: max(1, screen.size.rows - 3), columns: max(1, screen.size.columns - 2))
    let wanted = wantedSize(within: room)
    let height = min(wanted.rows, room.rows) + 2
    let width = min(max(wanted.columns, DisplayText.width(title) + 6), room.columns) + 2
    rect = ScreenRect(
      row: max(0, (screen.size.rows - height) / 2), column: max(0, (screen.size.columns - width) / 2), height: height,
      width: width)
    saved = screen.saveCells(rect)
    draw(on: screen)
  }

  final func draw(on screen: Screen) {
    screen.fill(rect, role: .window)
    screen.frame(rect, title: title)
    drawInside(rect.inset(by: 1), on: screen)
  }

  final func close(on screen: Screen) {
    if let saved { screen.restoreCells(saved) }
    saved = nil
  }
}

/// Text to read: Enter goes on to its end, and closes it there, as Esc and F1 do anywhere.
final class TextPopup: Popup {
  private let text: String
  private var lines: [String] = []
  private var top = 0
  private var height = 1
  private let closed: () -> Void

  init(title: String, text: String, closed: @escaping () -> Void = {}) {
    self.closed = closed
    self.text = text
    super.init(title: title)
  }

  override func wantedSize(within room: ScreenSize) -> ScreenSize {
    lines = DisplayText.wrapped(text, columns: min(room.columns, 72))
    return ScreenSize(rows: lines.count, columns: lines.map { DisplayText.width($0) }.max() ?? 1)
  }

  override func drawInside(_ inside: ScreenRect, on screen: Screen) {
    height = inside.height
    for row in 0..<inside.height where lines.indices.contains(top + row) {
      screen.put(lines[top + row], row: inside.row + row, column: inside.column, width: inside.width, role: .text)
    }
    screen.hideCursor()
  }

  override func handle(_ input: InputEvent) -> Outcome {
    guard case .key(let key) = input else { return .stays }
    let last = max(0, lines.count - height)
    switch key.pressed {
    case .enter where goesOn: top = min(last, top + height)
    case .escape, .enter, .function(1): return .closes(closed)
    case .down: top = min(last, top + 1)
    case .up: top = max(0, top - 1)
    case .pageDown: top = min(last, top + height)
    case .pageUp: top = max(0, top - height)
    default: break
    }
    return .stays
  }

  private var isScrolled: Bool { lines.count > height }
  private var goesOn: Bool { top + height < lines.count }

  override var help: [KeyHelp] {
    guard isScrolled else { return [KeyHelp("Enter Esc", "Close")] }
    return [
      KeyHelp("Enter", goesOn ? "More" : "Close"), KeyHelp("Up Down PgUp PgDn", short: "↑↓ Pg", "Read"),
      KeyHelp("Esc", "Close"),
    ]
  }
}

/// A line to write; Enter gives it to `done`.
final class LinePopup: Popup {
  private let prompt: String
  private var promptLines: [String] = []
  private var text = ""
  private let done: (String) -> Void
  /// What is written is not shown, and a scan is taken as if it were written.
  private let isHidden: Bool
  /// Left with Esc.
  var abandoned: () -> Void = {}

  init(title: String, prompt: String, isHidden: Bool = false, done: @escaping (String) -> Void) {
    self.prompt = prompt
    self.isHidden = isHidden
    self.done = done
    super.init(title: title)
  }

  override func wantedSize(within room: ScreenSize) -> ScreenSize {
    promptLines = Array(DisplayText.wrapped(prompt, columns: min(room.columns, 60)).prefix(max(1, room.rows - 1)))
    let widest = promptLines.map { DisplayText.width($0) }.max() ?? 1
    return ScreenSize(rows: promptLines.count + 1, columns: min(room.columns, max(widest, 44)))
  }

  override func drawInside(_ inside: ScreenRect, on screen: Screen) {
    for (row, line) in promptLines.enumerated() {
      screen.put(line, row: inside.row + row, column: inside.column, width: inside.width, role: .text)
    }
    let row = inside.row + promptLines.count
    var shown = isHidden ? String(repeating: "*", count: text.count) : text
    while DisplayText.width(shown) >= inside.width { shown.removeFirst() }
    screen.put(shown, row: row, column: inside.column, width: inside.width, role: .focusedEntry)
    screen.showCursor(row: row, column: inside.column + DisplayText.width(shown))
  }

  override func handle(_ input: InputEvent) -> Outcome {
    switch input {
    case .text(let more), .paste(let more): text = String((text + more.withoutControls).prefix(200))
    case .retract(let count): text = String(text.unicodeScalars.dropLast(count))
    case .key(let key):
      switch key.pressed {
      case .enter: return .closes { [done, text] in done(text.trimmingSpaces) }
      case .escape: return .closes(abandoned)
      case .backspace: if !text.isEmpty { text.removeLast() }
      default: break
      }
    default: break
    }
    return .stays
  }

  override func take(scan text: String) -> Outcome? {
    isHidden ? .closes { [done] in done(text) } : nil
  }

  override var help: [KeyHelp] { [KeyHelp("Enter", "Go on"), KeyHelp("Esc", "Back")] }
}
