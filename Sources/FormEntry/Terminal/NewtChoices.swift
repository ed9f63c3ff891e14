import CNewt

/// A list of which one line is chosen.
final class NewtListbox: NewtComponent {
  private var last: Int
  let count: Int

  /// Longer lists scroll. `selected` is the index of the line that is chosen first.
  init(
    row: Int, column: Int, height: Int, width: Int, items: [String], selected: Int = 0, hasScrollbar: Bool = true,
    unicode: Bool = true
  ) {
    count = items.count
    last = max(0, min(selected, items.count - 1))
    let shows = hasScrollbar && items.count > height && width > 2
    let handle = newtListbox(
      Int32(column), Int32(row), Int32(max(1, height)), (shows ? NEWT_FLAG_SCROLL : 0) | NEWT_FLAG_RETURNEXIT)
    for (index, item) in items.enumerated() {
      let shown = DisplayText.clipped(
        DisplayText.visible(item, unicode: unicode), columns: max(1, width - (shows ? 2 : 0)))
      newtListboxAppendEntry(handle, shown.text, UnsafeRawPointer(bitPattern: index + 1))
    }
    newtListboxSetWidth(handle, Int32(max(1, width)))
    super.init(handle, takesFocus: true)
    selection = last
  }

  /// The index of the chosen line.
  var selection: Int {
    get {
      guard let handle, count > 0, let key = newtListboxGetCurrent(handle) else { return last }
      return Int(bitPattern: key) - 1
    }
    set {
      guard let handle, count > 0 else { return }
      newtListboxSetCurrent(handle, Int32(max(0, min(newValue, count - 1))))
    }
  }

  override func snapshot() -> NewtSnapshot { NewtSnapshot(text: "", position: selection) }
  override func restore(_ snapshot: NewtSnapshot) { selection = snapshot.position }
  override func remember() { last = selection }
}

/// Yes or no.
final class NewtCheckbox: NewtComponent {
  private var last: Bool

  init(row: Int, column: Int, text: String, isOn: Bool, unicode: Bool = true) {
    last = isOn
    let mark = CChar(bitPattern: UInt8(ascii: isOn ? "*" : " "))
    let shown = DisplayText.visible(text, unicode: unicode)
    super.init(newtCheckbox(Int32(column), Int32(row), shown, mark, nil, nil), takesFocus: true)
  }

  var isOn: Bool {
    get { handle.map { newtCheckboxGetValue($0) == CChar(bitPattern: UInt8(ascii: "*")) } ?? last }
    set {
      guard let handle else { return }
      newtCheckboxSetValue(handle, CChar(bitPattern: UInt8(ascii: newValue ? "*" : " ")))
    }
  }

  override func snapshot() -> NewtSnapshot { NewtSnapshot(text: "", position: isOn ? 1 : 0) }
  override func restore(_ snapshot: NewtSnapshot) { isOn = snapshot.position == 1 }
  override func remember() { last = isOn }
}

/// A button of one line; newt's larger one sleeps while it is pressed.
final class NewtButton: NewtComponent {
  init(row: Int, column: Int, text: String, unicode: Bool = true) {
    let shown = DisplayText.visible(text, unicode: unicode)
    super.init(newtCompactButton(Int32(column), Int32(row), shown), takesFocus: true)
  }
}
