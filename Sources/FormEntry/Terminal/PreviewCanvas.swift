import CNewt

/// One way to show the live picture. The painter decides when and how much; a canvas only draws.
protocol PreviewCanvas: AnyObject {
  /// Pixels of the picture that fills so many cells.
  func pixels(columns: Int, rows: Int) -> (across: Int, down: Int)
  /// What a row of that many cells costs the line, about, in bytes.
  func cost(columns: Int) -> Int
  /// Draws those rows of `rect` of a picture that fills it all.
  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, rows: Range<Int>)
  /// What goes to the terminal behind S-Lang's own output, once; empty for cells.
  func takeBytes() -> [UInt8]
  /// Takes the picture away. Its cells are drawn again by S-Lang, which knows nothing of pixels.
  func remove(from rect: ScreenRect)
}

/// A picture of characters, which S-Lang draws where they change.
final class CellCanvas: PreviewCanvas {
  private let screen: Screen
  private let mode: PreviewMode
  private let tones: PreviewTones
  private var hasTones = false

  /// The first of S-Lang's colour objects that the greys use, above those of newt, of the roles and of the inks.
  private static let firstTone = 100
  private static let firstInk = 80

  init(_ screen: Screen, _ mode: PreviewMode) {
    self.screen = screen
    self.mode = mode
    tones = screen.hasDirectColours ? .direct : .palette
  }

  func pixels(columns: Int, rows: Int) -> (across: Int, down: Int) {
    (columns * mode.pixels.across, rows * mode.pixels.down)
  }

  func cost(columns: Int) -> Int {
    switch mode {
    // The first time S-Lang writes the whole screen again.
    case .quadrants, .halves:
      columns * (tones == .direct ? 30 : 12) + (hasTones ? 0 : screen.size.rows * screen.size.columns)
    case .ascii: columns * 5 / 4
    default: columns * 4
    }
  }

  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, rows: Range<Int>) {
    let isInTones = mode == .quadrants || mode == .halves
    if isInTones, !hasTones {
      hasTones = true
      setTones()
    }
    let cells = PreviewMapping.cells(
      of: picture, columns: rect.width, rows: rect.height, mode: mode, marks: marks, tones: tones)
    let base = UInt16((isInTones ? Self.firstTone : Self.firstInk) + screen.colourOffset)
    for row in rows {
      let range = row * rect.width..<(row + 1) * rect.width
      screen.putCells(
        row: rect.row + row, column: rect.column, characters: Array(cells.characters[range]),
        colours: cells.inks[range].map { base + $0 })
    }
  }

  func takeBytes() -> [UInt8] { [] }
  func remove(from rect: ScreenRect) {}

  /// The pairs of colours are set once, with the first picture: then S-Lang writes the whole screen again.
  private func setTones() {
    func value(_ colour: Int) -> UInt {
      switch colour {
      case tones.red: tones == .direct ? 0x1ff_2020 : 196
      case tones.green: tones == .direct ? 0x100_ff00 : 46
      default: tones == .direct ? 0x100_0000 + UInt(colour * 255 / (tones.greys - 1)) * 0x1_0101 : UInt(232 + colour)
      }
    }
    for foreground in 0..<tones.count {
      for background in 0..<tones.count {
        SLtt_set_color_fgbg(
          Int32(Self.firstTone) + Int32(tones.ink(foreground, background)), value(foreground), value(background))
      }
    }
  }

  /// Of the modes without greys. Set before anything is on the screen they cost nothing.
  static func setInks(_ screen: Screen) {
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
}

/// A picture of pixels, written past S-Lang over cells that are blank.
final class PixelCanvas: PreviewCanvas {
  private let screen: Screen
  private let isKitty: Bool
  private let cell: TerminalGraphics.Cell
  private var bytes: [UInt8] = []
  private var last = 0
  /// The picture of kitty's that is shown, of two that take turns: the new one is there before the old one goes.
  private var shown: Int?
  /// Greys of sixels: fewer where the picture is too restless for the line.
  private var greys = 8

  /// Greys of a picture of four bits, with red and green.
  private static let kittyGreys = 14
  /// Pixels of a picture at most, so that a large window on a fine screen does not fill the line. A camera of 640 × 480
  /// shows no more.
  private static let (mostKitty, mostSixel) = (72_000, 400_000)
  /// Bytes that sixels may take, about.
  private static let bound = 64 * 1024

  init(_ screen: Screen, _ mode: PreviewMode, cell: TerminalGraphics.Cell?) {
    self.screen = screen
    isKitty = mode == .kitty
    self.cell = cell ?? TerminalGraphics.Cell(width: 8, height: 16)!
  }

  func pixels(columns: Int, rows: Int) -> (across: Int, down: Int) {
    guard columns > 0, rows > 0 else { return (0, 0) }
    var (across, down) = (columns * cell.width, rows * cell.height)
    if isKitty {
      // The terminal makes it fit: only the shape counts.
      while across * down > Self.mostKitty { (across, down) = (across * 9 / 10, down * 9 / 10) }
    } else {
      while across * down > Self.mostSixel { (across, down) = (across * 9 / 10, down * 9 / 10) }
      down -= down % SixelPicture.band
    }
    return (across, down)
  }

  /// The whole picture at once.
  func cost(columns: Int) -> Int { last > 0 ? last : isKitty ? 48 * 1024 : 32 * 1024 }

  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, rows: Range<Int>) {
    guard picture.width > 0, picture.height > 0 else { return }
    let greys = isKitty ? Self.kittyGreys : greys
    let grid = PreviewGrid(
      picture, across: picture.width, down: picture.height, marks, thickness: max(2, picture.height / 70))
    let pixels = grid.indexed(greys: greys)
    var place = rect
    var data: [UInt8]
    if isKitty {
      let next = shown == 77 ? 78 : 77
      let colours = (0..<greys).map { [UInt8](repeating: UInt8($0 * 255 / (greys - 1)), count: 3) }
      let png = IndexedPNG.encode(
        pixels, width: picture.width, height: picture.height, colours: colours + [[255, 32, 32], [0, 255, 0]])
      data = KittyPicture.show(png, id: next, columns: rect.width, rows: rect.height)
      if let shown { data += KittyPicture.remove(id: shown) }
      shown = next
    } else {
      data = SixelPicture.encode(pixels, width: picture.width, height: picture.height, greys: greys)
      if data.count > Self.bound { self.greys = max(2, greys / 2) }
      if data.count < Self.bound / 4 { self.greys = min(14, greys * 2) }
      // A picture that was made smaller stands in the middle.
      let columns = (picture.width + cell.width - 1) / cell.width
      place = ScreenRect(
        row: rect.row, column: rect.column + max(0, rect.width - columns) / 2, height: rect.height, width: columns)
    }
    last = data.count
    // The cursor is put back where S-Lang believes it to be.
    bytes = Array("\u{1b}7\u{1b}[\(place.row + 1);\(place.column + 1)H".utf8) + data + Array("\u{1b}8".utf8)
  }

  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  func remove(from rect: ScreenRect) {
    bytes = []
    if isKitty {
      if let shown { screen.send(KittyPicture.remove(id: shown)) }
      shown = nil
    } else {
      screen.touch(rect)
    }
  }
}
