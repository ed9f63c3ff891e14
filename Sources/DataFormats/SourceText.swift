/// A place in a text file, as editors count it: lines and columns from 1, a column for every Unicode scalar.
public struct SourcePosition: Sendable, Hashable, Comparable {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A text file in memory, with its name and its lines: what a message about a place in it needs.
///
/// Lines end with LF, CR LF or CR. A byte order mark of UTF-8 at the beginning belongs to no line.
public struct SourceText: Sendable {
  public let path: String
  /// The file as it stands, a byte order mark included.
  public let bytes: [UInt8]
  /// Where each line begins in `bytes`.
  let lineStarts: [Int]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(index + 1)
      }
    }
    lineStarts = starts
  }

  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  public var lineCount: Int { lineStarts.count }

  /// The n-th line, from 1, without its end; empty where there is none. Bytes that are not UTF-8 become U+FFFD.
  public func line(_ n: Int) -> String {
    String(decoding: lineBytes(n), as: UTF8.self)
  }

  private func lineBytes(_ n: Int) -> ArraySlice<UInt8> {
    guard n >= 1, n <= lineStarts.count else { return [] }
    let start = lineStarts[n - 1]
    var end = n < lineStarts.count ? lineStarts[n] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[start..<end]
  }

  /// The place of a byte of the file, from 0.
  public func position(ofByte offset: Int) -> SourcePosition {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let column = bytes[lineStarts[low]..<max(lineStarts[low], min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 }
    return SourcePosition(line: low + 1, column: column + 1)
  }

  /// The byte at a place; the end of the line for a column beyond it, the end of the text for a line beyond it.
  public func byte(at position: SourcePosition) -> Int {
    guard position.line >= 1, position.line <= lineStarts.count else { return bytes.count }
    var offset = lineStarts[position.line - 1]
    let end = position.line < lineStarts.count ? lineStarts[position.line] : bytes.count
    for _ in 1..<max(1, position.column) {
      guard offset < end else { break }
      offset += 1
      while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }
}
