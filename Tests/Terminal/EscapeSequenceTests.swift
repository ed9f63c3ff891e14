import Testing

@testable import FormEntry

@Suite struct EscapeSequenceTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let expected: [InputEvent]
    var testDescription: String { "\(name): \(text.dropFirst())" }
    init(_ name: String, _ text: String, _ key: Key) { self.init(name, text, [.key(key)]) }
    init(_ name: String, _ text: String, _ expected: [InputEvent]) {
      self.name = name
      self.text = text
      self.expected = expected
    }
  }

  static let functionKeys: [Example] =
    zip(1..., ["OP", "OQ", "OR", "OS"]).map { Example("xterm F\($0)", "\u{1b}\($1)", .function($0)) }
    + zip(1..., ["[[A", "[[B", "[[C", "[[D", "[[E"]).map { Example("Linux F\($0)", "\u{1b}\($1)", .function($0)) }
    + zip(1..., [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]).map {
      Example("VT and rxvt F\($0)", "\u{1b}[\($1)~", .function($0))
    }
    + [
      Example("kitty F1", "\u{1b}[P", .function(1)), Example("kitty F2", "\u{1b}[Q", .function(2)),
      Example("kitty F4", "\u{1b}[S", .function(4)),
      Example("Shift-F2", "\u{1b}[1;2Q", Key(.function(2), .shift)),
      Example("Ctrl-F10", "\u{1b}[21;5~", Key(.function(10), .control)),
      Example("rxvt Ctrl-F1", "\u{1b}[11^", Key(.function(1), .control)),
      Example("kitty F2 repeated", "\u{1b}[1;1:2Q", Key(.function(2), phase: .repeat)),
      Example("kitty F2 released", "\u{1b}[1;1:3Q", Key(.function(2), phase: .release)),
      Example("kitty F3 released", "\u{1b}[13;1:3~", Key(.function(3), phase: .release)),
      Example("kitty F13", "\u{1b}[57376u", .function(13)),
    ]

  static let moving: [Example] = [
    Example("up", "\u{1b}[A", .up), Example("down", "\u{1b}OB", .down), Example("right", "\u{1b}[C", .right),
    Example("left", "\u{1b}OD", .left), Example("Ctrl-right", "\u{1b}[1;5C", Key(.right, .control)),
    Example("rxvt Shift-up", "\u{1b}[a", Key(.up, .shift)), Example("rxvt Ctrl-left", "\u{1b}Od", Key(.left, .control)),
    Example("home", "\u{1b}[H", .home), Example("home", "\u{1b}OH", .home), Example("home", "\u{1b}[1~", .home),
    Example("home", "\u{1b}[7~", .home), Example("end", "\u{1b}[F", .end), Example("end", "\u{1b}[4~", .end),
    Example("end", "\u{1b}[8~", .end), Example("page up", "\u{1b}[5~", .pageUp),
    Example("page down", "\u{1b}[6~", .pageDown), Example("insert", "\u{1b}[2~", .insert),
    Example("delete", "\u{1b}[3~", .delete), Example("rxvt Shift-delete", "\u{1b}[3$", Key(.delete, .shift)),
    Example("Shift-Tab", "\u{1b}[Z", .shiftTab), Example("kitty Shift-Tab", "\u{1b}[9;2u", .shiftTab),
    Example("kitty page up of the keypad", "\u{1b}[57421u", .pageUp),
  ]

  static let others: [Example] = [
    Example("Esc alone", "\u{1b}", .escape), Example("Esc twice", "\u{1b}\u{1b}", [.key(.escape), .key(.escape)]),
    Example("kitty Esc", "\u{1b}[27u", .escape), Example("kitty Enter", "\u{1b}[13u", .enter),
    Example("Tab", "\t", .tab), Example("Enter", "\r", .enter), Example("Ctrl-J", "\n", .enter),
    Example("Backspace", "\u{7f}", .backspace), Example("Backspace, old", "\u{08}", .backspace),
    Example("Ctrl-T", "\u{14}", .control("t")), Example("Ctrl-S", "\u{13}", .control("s")),
    Example("Ctrl-space", "\u{00}", .control(" ")), Example("Ctrl-Backslash", "\u{1c}", .control("\\")),
    Example("kitty Ctrl-T", "\u{1b}[116;5u", .control("t")),
    Example("kitty Ctrl-T released", "\u{1b}[116;5:3u", Key(.character("t"), .control, phase: .release)),
    Example("xterm modifyOtherKeys Ctrl-T", "\u{1b}[27;5;116~", .control("t")),
    Example("Alt-d", "\u{1b}d", Key(.character("d"), .alt)),
    Example("kitty Alt-d", "\u{1b}[100;3u", Key(.character("d"), .alt)),
    Example("kitty text", "\u{1b}[97;2;65u", [.text("A")]), Example("kitty shift", "\u{1b}[97;2u", [.text("A")]),
    Example("kitty keypad 7", "\u{1b}[57406u", [.text("7")]), Example("application keypad 7", "\u{1b}Ow", [.text("7")]),
    Example("keypad Enter", "\u{1b}OM", .enter),
  ]

  static let swallowed: [Example] = [
    Example("focus", "\u{1b}[I\u{1b}[O", [.report(.focusGained), .report(.focusLost)]),
    Example("mouse, SGR", "\u{1b}[<0;3;4M", []),
    Example("mouse, X10", "\u{1b}[M !!", []), Example("unknown", "\u{1b}[99;1;2x", []),
    Example("cut", "\u{1b}[1;5", []), Example("broken off by a key", "\u{1b}[1\t", [.key(.tab)]),
    Example("a title", "\u{1b}]0;name\u{07}", []), Example("a device string", "\u{1b}P1$r0m\u{1b}\\", []),
    Example("a mode's state", "\u{1b}[?2004;1$y", []),
    Example("left Shift alone", "\u{1b}[57441;2u", []),
    Example("kitty's flags", "\u{1b}[?3u", [.report(.keyboardProtocol(flags: 3))]),
    Example("device attributes", "\u{1b}[?62;22c", [.report(.deviceAttributes(sixel: false))]),
    Example("device attributes with sixels", "\u{1b}[?62;4;22c", [.report(.deviceAttributes(sixel: true))]),
    Example("a VT132's, of the fourth family", "\u{1b}[?4;6c", [.report(.deviceAttributes(sixel: false))]),
    Example("answers that nobody awaits", "\u{1b}[0n\u{1b}[6;20;10t\u{1b}_Gi=31;OK\u{1b}\\", []),
    Example("pasted", "\u{1b}[200~A-1\r\nB\u{03}\t\u{1b}[A2\u{1b}[201~", [.paste("A-1\nB\t[A2")]),
    Example("pasted, the end missing", "\u{1b}[200~4006381333931\r", [.paste("4006381333931\n")]),
  ]

  @Test(arguments: functionKeys + moving + others + swallowed)
  func oneRead(_ example: Example) {
    #expect(DecoderCase(example.name, example.text, []).run() == example.expected)
  }

  @Test(arguments: functionKeys + moving + swallowed)
  func cutAnywhere(_ example: Example) {
    let text = example.text
    for cut in text.indices.dropFirst() {
      let reads = [(0, String(text[..<cut])), (5, String(text[cut...]))]
      #expect(DecoderCase(example.name, reads, []).run() == example.expected)
    }
  }
}
