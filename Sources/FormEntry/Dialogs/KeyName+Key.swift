import Configuration

extension KeyMap {
  /// What a key does; nil where it edits or does nothing.
  func action(of key: Key) -> KeyAction? {
    KeyName(key).flatMap { action(of: $0) }
  }
}

extension KeyName {
  /// The name of a key as configurations write it; nil for keys that cannot be bound.
  init?(_ key: Key) {
    let shift = key.modifiers == .shift
    switch key.code {
    case .function(let number) where key.modifiers.isEmpty: self.init("F\(number)")
    case .tab where shift: self.init("Shift-Tab")
    case .character(let scalar) where key.modifiers == .control: self.init("Ctrl-\(scalar)")
    case _ where !key.modifiers.isEmpty: return nil
    case .tab: self.init("Tab")
    case .enter: self.init("Enter")
    case .escape: self.init("Esc")
    case .up: self.init("Up")
    case .down: self.init("Down")
    case .pageUp: self.init("PgUp")
    case .pageDown: self.init("PgDn")
    case .home: self.init("Home")
    case .end: self.init("End")
    case .insert: self.init("Insert")
    case .delete: self.init("Delete")
    default: return nil
    }
  }
}
