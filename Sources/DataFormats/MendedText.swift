/// A text in which faults that were told are put right, so that reading can go on behind them. It keeps its lines.
struct MendedText: Sendable {
  /// Characters of one line that others stand in place of.
  struct Edit: Sendable {
    let line: Int
    /// From 0, in the bytes of the text as it was before.
    let bytes: Range<Int>
    let replacement: [UInt8]
    /// From 1, where they begin in the text as it was before.
    let column: Int
    /// How many columns they took.
    let width: Int
  }

  private(set) var source: SourceText
  /// By line, each list in the order of the text; the last changes come last.
  private var changes: [[Int: [Edit]]] = []

  init(_ source: SourceText) { self.source = source }

  /// Edits in the order of the text, none within another.
  mutating func replace(_ edits: [Edit]) {
    guard !edits.isEmpty else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.bytes.count)
    var at = 0
    for edit in edits {
      bytes += source.bytes[at..<edit.bytes.lowerBound]
      bytes += edit.replacement
      at = edit.bytes.upperBound
    }
    bytes += source.bytes[at...]
    source = SourceText(path: source.path, bytes: bytes)
    changes.append(Dictionary(grouping: edits, by: \.line))
  }

  /// The place before all changes of a place in `source`.
  func original(_ position: SourcePosition) -> SourcePosition {
    var column = position.column
    for edits in changes.reversed() {
      var shift = 0
      for edit in edits[position.line] ?? [] {
        let start = edit.column + shift
        guard column >= start else { break }
        let width = edit.replacement.count { $0 & 0xC0 != 0x80 }
        guard column >= start + width else {
          // Within what was replaced: its beginning.
          column = start
          break
        }
        shift += width - edit.width
      }
      column -= shift
    }
    return SourcePosition(line: position.line, column: column)
  }
}
