import TerminalKit
import Testing

@Suite("No code reaches the terminal as it is", .timeLimit(.minutes(15)))
struct OddCodes {
  struct Odd: Sendable, CustomTestStringConvertible {
    let name: String
    let code: [UInt8]
    var testDescription: String { name }
  }

  static let codes = [
    Odd(name: "a window title", code: bytes("ABCDE\u{1b}]0;evil\u{07}XYZ")),
    Odd(name: "clear the screen", code: bytes("ABCDE\u{1b}[3J\u{1b}[35;7mXYZ")),
    Odd(name: "ask for an answer", code: bytes("ABCDE\u{1b}[6n\u{1b}[c\u{1b}P+q544e\u{1b}\\XYZ")),
    Odd(
      name: "every control character but the terminators",
      code: bytes("ABCDE") + (0x01...0x1f).filter { ![0x09, 0x0a, 0x0d].contains($0) } + bytes("XYZ\u{7f}Z")),
    Odd(name: "C1 controls", code: bytes("ABCDE\u{85}\u{9b}31m\u{9d}0;evil\u{9c}XYZ")),
    Odd(
      name: "C1 controls as single bytes",
      code: bytes("ABCDE") + [0x9b] + bytes("31m") + [0x9d] + bytes("0;evil") + [0x9c] + bytes("XYZ")),
    Odd(name: "direction and joiners", code: bytes("ABCDE\u{202e}DCB\u{2066}x\u{200f}\u{61c}\u{200d}\u{feff}XYZ")),
    Odd(name: "line separators", code: bytes("ABCDE\u{2028}D\u{2029}E\u{0b}\u{0c}XYZ")),
    Odd(
      name: "invalid UTF-8",
      code: bytes("ABCDE") + [0xff, 0xfe, 0xc3, 0x28, 0xe2, 0x82, 0xf0, 0x9f, 0x98] + bytes("XYZ")),
    Odd(name: "emoji and wide characters", code: bytes("ABCDE👩‍👩‍👧‍👦日本語é\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}XYZ")),
    Odd(name: "four kilobytes", code: bytes("ABCDE" + String(repeating: "0123456789abcdef", count: 256) + "XYZ")),
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Bidirectional controls and separators: a terminal that knows them would show the line as something else.
  private static func reorders(_ scalar: Unicode.Scalar) -> Bool {
    [0x061c, 0x200e, 0x200f].contains(scalar.value)
      || [0x2028...0x202e, 0x2066...0x2069].contains { $0.contains(scalar.value) }
  }

  @Test(arguments: codes) func isShownWithSignsAndKeptAsItIs(_ odd: Odd) throws {
    let code = odd.code
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain")
    clerk.scan(bytes: code)
    #expect(clerk.row("Code ").contains("ABC") || clerk.row("Code ").contains("XYZ"), "\(clerk.screen.text)")
    #expect(clerk.row("Last scanned").contains("ABC"))
    // Everywhere where a value is shown: the entry, the question, the history, the list of records, the draft.
    clerk.scan("NEXT-1")
    clerk.press("3")
    clerk.press(Keys.help, Keys.esc, "\u{0c}", Keys.save)
    #expect(clerk.shows("Saved as record 1"))
    clerk.press(Keys.records)
    #expect(clerk.shows("Saved today"))
    clerk.press(Keys.esc)
    clerk.scan(bytes: code)
    clerk.resize(to: 132, 43)
    clerk.resize(to: 20, 10)
    clerk.signal(9)
    _ = clerk.waitForEnd()
    let again = try dock.start("plain")
    #expect(again.shows("go on with it"))
    again.press("2", Keys.esc, "1")
    again.press(Keys.esc)
    #expect(again.waitForEnd() == .exited(0))
    for terminal in [clerk, again] {
      #expect(Output(terminal.output).foreign == [])
      #expect(!String(decoding: terminal.output, as: UTF8.self).unicodeScalars.contains { Self.reorders($0) })
      #expect(terminal.screen.lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }
    let record = try #require(dock.records.first)
    #expect(record.text("code") == String(decoding: code, as: UTF8.self))
  }

  /// What is copied from elsewhere often brings marks that nobody sees.
  @Test func typedAndPastedTextLosesItsUnseenMarks() throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain")
    clerk.write("A")
    clerk.press(Keys.tab)
    clerk.press("\u{1b}[200~\u{200e}PO-\u{202a}77\u{2069}\u{61c}\u{1b}[201~")
    #expect(clerk.row("Words").contains("PO-77"))
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1"))
    #expect(dock.records.first?.text("words") == "PO-77")
    #expect(!String(decoding: clerk.output, as: UTF8.self).unicodeScalars.contains { Self.reorders($0) })
  }

  /// Titles, hints and choices come from a file that anybody may have written.
  @Test func neitherDoesAForm() throws {
    let form = #"""
      form: odd
      title: "Odd \e]0;evil\a title"
      version: 1
      fields:
        - {id: a, label: "La\e[3Jbel", type: choice, choices: [{value: x, label: "x\e]0;evil\ay"}], hint: "hi\u202Ent"}
        - {id: b, label: B, type: text, default: "d\e[35;7mx"}
      """#
    let dock = try Dock(["odd": form])
    let clerk = try dock.start(nil)
    clerk.press("1", Keys.list, Keys.esc, Keys.help, Keys.esc, Keys.save)
    clerk.resize(to: 132, 43)
    clerk.resize(to: 16, 8)
    #expect(Output(clerk.output).foreign == [])
  }
}

/// What a program wrote to its terminal, taken apart.
struct Output {
  /// Sequences and bytes that S-Lang and the terminal session do not write.
  private(set) var foreign: [String] = []

  init(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x1b else {
        // Backspace, bell, shift in and out, CR and LF move and draw; C1 controls come as two bytes of UTF-8.
        if byte < 0x20 && ![0x07, 0x08, 0x0a, 0x0d, 0x0e, 0x0f].contains(byte) || byte == 0x7f {
          foreign.append("byte \(byte)")
        }
        if byte == 0xc2, index + 1 < bytes.count, bytes[index + 1] < 0xa0 { foreign.append("C1 \(bytes[index + 1])") }
        index += 1
        continue
      }
      let end = Self.end(of: bytes, from: index)
      let sequence = String(decoding: bytes[index..<end], as: UTF8.self)
      if !Self.isOwn(sequence) { foreign.append(String(sequence.debugDescription.prefix(40))) }
      index = end
    }
    if String(validating: bytes, as: UTF8.self) == nil { foreign.append("invalid UTF-8") }
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    var index = start + 2
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      while index < bytes.count, !(0x40...0x7e).contains(bytes[index]) { index += 1 }
      return min(index + 1, bytes.count)
    case UInt8(ascii: "]"):
      while index < bytes.count, bytes[index] != 0x07 { index += 1 }
      return min(index + 1, bytes.count)
    case UInt8(ascii: "("), UInt8(ascii: ")"): return min(start + 3, bytes.count)
    default: return min(index, bytes.count)
    }
  }

  /// Modes of the screen and the keypad, cursor, erasing, scrolling, colours by number; the mark of these tests.
  private static func isOwn(_ sequence: String) -> Bool {
    if sequence.hasPrefix("\u{1b}]77;") { return sequence.dropFirst(5).dropLast().allSatisfy(\.isNumber) }
    guard sequence.hasPrefix("\u{1b}[") else {
      return ["\u{1b}7", "\u{1b}8", "\u{1b}=", "\u{1b}>", "\u{1b}(B", "\u{1b}(0", "\u{1b})0", "\u{1b})B", "\u{1b}M"]
        .contains(sequence)
    }
    let parameters = sequence.dropFirst(2).dropLast()
    guard let last = sequence.last, parameters.allSatisfy({ $0.isNumber || ";?>".contains($0) }) else { return false }
    // Erasing beyond the screen, this pair of attributes and questions are what the codes above try.
    return "ABCDHJKLMPXdGrmhlu@Tt".contains(last) && sequence != "\u{1b}[3J" && sequence != "\u{1b}[35;7m"
  }
}
