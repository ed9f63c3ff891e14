internal import CSystem

/// Identifiers that sort by the time they were made (RFC 9562, version 7), written in lower case.
public enum UUIDv7 {
  /// A new identifier: 48 bits of `now` (milliseconds since 1970-01-01T00:00:00Z; the nearest representable one where it
  /// is before or beyond), 74 random bits.
  public static func make(now milliseconds: Int) -> String {
    var random: (UInt64, UInt64) = (0, 0)
    if system_random(&random, 16) != 0 {
      var generator = SystemRandomNumberGenerator()
      random = (generator.next(), generator.next())
    }
    let time = UInt64(clamping: min(max(milliseconds, 0), 0xFFFF_FFFF_FFFF))
    let high = time << 16 | 0x7000 | random.0 & 0x0FFF
    let low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
    return text(high: high, low: low)
  }

  /// The milliseconds since 1970 that an identifier of version 7 carries; nil for any other text.
  public static func milliseconds(of id: String) -> Int? {
    guard let halves = halves(of: id), halves.high >> 12 & 0xF == 7 else { return nil }
    return Int(halves.high >> 16)
  }

  /// The 128 bits of an identifier in its usual form of 36 characters, in either case; nil for any other text.
  public static func halves(of id: String) -> (high: UInt64, low: UInt64)? {
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    var position = 0
    for byte in id.utf8 {
      let digit: UInt64
      switch (position, byte) {
      case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")), (23, UInt8(ascii: "-")):
        position += 1
        continue
      case (8, _), (13, _), (18, _), (23, _), (36..., _): return nil
      case (_, UInt8(ascii: "0")...UInt8(ascii: "9")): digit = UInt64(byte - UInt8(ascii: "0"))
      case (_, UInt8(ascii: "a")...UInt8(ascii: "f")): digit = UInt64(byte - UInt8(ascii: "a") + 10)
      case (_, UInt8(ascii: "A")...UInt8(ascii: "F")): digit = UInt64(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
      if position < 18 { halves.high = halves.high << 4 | digit } else { halves.low = halves.low << 4 | digit }
      position += 1
    }
    return position == 36 ? halves : nil
  }

  private static func text(high: UInt64, low: UInt64) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (half, dashes) in [(high, [4, 6]), (low, [0, 2])] {
      for byte in 0..<8 {
        if dashes.contains(byte) { text.append(UInt8(ascii: "-")) }
        let value = Int(half >> (56 - 8 * UInt64(byte)) & 0xFF)
        text.append(digits[value >> 4])
        text.append(digits[value & 15])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
