import CNewt
import CSystem
import Configuration
import Glibc

/// The terminal: its kind, colours, characters, size and keyboard, and how it shows the picture of the camera.
enum TerminalCheck {
  static func diagnoses(_ station: StationConfiguration) -> [Diagnosis] {
    guard isatty(0) == 1, isatty(1) == 1 else {
      return [
        .unknown(
          .terminal, "there is none here; every verb works without one but the dialogs of fill",
          mend: "formentry doctor, on the terminal itself")
      ]
    }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    let verdict = TerminalProbe.verdict()
    guard !name.isEmpty, verdict != -1 else {
      return [
        .wrong(
          .terminal, name.isEmpty ? "its kind is not known: TERM is not set" : "its kind, \(name) (TERM), is not known",
          mend: "export TERM=xterm-256color, or TERM=vt220; sudo apt install ncurses-term knows more kinds")
      ]
    }
    guard verdict == 0, let move = cnewt_string("cm"), move[0] != 0 else {
      return [.wrong(.terminal, "\(name) (TERM) cannot place its cursor", mend: "use another terminal")]
    }
    let isQuestionable = move[0] == 0x1b && move[1] == 0x5b
    let answers = isQuestionable ? TerminalQuery.ask() : TerminalQuery.Answers()
    let keyboard = isQuestionable ? keyboard(answers) : silentKeyboard
    return [kind(name), characters(), size(), keyboard] + PreviewCheck.diagnoses(station, answers.graphics)
  }

  private static func kind(_ name: String) -> Diagnosis {
    switch ColourDepth.ofTerminal() {
    case .palette256: return .well(.terminal, "\(name), 256 colours")
    case .eight: return .well(.terminal, "\(name), 8 colours")
    case .mono: return .well(.terminal, "\(name), without colours")
    }
  }

  /// Characters beyond ASCII.
  static var coding: String { nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? "" }

  private static func characters() -> Diagnosis {
    if coding == "UTF-8" { return .well(.terminal, "UTF-8") }
    return .unknown(
      .terminal, "only ASCII can be shown: the locale is \(coding.isEmpty ? "none" : coding)",
      mend: "export LC_ALL=C.UTF-8")
  }

  private static func size() -> Diagnosis {
    var (rows, columns): (Int32, Int32) = (0, 0)
    guard csystem_window_size(1, &rows, &columns) == 0, rows > 0, columns > 0 else {
      return .unknown(.terminal, "its size is not known, 80x24 is assumed", mend: "stty columns 80 rows 24")
    }
    let smallest = Regions.smallest
    guard Regions(ScreenSize(rows: Int(rows), columns: Int(columns))).kind != .tooSmall else {
      return .wrong(
        .terminal, "\(columns)x\(rows) is too small",
        mend: "make it \(smallest.columns)x\(smallest.rows) at least, or the letters smaller")
    }
    return .well(.terminal, "\(columns) columns, \(rows) rows")
  }

  private static func keyboard(_ answers: TerminalQuery.Answers) -> Diagnosis {
    if answers.tellsReleases { return .well(.terminal, "it tells when a key is let go") }
    guard !answers.graphics.hasAnswered else { return silentKeyboard }
    return .unknown(.terminal, "it does not answer what it is; with trigger: press all works")
  }

  private static let silentKeyboard = Diagnosis.unknown(
    .terminal, "it does not tell when a key is let go: with trigger: hold, silence has to tell it")
}
