import CNewt

/// A component of newt's. Added to a `NewtForm` it belongs to that and is dead once the form is destroyed: reading it
/// then gives what it held last, changing it does nothing.
class NewtComponent {
  /// Nil when the form is destroyed.
  fileprivate(set) final var handle: OpaquePointer?
  fileprivate final var isOwnedByForm = false
  /// Whether the focus can be on it.
  fileprivate(set) final var takesFocus: Bool

  fileprivate init(_ handle: OpaquePointer?, takesFocus: Bool) {
    self.handle = handle
    self.takesFocus = takesFocus
  }

  deinit {
    if let handle, !isOwnedByForm { newtComponentDestroy(handle) }
  }

  /// The form takes it over.
  final func adopt() -> OpaquePointer? {
    guard !isOwnedByForm else { return nil }
    isOwnedByForm = true
    return handle
  }

  /// The form is about to be destroyed: remember what is there.
  final func release() {
    remember()
    handle = nil
  }

  fileprivate func remember() {}

  /// What typing changes, so that it can be taken back.
  func snapshot() -> NewtSnapshot { NewtSnapshot(text: "", position: 0) }
  func restore(_ snapshot: NewtSnapshot) {}
}

/// What a component held before something was typed.
struct NewtSnapshot: Equatable {
  var text: String
  var position: Int
}

/// One line of input.
final class NewtEntry: NewtComponent {
  private var last: NewtSnapshot
  private let roles: (normal: Role, focused: Role)

  /// `maximum` is the number of scalars that can be typed into it; longer values scroll. `isHidden` shows stars.
  init(
    row: Int, column: Int, width: Int, text: String = "", maximum: Int = 4096, isHidden: Bool = false,
    isEnabled: Bool = true, role: Role = .entry, focusedRole: Role = .focusedEntry
  ) {
    let flags =
      NEWT_FLAG_SCROLL | (isHidden ? NEWT_FLAG_PASSWORD : 0) | (isEnabled ? 0 : NEWT_FLAG_DISABLED)
    let text = text.withoutControls
    self.maximum = max(1, maximum)
    roles = (role, focusedRole)
    last = NewtSnapshot(text: text, position: text.utf8.count)
    let handle = newtEntry(Int32(column), Int32(row), text, Int32(max(1, width)), nil, flags)
    super.init(handle, takesFocus: isEnabled)
    show(focused: false)
  }

  let maximum: Int

  /// What it holds: never a control character.
  var text: String {
    get { snapshot().text }
    set { set(newValue) }
  }

  /// Where the next character goes, in bytes of UTF-8 from the beginning.
  var cursor: Int {
    get { snapshot().position }
    set { restore(NewtSnapshot(text: text, position: newValue)) }
  }

  func set(_ text: String, cursorAtEnd: Bool = true) {
    restore(NewtSnapshot(text: text, position: cursorAtEnd ? text.utf8.count : 0))
  }

  /// Puts `more` in at the cursor, as much as `maximum` allows. Returns whether all of it fitted.
  @discardableResult
  func insert(_ more: String) -> Bool {
    let held = snapshot()
    let room = max(0, maximum - held.text.unicodeScalars.count)
    let part = more.withoutControls.unicodeScalars.prefix(room)
    let bytes = Array(held.text.utf8)
    let before = String(decoding: bytes[..<held.position], as: UTF8.self) + String(String.UnicodeScalarView(part))
    let after = String(decoding: bytes[held.position...], as: UTF8.self)
    restore(NewtSnapshot(text: before + after, position: before.utf8.count))
    return part.count == more.unicodeScalars.count
  }

  /// Whether `scalars` more can be typed.
  func hasRoom(for scalars: Int) -> Bool { text.unicodeScalars.count + scalars <= maximum }

  override func snapshot() -> NewtSnapshot {
    guard let handle, let value = newtEntryGetValue(handle) else { return last }
    let text = String(cString: value)
    return NewtSnapshot(text: text, position: max(0, min(Int(newtEntryGetCursorPosition(handle)), text.utf8.count)))
  }

  override func restore(_ snapshot: NewtSnapshot) {
    guard let handle else { return }
    let text = snapshot.text.withoutControls
    let (row, column) = (SLsmg_get_row(), SLsmg_get_column())
    newtEntrySet(handle, text, 1)
    let position = max(0, min(snapshot.position, text.utf8.count))
    if position < text.utf8.count { newtEntrySetCursorPosition(handle, Int32(position)) }
    SLsmg_gotorc(row, column)
  }

  fileprivate override func remember() { last = snapshot() }

  /// newt has no colours of its own for the focused entry.
  func show(focused: Bool) {
    guard let handle else { return }
    let (row, column) = (SLsmg_get_row(), SLsmg_get_column())
    newtEntrySetColors(handle, (focused ? roles.focused : roles.normal).object, Role.disabledEntry.object)
    SLsmg_gotorc(row, column)
  }
}

/// A piece of text that stays.
final class NewtLabel: NewtComponent {
  private let width: Int
  private let unicode: Bool

  init(row: Int, column: Int, text: String, width: Int, role: Role = .label, unicode: Bool = true) {
    self.width = max(1, width)
    self.unicode = unicode
    super.init(newtLabel(Int32(column), Int32(row), Self.cut(text, width, unicode)), takesFocus: false)
    newtLabelSetColors(handle, role.object)
  }

  func set(_ text: String, role: Role = .label) {
    guard let handle else { return }
    let (shown, columns) = DisplayText.clipped(DisplayText.visible(text, unicode: unicode), columns: width)
    newtLabelSetColors(handle, role.object)
    newtLabelSetText(handle, shown + String(repeating: " ", count: width - columns))
  }

  private static func cut(_ text: String, _ width: Int, _ unicode: Bool) -> String {
    DisplayText.clipped(DisplayText.visible(text, unicode: unicode), columns: max(1, width)).text
  }
}

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
      let shown = DisplayText.clipped(DisplayText.visible(item, unicode: unicode), columns: max(1, width - (shows ? 2 : 0)))
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
  fileprivate override func remember() { last = selection }
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
  fileprivate override func remember() { last = isOn }
}

/// A button of one line; newt's larger one sleeps while it is pressed.
final class NewtButton: NewtComponent {
  init(row: Int, column: Int, text: String, unicode: Bool = true) {
    let shown = DisplayText.visible(text, unicode: unicode)
    super.init(newtCompactButton(Int32(column), Int32(row), shown), takesFocus: true)
  }
}

/// Several lines of text, wrapped at spaces.
final class NewtTextbox: NewtComponent {
  private let unicode: Bool

  init(
    row: Int, column: Int, height: Int, width: Int, text: String, hasScrollbar: Bool = false, unicode: Bool = true
  ) {
    self.unicode = unicode
    let flags = NEWT_FLAG_WRAP | (hasScrollbar ? NEWT_FLAG_SCROLL : 0)
    let handle = newtTextbox(Int32(column), Int32(row), Int32(max(2, width)), Int32(max(1, height)), flags)
    super.init(handle, takesFocus: hasScrollbar)
    set(text)
  }

  func set(_ text: String) {
    guard let handle else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    newtTextboxSetText(handle, lines.map { DisplayText.visible(String($0), unicode: unicode) }.joined(separator: "\n"))
  }
}
