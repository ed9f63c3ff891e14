import Glibc

/// The text that the bytes of a code stand for. Few codes say their character set (zbar loses the ECI of those that do),
/// so: UTF-8 where they are that, else Shift-JIS where they look like it, else Windows-1252, of which Latin-1's
/// characters are a part.
enum CodeText {
  static func text(of bytes: [UInt8]) -> (text: String, charset: String) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, "utf-8") }
    if looksLikeShiftJIS(bytes), let text = shiftJIS(bytes) { return (text, "shift-jis") }
    return (windows1252(bytes), "windows-1252")
  }

  /// The code says its character set itself (ECI).
  static let declared = "eci"

  /// Whether every byte fits Shift-JIS and something speaks for it. A western text can fit by chance ("Léa" is one
  /// kanji between letters), but its accented letters stand alone: two Japanese characters side by side, or a lead
  /// byte that Windows-1252 has no letter for, do not happen in it.
  static func looksLikeShiftJIS(_ bytes: [UInt8]) -> Bool {
    var index = 0
    var run = 0
    var speaksForIt = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x00...0x7F: run = 0
      case 0xA1...0xDF: run += 1
      case 0x81...0x9F, 0xE0...0xEF:
        guard index + 1 < bytes.count, (0x40...0xFC).contains(bytes[index + 1]), bytes[index + 1] != 0x7F else {
          return false
        }
        if byte < 0xA0 { speaksForIt = true }
        run += 1
        index += 1
      default: return false
      }
      if run >= 2 { speaksForIt = true }
      index += 1
    }
    return speaksForIt
  }

  private static func shiftJIS(_ bytes: [UInt8]) -> String? {
    // The name of an unknown converter gives (iconv_t)-1.
    guard let converter = iconv_open("UTF-8", "SHIFT_JIS"), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var source = bytes.map { CChar(bitPattern: $0) }
    var target = [UInt8](repeating: 0, count: bytes.count * 3 + 4)
    let left = source.withUnsafeMutableBufferPointer { source in
      target.withUnsafeMutableBytes { target -> Int? in
        var from = source.baseAddress
        var fromLeft = source.count
        var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var toLeft = target.count
        guard iconv(converter, &from, &fromLeft, &to, &toLeft) != -1, fromLeft == 0 else { return nil }
        return toLeft
      }
    }
    guard let left else { return nil }
    return String(validating: target.dropLast(left), as: UTF8.self)
  }

  /// Total: the five bytes that have no character stand for the control of the same number, as in WHATWG's table.
  static func windows1252(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80...0x9F).contains(byte) ? high[Int(byte) - 0x80] : UInt16(byte)
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// Windows-1252 from 0x80 to 0x9F.
  private static let high: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
