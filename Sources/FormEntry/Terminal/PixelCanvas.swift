/// A picture of pixels by kitty's graphics, written past S-Lang over cells that are blank.
final class KittyCanvas: PreviewCanvas {
  private let screen: Screen
  private let cell: TerminalGraphics.Cell
  /// The picture that is shown, of two that take turns: the new one is there before the old one goes.
  private var shown: Int?
  /// The one that is made ready, and may never be sent.
  private var ready: (id: Int, bytes: [UInt8])?

  /// Greys of a picture of four bits, with red and green.
  private static let greys = 14
  private static let colours =
    (0..<greys).map { [UInt8](repeating: UInt8($0 * 255 / (greys - 1)), count: 3) } + [[255, 32, 32], [0, 255, 0]]
  /// Pixels of a picture at most, so that a large window on a fine screen does not fill the line. A camera of 640 × 480
  /// shows no more.
  private static let most = 72_000
  /// Bytes of a picture besides its pixels, and a room that holds enough of these to aim by.
  private static let (besides, least) = (420, 1400)

  init(_ screen: Screen, cell: TerminalGraphics.Cell?) {
    self.screen = screen
    self.cell = cell ?? TerminalGraphics.usualCell
  }

  func fits(columns: Int, rows: Int, room: Int) -> Bool { room >= Self.least }

  /// The terminal makes it fit: only the shape counts. Two pixels a byte, four letters for three bytes, and in each
  /// command of 4,096 a few more.
  func pixels(columns: Int, rows: Int, room: Int) -> (across: Int, down: Int) {
    guard columns > 0, rows > 0 else { return (0, 0) }
    let most = min(Self.most, (max(room, Self.least) - Self.besides) * 147 / 100)
    return cell.pixels(columns: columns, rows: rows, most: most)
  }

  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, room: Int) {
    guard picture.width > 0, picture.height > 0 else { return }
    let pixels = PreviewGrid(asIs: picture, marks).indexed(greys: Self.greys)
    let next = shown == 77 ? 78 : 77
    let png = IndexedPNG.encode(pixels, width: picture.width, height: picture.height, colours: Self.colours)
    var bytes = KittyPicture.show(png, id: next, columns: rect.width, rows: rect.height)
    if let shown { bytes += KittyPicture.remove(id: shown) }
    ready = (next, bytes.placed(row: rect.row, column: rect.column))
  }

  func send(room: Int) -> (past: Int, isOwed: Bool) {
    guard let (id, bytes) = ready else { return (0, false) }
    ready = nil
    screen.send(bytes)
    shown = id
    return (bytes.count, false)
  }

  func remove(from rect: ScreenRect) {
    ready = nil
    if let shown { screen.send(KittyPicture.remove(id: shown)) }
    shown = nil
  }
}

/// A picture of sixels, written past S-Lang over cells that are blank.
final class SixelCanvas: PreviewCanvas {
  private let screen: Screen
  private let cell: TerminalGraphics.Cell
  private var bytes: [UInt8] = []
  /// Fewer where the picture is too restless for the line.
  private var greys = 8
  /// Bytes of a picture that was too much for the line with the fewest greys.
  private var tooMuch: Int?

  private static let allGreys = 4...14
  /// Pixels of a picture at most, as the terminal draws them.
  private static let most = 400_000
  /// Bytes that a picture may take, whatever the line carries.
  private static let bound = 64 * 1024
  /// Pixels a byte of a picture of few greys, about.
  private static let thrift = 8

  init(_ screen: Screen, cell: TerminalGraphics.Cell?) {
    self.screen = screen
    self.cell = cell ?? TerminalGraphics.usualCell
  }

  func fits(columns: Int, rows: Int, room: Int) -> Bool {
    let (across, down) = pixels(columns: columns, rows: rows, room: room)
    return tooMuch.map { $0 < room } ?? (across * down / Self.thrift <= room)
  }

  /// The terminal draws them as large as they are.
  func pixels(columns: Int, rows: Int, room: Int) -> (across: Int, down: Int) {
    guard columns > 0, rows > 0 else { return (0, 0) }
    let (across, down) = cell.pixels(columns: columns, rows: rows, most: Self.most)
    return (across, down - down % SixelPicture.band)
  }

  func draw(_ picture: GrayPicture, _ marks: PreviewMarks, in rect: ScreenRect, room: Int) {
    guard picture.width > 0, picture.height > 0 else { return }
    let grid = PreviewGrid(asIs: picture, marks)
    func encode() -> [UInt8] {
      SixelPicture.encode(grid.indexed(greys: greys), width: picture.width, height: picture.height, greys: greys)
    }
    let bound = min(room, Self.bound)
    bytes = encode()
    while bytes.count > bound, greys > Self.allGreys.lowerBound {
      greys = max(greys / 2, Self.allGreys.lowerBound)
      bytes = encode()
    }
    tooMuch = bytes.count > room ? bytes.count : nil
    guard tooMuch == nil else {
      bytes = []
      return
    }
    if bytes.count < bound / 4 { greys = min(greys * 2, Self.allGreys.upperBound) }
    // A picture that was made smaller stands in the middle.
    let columns = (picture.width + cell.width - 1) / cell.width
    bytes = bytes.placed(row: rect.row, column: rect.column + max(0, rect.width - columns) / 2)
  }

  /// One that is too much is left out; then there is one of another kind to be sent.
  func send(room: Int) -> (past: Int, isOwed: Bool) {
    screen.send(bytes)
    defer { bytes = [] }
    return (bytes.count, tooMuch != nil)
  }

  func remove(from rect: ScreenRect) {
    bytes = []
    screen.touch(rect)
  }
}

extension TerminalGraphics {
  /// Where the terminal does not say how large its cells are.
  static let usualCell = Cell(width: 8, height: 16)!
}

extension TerminalGraphics.Cell {
  /// Width and height of a picture in the shape of so many cells, with so many pixels at most.
  func pixels(columns: Int, rows: Int, most: Int) -> (across: Int, down: Int) {
    var (across, down) = (columns * width, rows * height)
    while across * down > most, across > 1, down > 1 { (across, down) = (across * 15 / 16, down * 15 / 16) }
    return (across, down)
  }
}

extension PreviewGrid {
  /// The picture in its own size, with marks as thick as it bears.
  init(asIs picture: GrayPicture, _ marks: PreviewMarks) {
    self.init(
      picture, across: picture.width, down: picture.height, marks,
      thickness: picture.height < 70 ? 1 : max(2, picture.height / 70))
  }
}

extension [UInt8] {
  /// Drawn at that cell; the cursor is put back where S-Lang believes it to be.
  fileprivate func placed(row: Int, column: Int) -> [UInt8] {
    Array("\u{1b}7\u{1b}[\(row + 1);\(column + 1)H".utf8) + self + Array("\u{1b}8".utf8)
  }
}
