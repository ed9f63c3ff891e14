import CNewt

/// A form of newt's, driven key by key: newt draws the components and edits in them, the program moves the focus.
///
/// The form is flat (newt's nested forms lose Tab) and lies in the window that is on top. Nothing of it may be used while
/// another window is on top or cells are drawn over it: newt would draw through them.
final class NewtForm {
  /// What became of a key.
  enum Outcome: Equatable {
    case handled
    /// A button was pressed or Enter chose the line of a list.
    case activated
    /// Nothing on the form can take keys.
    case idle
  }

  private let session: TerminalSession
  private var handle: OpaquePointer?
  private(set) var components: [NewtComponent] = []
  private var typed: [(component: NewtComponent, snapshot: NewtSnapshot, scalars: Int)] = []

  init(session: TerminalSession, role: Role = .window) {
    self.session = session
    handle = newtForm(nil, nil, NEWT_FLAG_NOF12)
    newtFormSetBackground(handle, role.object)
    newtFormWatchFd(handle, session.alwaysReady, NEWT_FD_READ)
  }

  deinit {
    destroy()
  }

  /// Adds a component, which from now on belongs to the form. The first that takes the focus has it.
  @discardableResult
  func add<Component: NewtComponent>(_ component: Component) -> Component {
    guard let handle, let added = component.adopt() else { return component }
    newtFormAddComponent(handle, added)
    components.append(component)
    if component.takesFocus && components.filter(\.takesFocus).count == 1 { show(component, focused: true) }
    return component
  }

  /// Destroys newt's form and components. What the components held can still be read.
  func destroy() {
    guard let destroyed = handle else { return }
    handle = nil
    typed.removeAll()
    for component in components { component.release() }
    newtFormDestroy(destroyed)
  }

  /// The component that has the focus.
  var focused: NewtComponent? {
    guard let handle, takesFocus else { return nil }
    let current = newtFormGetCurrent(handle)
    return components.first { $0.handle == current }
  }

  /// Moves the focus. Does nothing with a component that is not on the form or takes no focus.
  func setFocus(_ component: NewtComponent) {
    guard let handle, component.takesFocus, components.contains(where: { $0 === component }) else { return }
    if let previous = focused, previous !== component { show(previous, focused: false) }
    show(component, focused: true)
    newtFormSetCurrent(handle, component.handle)
  }

  /// Draws all components and places the cursor. newt then shows the screen at once, but for a form that is `covered`:
  /// what lies over it is to be put back first.
  func draw(covered: Bool = false) {
    guard let handle, !components.isEmpty else { return }
    if takesFocus, !covered { _ = pump([]) } else { newtDrawForm(handle) }
  }

  // MARK: keys

  /// Hands a key to the focused component: cursor keys, Home, End, Delete, Backspace, paging, Enter. Esc, function keys
  /// and Ctrl-letters but A, E, K and U are the program's.
  func send(_ key: Key) -> Outcome {
    typed.removeAll()
    guard let bytes = NewtForm.bytes(of: key) else { return .handled }
    return pump(bytes)
  }

  /// Types `text` into the focused component.
  func type(_ text: String) -> Outcome {
    guard let component = focused else { return .idle }
    let scalars = text.unicodeScalars.count
    typed.append((component, component.snapshot(), scalars))
    if typed.count > 64 { typed.removeFirst() }
    if let entry = component as? NewtEntry, scalars > 8 || !entry.hasRoom(for: scalars) {
      if !entry.insert(text) { newtBell() }
      return pump([])
    }
    return pump(Array(text.withoutControls.utf8))
  }

  /// Takes back what the last `count` typed scalars did: they were the beginning of a scan (`InputEvent.retract`).
  func retract(_ count: Int) {
    var left = count
    var first: (component: NewtComponent, snapshot: NewtSnapshot, scalars: Int)?
    while left > 0, let entry = typed.popLast() {
      left -= entry.scalars
      first = entry
    }
    guard let first else { return }
    first.component.restore(first.snapshot)
    if focused !== first.component { setFocus(first.component) }
    draw()
  }

  /// Feeds clean bytes to newt and lets it work them off.
  private func pump(_ bytes: [UInt8]) -> Outcome {
    guard let handle, takesFocus else { return .idle }
    guard bytes.isEmpty || session.writeKeys(bytes[...]) else { return .idle }
    let before = focused
    defer { followFocus(from: before) }
    var ended = newtExitStruct()
    var outcome = Outcome.handled
    for _ in 0...bytes.count {
      newtFormRun(handle, &ended)
      guard ended.reason == NEWT_EXIT_COMPONENT else { break }
      outcome = .activated
    }
    return outcome
  }

  /// newt moved the focus by itself: the colours follow.
  private func followFocus(from before: NewtComponent?) {
    guard let before, let now = focused, now !== before else { return }
    show(before, focused: false)
    show(now, focused: true)
    newtRefresh()
  }

  private var takesFocus: Bool { components.contains(where: \.takesFocus) }

  private func show(_ component: NewtComponent, focused: Bool) {
    (component as? NewtEntry)?.show(focused: focused)
  }

  /// What newt reads for a key; nil for keys that are none of its business.
  private static func bytes(of key: Key) -> [UInt8]? {
    guard key.phase != .release else { return nil }
    switch key.pressed {
    case .up: return Array("\u{1b}OA".utf8)
    case .down: return Array("\u{1b}OB".utf8)
    case .right: return Array("\u{1b}OC".utf8)
    case .left: return Array("\u{1b}OD".utf8)
    case .home, .control("a"): return [0x01]
    case .end, .control("e"): return [0x05]
    case .control("k"): return [0x0b]
    case .control("u"): return [0x15]
    case .delete: return Array("\u{1b}[3~".utf8)
    case .pageUp: return Array("\u{1b}[5~".utf8)
    case .pageDown: return Array("\u{1b}[6~".utf8)
    case .backspace: return [0x7f]
    case .enter: return [0x0d]
    default: return nil
    }
  }
}
