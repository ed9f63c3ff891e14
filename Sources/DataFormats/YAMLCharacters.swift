/// Refuses, before libyaml sees a text, the characters that no form should hold, each with its own sentence.
enum YAMLCharacters {
  static func check(_ source: SourceText) throws(YAMLFault) {
    let bytes = source.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLFault(
        "the file is written in UTF-16", at: SourcePosition(line: 1, column: 1), help: "save it as UTF-8")
    }
    // Nearly every file is clean ASCII with a few letters: one quick pass looks for the first byte worth a question.
    var at = source.lineStarts[0]
    while let suspect = nextSuspect(bytes, from: at) {
      at = try checked(suspect, in: source)
    }
  }

  private static func nextSuspect(_ bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var at = start
      while at < bytes.count {
        let byte = bytes[at]
        if byte >= 0x7F || (byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) { return at }
        at += 1
      }
      return nil
    }
  }

  /// The byte after the character at `offset`.
  private static func checked(_ offset: Int, in source: SourceText) throws(YAMLFault) -> Int {
    let bytes = source.bytes
    var decoder = UTF8.ForwardParser()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else {
      throw YAMLFault(
        "this byte (0x\(hex(UInt32(bytes[offset]), 2))) is not UTF-8", at: source.position(ofByte: offset),
        help: "save the file as UTF-8")
    }
    let scalar = UTF8.decode(encoded)
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0x85, 0x86..<0xA0:
      throw YAMLFault(
        "here stands a control character (U+\(hex(scalar.value, 4)))", at: source.position(ofByte: offset),
        help: "delete it, or write \"\\x\(hex(scalar.value, 2))\" in double quotes")
    case 0x85, 0x2028, 0x2029:
      throw YAMLFault(
        "here stands a line separator (U+\(hex(scalar.value, 4))) that editors don't show",
        at: source.position(ofByte: offset), help: "replace it by a space or by an ordinary end of line")
    case 0xFEFF:
      throw YAMLFault(
        "here stands a byte order mark, which belongs only at the very beginning of a file",
        at: source.position(ofByte: offset), help: "delete it: editors don't show it")
    case 0xFFFE, 0xFFFF:
      throw YAMLFault(
        "U+\(hex(scalar.value, 4)) is no character", at: source.position(ofByte: offset), help: "delete it")
    default: return offset + encoded.count
    }
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
