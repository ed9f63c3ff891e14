import DataFormats
import Glibc

/// The standard output, in blocks. Where nobody reads it any more, the rest is dropped and the program ends quietly.
///
/// It belongs to the main thread.
final class StandardOutput {
  private var waiting: [UInt8] = []
  /// The errno of a write that failed for good.
  private(set) var failure: Int32?

  /// Whether somebody still reads: commands with much to say ask now and then.
  var isOpen: Bool { failure == nil }

  /// Writes as it is: JSON and other text that holds no control character.
  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    waiting += bytes
    if waiting.count >= 65_536 { flush() }
  }

  /// A line of JSON as a file holds it: byte by byte, but for a terminal with everything escaped that it would obey.
  func json(_ line: [UInt8]) {
    let shown = isTerminal ? (try? JSONValue(parsing: line)).map { Array($0.description.utf8) } : nil
    write((shown ?? line) + [0x0A])
  }

  private lazy var isTerminal = isatty(STDOUT_FILENO) == 1

  /// A line that may hold what a code or a file says: control characters become visible.
  func line(_ text: String) { write(text.withVisibleControls + "\n") }

  /// Gives everything to the system now.
  func flush() {
    guard failure == nil, !waiting.isEmpty else { return }
    failure = writeAll(waiting, to: STDOUT_FILENO)
    waiting = []
  }
}

/// Messages for people.
final class StandardError {
  /// One message, one line, after the program's name.
  func complain(_ message: String) { line("formentry: " + message) }

  /// A line, control characters made visible. A failure has nobody left to hear of it.
  func line(_ text: String) { _ = writeAll(Array((text.withVisibleControls + "\n").utf8), to: STDERR_FILENO) }
}

/// Writes all bytes, however often the system takes only some of them; the errno where it takes no more.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}
