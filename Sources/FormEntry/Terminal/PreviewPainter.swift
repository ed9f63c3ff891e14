import CNewt
import Configuration

/// Puts the live picture on the screen, in the best way that the terminal and the line to it bear.
final class PreviewPainter {
  private let screen: Screen
  private let choice: StationConfiguration.Preview
  private var canvases: [PreviewMode: any PreviewCanvas] = [:]
  /// The ways to show the picture here, best first, and which of them is used now; nil before the first picture.
  private var ways: [PreviewMode] = []
  private var way: Int?
  /// Pieces until a better way is tried again, and how many that were the last time.
  private var (wait, lastWait) = (0, 5)
  private var place = ScreenRect(row: 0, column: 0, height: 0, width: 0)
  private var pace = PreviewPace()
  /// What S-Lang had written before the piece that is drawn and not yet sent.
  private var piece: UInt?
  private var hasMeasured = false
  /// A picture was left out, or a part of it: called when there is room for it.
  var isOwed = false
  var becameFree: () -> Void = {}

  init(screen: Screen, choice: StationConfiguration.Preview = .auto) {
    self.screen = screen
    self.choice = choice
    if choice != .none { CellCanvas.setColours(screen) }
  }

  // MARK: the window

  /// The window opens: what the terminal has said by now, and how quick its line is, decide how.
  func open() {
    ways = PreviewMode.ways(choice, on: screen.terminal)
    canvases = canvases.filter { !$0.key.isGraphic }
    way = nil
    (wait, lastWait) = (0, 5)
    isOwed = false
  }

  /// How the picture is shown now; nil where none is wanted.
  var mode: PreviewMode? { ways.isEmpty ? nil : ways[way ?? 0] }

  /// Pixels of the picture that fills `rect`.
  func pixels(in rect: ScreenRect) -> (across: Int, down: Int) {
    settle(on: rect)
    return canvas?.pixels(columns: rect.width, rows: rect.height, room: pace.room) ?? (0, 0)
  }

  /// Makes `picture` ready; `Screen.refresh` and then `flush` show it, or as much of it as the line takes now.
  func paint(_ picture: GrayPicture, in rect: ScreenRect, marks: PreviewMarks = PreviewMarks()) {
    let rect = rect.clipped(to: screen.size)
    guard !rect.isEmpty, let mode, let canvas else { return }
    piece = piece ?? cnewt_output_count()
    // Where characters stood there must be none under a picture of pixels.
    if mode.isGraphic, place != rect { screen.fill(rect, role: .aimBox) }
    place = rect
    canvas.draw(picture, marks, in: rect, room: pace.room)
  }

  /// Takes the picture away; what is drawn there next is seen.
  func remove() {
    canvas?.remove(from: place)
    place = ScreenRect(row: 0, column: 0, height: 0, width: 0)
    piece = nil
    isOwed = false
  }

  private var canvas: (any PreviewCanvas)? { mode.map { canvas(of: $0) } }

  private func canvas(of mode: PreviewMode) -> any PreviewCanvas {
    if let made = canvases[mode] { return made }
    let cell = screen.terminal.graphics.cell
    let made: any PreviewCanvas =
      switch mode {
      case .kitty: KittyCanvas(screen, cell: cell)
      case .sixel: SixelCanvas(screen, cell: cell)
      default: CellCanvas(screen, mode)
      }
    canvases[mode] = made
    return made
  }

  /// Goes on with the best way that the line carries. One that was too much is tried again later, and later each time.
  private func settle(on rect: ScreenRect) {
    guard !ways.isEmpty else { return }
    wait = max(0, wait - 1)
    let best = ways.indices.first {
      canvas(of: ways[$0]).fits(columns: rect.width, rows: rect.height, room: pace.room)
    }
    let fits = best ?? ways.count - 1
    if let way {
      guard fits > way || fits < way && wait == 0 else { return }
      if fits > way { (wait, lastWait) = (lastWait * 2, lastWait * 2) }
      remove()
    }
    way = fits
  }

  // MARK: the line

  /// Whether the terminal takes a picture now. If not, leave this one out: nothing else must ever wait for it.
  func isFree() -> Bool {
    let now = MonotonicClock.now
    guard !pace.isWaiting(at: now), screen.isLineFree else { return false }
    guard pace.isQuestionDue(at: now) else { return true }
    ask(behind: 0)
    return false
  }

  /// An answer is awaited.
  var awaitsAnswer: Bool { pace.isWaiting }

  /// After `Screen.refresh`: sends the piece and asks the terminal to say when it has shown all of it. The first screen
  /// tells how quick the line is.
  func flush() {
    let isFirst = !hasMeasured
    hasMeasured = true
    guard let start = piece ?? (isFirst ? 0 : nil) else { return }
    var past = 0
    if piece != nil, let canvas {
      piece = nil
      let sent = Int(cnewt_output_count() &- start)
      (past, isOwed) = canvas.send(room: pace.room - sent)
    }
    if screen.asksTerminal { ask(behind: past + Int(cnewt_output_count() &- start)) }
  }

  private func ask(behind bytes: Int) {
    screen.send(Array("\u{1b}[5n".utf8))
    pace.sent(bytes, at: MonotonicClock.now)
  }

  /// The terminal has answered, whatever it was.
  func answered() {
    let now = MonotonicClock.now
    pace.answered(at: now)
    if pace.isQuestionDue(at: now) { ask(behind: 0) } else if isOwed { becameFree() }
  }
}
