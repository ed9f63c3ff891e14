import DataFormats

/// Walks through JSON that is plain: texts in ASCII without escapes, numbers without exponents. Where something else
/// stands, or no JSON, it answers nil or false, and whoever asked has to go the long way.
struct PlainCursor {
  enum Word {
    case null, yes, no
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
  }

  /// What comes next, spaces passed over; 0 at the end.
  mutating func peek() -> UInt8 {
    if at < bytes.count, bytes[at] > 0x20 { return bytes[at] }
    skipSpace()
    return at < bytes.count ? bytes[at] : 0
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  mutating func isAtEnd() -> Bool {
    skipSpace()
    return at == bytes.count
  }

  /// The characters between two quotes.
  mutating func text() -> UnsafeBufferPointer<UInt8>? {
    guard take("\"") else { return nil }
    let start = at
    at = JSONValue.endOfPlainText(in: bytes, from: at)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
    at += 1
    return UnsafeBufferPointer(rebasing: bytes[start..<at - 1])
  }

  /// The digits of a number, as written.
  mutating func number() -> UnsafeBufferPointer<UInt8>? {
    let start = at
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    let whole = at
    let count = digits()
    guard count > 0, count == 1 || bytes[whole] != UInt8(ascii: "0") else { return nil }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard digits() > 0 else { return nil }
    }
    guard at == bytes.count || (bytes[at] | 0x20) != UInt8(ascii: "e") else { return nil }
    return UnsafeBufferPointer(rebasing: bytes[start..<at])
  }

  private mutating func digits() -> Int {
    let start = at
    while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
    return at - start
  }

  mutating func word() -> Word? {
    switch peek() {
    case UInt8(ascii: "t"): spells("true") ? .yes : nil
    case UInt8(ascii: "f"): spells("false") ? .no : nil
    case UInt8(ascii: "n"): spells("null") ? .null : nil
    default: nil
    }
  }

  private mutating func spells(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - at >= count else { return false }
    for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
    at += count
    return true
  }
}
