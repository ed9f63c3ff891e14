import Testing

@testable import FormEntry

/// Reads at given milliseconds, and what they must amount to after a second of silence.
struct DecoderCase: Sendable, CustomTestStringConvertible {
  let name: String
  let reads: [(at: Int, text: String)]
  let expected: [InputEvent]
  var settings = BurstSettings()
  var holds = false

  var testDescription: String { name }

  init(_ name: String, _ reads: [(Int, String)], _ expected: [InputEvent], holds: Bool = false) {
    self.name = name
    self.reads = reads.map { (at: $0.0, text: $0.1) }
    self.expected = expected
    self.holds = holds
  }

  init(_ name: String, _ text: String, _ expected: [InputEvent]) {
    self.init(name, [(0, text)], expected)
  }

  func with(_ change: (inout BurstSettings) -> Void) -> DecoderCase {
    var copy = self
    change(&copy.settings)
    return copy
  }

  /// One character a read, `gap` milliseconds apart.
  static func slow(_ text: String, gap: Int, from start: Int = 0) -> [(Int, String)] {
    text.unicodeScalars.enumerated().map { (start + $0.offset * gap, String($0.element)) }
  }

  func run() -> [InputEvent] {
    var decoder = KeyDecoder(settings: settings)
    decoder.holdsTypedText = holds
    var events: [InputEvent] = []
    func time(_ at: Int) -> UInt64 { UInt64(at + 1000) * BurstSettings.millisecond }
    for read in reads {
      while let deadline = decoder.nextDeadline, deadline < time(read.at) { events += decoder.advance(to: deadline) }
      events += decoder.feed(Array(read.text.latin1OrUTF8), at: time(read.at))
    }
    while let deadline = decoder.nextDeadline { events += decoder.advance(to: deadline) }
    return events
  }
}

extension String {
  /// U+F700 to U+F7FF stand for the raw bytes 00 to FF, so that a case can hold what is not UTF-8.
  var latin1OrUTF8: [UInt8] {
    unicodeScalars.flatMap { scalar -> [UInt8] in
      (0xf700...0xf7ff).contains(scalar.value) ? [UInt8(scalar.value - 0xf700)] : Array(String(scalar).utf8)
    }
  }
}

func scan(_ text: String, _ ended: ScanTerminator = .carriageReturn) -> InputEvent {
  .scan(bytes: text.latin1OrUTF8, ended: ended)
}

@Suite struct KeyDecoderTests {
  static let typing: [DecoderCase] = [
    DecoderCase("a character is text at once", "a", [.text("a")]),
    DecoderCase("characters of more than one byte", [(0, "ß"), (100, "漢")], [.text("ß"), .text("漢")]),
    DecoderCase(
      "a character cut between two reads", [(0, "\u{f7c3}"), (2, "\u{f79f}")], [.text("ß")]),
    DecoderCase("half a character is dropped", [(0, "\u{f7c3}"), (200, "a")], [.text("a")]),
    DecoderCase("a forbidden byte is dropped", "a\u{f7ff}b", [.text("ab")]),
    DecoderCase("C1 controls are dropped", "a\u{9b}b", [.text("ab")]),
    DecoderCase("a C1 control alone is dropped", "\u{9b}", []),
    DecoderCase(
      "quick typing", DecoderCase.slow("kilo", gap: 35),
      [.text("k"), .text("i"), .text("l"), .text("o")]),
    DecoderCase("two keys rolled", [(0, "a"), (12, "s")], [.text("a"), .text("s")]),
    DecoderCase("three keys rolled", DecoderCase.slow("the", gap: 15), [.text("t"), .text("he")]),
    DecoderCase(
      "a key held down repeats", DecoderCase.slow("00000000", gap: 16), Array(repeating: .text("0"), count: 8)),
    DecoderCase(
      "a key held down, then Enter", DecoderCase.slow("111111\r", gap: 16),
      Array(repeating: .text("1"), count: 6) + [.key(.enter)]),
    DecoderCase("a few characters that a slow line delivers together", "MK", [.text("MK")]),
    DecoderCase("typing ahead with keys", "MK\t12\r", [.text("MK"), .key(.tab), .text("12"), .key(.enter)]),
    DecoderCase("typing ahead with Backspace", "ab\u{7f}", [.text("ab"), .key(.backspace)]),
    DecoderCase("five characters without an end", "hello", [.text("hello")]),
    DecoderCase("a phrase from an input method", "国际化的问题", [.text("国际化的问题")]),
    DecoderCase("typed and an arrow", "ab\u{1b}[A", [.text("ab"), .key(.up)]),
    DecoderCase("Enter sent as CR LF is one Enter", "\r\n", [.key(.enter)]),
    DecoderCase("two Enters", "\r\r", [.key(.enter), .key(.enter)]),
    DecoderCase(
      "Enter within a gap of the last character", [(0, "7"), (10, "\r")], [.text("7"), .key(.enter)]),
    DecoderCase("a question waits for silence", [(0, "y")], [.text("y")], holds: true),
  ]

  static let scans: [DecoderCase] = [
    DecoderCase("a bar code in one read", "4006381333931\r", [scan("4006381333931")]),
    DecoderCase("ended by LF", "4006381333931\n", [scan("4006381333931", .lineFeed)]),
    DecoderCase("ended by CR LF", "4006381333931\r\n", [scan("4006381333931")]),
    DecoderCase("ended by Tab", "A-1001\t", [scan("A-1001", .tab)]),
    DecoderCase("ended by silence", "A-1001", [scan("A-1001", .silence)]),
    DecoderCase("the shortest", "LOT7\r", [scan("LOT7")]),
    DecoderCase(
      "some milliseconds between the characters", DecoderCase.slow("A-1001\r", gap: 8),
      [.text("A"), .retract(1), scan("A-1001")]),
    DecoderCase(
      "slow, without an end", DecoderCase.slow("LOT7", gap: 8),
      [.text("L"), .retract(1), scan("LOT7", .silence)]),
    DecoderCase(
      "slow, beginning with equal digits", DecoderCase.slow("00012345\r", gap: 8),
      [.text("0"), .text("0"), .text("0"), .retract(3), scan("00012345")]),
    DecoderCase(
      "40 ms for a slow radio", DecoderCase.slow("4006381333931\r", gap: 38),
      [.text("4"), .retract(1), scan("4006381333931")]
    ).with { $0.gap = 40 * BurstSettings.millisecond },
    DecoderCase("the late CR of a slow scanner is no Enter", [(0, "A-1001"), (90, "\r")], [scan("A-1001", .silence)]),
    DecoderCase(
      "after 100 ms Enter is Enter", [(0, "A-1001\r"), (130, "\r")], [scan("A-1001"), .key(.enter)]),
    DecoderCase(
      "no control character is a key just after a scan", [(0, "A-1001\r"), (50, "\u{13}"), (80, "\u{1b}")],
      [scan("A-1001")]),
    DecoderCase(
      "GS, RS, EOT inside", "[)>\u{1e}06\u{1d}1JUN123\u{1e}\u{04}\r",
      [scan("[)>\u{1e}06\u{1d}1JUN123\u{1e}\u{04}")]),
    DecoderCase("a leading GS", "\u{1d}0104006381333931\r", [scan("\u{1d}0104006381333931")]),
    DecoderCase("short with GS", "37\u{1d}1\r", [scan("37\u{1d}1")]),
    DecoderCase(
      "a leading control character, slow", DecoderCase.slow("\u{13}A-1001\r", gap: 8), [scan("\u{13}A-1001")]),
    DecoderCase(
      "every control character", "AB12\u{01}\u{02}\u{04}\u{08}\u{0b}\u{0e}\u{10}\u{15}\u{16}\u{7f}C\r",
      [scan("AB12\u{01}\u{02}\u{04}\u{08}\u{0b}\u{0e}\u{10}\u{15}\u{16}\u{7f}C")]),
    DecoderCase("ESC inside", "AB12\u{1b}C34\r", [scan("AB12\u{1b}C34")]),
    DecoderCase("ESC last", [(0, "AB1234\u{1b}")], [scan("AB1234\u{1b}", .silence)]),
    DecoderCase("F10 hidden in a code", "AB12\u{1b}[21~34\r", [scan("AB12\u{1b}[21~34")]),
    DecoderCase("F10 hidden at the end of a code", "AB12\u{1b}[21~\r", [scan("AB12\u{1b}[21~")]),
    DecoderCase("F10 hidden behind a CR in a code", "AB12\r\u{1b}[21~\r", [scan("AB12"), scan("\u{1b}[21~")]),
    DecoderCase("an escape sequence cut off in a code", "AB1234\u{1b}[2", [scan("AB1234\u{1b}[2", .silence)]),
    DecoderCase(
      "F10 between two scans in one read presses nothing and spoils nothing", "A-1001\r\u{1b}[21~B-1002\r",
      [scan("A-1001"), scan("B-1002")]),
    DecoderCase("F10 typed ahead after a scan", "A-1001\r\u{1b}[21~", [scan("A-1001"), .key(.function(10))]),
    DecoderCase(
      "F10 typed ahead after a scan without an end", "A-1001\u{1b}[21~",
      [scan("A-1001", .silence), .key(.function(10))]),
    DecoderCase("F6 and a scan in one read", "\u{1b}[17~A-1001\r", [.key(.function(6)), scan("A-1001")]),
    DecoderCase(
      "several in one read", "A-1001\rLOT7\r48\r", [scan("A-1001"), scan("LOT7"), scan("48")]),
    DecoderCase("bytes that are no UTF-8", "AB\u{f7ff}\u{f7c3}12\r", [scan("AB\u{f7ff}\u{f7c3}12")]),
    DecoderCase("a character cut between two reads", [(0, "Stra\u{f7c3}"), (2, "\u{f79f}e\r")], [scan("Straße")]),
    DecoderCase("an AIM identifier makes a short one sure", "]E412", [scan("]E412", .silence)]),
    DecoderCase("eight equal digits in one read", "00000000\r", [scan("00000000")]),
    DecoderCase(
      "typed, a pause, scanned", [(0, "4"), (300, "A-1001\r")], [.text("4"), scan("A-1001")]),
    DecoderCase(
      "a question takes no first character of a slow scan", DecoderCase.slow("y123\r", gap: 10),
      [scan("y123")], holds: true),
    DecoderCase("the keys of the kitty protocol", "01040063\u{1b}[93;5u21\r", [scan("01040063\u{1d}21")]),
    DecoderCase("a prefix makes two characters a scan", "*12\r", [scan("12")]).with { $0.prefix = [0x2a] },
    DecoderCase("prefix and suffix, slow", DecoderCase.slow("*12#", gap: 8), [scan("12", .suffix)]).with {
      $0.prefix = [0x2a]
      $0.suffix = [0x23, 0x0d]
    },
    DecoderCase("the prefix typed by hand", [(0, "*"), (200, "5")], [.text("*"), .text("5")]).with {
      $0.prefix = [0x2a]
    },
    DecoderCase("a prefix that is a control character", "\u{02}12\r", [scan("12")]).with { $0.prefix = [0x02] },
  ]

  @Test(arguments: typing) func typedTextStaysTypedText(_ example: DecoderCase) {
    #expect(example.run().joined == example.expected.joined)
  }

  @Test(arguments: scans) func aBurstIsAScan(_ example: DecoderCase) {
    #expect(example.run() == example.expected)
  }

  @Test func aTypedCharacterIsDeliveredByItsOwnRead() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x61], at: 1) == [.text("a")])
    #expect(decoder.isSettled)
  }

  @Test func noByteOfALongInputIsLost() {
    var decoder = KeyDecoder()
    var events = decoder.feed(Array(repeating: UInt8(ascii: "7"), count: 40_000), at: 1_000_000)
    events += decoder.feed([0x41, 0x0d], at: 1_000_001)
    let total = events.reduce(0) { sum, event in
      if case .scan(let bytes, _) = event { sum + bytes.count } else { sum }
    }
    #expect(total == 40_001)
  }

  @Test func randomBytesNeverStop() {
    var random = SystemRandomNumberGenerator()
    var decoder = KeyDecoder()
    var now: UInt64 = 1_000_000
    for _ in 0..<20_000 {
      let alphabet: [UInt8] = [0x1b, 0x5b, 0x4f, 0x3b, 0x7e, 0x0d, 0x41, 0x31, 0xc3, 0x9f, UInt8.random(in: 0...255)]
      let bytes = (0..<Int.random(in: 1...9, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      now += UInt64.random(in: 0...60_000_000, using: &random)
      for event in decoder.feed(bytes, at: now) {
        if case .text(let text) = event { #expect(!text.isEmpty && text == text.withoutControls) }
      }
    }
    while let deadline = decoder.nextDeadline { _ = decoder.advance(to: deadline) }
    #expect(decoder.isSettled)
  }
}

extension [InputEvent] {
  /// Texts that follow each other as one, since only their sum matters to a person.
  fileprivate var joined: [InputEvent] {
    reduce(into: []) { result, event in
      if case .text(let more) = event, case .text(let text)? = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(event)
      }
    }
  }
}
