/// Writes CSV as RFC 4180 describes it: commas, CR LF, and double quotes around a cell where it needs them.
public struct CSVWriter: Sendable {
  /// What was written and not taken yet.
  public private(set) var bytes: [UInt8] = []
  private var cells = 0
  private var rowStart = 0

  public init() {}

  public mutating func cell(_ text: String) {
    var text = text
    text.withUTF8 { cell(UnsafeRawBufferPointer($0)) }
  }

  /// The bytes are UTF-8; none of them is changed.
  public mutating func cell(_ text: UnsafeRawBufferPointer) {
    if cells > 0 { bytes.append(UInt8(ascii: ",")) }
    cells += 1
    guard Self.needsQuotes(text) else {
      bytes.append(contentsOf: text)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    var rest = text[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      bytes.append(contentsOf: rest[...quote])
      bytes.append(UInt8(ascii: "\""))
      rest = rest[(quote + 1)...]
    }
    bytes.append(contentsOf: rest)
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func endRow() {
    // A row of one empty cell would else be an empty line, which readers pass over.
    if cells == 1, bytes.count == rowStart { bytes += "\"\"".utf8 }
    bytes += [0x0D, 0x0A]
    cells = 0
    rowStart = bytes.count
  }

  /// Hands over what was written; to be called between rows.
  public mutating func take() -> [UInt8] {
    defer {
      bytes.removeAll(keepingCapacity: true)
      rowStart = 0
    }
    return bytes
  }

  private static func needsQuotes(_ text: UnsafeRawBufferPointer) -> Bool {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: ","), 0x0A, 0x0D: return true
      default: continue
      }
    }
    return false
  }
}
