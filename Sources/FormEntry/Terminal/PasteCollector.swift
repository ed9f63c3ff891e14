/// Collects pasted text until `ESC [ 201 ~` ends it.
struct PasteCollector {
  /// The end never came: after this silence what did come is the text. Nanoseconds.
  static let patience: UInt64 = 1_000 * BurstSettings.millisecond
  private static let end: [UInt8] = Array("\u{1b}[201~".utf8)

  private let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes what belongs to the paste. Returns how many bytes that were; the beginning of an end that is not complete
  /// is left where it is.
  mutating func take(_ more: ArraySlice<UInt8>) -> (used: Int, isOver: Bool) {
    var index = more.startIndex
    while index < more.endIndex {
      let next = more[index...].firstIndex(of: 0x1b) ?? more.endIndex
      append(more[index..<next])
      index = next
      let rest = more[index...]
      if rest.isEmpty { break }
      if rest.starts(with: Self.end) { return (index + Self.end.count - more.startIndex, true) }
      if Self.end.starts(with: rest) { break }
      index += 1
    }
    return (index - more.startIndex, false)
  }

  private mutating func append(_ more: ArraySlice<UInt8>) {
    bytes += more.prefix(max(0, limit - bytes.count))
  }

  /// What was pasted: CR and CRLF as LF, other control characters but Tab left out.
  var text: String {
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if !afterReturn { scalars.append("\n") }
      case "\t": scalars.append("\t")
      default: if !scalar.isControl && scalar != "\u{fffd}" { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }
}
