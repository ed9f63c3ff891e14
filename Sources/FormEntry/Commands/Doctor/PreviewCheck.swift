import Configuration
import Glibc

/// In which way the picture of the camera is shown on this terminal, why in this one, and what gives a better one.
enum PreviewCheck {
  /// What the choice of the way rests on.
  struct Grounds {
    let choice: StationConfiguration.Preview
    let terminal: PreviewTerminal
    /// TERM, and what else of the environment counts.
    let kind: String
    var isInsideMultiplexer = false
    var hasDirectColours = false
    var colourIsUnwanted = false
  }

  static func diagnoses(_ station: StationConfiguration, _ graphics: TerminalGraphics) -> [Diagnosis] {
    guard station.camera != "none" else { return [] }
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    let terminal = PreviewTerminal(
      isUnicode: TerminalCheck.coding == "UTF-8",
      colours: value("NO_COLOR").isEmpty && station.colors != .mono ? ColourDepth.ofTerminal() : .mono,
      graphics: graphics)
    return [
      diagnosis(
        Grounds(
          choice: station.preview, terminal: terminal, kind: value("TERM"),
          isInsideMultiplexer: TerminalGraphics.isInsideMultiplexer,
          hasDirectColours: ["truecolor", "24bit"].contains(value("COLORTERM")),
          colourIsUnwanted: !value("NO_COLOR").isEmpty || station.colors == .mono))
    ]
  }

  static func diagnosis(_ grounds: Grounds) -> Diagnosis {
    let (choice, terminal) = (grounds.choice, grounds.terminal)
    guard let way = PreviewMode.ways(choice, on: terminal).first else {
      return .well(.preview, "none: the station wants no picture (preview: none); codes are read all the same")
    }
    let what = "\(name(of: way)): \(description(of: way, grounds)), since \(reason(way, grounds))"
    guard let remedy = remedy(way, grounds) else { return .well(.preview, what) }
    return .unknown(.preview, what, mend: remedy)
  }

  /// As the setting `preview` calls it.
  private static func name(of way: PreviewMode) -> String { way == .monochromeShades ? "shades" : "\(way)" }

  private static func description(of way: PreviewMode, _ grounds: Grounds) -> String {
    switch way {
    case .kitty: "pixels by kitty's graphics"
    case .sixel: "pixels by sixels"
    case .quadrants: "four pixels a character, \(grounds.hasDirectColours ? 64 : 24) greys"
    case .halves: "two pixels a character, \(grounds.hasDirectColours ? 64 : 24) greys"
    case .shades: "one pixel a character, nine steps"
    case .monochromeShades: "one pixel a character, five steps"
    case .ascii: "letters from dark to light"
    }
  }

  private static func reason(_ way: PreviewMode, _ grounds: Grounds) -> String {
    let graphics = grounds.terminal.graphics
    let asked = "the station asks for it (preview: \(grounds.choice.rawValue))"
    switch way {
    case .kitty where graphics.hasKitty: return "the terminal answers that it has them"
    case .kitty, .sixel:
      return grounds.choice == .auto
        ? "the terminal answers that it has them, and how large a cell is"
        : graphics.hasSixel && way == .sixel ? asked : asked + ", though the terminal does not answer that it has them"
    case .ascii where !grounds.terminal.isUnicode: return "the locale is not UTF-8"
    case .monochromeShades:
      return grounds.colourIsUnwanted ? "colours are switched off" : "\(grounds.kind) (TERM) has no colours"
    case .shades where grounds.terminal.colours == .eight: return "\(grounds.kind) (TERM) has 8 colours"
    case .quadrants where grounds.choice == .auto: break
    default: return asked
    }
    if grounds.isInsideMultiplexer { return "inside screen and tmux there are no pixels" }
    if !graphics.hasAnswered { return "the terminal does not answer what pictures it has" }
    if graphics.hasSixel { return "the terminal has sixels, but does not answer how large a cell is" }
    return "the terminal answers that it has neither kitty's graphics nor sixels"
  }

  /// What gives a better picture, where this one is poor or may be none.
  private static func remedy(_ way: PreviewMode, _ grounds: Grounds) -> String? {
    let graphics = grounds.terminal.graphics
    switch way {
    case .kitty where !graphics.hasKitty, .sixel where !graphics.hasSixel:
      return "preview: auto in the configuration, if no picture is seen"
    case .ascii where !grounds.terminal.isUnicode: return "export LC_ALL=C.UTF-8"
    case .monochromeShades where grounds.colourIsUnwanted:
      return "unset NO_COLOR, and no colors: mono in the configuration"
    case .shades where ["xterm", "screen"].contains(grounds.kind): return "export TERM=\(grounds.kind)-256color"
    case .shades where grounds.terminal.colours == .eight, .monochromeShades:
      return "use a terminal with 256 colours, or one with kitty's graphics or sixels"
    case .shades, .ascii: return "preview: auto in the configuration"
    default: return nil
    }
  }
}
