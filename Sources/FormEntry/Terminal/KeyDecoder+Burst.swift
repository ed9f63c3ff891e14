/// Characters: into the burst, and out of it as typing or as a scan.
extension KeyDecoder {
  mutating func takeCharacter(_ byte: UInt8, at now: UInt64) {
    let followsReturn = lastWasReturn
    lastWasReturn = byte == 0x0d
    switch byte {
    case 0x0d, 0x0a, 0x09: takeTerminator(byte, followsReturn: followsReturn, at: now)
    case 0x08 where !burst.isLong(settings), 0x7f where !burst.isLong(settings): takeErasing(byte, at: now)
    default:
      beginBurst(at: now)
      burst.append(byte)
      if endsWithSuffix {
        endScan(.suffix, at: now)
      } else if burst.bytes.count >= settings.longest {
        endScan(.limit, at: now)
      }
    }
  }

  mutating func beginBurst(at now: UInt64) {
    guard burst.isEmpty else { return }
    burst = Burst(followsScan: now <= streamUntil, beganInQuiet: now <= quietUntil)
  }

  private mutating func takeTerminator(_ byte: UInt8, followsReturn: Bool, at now: UInt64) {
    if !burst.isEmpty, burst.isScan(terminated: true, settings) {
      burst.closeSequences()
      endScan(byte == 0x0d ? .carriageReturn : byte == 0x0a ? .lineFeed : .tab, at: now)
      return
    }
    deliverTyped()
    if now <= quietUntil {
      quietUntil = max(quietUntil, now + settings.gap)
      streamUntil = max(streamUntil, now)
    } else if !(byte == 0x0a && followsReturn && now <= lastKeyTime + settings.gap) {
      events.append(.key(byte == 0x09 ? .tab : .enter))
      lastKeyTime = now
    }
  }

  private mutating func takeErasing(_ byte: UInt8, at now: UInt64) {
    deliverTyped()
    if now > quietUntil { events.append(.key(.backspace)) }
  }

  private var endsWithSuffix: Bool {
    let suffix = settings.codeSuffix
    guard !suffix.isEmpty, burst.bytes.count > suffix.count, burst.bytes.suffix(suffix.count) == suffix[...] else {
      return false
    }
    return burst.isCertain(settings) || burst.isScan(terminated: true, settings)
  }

  // MARK: deciding

  /// What the silence before `now` decides.
  mutating func settle(at now: UInt64) {
    if let collector = paste {
      guard now >= lastRead + PasteCollector.patience else { return }
      paste = nil
      events.append(.paste(collector.text))
      return
    }
    guard pending.isEmpty else {
      if now >= lastRead + settings.escapeDelay { settlePending(at: now) }
      return
    }
    if now > lastRead + settings.gap { endBurst(at: now) }
  }

  /// The rest of a sequence never came: a lone ESC is the Esc key, ESC and a letter were Alt and the letter, the
  /// beginning of anything longer is dropped; inside a burst all of it belongs to the code.
  private mutating func settlePending(at now: UInt64) {
    let bytes = pending
    pending.removeAll()
    if bytes.count <= 2 || burst.isLong(settings) {
      for byte in bytes { takeCharacter(byte, at: lastRead) }
    }
    endBurst(at: now)
  }

  /// Silence, or something that is certainly no character of a code.
  mutating func endBurst(at now: UInt64) {
    if !burst.isEmpty, burst.isScan(terminated: false, settings) {
      endScan(.silence, at: lastRead)
    } else {
      deliverTyped()
    }
  }

  private mutating func endScan(_ terminator: ScanTerminator, at now: UInt64) {
    let ended = burst
    burst = Burst()
    var code = ended.body
    if ended.followsScan { code = Self.withoutLeadingKeys(code) }
    if code.starts(with: settings.prefix) { code = code.dropFirst(settings.prefix.count) }
    let suffix = settings.codeSuffix
    if !suffix.isEmpty, code.suffix(suffix.count) == suffix[...] { code = code.dropLast(suffix.count) }
    if ended.shownScalars > 0 { events.append(.retract(ended.shownScalars)) }
    if !code.isEmpty { events.append(.scan(bytes: Array(code), ended: terminator)) }
    quietUntil = now + settings.quiet
    streamUntil = now + (terminator == .silence ? 0 : settings.gap)
    events += ended.trailing.map { .key($0) }
  }

  /// A key that was pressed between two scans while the program was busy comes in one piece with them. It is not sure to
  /// be one, so it presses nothing; but it is no part of the code that follows.
  private static func withoutLeadingKeys(_ code: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var code = code
    while code.first == 0x1b, case .complete(.key, let length) = EscapeSequence.parse(code, strings: false),
      length < code.count
    { code = code.dropFirst(length) }
    return code
  }

  /// The burst was typing: what was not yet shown of it, as text and keys.
  mutating func deliverTyped() {
    let ended = burst
    burst = Burst()
    let held = ended.body.dropFirst(ended.shownBytes)
    var text = held[held.startIndex..<held.startIndex]
    var rest = held
    func flush(into events: inout [InputEvent]) {
      let valid = Burst.validText(text)
      if !valid.isEmpty { events.append(.text(valid)) }
    }
    while let byte = rest.first {
      if byte >= 0x20 && byte != 0x7f {
        text = held[text.startIndex..<rest.startIndex + 1]
        rest = rest.dropFirst()
        continue
      }
      flush(into: &events)
      let alternate = byte == 0x1b ? rest.dropFirst().first.flatMap(Burst.alternate) : nil
      rest = rest.dropFirst(alternate == nil ? 1 : 2)
      text = held[rest.startIndex..<rest.startIndex]
      guard !ended.beganInQuiet else { continue }
      if let key = alternate ?? Key(control: byte) { events.append(.key(key)) }
    }
    flush(into: &events)
    events += ended.trailing.map { .key($0) }
  }
}

extension Burst {
  /// ESC and a printable character: what terminals send for Alt.
  fileprivate static func alternate(_ byte: UInt8) -> Key? {
    (0x21...0x7e).contains(byte) ? Key(.character(Unicode.Scalar(byte)), .alt) : nil
  }

  /// The characters of `bytes`; half and forbidden ones are left out.
  fileprivate static func validText(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text.withoutControls }
    var text = String.UnicodeScalarView()
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): text.append(scalar)
      case .error: continue
      case .emptyInput: return String(text).withoutControls
      }
    }
  }
}

extension String {
  /// Without what a terminal would obey, or that would reorder or break the line: what an entry may hold and show.
  var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isControl }))
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1, which UTF-8 can hold; the marks, embeddings and isolates of bidirectional text, which copied text
  /// often has unseen; the separators of lines and paragraphs. The joiners, which some scripts need, are none of these.
  var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f, 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
