import CSystem
import Glibc

extension TerminalGraphics {
  /// What a terminal is asked about pictures. To be sent before the question that every terminal answers, so that a missing
  /// answer need not be waited for.
  static func questions(colours: ColourDepth, cell: Cell?) -> String {
    // Terminals without 256 colours might show the question. screen and tmux make a title of it.
    let asksForKitty = colours == .palette256 && !isInsideMultiplexer
    return (asksForKitty ? "\u{1b}7" + KittyPicture.question + "\u{1b}8" : "") + (cell == nil ? cellQuestion : "")
  }

  /// How large a cell is in pixels: where the line does not know.
  static let cellQuestion = "\u{1b}[16t"

  static var isInsideMultiplexer: Bool {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return name.hasPrefix("screen") || name.hasPrefix("tmux")
  }

  /// As the line knows it.
  static var cellOfLine: Cell? {
    var (width, height): (Int32, Int32) = (0, 0)
    csystem_cell_size(1, &width, &height)
    return Cell(width: Int(width), height: Int(height))
  }

  /// Takes up what the terminal says of itself.
  mutating func learn(_ report: TerminalReport) {
    switch report {
    case .kittyGraphics: hasKitty = true
    case .cellSize(let width, let height): cell = Cell(width: width, height: height)
    case .deviceAttributes(let sixel): (hasSixel, hasAnswered) = (sixel, true)
    default: break
    }
  }
}

/// The terminal is asked about pictures with the first bytes that are written, and its answers are never waited for: one
/// that does not answer is shown characters.
extension TerminalSession {
  /// It was asked, and something is still to come. A size may come at any time.
  var awaitsGraphics: Bool { asksForGraphics && (!graphics.hasAnswered || TerminalGraphics.cellOfLine == nil) }

  /// Takes up what the terminal says of itself.
  func learn(_ report: TerminalReport) {
    graphics.learn(report)
    if case .deviceAttributes = report { askedAt = nil }
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
