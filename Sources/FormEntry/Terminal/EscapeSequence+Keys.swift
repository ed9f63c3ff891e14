/// The tables: which sequence is which key.
extension EscapeSequence {
  /// Modifiers and phase as xterm and kitty write them, in the second parameter: 1 + bits, then the kind of event.
  private static func modifiers(_ values: [[Int?]]) -> (Key.Modifiers, Key.Phase) {
    let bits = Swift.max(0, (values[at: 1, 0] ?? 1) - 1)
    let phase: Key.Phase =
      switch values[at: 1, 1] {
      case 2: .repeat
      case 3: .release
      default: .press
      }
    return (Key.Modifiers(rawValue: UInt8(bits & 7)), phase)
  }

  /// CSI or SS3 ended by a letter.
  static func lettered(_ letter: UInt8, _ values: [[Int?]], adding extra: Key.Modifiers = []) -> Meaning {
    let code: Key.Code
    var extra = extra
    switch letter {
    case 0x41: code = .up
    case 0x42: code = .down
    case 0x43: code = .right
    case 0x44: code = .left
    case 0x46: code = .end
    case 0x48: code = .home
    case 0x50...0x53: code = .function(Int(letter) - 0x4f)
    case 0x5a:
      code = .tab
      extra.insert(.shift)
    default: return .ignored
    }
    let (held, phase) = modifiers(values)
    return .key(Key(code, held.union(extra), phase: phase))
  }

  /// CSI number ~ (the VT220's way, and everybody's since).
  static func tilde(_ values: [[Int?]], adding extra: Key.Modifiers = []) -> Meaning {
    let code: Key.Code
    switch values[at: 0, 0] ?? 0 {
    case 1, 7: code = .home
    case 2: code = .insert
    case 3: code = .delete
    case 4, 8: code = .end
    case 5: code = .pageUp
    case 6: code = .pageDown
    case let number where functionKeys[number] != nil: code = .function(functionKeys[number] ?? 1)
    case 27:  // xterm's modifyOtherKeys: 27 ; modifiers ; character
      guard let character = values[at: 2, 0] else { return .ignored }
      return unicodeKey([[character], values.indices.contains(1) ? values[1] : []])
    case 200: return .pasteStart
    default: return .ignored
    }
    let (held, phase) = modifiers(values)
    return .key(Key(code, held.union(extra), phase: phase))
  }

  private static let functionKeys: [Int: Int] = [
    11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 17: 6, 18: 7, 19: 8, 20: 9, 21: 10, 23: 11, 24: 12,
    25: 13, 26: 14, 28: 15, 29: 16, 31: 17, 32: 18, 33: 19, 34: 20,
  ]

  /// CSI code ; modifiers ; text u: the kitty keyboard protocol.
  static func unicodeKey(_ values: [[Int?]]) -> Meaning {
    guard let number = values[at: 0, 0] else { return .ignored }
    let (held, phase) = modifiers(values)
    switch number {
    case 27: return .key(Key(.escape, held, phase: phase))
    case 9, 13, 127, 57414:
      let byte = UInt8(number == 57414 ? 13 : number)
      if held.isEmpty && phase == .press { return .typed([byte]) }
      guard let key = Key(control: byte) else { return .ignored }
      return .key(Key(key.code, held, phase: phase))
    case 57376...57398: return .key(Key(.function(number - 57363), held, phase: phase))
    case 57399...57416: return keypad(number - 57399, phase)
    case 57417...57426: return .key(Key(keypadArrows[number - 57417], held, phase: phase))
    case 57344...63743: return .ignored  // modifiers alone, media keys
    default: return character(number, values, held, phase)
    }
  }

  private static let keypadArrows: [Key.Code] = [
    .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
  ]

  private static func keypad(_ index: Int, _ phase: Key.Phase) -> Meaning {
    let bytes: [UInt8] = Array("0123456789./*-+\r=,".utf8)
    return phase == .release ? .ignored : .typed([bytes[index]])
  }

  private static func character(
    _ number: Int, _ values: [[Int?]], _ held: Key.Modifiers, _ phase: Key.Phase
  ) -> Meaning {
    guard let scalar = Unicode.Scalar(UInt32(number)), number >= 0x20, !(0x7f...0x9f).contains(number) else {
      return .ignored
    }
    if held.contains(.control) && !held.contains(.alt) && phase == .press, let byte = controlByte(scalar) {
      return .typed([byte])
    }
    if phase == .release || !held.isDisjoint(with: [.control, .alt]) {
      return .key(Key(.character(scalar), held, phase: phase))
    }
    let written = (values.indices.contains(2) ? values[2] : []).compactMap { $0 }
    let shifted = held.contains(.shift) ? values[at: 0, 1] : nil
    let text = written.isEmpty ? [shifted ?? number] : written
    var bytes: [UInt8] = []
    for value in text {
      guard let scalar = Unicode.Scalar(UInt32(value)), value >= 0x20, !(0x7f...0x9f).contains(value) else { continue }
      let shown = held.contains(.shift) && shifted == nil && written.isEmpty ? scalar.properties.uppercaseMapping : nil
      bytes += Array((shown ?? String(scalar)).utf8)
    }
    return bytes.isEmpty ? .ignored : .typed(bytes)
  }

  /// The C0 character that Ctrl makes of a character.
  private static func controlByte(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x61...0x7a, 0x5b...0x5f: UInt8(scalar.value & 0x1f)
    case 0x20, 0x40: 0
    default: nil
    }
  }
}
