import CNewt
import Glibc

/// Asks S-Lang what the terminal can do, and fills its tables, on a thread of its own: meanwhile the form is read.
///
/// Nothing else may use newt, S-Lang or C's locale, nor change the environment, before `verdict` has been asked for.
final class TerminalProbe {
  private struct Inquiry {
    let locale: UnsafeMutablePointer<CChar>?
    var verdict: Int32 = 0
  }

  private let inquiry = UnsafeMutablePointer<Inquiry>.allocate(capacity: 1)
  private var thread: pthread_t?

  init() {
    inquiry.initialize(to: Inquiry(locale: strdup(Self.locale)))
    var thread = pthread_t()
    let problem = pthread_create(
      &thread, nil,
      { inquiry in
        if let inquiry { TerminalProbe.run(inquiry.assumingMemoryBound(to: Inquiry.self)) }
        return nil
      }, inquiry)
    if problem == 0 { self.thread = thread } else { Self.run(inquiry) }
  }

  deinit {
    join()
    free(inquiry.pointee.locale)
    inquiry.deallocate()
  }

  /// 0 if the terminal named by TERM is known and can place its cursor, -1 if it is unknown, -2 if it cannot.
  var verdict: Int32 {
    join()
    return inquiry.pointee.verdict
  }

  /// The locale of characters. Nothing said about those of this terminal: today that means UTF-8.
  static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = getenv(name), value[0] != 0 { return String(cString: value) }
    }
    return "C.UTF-8"
  }

  private func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  private static func run(_ inquiry: UnsafeMutablePointer<Inquiry>) {
    setlocale(LC_CTYPE, inquiry.pointee.locale)
    inquiry.pointee.verdict = cnewt_probe_terminal()
    if inquiry.pointee.verdict == 0 { cnewt_fill_colour_table() }
  }
}
