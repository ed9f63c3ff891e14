import CNewt
import Glibc

/// Puts pictures on the screen as cells. Its 676 pairs of colours are set once, with the first picture: then S-Lang writes
/// the whole screen again, which costs less than a third of a millisecond at every start would.
final class PreviewPainter {
  private let screen: Screen
  let mode: PreviewMode
  private var hasColours = false

  /// The first of S-Lang's colour objects that the picture uses, above those of newt and of the roles.
  private static let base = 100

  /// `mode` is the best that the terminal can show if none is given.
  init(screen: Screen, mode: PreviewMode? = nil) {
    self.screen = screen
    self.mode = mode ?? PreviewPainter.best(for: screen)
  }

  private func setColours() {
    guard !hasColours else { return }
    hasColours = true
    switch mode {
    case .quadrants, .halves: Self.setGreys()
    default: setShades()
    }
  }

  static func best(for screen: Screen) -> PreviewMode {
    guard screen.isUnicode else { return .ascii }
    return switch screen.colours {
    case .palette256: .quadrants
    case .eight: .shades
    case .mono: .monochromeShades
    }
  }

  /// The terminal takes more now. If not, leave this frame out: the screen must never wait for the line.
  var canPaint: Bool {
    var output = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
    return poll(&output, 1, 0) == 1 && output.revents & Int16(POLLOUT) != 0
  }

  /// Draws `picture` into `rect`; `Screen.refresh` shows it.
  func paint(_ picture: GrayPicture, in rect: ScreenRect, marks: PreviewMarks = PreviewMarks()) {
    let rect = rect.clipped(to: screen.size)
    guard !rect.isEmpty else { return }
    setColours()
    let cells = PreviewMapping.cells(of: picture, columns: rect.width, rows: rect.height, mode: mode, marks: marks)
    let objects = cells.inks.map { UInt16(Self.base + screen.colourOffset) + $0 }
    for row in 0..<rect.height {
      let range = row * rect.width..<(row + 1) * rect.width
      screen.putCells(
        row: rect.row + row, column: rect.column, characters: Array(cells.characters[range]),
        colours: Array(objects[range]))
    }
  }

  /// Each pair of 24 greys (232 to 255 of the palette), red and green.
  private static func setGreys() {
    func index(_ colour: Int) -> UInt {
      switch colour {
      case PreviewMapping.red: 196
      case PreviewMapping.green: 46
      default: UInt(232 + colour)
      }
    }
    for foreground in 0..<PreviewMapping.colours {
      for background in 0..<PreviewMapping.colours {
        SLtt_set_color_fgbg(
          Int32(base + foreground * PreviewMapping.colours + background), index(foreground), index(background))
      }
    }
  }

  private func setShades() {
    let pairs = [
      (PreviewInk.dark, "lightgray", "black"), (PreviewInk.light, "white", "lightgray"),
      (PreviewInk.line, "brightred", "black"), (PreviewInk.box, "brightgreen", "black"),
    ]
    for (ink, foreground, background) in pairs {
      let object = Int32(Self.base) + Int32(ink)
      if screen.colours == .mono {
        SLtt_set_mono(object, nil, ink == PreviewInk.dark ? 0 : UInt(SLTT_BOLD_MASK))
      } else {
        cnewt_set_colour(object, foreground, background)
      }
    }
  }
}
