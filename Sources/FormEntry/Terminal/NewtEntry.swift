import CNewt

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

  override func remember() { last = snapshot() }

  /// newt has no colours of its own for the focused entry.
  func show(focused: Bool) {
    guard let handle else { return }
    let (row, column) = (SLsmg_get_row(), SLsmg_get_column())
    newtEntrySetColors(handle, (focused ? roles.focused : roles.normal).object, Role.disabledEntry.object)
    SLsmg_gotorc(row, column)
  }
}
