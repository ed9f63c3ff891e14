import CNewt
import Configuration
import Glibc

/// Puts the live picture on the screen, in the best way that the terminal and the line to it bear.
final class PreviewPainter {
  private let screen: Screen
  private let choice: StationConfiguration.Preview
  private var canvases: [PreviewMode: any PreviewCanvas] = [:]
  /// The ways to show the picture here, best first, and which of them is used now.
  private var ways: [PreviewMode] = []
  private var way = 0
  /// Pieces until a better way is tried again, and how many that were the last time.
  private var (wait, lastWait) = (0, 5)
  private var place = ScreenRect(row: 0, column: 0, height: 0, width: 0)
  private var pace = PreviewPace()
  /// The row of the picture that the next piece begins with.
  private var nextRow = 0
  /// What S-Lang had written before the piece that is drawn and not yet sent.
  private var piece: UInt?
  private var hasMeasured = false
  /// A picture was left out, or rows of it: called when there is room for them.
  var isOwed = false
  var becameFree: () -> Void = {}

  init(screen: Screen, choice: StationConfiguration.Preview = .auto) {
    self.screen = screen
    self.choice = choice
    CellCanvas.setInks(screen)
  }

  // MARK: the window

  /// The window opens: what the terminal has said by now, and how quick its line is, decide how.
  func open() {
    ways = PreviewMode.ways(choice, on: screen.terminal)
    canvases = canvases.filter { !$0.key.isGraphic }
    way = 0
    (wait, lastWait) = (0, 5)
    nextRow = 0
    isOwed = false
  }

  /// How the picture is shown now; nil where none is wanted.
  var mode: PreviewMode? { ways.isEmpty ? nil : ways[way] }

  /// Pixels of the picture that fills `rect`.
  func pixels(in rect: ScreenRect) -> (across: Int, down: Int) {
    settle(on: rect)
    return canvas?.pixels(columns: rect.width, rows: rect.height) ?? (0, 0)
  }

  /// Draws `picture`, or as much of it as the line takes now; `Screen.refresh` and then `flush` show it.
  func paint(_ picture: GrayPicture, in rect: ScreenRect, marks: PreviewMarks = PreviewMarks()) {
    let rect = rect.clipped(to: screen.size)
    guard !rect.isEmpty, let mode, let canvas else { return }
    if mode.isGraphic {
      // Where characters stood there must be none under the picture.
      if place != rect { screen.fill(rect, role: .aimBox) }
      canvas.draw(picture, marks, in: rect, rows: 0..<rect.height)
      isOwed = false
    } else {
      let most = isPaced ? max(1, pace.room / max(1, canvas.cost(columns: rect.width))) : rect.height
      if nextRow >= rect.height || most >= rect.height { nextRow = 0 }
      let rows = nextRow..<min(rect.height, nextRow + most)
      canvas.draw(picture, marks, in: rect, rows: rows)
      nextRow = rows.upperBound
      isOwed = nextRow < rect.height
    }
    piece = piece ?? cnewt_output_count()
    place = rect
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
    let made: any PreviewCanvas =
      mode.isGraphic ? PixelCanvas(screen, mode, cell: screen.terminal.graphics.cell) : CellCanvas(screen, mode)
    canvases[mode] = made
    return made
  }

  /// Goes on with the best way whose smallest piece the line takes in time. One that was too much is tried again later,
  /// and later each time.
  private func settle(on rect: ScreenRect) {
    guard isPaced, !ways.isEmpty else { return }
    wait = max(0, wait - 1)
    let fits = ways.indices.first { canvas(of: ways[$0]).cost(columns: rect.width) <= pace.room } ?? ways.count - 1
    guard fits > way || fits < way && wait == 0 else { return }
    if fits > way { (wait, lastWait) = (lastWait * 2, lastWait * 2) }
    remove()
    way = fits
    nextRow = 0
  }

  // MARK: the line

  /// The terminal answers questions: then it is known how far it has got.
  private var isPaced: Bool { screen.terminal.graphics.hasAnswered }

  /// The terminal takes a picture now. If not, leave this one out: nothing else must ever wait for it.
  var isFree: Bool {
    if isPaced, pace.isWaiting(at: MonotonicClock.now) { return false }
    return screen.takesOutput
  }

  /// An answer is awaited.
  var awaitsAnswer: Bool { pace.isWaiting }

  /// After `Screen.refresh`: sends what goes past S-Lang, and asks the terminal to say when it has shown all of it. The
  /// first screen tells how quick the line is.
  func flush() {
    let isFirst = !hasMeasured
    hasMeasured = true
    guard let sent = piece ?? (isFirst ? 0 : nil) else { return }
    piece = nil
    let bytes = canvas?.takeBytes() ?? []
    if !bytes.isEmpty { screen.send(bytes) }
    guard screen.asksTerminal, isPaced || isFirst else { return }
    screen.send(Array("\u{1b}[5n".utf8))
    pace.sent(Int(cnewt_output_count() &- sent) + bytes.count, at: MonotonicClock.now)
  }

  /// The terminal has answered, whatever it was.
  func answered() {
    pace.answered(at: MonotonicClock.now)
    if isOwed { becameFree() }
  }

  func sawLatency(_ time: UInt64) { pace.sawLatency(time) }
}
