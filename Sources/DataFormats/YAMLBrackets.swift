/// Brackets that are not closed: where they were meant to be, as far as the lines below tell.
enum YAMLBrackets {
  /// Ways to close the bracket at which the reading ended, before the next line that begins an entry no further in
  /// than its own line does; none where no such line follows, or the reading ended on the bracket's own line.
  static func closings(of fault: YAMLFault, in source: SourceText) -> [[MendedText.Edit]] {
    guard let opened = fault.opened, opened.line < fault.position.line,
      let end = endOfEntry(at: opened.line, in: source), let bracket = source.bytes[source.byte(at: opened)...].first
    else { return [] }
    let own = bracket == UInt8(ascii: "[") ? "]" : "}"
    // Those round it may not be closed either.
    return ["", "}", "]", "]}", "}}"].map { further in
      [
        MendedText.Edit(
          line: end.line, bytes: end.byte..<end.byte, replacement: Array((own + further).utf8), column: end.column,
          width: 0)
      ]
    }
  }

  private static func endOfEntry(at line: Int, in source: SourceText) -> (line: Int, byte: Int, column: Int)? {
    let depth = indentation(source.line(line))
    var last = line
    var next = line + 1
    while next <= source.lineCount {
      let text = source.line(next)
      if begins(text, within: depth) { return place(behindTextOf: last, in: source) }
      if text.utf8.contains(where: { $0 != 0x20 }) { last = next }
      next += 1
    }
    return nil
  }

  private static func indentation(_ line: String) -> Int { line.utf8.prefix { $0 == 0x20 }.count }

  /// Whether a key or a - stands there that far in at most.
  private static func begins(_ line: String, within depth: Int) -> Bool {
    let indentation = indentation(line)
    let text = line.utf8.dropFirst(indentation)
    guard indentation <= depth, let first = text.first else { return false }
    if first == UInt8(ascii: "-") { return text.dropFirst().first == 0x20 }
    let name = text.prefix { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
    return !name.isEmpty && text.dropFirst(name.count).first == UInt8(ascii: ":")
  }

  /// Before a remark, if there is one.
  private static func place(behindTextOf line: Int, in source: SourceText) -> (line: Int, byte: Int, column: Int) {
    var text = Array(source.line(line).utf8)
    let remark = text.indices.dropFirst().first { text[$0] == UInt8(ascii: "#") && text[$0 - 1] == 0x20 }
    if let remark { text.removeSubrange(remark...) }
    while text.last == 0x20 { text.removeLast() }
    let byte = source.lineStarts[line - 1] + text.count
    return (line, byte, source.position(ofByte: byte).column)
  }
}
