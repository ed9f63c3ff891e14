// Codes are compared and cut as bytes: a Swift String would compare canonically and count what a reader sees as one.

func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

extension Collection where Element == UInt8 {
  var areDigits: Bool { !isEmpty && allSatisfy(isDigit) }

  /// The number that up to 18 ASCII digits say.
  var number: Int { reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) } }

  var text: String { String(decoding: self, as: UTF8.self) }
}
