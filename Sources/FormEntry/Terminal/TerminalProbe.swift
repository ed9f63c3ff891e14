import CNewt
import Glibc

/// Asks S-Lang what the terminal can do, and fills its tables, on a thread of its own: meanwhile the form is read.
///
/// Nothing else may use newt, S-Lang, the locale or the environment of C before `verdict` has been asked for.
final class TerminalProbe {
  private let answer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private var thread: pthread_t?

  init() {
    answer.initialize(to: 0)
    TerminalSession.prepareEnvironment()
    var thread = pthread_t()
    let problem = pthread_create(
      &thread, nil,
      { answer in
        if let answer { TerminalProbe.run(answer.assumingMemoryBound(to: Int32.self)) }
        return nil
      }, answer)
    if problem == 0 { self.thread = thread } else { Self.run(answer) }
  }

  deinit {
    join()
    answer.deallocate()
  }

  /// 0 if the terminal named by TERM is known and can place its cursor, -1 if it is unknown, -2 if it cannot.
  var verdict: Int32 {
    join()
    return answer.pointee
  }

  private func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  private static func run(_ answer: UnsafeMutablePointer<Int32>) {
    setlocale(LC_CTYPE, "")
    answer.pointee = cnewt_probe_terminal()
    if answer.pointee == 0 { cnewt_fill_colour_table() }
  }
}
