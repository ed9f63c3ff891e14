import CNewt
import Glibc

/// What S-Lang says of the terminal, before it is started. Where S-Lang is linked in, newt does not read the description
/// a second time (see Makefile).
enum TerminalProbe {
  /// 0 if the terminal named by TERM is known and can place its cursor, -1 if it is unknown, -2 if it cannot.
  static func verdict() -> Int32 {
    setlocale(LC_CTYPE, locale)
    return cnewt_read_terminal()
  }

  /// The locale of characters. Nothing said about those of this terminal: today that means UTF-8.
  static var locale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = getenv(name), value[0] != 0 { return String(cString: value) }
    }
    return "C.UTF-8"
  }
}
