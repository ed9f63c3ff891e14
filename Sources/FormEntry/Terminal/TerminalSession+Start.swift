import CNewt
import CSystem
import Glibc

extension TerminalSession {
  /// newt ends the process on a terminal that it cannot use: so it is asked about first.
  static func checkTerminal() throws(TerminalFault) {
    guard isatty(0) == 1 else { throw .notATerminal("standard input") }
    guard isatty(1) == 1 else { throw .notATerminal("standard output") }
    let name = getenv("TERM").map { String(cString: $0) }
    guard let name, !name.isEmpty else { throw .unknown(nil) }
    switch TerminalProbe.verdict() {
    case 0: break
    case -1: throw .unknown(name)
    default: throw .cannotPlaceCursor(name)
    }
    guard let move = cnewt_string("cm"), move[0] != 0 else { throw .cannotPlaceCursor(name) }
  }

  /// What newt, S-Lang and the Swift runtime read from the environment.
  static func prepareEnvironment() {
    setenv("NEWT_NOFLOWCTRL", "1", 1)
    // A helper that crashes must not ask questions on the dialogs' screen.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    if let value = getenv("NO_COLOR"), value[0] != 0 { setenv("NEWT_MONO", "1", 1) }
    // Whatever COLORTERM says: a terminal whose description knows no colours is not sent any.
    if cnewt_number("Co") < 8 { setenv("NEWT_MONO", "1", 1) }
    // Of the rest of a locale nothing is used, and newt would open a dozen files for it.
    setenv("LC_CTYPE", TerminalProbe.locale, 1)
    unsetenv("LC_ALL")
    setenv("LANG", "C", 1)
  }

  /// Blocked and read from a descriptor: newt takes SIGWINCH's handler away, and no other way wakes `poll` without
  /// a race. Every other signal that would end the process without a word, SIGPWR of a failing supply among them, is
  /// taken as SIGTERM is: the draft is saved, the terminal restored.
  static func openSignals() throws(TerminalFault) -> Int32 {
    let numbers =
      [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT]
      + [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGPWR]
    let descriptor = csystem_signal_open(numbers, Int32(numbers.count))
    guard descriptor >= 0 else { throw .system("signalfd", errno) }
    return descriptor
  }

  static func openPipe(_ opened: inout [Int32]) throws(TerminalFault) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    opened += ends
    return (ends[0], ends[1])
  }
}

/// How many colours a terminal shows, by its description alone: eight-colour terminals garble the palette of 256.
enum ColourDepth: Int, Comparable, Sendable {
  case mono, eight, palette256

  static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }

  static func ofTerminal() -> ColourDepth {
    guard cnewt_has_colours() != 0 else { return .mono }
    let count = cnewt_number("Co")
    return count >= 256 ? .palette256 : count >= 8 ? .eight : .mono
  }
}
