import CSystem
import Glibc

/// What the terminal is asked about pictures. It is asked with the first bytes that are written and never waited for:
/// whoever does not answer is shown characters.
extension TerminalSession {
  /// Sent before the question that every terminal answers, so that a missing answer need not be waited for.
  var graphicsQuestions: String {
    // Terminals without 256 colours might show the question. screen and tmux make a title of it.
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    let isInside = name.hasPrefix("screen") || name.hasPrefix("tmux")
    let asksForKitty = colours == .palette256 && !isInside
    return (asksForKitty ? "\u{1b}7" + KittyPicture.question + "\u{1b}8" : "")
      + (graphics.cell == nil ? Self.cellQuestion : "")
  }

  /// How large a cell is in pixels: where the line does not know.
  static let cellQuestion = "\u{1b}[16t"

  /// As the line knows it.
  var cellOfLine: TerminalGraphics.Cell? {
    var (width, height): (Int32, Int32) = (0, 0)
    csystem_cell_size(1, &width, &height)
    return TerminalGraphics.Cell(width: Int(width), height: Int(height))
  }

  /// It was asked, and something is still to come. A size may come at any time.
  var awaitsGraphics: Bool { asksForGraphics && (!graphics.hasAnswered || cellOfLine == nil) }

  /// Takes up what the terminal says of itself.
  func learn(_ report: TerminalReport) {
    switch report {
    case .kittyGraphics: graphics.hasKitty = true
    case .cellSize(let width, let height): graphics.cell = TerminalGraphics.Cell(width: width, height: height)
    case .deviceAttributes(let sixel):
      graphics.hasSixel = sixel
      graphics.hasAnswered = true
      askedAt = nil
    default: break
    }
  }

  /// The program ends before the terminal has answered: so that the shell does not take the answers for typing, they are
  /// awaited for a moment, unless the terminal had time enough.
  func takeLateAnswers() {
    guard let askedAt, MonotonicClock.now < askedAt + 2_000_000_000 else { return }
    var decoder = KeyDecoder()
    let end = MonotonicClock.now + 200_000_000
    while MonotonicClock.now < end {
      var polled = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 20) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = read(keyboard, &bytes, bytes.count)
      guard count > 0 else { return }
      let events = decoder.feed(bytes[..<count], at: MonotonicClock.now)
      if events.contains(where: { if case .report(.deviceAttributes) = $0 { true } else { false } }) { return }
    }
  }
}
