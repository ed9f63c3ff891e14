/// A list to choose from: arrows and Enter, digits, first letters. Of a longer list the digits choose among nine, and
/// 0 leads to the next nine.
class ListPopup: Popup {
  private let items: [String]
  private var selected: Int
  /// The items as lines; one that is too wide goes on in the next.
  private var lines: [(item: Int, text: String, isFirst: Bool)] = []
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
    let columns = min(room.columns, (items.map { DisplayText.width($0) }.max() ?? 10) + 4)
    lines = items.enumerated().flatMap { index, item in
      DisplayText.wrapped(item, columns: max(1, columns - 2)).enumerated().map { (index, $1, $0 == 0) }
    }
    return ScreenSize(rows: max(1, lines.count), columns: columns)
  }

  override func drawInside(_ inside: ScreenRect, on screen: Screen) {
    height = inside.height
    let first = lines.firstIndex { $0.item == selected } ?? 0
    let last = lines.lastIndex { $0.item == selected } ?? 0
    top = min(max(top, last - height + 1), first)
    for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
      let number = line.isFirst && line.item / 9 == selected / 9 ? "\(line.item % 9 + 1) " : "  "
      screen.put(
        number + line.text, row: inside.row + row, column: inside.column, width: inside.width,
        role: line.item == selected ? .focusedChoice : .text)
    }
    screen.showCursor(row: inside.row + first - top, column: inside.column)
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

  /// What choosing and leaving do.
  var words: (choose: String, leave: String) { ("Choose", "Back") }

  override var help: [KeyHelp] {
    [KeyHelp("Enter or digit", short: "Enter 1-\(max(1, min(9, items.count)))", words.choose)]
      + (items.count > 9 ? [KeyHelp("0", "More")] : []) + [KeyHelp("Esc", words.leave)]
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

  override var words: (choose: String, leave: String) { ("Open", "Leave") }
}
