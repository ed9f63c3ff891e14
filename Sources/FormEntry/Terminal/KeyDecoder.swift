/// Tells keys, typed text, pasted text and the bursts of a keyboard scanner apart in what a terminal sends.
///
/// Pure: no descriptor, no clock. The caller hands over bytes with a time, asks for `nextDeadline` and calls
/// `advance(to:)` when it has passed. The time must only run while nothing waits to be read (see `EventLoop`): what
/// counts is the silence on the line, not how long the program was busy elsewhere.
///
/// How a burst is told from typing: the first character of every group is delivered at once, so typing is echoed
/// without delay. What follows it within `settings.gap` is held until a terminator, silence or its length decides. If
/// it was a scan, `retract` takes back the character that was shown and `scan` follows; else the held part is
/// delivered as it was typed. A burst that arrives in one read shows nothing before it is decided.
/// Ctrl-letters wait for `gap` too, since a scanner may send one first; named keys, Enter, Tab and Backspace do not.
struct KeyDecoder {
  var settings: BurstSettings

  /// Nothing typed is delivered before silence proves that no scan begins with it: for questions, where one
  /// character acts. It costs `settings.gap`.
  var holdsTypedText = false

  /// Answers of the terminal that may come between the bytes of anything else. One that nobody awaits is no answer: a code
  /// may hold the same characters.
  var awaited: TerminalReport.Answers = []

  var burst = Burst()
  /// Bytes of an escape sequence that is not complete.
  var pending: [UInt8] = []
  var paste: PasteCollector?
  var lastRead: UInt64 = 0
  /// Until then no control character is a key.
  var quietUntil: UInt64 = 0
  /// A scan ended in this read or within a gap.
  var streamUntil: UInt64 = 0
  var lastWasReturn = false
  var lastKeyTime: UInt64 = 0
  var events: [InputEvent] = []

  init(settings: BurstSettings = BurstSettings()) {
    self.settings = settings
  }

  /// Everything handed over is delivered: nothing waits for what may follow.
  var isSettled: Bool { nextDeadline == nil }

  /// When `advance(to:)` has something to do; nil if only more bytes can change anything.
  var nextDeadline: UInt64? {
    if paste != nil { return lastRead + PasteCollector.patience }
    if !pending.isEmpty { return lastRead + settings.escapeDelay }
    return burst.isHeld ? lastRead + settings.gap + 1 : nil
  }

  /// What `bytes`, which one read brought at `now`, amount to.
  mutating func feed(_ bytes: some Sequence<UInt8>, at now: UInt64) -> [InputEvent] {
    settle(at: now)
    // An answer is no sign of life of the keyboard: the silence goes on.
    if let answers = answersAlone(Array(bytes)[...]) {
      events += answers.map { .report($0) }
      return handOver()
    }
    lastRead = now
    pending += bytes
    var index = 0
    while index < pending.count {
      let used = paste == nil ? take(pending[index...], at: now) : takePaste(pending[index...])
      if used == 0 { break }
      index += used
    }
    pending.removeFirst(index)
    endRead()
    return handOver()
  }

  /// Delivers what the silence until `now` decides.
  mutating func advance(to now: UInt64) -> [InputEvent] {
    settle(at: now)
    return handOver()
  }

  /// What `bytes` answer if they are nothing but awaited answers, else nil.
  private func answersAlone(_ bytes: ArraySlice<UInt8>) -> [TerminalReport]? {
    guard !awaited.isEmpty, pending.isEmpty else { return nil }
    var rest = bytes
    var answers: [TerminalReport] = []
    while rest.first == 0x1b {
      guard case .complete(.report(let report), let length) = EscapeSequence.parse(rest, strings: true),
        !report.kind.isDisjoint(with: awaited)
      else { return nil }
      answers.append(report)
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? answers : nil
  }

  private mutating func handOver() -> [InputEvent] {
    defer { events.removeAll() }
    return events
  }

  // MARK: one read

  /// Takes one character or sequence; returns how many bytes that were, 0 if more are needed.
  private mutating func take(_ bytes: ArraySlice<UInt8>, at now: UInt64) -> Int {
    let byte = bytes[bytes.startIndex]
    guard byte == 0x1b else {
      takeCharacter(byte, at: now)
      return 1
    }
    let mayAnswer = awaited.contains(.identity) && bytes.dropFirst().first == 0x5f
    switch EscapeSequence.parse(bytes, strings: mayAnswer || burst.isEmpty && now > streamUntil) {
    case .incomplete: return 0
    case .notASequence:
      takeCharacter(byte, at: now)
      return 1
    case .complete(let meaning, let length):
      take(meaning, bytes.prefix(length), at: now)
      return length
    }
  }

  private mutating func take(_ meaning: EscapeSequence.Meaning, _ bytes: ArraySlice<UInt8>, at now: UInt64) {
    switch meaning {
    case .typed(let characters):
      for byte in characters { takeCharacter(byte, at: now) }
    // A code may hold the same three characters.
    case .report(.focusLost), .report(.focusGained):
      if burst.isLong(settings) || now <= streamUntil {
        takeSequence(bytes, nil, at: now)
      } else if case .report(let report) = meaning {
        events.append(.report(report))
      }
    case .report(let report) where report.kind.isSubset(of: awaited): events.append(.report(report))
    case .report: takeSequence(bytes, nil, at: now)
    case .pasteStart:
      endBurst(at: now)
      paste = PasteCollector(limit: settings.longestPaste)
    case .key(let key): takeSequence(bytes, key, at: now)
    case .ignored: takeSequence(bytes, nil, at: now)
    }
  }

  /// In a stream of burst characters a sequence is a key only if it is the last thing before silence: anywhere else
  /// it is part of a code, which must not press keys.
  private mutating func takeSequence(_ bytes: ArraySlice<UInt8>, _ key: Key?, at now: UInt64) {
    if burst.isLong(settings) || now <= streamUntil {
      beginBurst(at: now)
      burst.append(sequence: bytes, key: key)
      return
    }
    deliverTyped()
    if let key { events.append(.key(key)) }
  }

  private mutating func takePaste(_ bytes: ArraySlice<UInt8>) -> Int {
    guard var collector = paste else { return 0 }
    let (used, isOver) = collector.take(bytes)
    paste = isOver ? nil : collector
    if isOver { events.append(.paste(collector.text)) }
    return used
  }

  /// After a read: one character alone is typing until the contrary is seen.
  private mutating func endRead() {
    guard !burst.isEmpty else { return }
    burst.endRead()
    guard pending.isEmpty, !holdsTypedText, burst.isRepetition, !burst.followsScan, !startsPrefix else { return }
    let fresh = burst.bytes[burst.shownBytes...]
    guard let first = fresh.first else { return }
    if first >= 0x20 && first != 0x7f {
      guard let text = String(validating: fresh, as: UTF8.self) else { return }
      let isShown = text == text.withoutControls
      burst.markShown(scalars: isShown ? 1 : 0)
      if isShown { events.append(.text(text)) }
    } else if burst.reads > 1 {
      deliverTyped()  // a Ctrl-letter held down
    }
  }

  private var startsPrefix: Bool {
    !settings.prefix.isEmpty && settings.prefix.starts(with: burst.bytes)
  }
}
