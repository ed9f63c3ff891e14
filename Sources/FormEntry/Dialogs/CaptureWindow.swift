import DataFormats
import LabelData
import ScanField

/// The small camera view beside the form: drawn on saved cells, it shows the live picture, the red line, a box round
/// a code that is seen, and a sentence. It decides nothing about codes.
final class CaptureWindow {
  private let capture: Capture
  private let painter: PreviewPainter
  private let stage: Stage
  private var saved: Screen.SavedCells?
  private var rect = ScreenRect(row: 0, column: 0, height: 0, width: 0)
  private var tokens: [EventLoop.Token] = []
  private var box: (corners: [Point], width: Int, height: Int)?
  private var lastFrame: Frame?
  private var openedAt = MonotonicClock.seconds
  /// The sentence in the lower edge.
  private(set) var message = ""

  /// The codes of a frame, those that count alone.
  var seen: ([SeenCode], _ width: Int, _ height: Int) -> Void = { _, _, _ in }

  init(_ capture: Capture, _ stage: Stage) {
    self.capture = capture
    self.stage = stage
    painter = stage.painter
  }

  var isOpen: Bool { saved != nil }
  var seconds: Double { MonotonicClock.seconds - openedAt }

  func open(in place: ScreenRect, symbologies: Set<Symbology>) {
    guard !isOpen, place.height >= 3, place.width >= 8 else { return }
    rect = place
    openedAt = MonotonicClock.seconds
    box = nil
    message = ""
    saved = stage.screen.saveCells(rect)
    stage.screen.fill(rect.inset(by: 1), role: .aimBox)
    stage.screen.hideCursor()
    drawFrame()
    capture.open(symbologies: symbologies)
    tokens = capture.descriptors.map { descriptor in
      stage.loop.watch(descriptor) { [weak self] _ in self?.advance() }
    }
    // A camera that is still warm has its picture already.
    advance()
  }

  func close() {
    guard let cells = saved else { return }
    for token in tokens { stage.loop.cancel(token) }
    tokens = []
    lastFrame = nil
    capture.close()
    stage.screen.restoreCells(cells)
    saved = nil
  }

  /// Takes the window off for a moment, so that the form under it can change.
  func lifted(_ change: () -> Void) {
    guard let cells = saved else { return change() }
    stage.screen.restoreCells(cells)
    change()
    saved = stage.screen.saveCells(rect)
    stage.screen.hideCursor()
    drawFrame()
    if let lastFrame { paint(lastFrame) }
  }

  func say(_ text: String) {
    guard text != message else { return }
    message = text
    drawFrame()
  }

  private func advance() {
    for event in capture.advance() where isOpen {
      switch event {
      case .frame(let frame): paint(frame)
      case .codes(let codes, let width, let height):
        box = codes.first.map { ($0.code.corners, width, height) }
        let sure = codes.filter(\.isSure)
        if !sure.isEmpty { seen(sure, width, height) }
      case .source(.waking): say("the camera is waking")
      case .source(.failed(let sentence)): say(sentence)
      case .source: say("")
      case .problem(let sentence): say(sentence)
      }
    }
  }

  // MARK: Drawing

  private func paint(_ frame: Frame) {
    lastFrame = frame
    // A slow line skips pictures and never delays a key.
    guard isOpen, painter.canPaint else { return }
    let inside = rect.inset(by: 1)
    let pixels = painter.mode.pixels
    let (across, down) = (inside.width * pixels.across, inside.height * pixels.down)
    let region = Preview.middle(width: frame.width, height: frame.height, across: inside.width, down: inside.height * 2)
    let levels = Preview.shrink(frame, region: region, columns: across, rows: down)
    var marks = PreviewMarks(aimLine: true)
    if let box, box.width == frame.width, box.height == frame.height {
      marks.box = box.corners.map { corner in
        ((corner.x - region.x) * across / max(1, region.width), (corner.y - region.y) * down / max(1, region.height))
      }
    }
    painter.paint(GrayPicture(width: across, height: down, levels: levels), in: inside, marks: marks)
    drawFrame()
  }

  private func drawFrame() {
    let screen = stage.screen
    screen.frame(rect, title: "", role: .aimBox)
    let time = " \(Int(seconds)) s "
    let room = rect.width - 4 - time.utf8.count
    if !message.isEmpty, room > 4 {
      let text = DisplayText.clipped(" \(screen.visible(message)) ", columns: room).text
      screen.put(text, row: rect.row + rect.height - 1, column: rect.column + 2, role: .key)
    }
    screen.put(
      time, row: rect.row + rect.height - 1, column: rect.column + rect.width - 2 - time.utf8.count, role: .aimBox)
  }
}
