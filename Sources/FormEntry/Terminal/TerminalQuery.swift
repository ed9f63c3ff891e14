import CSystem
import Glibc

/// Asks the terminal on standard input and output what it tells of keys and shows of pictures. Every terminal answers the
/// last of the questions, so that a missing answer need not be waited for.
enum TerminalQuery {
  struct Answers {
    /// It tells the release of keys, as the kitty keyboard protocol does.
    var tellsReleases = false
    /// Not answered: it does not even say what it is.
    var graphics = TerminalGraphics()
  }

  static func ask(milliseconds: Int = 800) -> Answers {
    // A signal acts when the line is as it was again.
    let numbers = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP]
    let signals = csystem_signal_open(numbers, Int32(numbers.count))
    defer { if signals >= 0 { csystem_signal_close(signals) } }
    var answers = Answers()
    answers.graphics.cell = TerminalGraphics.cellOfLine
    guard csystem_guard_arm(0, "", 0) == 0 else { return answers }
    defer {
      csystem_guard_restore()
      csystem_guard_disarm()
    }
    let pictures = TerminalGraphics.questions(colours: ColourDepth.ofTerminal(), cell: answers.graphics.cell)
    let question = Array(("\u{1b}[?u" + pictures + "\u{1b}[c").utf8)
    guard csystem_guard_raw() == 0, write(1, question, question.count) == question.count else { return answers }
    var decoder = KeyDecoder()
    decoder.awaited = .identity
    let end = MonotonicClock.now + UInt64(milliseconds) * 1_000_000
    while !answers.graphics.hasAnswered, MonotonicClock.now < end {
      var polled = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 20) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(0, &bytes, bytes.count)
      guard count > 0 else { break }
      for event in decoder.feed(bytes[..<count], at: MonotonicClock.now) {
        guard case .report(let report) = event else { continue }
        if case .keyboardProtocol = report { answers.tellsReleases = true }
        answers.graphics.learn(report)
      }
    }
    return answers
  }
}
