import CSystem
import Glibc

/// Asks the terminal on standard input and output whether it tells the release of keys, as the kitty keyboard protocol
/// does. Every terminal answers the second half of the question, so that a missing answer need not be waited for.
enum KeyboardQuery {
  enum Answer {
    case tellsReleases
    case tellsNone
    /// It does not even say what it is.
    case silent
  }

  static func ask(milliseconds: Int = 800) -> Answer {
    // A signal acts when the line is as it was again.
    let numbers = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP]
    let signals = csystem_signal_open(numbers, Int32(numbers.count))
    defer { if signals >= 0 { csystem_signal_close(signals) } }
    guard csystem_guard_arm(0, "", 0) == 0 else { return .silent }
    defer {
      csystem_guard_restore()
      csystem_guard_disarm()
    }
    let question = Array("\u{1b}[?u\u{1b}[c".utf8)
    guard csystem_guard_raw() == 0, write(1, question, question.count) == question.count else { return .silent }
    var decoder = KeyDecoder()
    let end = MonotonicClock.now + UInt64(milliseconds) * 1_000_000
    var tells = false
    while MonotonicClock.now < end {
      var polled = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 20) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(0, &bytes, bytes.count)
      guard count > 0 else { return .silent }
      for event in decoder.feed(bytes[..<count], at: MonotonicClock.now) {
        switch event {
        case .report(.keyboardProtocol): tells = true
        case .report(.deviceAttributes): return tells ? .tellsReleases : .tellsNone
        default: break
        }
      }
    }
    return tells ? .tellsReleases : .silent
  }
}
