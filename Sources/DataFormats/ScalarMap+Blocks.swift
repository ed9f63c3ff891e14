extension ScalarMap {
  /// Literal and folded texts. How far the block is indented is found by trying: the first that gives the value.
  static func block(_ bytes: ArraySlice<UInt8>, isFolded: Bool, _ wanted: [Unicode.Scalar]) -> ScalarMap? {
    guard let header = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return wanted.isEmpty ? ScalarMap(end: bytes.endIndex) : nil
    }
    let lines = lines(bytes[(header + lineEnd(bytes, header))...])
    let deepest = lines.map(spaces).max() ?? 0
    let firstText = lines.first { line in line.contains { $0 != 0x20 } }
    for indent in [firstText.map(spaces) ?? deepest] + Array(0...deepest) {
      let map = block(lines, indent: indent, isFolded: isFolded)
      // How many line feeds stay at the end is the header's matter.
      if map.scalars.starts(with: wanted), map.scalars.dropFirst(wanted.count).allSatisfy({ $0 == "\n" }) { return map }
    }
    return nil
  }

  private static func spaces(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }

  private init(end: Int) {
    self.end = end
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var at = start
    while at < bytes.endIndex {
      let length = lineEnd(bytes, at)
      if length > 0 { lines.append(bytes[start..<at]) }
      at += max(1, length)
      if length > 0 { start = at }
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  private static func block(_ lines: [ArraySlice<UInt8>], indent: Int, isFolded: Bool) -> ScalarMap {
    var map = ScalarMap(end: lines.last?.endIndex ?? 0)
    /// Ends of lines since the last text.
    var breaks: [Int] = []
    var wasText = false
    var wasDeeper = false
    for line in lines {
      let spaces = line.prefix(indent).prefix { $0 == 0x20 }.count
      var at = line.startIndex + spaces
      if at < line.endIndex {
        let isDeeper = line[at] == 0x20 || line[at] == 0x09
        if isFolded, wasText, !wasDeeper, !isDeeper {
          // Two lines of text: one end of line is a space, of several the first is dropped.
          if breaks.count == 1 {
            map.add(" ", at: breaks[0])
          } else {
            for place in breaks.dropFirst() { map.add("\n", at: place) }
          }
        } else {
          for place in breaks { map.add("\n", at: place) }
        }
        breaks = []
        (wasText, wasDeeper) = (true, isDeeper)
        while at < line.endIndex { map.character(line, &at, quote: nil) }
      }
      breaks.append(line.endIndex)
    }
    for place in breaks { map.add("\n", at: place) }
    return map
  }
}
