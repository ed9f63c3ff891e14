/// Reads one escape sequence of a terminal: xterm, the Linux console, rxvt, the VT220 family, kitty.
enum EscapeSequence {
  enum Meaning: Equatable {
    case key(Key)
    /// Bytes that the terminal would have sent for the same keys without the kitty protocol.
    case typed([UInt8])
    case pasteStart
    case report(TerminalReport)
    /// Mouse, answers nobody asked for, sequences nobody knows.
    case ignored
  }

  enum Outcome: Equatable {
    case complete(Meaning, length: Int)
    case incomplete
    /// The ESC is a character for itself.
    case notASequence
  }

  /// `bytes` begins with ESC. `strings` says whether OSC, DCS and the like are looked for: their end may be far.
  static func parse(_ bytes: ArraySlice<UInt8>, strings: Bool) -> Outcome {
    let at = bytes.startIndex
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[at + 1] {
    case 0x5b: return controlSequence(bytes)
    case 0x4f: return singleShift(bytes)
    case 0x5d, 0x50, 0x5f, 0x5e, 0x58: return strings ? string(bytes) : .notASequence
    default: return .notASequence
    }
  }

  /// The longest sequence that is waited for; a longer one is dropped.
  private static let longest = 64
  private static let longestString = 4096

  // MARK: ESC [

  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Outcome {
    let start = bytes.startIndex + 2
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      let length = index + 1 - bytes.startIndex
      switch byte {
      case 0x24 where isShiftedByRxvt(bytes[start..<index]):
        return .complete(tilde(parameters(bytes[start..<index]), adding: .shift), length: length)
      case 0x20...0x3f:
        if length > longest { return .complete(.ignored, length: length) }
        index += 1
      case 0x5b where index == start:  // the Linux console: ESC [ [ A
        guard index + 1 < bytes.endIndex else { return .incomplete }
        let letter = bytes[index + 1]
        let known = (0x41...0x45).contains(letter)
        return .complete(known ? .key(.function(Int(letter) - 0x40)) : .ignored, length: length + 1)
      case 0x4d where index == start:  // the mouse of X10: three bytes follow
        return bytes.count >= 6 ? .complete(.ignored, length: 6) : .incomplete
      case 0x40...0x7e:
        return .complete(meaning(of: bytes[start..<index], final: byte), length: length)
      default:  // a control character or a half character: what was begun is broken off
        return .complete(.ignored, length: length - 1)
      }
    }
    return .incomplete
  }

  private static func isShiftedByRxvt(_ body: ArraySlice<UInt8>) -> Bool {
    !body.isEmpty && body.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func meaning(of body: ArraySlice<UInt8>, final: UInt8) -> Meaning {
    if let first = body.first, (0x3c...0x3f).contains(first) { return privateAnswer(body, final: final) }
    let values = parameters(body)
    switch final {
    case 0x75: return unicodeKey(values)
    case 0x49 where body.isEmpty: return .report(.focusGained)
    case 0x4f where body.isEmpty: return .report(.focusLost)
    case 0x6e where values[at: 0, 0] == 0 && values.count == 1: return .report(.ready)
    case 0x74 where values[at: 0, 0] == 6 && values.count == 3:
      return .report(.cellSize(width: values[at: 2, 0] ?? 0, height: values[at: 1, 0] ?? 0))
    case 0x7e: return tilde(values)
    case 0x5e: return tilde(values, adding: .control)  // rxvt
    case 0x40: return tilde(values, adding: [.control, .shift])  // rxvt
    case 0x61...0x64: return lettered(final - 0x20, values, adding: .shift)  // rxvt
    default: return lettered(final, values)
    }
  }

  private static func privateAnswer(_ body: ArraySlice<UInt8>, final: UInt8) -> Meaning {
    guard body.first == 0x3f else { return .ignored }
    switch final {
    case 0x75: return .report(.keyboardProtocol(flags: parameters(body.dropFirst())[at: 0, 0] ?? 0))
    case 0x63:
      // The first number is the family, those behind it are what it can do.
      return .report(.deviceAttributes(sixel: parameters(body.dropFirst()).dropFirst().contains([4])))
    default: return .ignored
    }
  }

  /// Numbers separated by `;`, each with its parts separated by `:`. Nil where nothing stands.
  static func parameters(_ body: ArraySlice<UInt8>) -> [[Int?]] {
    body.split(separator: 0x3b, omittingEmptySubsequences: false).map { field in
      field.split(separator: 0x3a, omittingEmptySubsequences: false).map { digits in
        guard !digits.isEmpty, digits.count < 8 else { return nil }
        return digits.reduce(into: Int?.some(0)) { value, digit in
          value = (0x30...0x39).contains(digit) ? value.map { $0 * 10 + Int(digit) - 0x30 } : nil
        }
      }
    }
  }

  // MARK: ESC O

  private static func singleShift(_ bytes: ArraySlice<UInt8>) -> Outcome {
    guard bytes.count > 2 else { return .incomplete }
    let letter = bytes[bytes.startIndex + 2]
    switch letter {
    case 0x41...0x44, 0x46, 0x48, 0x50...0x53: return .complete(lettered(letter, []), length: 3)
    case 0x61...0x64: return .complete(lettered(letter - 0x20, [], adding: .control), length: 3)  // rxvt
    case 0x4d: return .complete(.typed([0x0d]), length: 3)  // the keypad's Enter
    case 0x49: return .complete(.typed([0x09]), length: 3)
    case 0x58: return .complete(.typed([0x3d]), length: 3)
    case 0x6a...0x79: return .complete(.typed([letter - 0x40]), length: 3)  // the keypad's * + , - . / 0 to 9
    case 0x20...0x7e: return .complete(.ignored, length: 3)
    default: return .notASequence
    }
  }

  // MARK: ESC ] and other strings

  private static func string(_ bytes: ArraySlice<UInt8>) -> Outcome {
    var index = bytes.startIndex + 2
    while index < bytes.endIndex {
      if bytes[index] == 0x07 { return .complete(.ignored, length: index + 1 - bytes.startIndex) }
      if bytes[index] == 0x1b {
        guard index + 1 < bytes.endIndex else { return .incomplete }
        let ends = bytes[index + 1] == 0x5c
        let isAnswer = ends && bytes[..<index].dropFirst().elementsEqual("_Gi=31;OK".utf8)
        return .complete(
          isAnswer ? .report(.kittyGraphics) : .ignored, length: index + (ends ? 2 : 0) - bytes.startIndex)
      }
      index += 1
    }
    return bytes.count > longestString ? .complete(.ignored, length: bytes.count) : .incomplete
  }
}

extension [[Int?]] {
  /// Part `part` of parameter `index`, nil where the sequence does not have it.
  subscript(at index: Int, part: Int) -> Int? {
    guard indices.contains(index), self[index].indices.contains(part) else { return nil }
    return self[index][part]
  }
}
