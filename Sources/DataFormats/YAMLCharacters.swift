/// Finds, before libyaml sees a text, the characters that no form should hold, each with its own sentence.
enum YAMLCharacters {
  /// Tells of them, and takes them out of the text.
  static func mend(_ text: inout MendedText) throws(YAMLFault) -> [YAMLFault] {
    let source = text.source
    let bytes = source.bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLFault(
        "the file is written in UTF-16", at: SourcePosition(line: 1, column: 1), help: "save it as UTF-8")
    }
    var faults: [YAMLFault] = []
    var edits: [MendedText.Edit] = []
    var isUTF8 = true
    // Nearly every file is clean ASCII with a few letters: one quick pass looks for the first byte worth a question.
    var at = source.lineStarts[0]
    while let suspect = nextSuspect(bytes, from: at) {
      let read = read(suspect, in: source)
      at = read.end
      guard let fault = read.fault else { continue }
      // A file in another encoding has many of them, and one mistake.
      if read.isUTF8 || isUTF8 { faults.append(fault) }
      if !read.isUTF8 { isUTF8 = false }
      if faults.count >= most { throw fault }
      edits.append(
        MendedText.Edit(
          line: fault.position.line, bytes: suspect..<at, replacement: read.replacement, column: fault.position.column,
          width: bytes[suspect] & 0xC0 == 0x80 ? 0 : 1))
    }
    text.replace(edits)
    return faults
  }

  private static let most = 100

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

  private struct Character {
    /// The byte after it.
    let end: Int
    var fault: YAMLFault?
    var isUTF8 = true
    var replacement: [UInt8] = []
  }

  private static func read(_ offset: Int, in source: SourceText) -> Character {
    let bytes = source.bytes
    func fault(_ message: String, help: String) -> YAMLFault {
      YAMLFault(message, at: source.position(ofByte: offset), help: help)
    }
    var decoder = UTF8.ForwardParser()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else {
      return Character(
        end: offset + 1,
        fault: fault("this byte (0x\(hex(UInt32(bytes[offset]), 2))) is not UTF-8", help: "save the file as UTF-8"),
        isUTF8: false, replacement: Array("\u{FFFD}".utf8))
    }
    let scalar = UTF8.decode(encoded)
    var character = Character(end: offset + encoded.count)
    switch scalar.value {
    case 0x00:
      character.fault = fault("here stands a control character (U+0000)", help: "delete it: no text can hold it")
    case 0x01..<0x20, 0x7F..<0x85, 0x86..<0xA0:
      character.fault = fault(
        "here stands a control character (U+\(hex(scalar.value, 4)))",
        help: "delete it, or write \"\\x\(hex(scalar.value, 2))\" in double quotes")
    case 0x85, 0x2028, 0x2029:
      character.fault = fault(
        "here stands a line separator (U+\(hex(scalar.value, 4))) that editors don't show",
        help: "replace it by a space or by an ordinary end of line")
      character.replacement = [0x20]
    case 0xFEFF:
      character.fault = fault(
        "here stands a byte order mark, which belongs only at the very beginning of a file",
        help: "delete it: editors don't show it")
    case 0xFFFE, 0xFFFF:
      character.fault = fault("U+\(hex(scalar.value, 4)) is no character", help: "delete it")
    default: break
    }
    return character
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
