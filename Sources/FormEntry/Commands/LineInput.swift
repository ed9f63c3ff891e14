import DataFormats
import Glibc

/// Lines of a file or of the standard input, in batches: as many whole lines as have come in so far, so that a
/// program which waits for each answer gets it, and a large file is not read into memory.
struct LineInput: ~Copyable {
  enum Line {
    case text([UInt8])
    /// Longer than any answer may be; it was passed over.
    case tooLong
  }

  static let longestLine = 16 << 20

  private let descriptor: Int32
  private var waiting: [UInt8] = []
  private var isSkipping = false
  private(set) var isAtEnd = false

  /// `-` is the standard input; nil, and errno, where the file cannot be opened.
  init?(path: String) {
    let opened = path == "-" ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    // Not yet the property: its deinit would close it, and errno would speak of that.
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  deinit {
    // Where opening failed there is nothing to close, and errno tells why.
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next lines, at least one; empty at the end. nil, and errno, where reading failed.
  mutating func next() -> [Line]? {
    while !isAtEnd {
      var lines: [Line] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 {
        isAtEnd = true
        if isSkipping { return [.tooLong] }
        return waiting.isEmpty ? [] : [.text(waiting)]
      }
      take(chunk[..<count], into: &lines)
      if !lines.isEmpty { return lines }
    }
    return []
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, into lines: inout [Line]) {
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      if isSkipping { lines.append(.tooLong) } else { lines.append(.text(waiting + rest[..<end])) }
      isSkipping = false
      waiting = []
      rest = rest[(end + 1)...]
    }
    if isSkipping { return }
    waiting += rest
    if waiting.count > Self.longestLine {
      isSkipping = true
      waiting = []
    }
  }
}
