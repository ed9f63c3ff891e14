/// How a keyboard scanner is told from a person. Times are in nanoseconds of the decoder's clock.
struct BurstSettings: Equatable, Sendable {
  /// The longest pause inside a burst. USB scanners stay under 8 ms, slow Bluetooth ones need up to 40 ms;
  /// an auto-repeating key comes every 25 to 40 ms, but always the same character.
  var gap: UInt64 = 20 * millisecond

  /// A burst that CR, LF or Tab ends is a scan from this many characters on.
  var shortestTerminated = 4

  /// A burst that arrived in one or two reads and ended in silence is a scan from this many characters on: below,
  /// it may be typing that a slow line delivered in one piece.
  var shortestUnterminated = 6

  /// How long nothing may follow an ESC for it to be the Esc key. Terminals send their sequences in one piece.
  var escapeDelay: UInt64 = 30 * millisecond

  /// After a scan, this long no control character is a key: the late CR of a slow scanner.
  var quiet: UInt64 = 100 * millisecond

  /// What the scanner is set to send before and after each code, empty if nothing. A prefix makes a burst of any
  /// length a scan; typed by hand, with nothing following within `gap`, it stays text. CR, LF and Tab need not be
  /// named in the suffix: they always end a burst.
  var prefix: [UInt8] = []
  var suffix: [UInt8] = []

  /// More bytes than the largest code holds (7,089 digits, QR version 40): a longer burst is cut here.
  var longest = 16_384

  /// Pasted text longer than this is cut.
  var longestPaste = 1 << 20

  /// A burst of characters that each came in a read of their own was timed character by character: from this
  /// many on it is a scan without a terminator. Over 25 ms a quick typist's rolled keys need the longer proof.
  var shortestTimed: Int { gap <= 25 * BurstSettings.millisecond ? shortestTerminated : shortestUnterminated }

  /// The suffix without the terminators that end a burst anyway.
  var codeSuffix: [UInt8] {
    var bytes = suffix
    while let last = bytes.last, [0x09, 0x0a, 0x0d].contains(last) { bytes.removeLast() }
    return bytes
  }

  static let millisecond: UInt64 = 1_000_000
}
