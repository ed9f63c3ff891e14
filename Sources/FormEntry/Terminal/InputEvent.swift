/// What the person, the keyboard scanner or the terminal sent, as the dialogs see it.
enum InputEvent: Equatable, Sendable {
  case key(Key)

  /// Typed characters, valid and free of control characters. Shown at once.
  case text(String)

  /// The last `count` scalars delivered as `text` (nothing came between) were the start of a scan: put back what
  /// they did. A `scan` follows in the same batch.
  case retract(Int)

  /// One burst of a keyboard scanner, without its prefix, suffix and terminator: any bytes, control characters
  /// and invalid UTF-8 included. Its terminator is not a key.
  case scan(bytes: [UInt8], ended: ScanTerminator)

  /// Text that was pasted: valid, lines separated by LF, no other control character than Tab. It runs no keys.
  case paste(String)

  case report(TerminalReport)
}

/// What ended a scanner's burst.
enum ScanTerminator: Hashable, Sendable {
  case carriageReturn, lineFeed, tab
  /// The suffix that the station's configuration names.
  case suffix
  case silence
  /// More bytes than any code holds (`BurstSettings.longest`).
  case limit
}

/// What a terminal answers when it is asked.
enum TerminalReport: Equatable, Sendable {
  /// The kitty keyboard protocol is on with these flags: releases of keys will be reported.
  case keyboardProtocol(flags: Int)
  /// The answer to `CSI c`, which every terminal knows: no `keyboardProtocol` before it means that it has none.
  case deviceAttributes(sixel: Bool)
  /// It knows kitty's graphics.
  case kittyGraphics
  /// A cell's pixels.
  case cellSize(width: Int, height: Int)
  /// The answer to `CSI 5 n`: everything that was sent before the question is shown.
  case ready
  /// The keys go elsewhere from now on, or come here again.
  case focusLost, focusGained

  /// Kinds of answers.
  struct Answers: OptionSet {
    let rawValue: UInt8
    /// What the terminal is and can do.
    static let identity = Answers(rawValue: 1)
    static let ready = Answers(rawValue: 2)
  }

  /// Which answers it belongs to; none where it is taken at any time, as nothing else looks like it.
  var kind: Answers {
    switch self {
    case .kittyGraphics, .cellSize: .identity
    case .ready: .ready
    case .keyboardProtocol, .deviceAttributes, .focusLost, .focusGained: []
    }
  }
}
