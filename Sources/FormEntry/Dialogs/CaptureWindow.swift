import DataFormats
import LabelData
import ScanField

/// The small camera view beside the form: drawn on saved cells, it shows the live picture, the red line, a box round
/// a code that is seen, and a sentence. It decides nothing about codes.
final class CaptureWindow {
  private let capture: Capture
  private let painter: PreviewPainter
  private let stage: Stage
  private let isMirrored: Bool
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

  init(_ capture: Capture, _ stage: Stage, isMirrored: Bool) {
    self.capture = capture
    self.stage = stage
    self.isMirrored = isMirrored
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
    stage.screen.hideCursor()
    drawEmpty()
    painter.open()
    painter.becameFree = { [weak self] in self?.paintAgain() }
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
    painter.becameFree = {}
    capture.close()
    stage.screen.restoreCells(cells)
    painter.remove()
    saved = nil
  }

  /// Takes the window off for a moment, so that the form under it can change.
  func lifted(_ change: () -> Void) {
    guard let cells = saved else { return change() }
    let window = stage.screen.saveCells(rect)
    stage.screen.restoreCells(cells)
    change()
    saved = stage.screen.saveCells(rect)
    stage.screen.restoreCells(window)
    stage.screen.hideCursor()
    paintAgain()
  }

  private func paintAgain() { if let lastFrame { paint(lastFrame) } }

  /// A code was taken and the window stays, for as long again.
  func taken() {
    capture.taken()
    renew()
  }

  /// The time limit begins anew.
  func renew() { openedAt = MonotonicClock.seconds }

  func say(_ text: String) {
    guard isOpen, text != message else { return }
    message = text
    guard let lastFrame else { return drawEmpty() }
    paint(lastFrame)
    drawFrame()
  }

  private func drawEmpty() {
    stage.screen.fill(rect.inset(by: 1), role: .aimBox)
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

  /// The picture may be so much flatter than it is: a wide window shows more of a label.
  private static let flattening = (times: 5, by: 4)

  private func paint(_ frame: Frame) {
    lastFrame = frame
    guard isOpen, painter.mode != nil else { return }
    // A slow line skips pictures and never delays a key.
    guard painter.isFree() else {
      painter.isOwed = true
      return
    }
    let place = picturePlace
    let (across, down) = painter.pixels(in: place)
    let region = Preview.middle(
      width: frame.width, height: frame.height, across: place.width * Self.flattening.by,
      down: place.height * 2 * Self.flattening.times)
    let levels = Preview.shrink(frame, region: region, columns: across, rows: down)
    var marks = PreviewMarks(aimLine: true)
    if let box, box.width == frame.width, box.height == frame.height {
      marks.box = box.corners.map { corner in
        ((corner.x - region.x) * across / max(1, region.width), (corner.y - region.y) * down / max(1, region.height))
      }
    }
    let picture = GrayPicture(width: across, height: down, levels: levels)
    if isMirrored {
      painter.paint(picture.mirrored, in: place, marks: marks.mirrored(width: across))
    } else {
      painter.paint(picture, in: place, marks: marks)
    }
    drawFrame()
  }

  /// The inside without the rows that the sentence takes.
  private var picturePlace: ScreenRect {
    let inside = rect.inset(by: 1)
    return ScreenRect(
      row: inside.row, column: inside.column, height: inside.height - sentenceRows.count, width: inside.width)
  }

  private var time: String { " \(Int(seconds)) s " }
  private var edgeRoom: Int { rect.width - 6 - time.utf8.count }

  /// The sentence in rows of their own, where it does not fit in the lower edge. Some of the picture stays, unless
  /// there is hardly any.
  private var sentenceRows: [String] {
    let text = stage.screen.visible(message)
    guard DisplayText.width(text) > edgeRoom else { return [] }
    let most = rect.height <= 5 ? rect.height - 2 : min(4, rect.height - 4)
    return DisplayText.wrapped(text, columns: rect.width - 2, rows: most)
  }

  private func drawFrame() {
    let screen = stage.screen
    screen.frame(rect, title: "", role: .aimBox)
    let bottom = rect.row + rect.height - 1
    let rows = sentenceRows
    for (index, row) in rows.enumerated() {
      screen.put(row, row: bottom - rows.count + index, column: rect.column + 1, width: rect.width - 2, role: .key)
    }
    if rows.isEmpty, !message.isEmpty, edgeRoom > 2 {
      let text = DisplayText.clipped(screen.visible(message), columns: edgeRoom).text
      screen.put(" \(text) ", row: bottom, column: rect.column + 2, role: .key)
    }
    screen.put(time, row: bottom, column: rect.column + rect.width - 2 - time.utf8.count, role: .aimBox)
  }
}
