/// Walks over the bytes of one JSON text without making values of it: what it hands out are ranges of the bytes.
///
/// It takes exactly the texts of RFC 8259, except that it leaves the check for UTF-8 to others.
package struct JSONScanner {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var at: Int
  private let end: Int

  /// As deep as `JSONValue` reads.
  private static let deepest = 256

  package init(_ bytes: UnsafeRawBufferPointer, at start: Int = 0) {
    self.bytes = bytes
    at = start
    end = bytes.count
  }

  package init(_ bytes: UnsafeRawBufferPointer, within range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  package enum Kind { case object, array, string, number, word }

  /// What the value at the cursor is, by its first byte.
  package mutating func kind() -> Kind? {
    skipSpace()
    guard at < end else { return nil }
    switch bytes[at] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .word
    default: return nil
    }
  }

  /// The kind of the value that begins at an offset which this scanner handed out.
  package static func kind(of range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Kind? {
    var scanner = JSONScanner(bytes, within: range)
    return scanner.kind()
  }

  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return at == end
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < end, bytes[at] <= 0x20,
      bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09
    { at += 1 }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard at < end, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// Calls `member` with the range of each name (without quotes) and of each value (strings with their quotes).
  /// False where this is no object, or a faulty one.
  package mutating func object(_ member: (Range<Int>, Range<Int>) -> Void) -> Bool {
    object(depth: 0, member)
  }

  /// Calls `element` with the range of each element. False where this is no array, or a faulty one.
  package mutating func array(_ element: (Range<Int>) -> Void) -> Bool {
    array(depth: 0, element)
  }

  private mutating func object(depth: Int, _ member: (Range<Int>, Range<Int>) -> Void) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    while true {
      skipSpace()
      guard let name = string(), take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return false }
      member((name.lowerBound + 1)..<(name.upperBound - 1), value)
      if take(UInt8(ascii: ",")) { continue }
      return take(UInt8(ascii: "}"))
    }
  }

  private mutating func array(depth: Int, _ element: (Range<Int>) -> Void) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    while true {
      guard let value = value(depth: depth + 1) else { return false }
      element(value)
      if take(UInt8(ascii: ",")) { continue }
      return take(UInt8(ascii: "]"))
    }
  }

  /// The range of the value at the cursor, which moves behind it; nil where there is none or a faulty one.
  package mutating func value() -> Range<Int>? { value(depth: 0) }

  private mutating func value(depth: Int) -> Range<Int>? {
    guard depth < Self.deepest else { return nil }
    switch kind() {
    case .string: return string()
    case .number: return number()
    case .word: return word()
    case .object:
      let start = at
      return object(depth: depth, { _, _ in }) ? start..<at : nil
    case .array:
      let start = at
      return array(depth: depth, { _ in }) ? start..<at : nil
    case nil: return nil
    }
  }

  private mutating func word() -> Range<Int>? {
    let start = at
    for word: StaticString in ["true", "false", "null"]
    where end - at >= word.utf8CodeUnitCount
      && (0..<word.utf8CodeUnitCount).allSatisfy({ bytes[at + $0] == word.utf8Start[$0] })
    {
      at += word.utf8CodeUnitCount
      return start..<at
    }
    return nil
  }

  private mutating func digits() -> Bool {
    let start = at
    while at < end, bytes[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    return at > start
  }

  private mutating func number() -> Range<Int>? {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    if at < end, bytes[at] == UInt8(ascii: "0") { at += 1 } else if !digits() { return nil }
    if at < end, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard digits() else { return nil }
    }
    if at < end, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < end, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard digits() else { return nil }
    }
    return start..<at
  }

  private mutating func string() -> Range<Int>? {
    let start = at
    guard at < end, bytes[at] == UInt8(ascii: "\"") else { return nil }
    at += 1
    while true {
      skipPlain()
      guard at < end else { return nil }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        return start..<at
      }
      // Else a control character or a backslash.
      guard byte == UInt8(ascii: "\\"), skipEscape() else { return nil }
    }
  }

  /// On to the next quote, backslash or control character, eight bytes at a time.
  @inline(__always)
  private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while at + 8 <= end {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let quote = word ^ 0x2222_2222_2222_2222
      let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      // The high bit of a byte is set where it is zero (or below 0x20); the lowest such bit is always a true one.
      let found =
        ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word) & highs
      if found != 0 {
        at += found.trailingZeroBitCount / 8
        return
      }
      at += 8
    }
    while at < end, bytes[at] >= 0x20, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") { at += 1 }
  }

  private mutating func skipEscape() -> Bool {
    guard at + 1 < end else { return false }
    let letter = bytes[at + 1]
    at += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return true
    case UInt8(ascii: "u"):
      guard let unit = Self.unit(bytes, at, end: end) else { return false }
      at += 4
      switch unit {
      case 0xD800..<0xDC00:
        guard at + 1 < end, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u"),
          let low = Self.unit(bytes, at + 2, end: end), 0xDC00..<0xE000 ~= low
        else { return false }
        at += 6
        return true
      case 0xDC00..<0xE000: return false
      default: return true
      }
    default: return false
    }
  }

  static func unit(_ bytes: UnsafeRawBufferPointer, _ at: Int, end: Int) -> UInt32? {
    guard at + 4 <= end else { return nil }
    var unit: UInt32 = 0
    for index in at..<(at + 4) {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return unit
  }
}
