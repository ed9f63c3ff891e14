/// Why the dialogs cannot be shown on this terminal: one sentence that says what to do. The exit status is 3.
struct TerminalFault: Error, Equatable, CustomStringConvertible {
  let description: String

  static func notATerminal(_ what: String) -> TerminalFault {
    TerminalFault(
      description:
        "The dialogs need a terminal and \(what) is none; without one, use 'formentry fill FORM --answers FILE'."
    )
  }

  static func unknown(_ name: String?) -> TerminalFault {
    guard let name, !name.isEmpty else {
      return TerminalFault(description: "The kind of terminal is not known: set TERM, for example TERM=xterm-256color.")
    }
    return TerminalFault(
      description:
        "The terminal '\(name.withoutControls)' (TERM) is not in the terminal database: set TERM to one that is,"
        + " for example TERM=xterm-256color, or TERM=vt220 if it has no colours.")
  }

  static func cannotPlaceCursor(_ name: String) -> TerminalFault {
    TerminalFault(
      description:
        "The terminal '\(name.withoutControls)' (TERM) cannot place its cursor, which the dialogs need: use another"
        + " terminal, or 'formentry fill FORM --answers FILE'.")
  }

  static func system(_ what: String, _ code: Int32) -> TerminalFault {
    TerminalFault(description: "The terminal cannot be used: \(what) failed with error \(code).")
  }
}
