/// What the ranges that a scanner hands out say.
extension JSONScanner {
  /// Appends the bytes that a string means: `range` includes its quotes and was handed out by a scanner.
  package static func decode(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer, into text: inout [UInt8]) {
    var at = range.lowerBound + 1
    let end = range.upperBound - 1
    var plain = at
    while at < end {
      guard bytes[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      text.append(contentsOf: bytes[plain..<at])
      let letter = bytes[at + 1]
      at += 2
      switch letter {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var unit = Self.unit(bytes, at, end: end) ?? 0xFFFD
        at += 4
        if 0xD800..<0xDC00 ~= unit, let low = Self.unit(bytes, at + 2, end: end) {
          unit = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
          at += 6
        }
        text.append(contentsOf: UTF8.encode(Unicode.Scalar(unit) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
      default: text.append(letter)
      }
      plain = at
    }
    text.append(contentsOf: bytes[plain..<end])
  }

  package static func text(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    decode(range, of: bytes, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the bytes of a range are those of a word.
  @inline(__always)
  package static func equals(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[range.lowerBound + index] != word.utf8Start[index] { return false }
    return true
  }
}
