import CSystem
import Glibc

/// The way to the terminal. What newt and S-Lang write is collected in memory and goes out as the terminal takes it: a
/// line that is slow, or whose other end has stopped reading, holds back neither keys nor signals nor timers.
final class TerminalWriter {
  /// Where newt and S-Lang write.
  let collector: Int32
  /// The terminal, in an open file of its own: the keyboard's must never be non-blocking.
  let descriptor: Int32
  private var waiting: ArraySlice<UInt8> = []
  /// At the end of the program the line took nothing: what was still to be shown is dropped.
  private(set) var isStalled = false

  /// Milliseconds for which the end of the program waits for a line that takes nothing at all. A slow one tells only every
  /// 4,096 bytes that it goes on: at 1,200 a second that is every 3.4 seconds.
  private static let lastPatience: Int32 = 4000

  init() throws(TerminalFault) {
    collector = csystem_terminal_collector()
    guard collector >= 0 else { throw .system("memfd_create", errno) }
    descriptor = csystem_terminal_writer(1)
    guard descriptor >= 0 else {
      let reason = errno
      close(collector)
      throw .system("open", reason)
    }
  }

  deinit {
    close(collector)
    close(descriptor)
  }

  /// Something was written that the terminal has not taken yet.
  var isBehind: Bool { !waiting.isEmpty }

  /// Nothing waits on its way to the terminal, as far as the system knows.
  var isFree: Bool {
    guard !isBehind else { return false }
    var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return false }
    return csystem_output_queued(descriptor) == 0
  }

  /// Sends `bytes` behind all that was written before.
  func send(_ bytes: [UInt8]) {
    collect()
    waiting += bytes
    push()
  }

  /// Gives the terminal as much as it takes now.
  func push() {
    collect()
    while !waiting.isEmpty {
      let count = waiting.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        waiting = waiting.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // It is gone; the keyboard tells so, too.
        waiting = []
      }
    }
  }

  /// Waits until the terminal has taken everything, as long as it takes anything.
  func drain() {
    push()
    while isBehind {
      var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&output, 1, Self.lastPatience)
      guard ready > 0 || ready < 0 && errno == EINTR else {
        waiting = []
        isStalled = true
        return
      }
      push()
    }
  }

  /// What was written since the last time: the collector's own position tells how much that is.
  private func collect() {
    let count = Int(lseek(collector, 0, SEEK_CUR))
    guard count > 0 else { return }
    waiting += [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(collector, buffer.baseAddress, count, 0))
    }
    lseek(collector, 0, SEEK_SET)
  }
}
