/// A JSON value that loses nothing: numbers keep their digits, objects their order and their repeated names.
public indirect enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  /// The digits as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The value of the first member of that name; nil where this is no object or has none.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var integer: Int? {
    if case .number(let digits) = self { Int(digits) } else { nil }
  }

  public var truth: Bool? {
    if case .boolean(let truth) = self { truth } else { nil }
  }

  public var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

public struct JSONMember: Sendable {
  public var name: String
  public var value: JSONValue

  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0.0, $0.1) })
  }

  /// Absent is null.
  public init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  public init(_ number: Int) { self = .number(String(number)) }
}

extension JSONValue: CustomStringConvertible {
  /// One line of JSON.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let truth): bytes += (truth ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Every control character is escaped, DEL, C1 (U+0080...U+009F) and those for the direction of writing too: a record
  /// shown on a terminal stays text, in its order.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if !writeAsItIs(text, to: &bytes) { writeEscaped(text, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Nearly every text has nothing to escape, and drafts and records are full of texts: it goes over in one piece.
  private static func writeAsItIs(_ text: String, to bytes: inout [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { plain in
      for byte in plain where byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return false
      }
      bytes.append(contentsOf: plain)
      return true
    }
  }

  private static func writeEscaped(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.steersTerminal:
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}

extension JSONValue {
  /// JSON for people: a member or an element a line, what is within something two spaces further in.
  public var indented: String { indented(by: "") + "\n" }

  private func indented(by indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where elements.contains { $0.members != nil || $0.elements != nil }:
      return "[\n" + elements.map { inner + $0.indented(by: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { inner + JSONValue.string($0.name).description + ": " + $0.value.indented(by: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return description
    }
  }
}
