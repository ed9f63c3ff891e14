/// Tabs, and spaces that only look like one, where YAML wants spaces.
enum YAMLBlanks {
  /// What ended the reading, on one line or on several that follow one another.
  struct Slip {
    let message: String
    let help: String
    let start: SourcePosition
    /// How many spaces may have been meant for one of them.
    let widths: [Int]
    fileprivate let places: [(line: Int, bytes: Range<Int>, column: Int)]

    func edits(_ width: Int) -> [MendedText.Edit] {
      places.map {
        MendedText.Edit(
          line: $0.line, bytes: $0.bytes, replacement: [UInt8](repeating: 0x20, count: width), column: $0.column,
          width: 1)
      }
    }
  }

  static func slip(at line: Int, in source: SourceText) -> Slip? {
    tabs(at: line, in: source) ?? foreignSpaces(at: line, in: source)
      // A text that has no end yet goes on over the end of its line.
      ?? (line > 1 ? foreignSpaces(at: line - 1, in: source) : nil)
  }

  static func tabs(at line: Int, in source: SourceText) -> Slip? {
    // libyaml may stop behind the last line.
    guard line <= source.lineCount else { return nil }
    var places = indentingTabs(line, source)
    guard let first = places.first else { return nil }
    var last = line
    var more = 0
    // Whoever indents by tabs does so for lines on end: that is one mistake.
    while last < source.lineCount {
      let next = indentingTabs(last + 1, source)
      guard !next.isEmpty || isEmpty(last + 1, source) else { break }
      last += 1
      if !next.isEmpty { more += 1 }
      places += next
    }
    let below = more == 0 ? "" : more == 1 ? ", on the next line too" : ", on the \(more) lines below too"
    return Slip(
      message: "a tab can't indent in YAML", help: "use spaces" + below,
      start: SourcePosition(line: line, column: first.column), widths: [2, 4, 8, 1, 3, 6], places: places)
  }

  private static func isEmpty(_ line: Int, _ source: SourceText) -> Bool {
    source.line(line).utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The tabs before any text of the line.
  private static func indentingTabs(_ line: Int, _ source: SourceText) -> [(line: Int, bytes: Range<Int>, column: Int)]
  {
    let start = source.lineStarts[line - 1]
    var found: [(line: Int, bytes: Range<Int>, column: Int)] = []
    for (index, byte) in source.bytes[start...].enumerated() {
      switch byte {
      case 0x09: found.append((line, start + index..<start + index + 1, index + 1))
      case 0x20, UInt8(ascii: "-"), UInt8(ascii: "?"): continue
      case 0x0A, 0x0D: return []
      default: return found
      }
    }
    return []
  }

  /// Non-breaking and other spaces (U+00A0, U+2000 to U+200A, U+202F, U+205F, U+3000) that stand where a space has a
  /// meaning: before the text of a line, behind `:`, `-`, `,` or a bracket.
  private static func foreignSpaces(at line: Int, in source: SourceText) -> Slip? {
    guard line <= source.lineCount else { return nil }
    var byte = source.lineStarts[line - 1]
    var places: [(line: Int, bytes: Range<Int>, column: Int)] = []
    var code = ""
    var hasMeaning = true
    for (index, scalar) in source.line(line).unicodeScalars.enumerated() {
      let length = UTF8.width(scalar)
      if MisleadingCharacters.isForeignSpace(scalar) {
        if hasMeaning {
          if places.isEmpty { code = MisleadingCharacters.code(scalar) }
          places.append((line, byte..<byte + length, index + 1))
        }
      } else if scalar != " " {
        hasMeaning = ":-,[{?".unicodeScalars.contains(scalar)
      }
      byte += length
    }
    guard let first = places.first else { return nil }
    return Slip(
      message: "this is no space but a character that looks like one (\(code))",
      help: "write an ordinary space in its place"
        + (places.count == 1 ? "" : ", and in \(places.count - 1) more on this line"),
      start: SourcePosition(line: line, column: first.column), widths: [1], places: places)
  }
}
