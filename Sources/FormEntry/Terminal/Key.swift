/// A key of the keyboard that is not text: what the dialogs bind commands to.
struct Key: Hashable, Sendable {
  enum Code: Hashable, Sendable {
    /// F1 to F35, by number.
    case function(Int)
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    case tab, enter, escape, backspace
    /// A character held with Ctrl or Alt (lower case for letters), or the release of a text key.
    case character(Unicode.Scalar)
  }

  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  /// What happened to the key. Only terminals with the kitty keyboard protocol tell `repeat` and `release`;
  /// from all others an auto-repeat is another `press`.
  enum Phase: Hashable, Sendable { case press, `repeat`, release }

  var code: Code
  var modifiers: Modifiers = []
  var phase: Phase = .press

  init(_ code: Code, _ modifiers: Modifiers = [], phase: Phase = .press) {
    self.code = code
    self.modifiers = modifiers
    self.phase = phase
  }

  static let up = Key(.up)
  static let down = Key(.down)
  static let left = Key(.left)
  static let right = Key(.right)
  static let home = Key(.home)
  static let end = Key(.end)
  static let pageUp = Key(.pageUp)
  static let pageDown = Key(.pageDown)
  static let insert = Key(.insert)
  static let delete = Key(.delete)
  static let tab = Key(.tab)
  static let shiftTab = Key(.tab, .shift)
  static let enter = Key(.enter)
  static let escape = Key(.escape)
  static let backspace = Key(.backspace)

  static func function(_ number: Int) -> Key { Key(.function(number)) }
  static func control(_ letter: Unicode.Scalar) -> Key { Key(.character(letter), .control) }

  /// The same key as a press: what a table of bindings is looked up with.
  var pressed: Key { Key(code, modifiers) }

  /// The key that a C0 control character or DEL stands for; nil for what is text.
  init?(control byte: UInt8) {
    switch byte {
    case 0x08, 0x7f: self = .backspace
    case 0x09: self = .tab
    case 0x0a, 0x0d: self = .enter
    case 0x1b: self = .escape
    case 0x00: self = .control(" ")
    case 0x01...0x1a: self = .control(Unicode.Scalar(byte + 0x60))
    case 0x1c...0x1f: self = .control(Unicode.Scalar(byte + 0x40))
    default: return nil
    }
  }
}
