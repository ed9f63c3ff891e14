import CNewt

/// A picture of characters, which S-Lang draws where they change.
final class CellCanvas: PreviewCanvas {
  private let screen: Screen
  private let mode: PreviewMode
  private let tones: PreviewTones
  private var cells: PreviewCells?
  private var place = ScreenRect(row: 0, column: 0, height: 0, width: 0)
  /// The cell that the next piece begins with, in the order of reading.
  private var next = 0

  /// The first of S-Lang's colour objects that the greys use, above those of newt, of the roles and of the inks.
  private static let firstTone = 100
  private static let firstInk = 80
  /// Pieces that a picture may take: more are too few pictures a second to aim by.
  private static let pieces = 8
  /// Bytes that S-Lang needs besides the cells: where they are, and where the cursor is.
  private static let places = 24

  init(_ screen: Screen, _ mode: PreviewMode) {
    self.screen = screen
    self.mode = mode
    tones = screen.tones
  }

  /// Bytes that a cell costs the line, about, and at most: a change of both colours and a character of three bytes.
  private var cost: (usual: Int, most: Int) {
    switch mode {
    case .quadrants, .halves: tones == .direct ? (30, 48) : (12, 32)
    case .ascii: (1, 16)
    default: (4, 24)
    }
  }

  func fits(columns: Int, rows: Int, room: Int) -> Bool { columns * rows * cost.usual <= room * Self.pieces }

  func pixels(columns: Int, rows: Int, room: Int) -> (across: Int, down: Int) {
    (columns * mode.pixels.across, rows * mode.pixels.down)
  }

  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, room: Int) {
    cells = PreviewMapping.cells(
      of: picture, columns: rect.width, rows: rect.height, mode: mode, marks: marks, tones: tones)
    if place != rect || room >= rect.width * rect.height * cost.most { next = 0 }
    place = rect
  }

  /// As many cells as surely fit, and again as many as fit into what these have left of the room; at least one.
  func send(room: Int) -> (past: Int, isOwed: Bool) {
    guard let cells else { return (0, false) }
    let start = cnewt_output_count()
    let count = cells.characters.count
    var part = max(1, (room - Self.places) / cost.most)
    while part > 0, next < count {
      put(cells, next..<min(count, next + part))
      next = min(count, next + part)
      screen.refresh()
      part = (room - Int(cnewt_output_count() &- start) - Self.places) / cost.most
    }
    let isOwed = next < count
    if !isOwed { next = 0 }
    return (0, isOwed)
  }

  private func put(_ cells: PreviewCells, _ range: Range<Int>) {
    let isInTones = mode == .quadrants || mode == .halves
    let base = UInt16((isInTones ? Self.firstTone : Self.firstInk) + screen.colourOffset)
    var at = range.lowerBound
    while at < range.upperBound {
      let (row, column) = (at / cells.columns, at % cells.columns)
      let end = min(range.upperBound, at - column + cells.columns)
      screen.putCells(
        row: place.row + row, column: place.column + column, characters: Array(cells.characters[at..<end]),
        colours: cells.inks[at..<end].map { base + $0 })
      at = end
    }
  }

  func remove(from rect: ScreenRect) {
    cells = nil
    next = 0
  }

  // MARK: colours

  /// Set before anything is on the screen they cost nothing; later S-Lang would write all of it again.
  static func setColours(_ screen: Screen) {
    if screen.colours == .palette256, screen.isUnicode { setTones(screen.tones) }
    let inks = [
      (PreviewInk.dark, "lightgray", "black", 0), (PreviewInk.light, "white", "lightgray", SLTT_BOLD_MASK),
      (PreviewInk.line, "brightred", "black", SLTT_REV_MASK), (PreviewInk.box, "brightgreen", "black", SLTT_BOLD_MASK),
    ]
    for (ink, foreground, background, monochrome) in inks {
      let object = Int32(firstInk) + Int32(ink)
      if screen.colours == .mono {
        SLtt_set_mono(object, nil, UInt(monochrome))
      } else {
        cnewt_set_colour(object, foreground, background)
      }
    }
  }

  private static func setTones(_ tones: PreviewTones) {
    let values = (0..<tones.count).map { (colour: Int) -> UInt in
      switch colour {
      case tones.red: tones == .direct ? 0x1ff_2020 : 196
      case tones.green: tones == .direct ? 0x100_ff00 : 46
      default: tones == .direct ? 0x100_0000 + UInt(colour * 255 / (tones.greys - 1)) * 0x1_0101 : UInt(232 + colour)
      }
    }
    for (foreground, first) in values.enumerated() {
      for (background, second) in values.enumerated() {
        SLtt_set_color_fgbg(Int32(firstTone) + Int32(tones.ink(foreground, background)), first, second)
      }
    }
  }
}

extension Screen {
  /// The greys that this terminal has.
  fileprivate var tones: PreviewTones { hasDirectColours ? .direct : .palette }
}
