/// What keys do in the dialogs. The names are those of the configuration's `keys`.
public enum KeyAction: String, Sendable, CaseIterable {
  case trigger, save, back, next, previous
  case pageUp = "page_up"
  case pageDown = "page_down"
  case help, history, list
  case previousValue = "previous_value"
  case newLine = "new_line"
  case undoScan = "undo_scan"
  case deleteLine = "delete_line"
  case clear
  case changeOperator = "operator"
  case redraw

  /// The keys that do it where the configuration doesn't say otherwise.
  public var usualKeys: [KeyName] {
    let names =
      switch self {
      case .trigger: ["F2", "Ctrl-T"]
      case .save: ["F10", "Ctrl-S"]
      case .back: ["Esc"]
      case .next: ["Tab", "Enter", "Down"]
      case .previous: ["Shift-Tab", "Up"]
      case .pageUp: ["PgUp"]
      case .pageDown: ["PgDn"]
      case .help: ["F1"]
      case .history: ["F3"]
      case .list: ["F4"]
      case .previousValue: ["F5"]
      case .newLine: ["F6", "Ctrl-N"]
      case .undoScan: ["F7"]
      case .deleteLine: ["F8", "Ctrl-D"]
      case .clear: ["F9"]
      case .changeOperator: ["F11", "Ctrl-O"]
      case .redraw: ["Ctrl-L"]
      }
    return names.map { KeyName(written: $0) }
  }
}

/// A key as the help line writes it: `F2`, `Ctrl-T`, `Esc`, `PgDn`.
public struct KeyName: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// A name as `init(_:)` answers it.
  fileprivate init(written description: String) {
    self.description = description
  }

  /// Reads a name in any capitals; nil for a key that can't be told from typing, or that terminals don't send.
  public init?(_ text: String) {
    let plain = ["Esc", "Tab", "Shift-Tab", "Enter", "Up", "Down", "PgUp", "PgDn", "Home", "End", "Insert", "Delete"]
    let functions = (1...24).map { "F\($0)" }
    // Ctrl-H, -I, -J, -M and -[ are Backspace, Tab, line feed, Enter and Esc; Ctrl-C, -Q, -Z and -\ are the terminal's.
    let letters = "ABDEFGKLNOPRSTUVWXY".map { "Ctrl-\($0)" }
    let wanted = text.lowercased()
    guard let name = (plain + functions + letters).first(where: { $0.lowercased() == wanted }) else { return nil }
    description = name
  }
}

/// Which keys do what at this station.
public struct KeyMap: Sendable, Equatable {
  private var changed: [KeyAction: [KeyName]] = [:]

  public init() {}

  /// The keys of an action, the one for the help line first.
  public func keys(for action: KeyAction) -> [KeyName] {
    guard !changed.isEmpty else { return action.usualKeys }
    if let keys = changed[action] { return keys }
    // A key that was given to another action has left this one.
    let taken = Set(changed.values.joined())
    return action.usualKeys.filter { !taken.contains($0) }
  }

  /// What a key does; nil where it does nothing.
  public func action(of key: KeyName) -> KeyAction? {
    KeyAction.allCases.first { keys(for: $0).contains(key) }
  }

  /// Gives keys to an action, in place of those that it had. Answers the action that one of them was given to before,
  /// and changes nothing then.
  mutating func assign(_ keys: [KeyName], to action: KeyAction) -> KeyAction? {
    if let other = changed.first(where: { $0.key != action && !Set($0.value).isDisjoint(with: keys) }) {
      return other.key
    }
    changed[action] = keys
    return nil
  }
}
