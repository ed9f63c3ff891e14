/// What is wrong with a JSON text, and at which byte of it (from 0).
public struct JSONFault: Error, Sendable, CustomStringConvertible {
  public let offset: Int
  public let message: String
  public var description: String { "\(message), at byte \(offset + 1)" }
}

extension JSONValue {
  /// How deep arrays and objects may nest: the reader recurses, and no record or answer comes near it.
  static let maximumDepth = 256

  /// Reads one JSON value (RFC 8259) that fills all the bytes; lone surrogates and bad UTF-8 are refused.
  public init(parsing bytes: [UInt8]) throws(JSONFault) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.document()
  }

  public init(parsing text: String) throws(JSONFault) {
    try self.init(parsing: Array(text.utf8))
  }
}

struct JSONReader {
  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() throws(JSONFault) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw fault("there is more after the end of the value") }
    return value
  }

  private func fault(_ message: String) -> JSONFault { JSONFault(offset: at, message: message) }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth < JSONValue.maximumDepth else { throw fault("the value is nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      return .number(try number())
    case nil: throw fault("the text ends where a value should stand")
    default: throw noValue()
    }
  }

  /// Says what stands there, and what would be right.
  private func noValue() -> JSONFault {
    let ends = Array(" \t\r\n,:{}[]\"".utf8)
    let word = bytes[at...].prefix(24).prefix { !ends.contains($0) }
    let shown =
      word.isEmpty ? String(decoding: bytes[at..<at + 1], as: UTF8.self) : String(decoding: word, as: UTF8.self)
    return fault(
      "\(shown.withVisibleControls) is no value: that is an object, an array, a text in double quotes, a number, true, "
        + "false or null")
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    guard bytes[at...].starts(with: word.utf8) else { throw noValue() }
    at += word.utf8.count
    return value
  }

  private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
    at += 1
    var elements: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      at += 1
      return .array([])
    }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "]"):
        at += 1
        return .array(elements)
      default: throw fault("here should stand , or ]")
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
    at += 1
    var members: [JSONMember] = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      at += 1
      return .object([])
    }
    members.reserveCapacity(8)
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault("here should stand a name in double quotes") }
      let name = try string()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw fault("here should stand :") }
      at += 1
      members.append(JSONMember(name, try value(depth: depth + 1)))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "}"):
        at += 1
        return .object(members)
      default: throw fault("here should stand , or }")
      }
    }
  }

  private mutating func digits() throws(JSONFault) {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    if at == start { throw fault("here should stand a digit") }
  }

  private mutating func number() throws(JSONFault) -> String {
    let start = at
    if next == UInt8(ascii: "-") { at += 1 }
    if next == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func string() throws(JSONFault) -> String {
    at += 1
    // Most texts stand there as they are, in ASCII.
    let start = at
    at = bytes.withUnsafeBufferPointer { JSONValue.endOfPlainText(in: $0, from: start) }
    if next == UInt8(ascii: "\"") {
      defer { at += 1 }
      return bytes.withUnsafeBufferPointer {
        String(decoding: UnsafeBufferPointer(rebasing: $0[start..<at]), as: UTF8.self)
      }
    }
    var text = Array(bytes[start..<at])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard let valid = String(validating: text, as: UTF8.self) else { throw fault("the text is not UTF-8") }
        at += 1
        return valid
      case UInt8(ascii: "\\"):
        at += 1
        try escape(into: &text)
      case 0..<0x20:
        throw fault("a control character must be written as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))")
      default:
        text.append(byte)
        at += 1
      }
    }
    throw fault("the text has no closing quote")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard let byte = next else { throw fault("the text ends within an escape") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hex4()
      if (0xD800..<0xDC00).contains(code) {
        guard next == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "u") else {
          throw fault("a lone surrogate is no character")
        }
        at += 2
        let low = try hex4()
        guard (0xDC00..<0xE000).contains(low) else { throw fault("a lone surrogate is no character") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault("a lone surrogate is no character") }
      text += UTF8.encode(scalar)!
    default:
      at -= 1
      throw fault("there is no escape of that letter")
    }
  }

  private mutating func hex4() throws(JSONFault) -> UInt32 {
    guard at + 4 <= bytes.count else { throw fault("here should stand four hexadecimal digits") }
    var code: UInt32 = 0
    for _ in 0..<4 {
      let byte = bytes[at]
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw fault("here should stand a hexadecimal digit")
      }
      code = code << 4 | UInt32(digit)
      at += 1
    }
    return code
  }
}
