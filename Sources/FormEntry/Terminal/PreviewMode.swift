import Configuration

/// How the camera's picture is shown.
enum PreviewMode: CaseIterable, Sendable {
  /// The graphics protocol of kitty: pixels, made to fit the cells by the terminal.
  case kitty
  /// Sixel graphics: pixels as they lie on the glass.
  case sixel
  /// Four pixels a cell, in greys: needs 256 colours.
  case quadrants
  /// Two pixels a cell, in greys.
  case halves
  /// One pixel a cell, nine steps, for eight colours.
  case shades
  /// One pixel a cell, five steps, without colours.
  case monochromeShades
  /// One pixel a cell, ten steps, in seven bits: for terminals that know nothing else.
  case ascii

  var isGraphic: Bool { self == .kitty || self == .sixel }

  /// Pixels in a cell, where cells are all there is.
  var pixels: (across: Int, down: Int) {
    switch self {
    case .quadrants: (2, 2)
    case .halves: (1, 2)
    default: (1, 1)
    }
  }

  /// The ways that a station's choice leaves on this terminal, best first; each costs the line less than the one before.
  /// Cells that the terminal cannot show are never among them; what it does not say of graphics, the station knows.
  static func ways(_ choice: StationConfiguration.Preview, on terminal: PreviewTerminal) -> [PreviewMode] {
    switch choice {
    case .auto:
      return (terminal.graphics.best.map { [$0] } ?? []) + terminal.cellWays
    case .kitty: return [.kitty] + terminal.cellWays
    case .sixel: return [.sixel] + terminal.cellWays
    case .quadrants: return terminal.cellWays
    case .halves: return terminal.cellWays.map { $0 == .quadrants ? .halves : $0 }
    case .shades: return terminal.cellWays.filter { $0 != .quadrants }
    case .ascii: return [.ascii]
    case .none: return []
    }
  }
}

/// What a terminal can show.
struct PreviewTerminal: Sendable {
  var isUnicode = true
  var colours = ColourDepth.palette256
  var graphics = TerminalGraphics()

  fileprivate var cellWays: [PreviewMode] {
    guard isUnicode else { return [.ascii] }
    return switch colours {
    case .palette256: [.quadrants, .shades, .ascii]
    case .eight: [.shades, .ascii]
    case .mono: [.monochromeShades, .ascii]
    }
  }
}

/// What the terminal says of itself about pictures.
struct TerminalGraphics: Equatable, Sendable {
  /// Width and height of a cell in pixels.
  struct Cell: Equatable, Sendable {
    let width: Int
    let height: Int

    /// nil for what no cell measures.
    init?(width: Int, height: Int) {
      guard (3...100).contains(width), (6...200).contains(height) else { return nil }
      self.width = width
      self.height = height
    }
  }

  var hasKitty = false
  var hasSixel = false
  var cell: Cell?
  /// It has said what it is: so it answers questions.
  var hasAnswered = false

  /// Sixels have a size of their own, and must not reach beyond the window.
  var best: PreviewMode? { hasKitty ? .kitty : hasSixel && cell != nil ? .sixel : nil }
}
