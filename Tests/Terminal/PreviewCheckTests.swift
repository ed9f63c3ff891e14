import Configuration
import Testing

@testable import FormEntry

@Suite("doctor names the way in which the picture is shown, why, and what gives a better one")
struct PreviewCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var choice = StationConfiguration.Preview.auto
    var kitty = false
    var sixel = false
    var cell = true
    var answers = true
    var unicode = true
    var colours = ColourDepth.palette256
    var kind = "xterm-256color"
    var inside = false
    var direct = false
    var unwanted = false
    let says: String
    var mend: String?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "kitty", kitty: true, says: "kitty: pixels by kitty's graphics, since the terminal answers that it has them"
    ),
    Case(
      name: "sixels", sixel: true,
      says: "sixel: pixels by sixels, since the terminal answers that it has them, and how large a cell is"),
    Case(
      name: "sixels of unknown size", sixel: true, cell: false,
      says:
        "quadrants: four pixels a character, 24 greys, since the terminal has sixels, but does not answer how large a cell is"
    ),
    Case(
      name: "neither", direct: true,
      says:
        "quadrants: four pixels a character, 64 greys, since the terminal answers that it has neither kitty's graphics nor sixels"
    ),
    Case(
      name: "no answer", answers: false,
      says: "quadrants: four pixels a character, 24 greys, since the terminal does not answer what pictures it has"),
    Case(
      name: "inside tmux", kind: "tmux-256color", inside: true,
      says: "quadrants: four pixels a character, 24 greys, since inside screen and tmux there are no pixels"),
    Case(
      name: "kitty by the configuration alone", choice: .kitty,
      says:
        "kitty: pixels by kitty's graphics, since the station asks for it (preview: kitty), though the terminal does "
        + "not answer that it has them", mend: "preview: auto in the configuration, if no picture is seen"),
    Case(
      name: "halves", choice: .halves, kitty: true,
      says: "halves: two pixels a character, 24 greys, since the station asks for it (preview: halves)"),
    Case(
      name: "TERM=xterm", colours: .eight, kind: "xterm",
      says: "shades: one pixel a character, nine steps, since xterm (TERM) has 8 colours",
      mend: "export TERM=xterm-256color"),
    Case(
      name: "the Linux console", colours: .eight, kind: "linux",
      says: "shades: one pixel a character, nine steps, since linux (TERM) has 8 colours",
      mend: "use a terminal with 256 colours, or one with kitty's graphics or sixels"),
    Case(
      name: "NO_COLOR", colours: .mono, unwanted: true,
      says: "shades: one pixel a character, five steps, since colours are switched off",
      mend: "unset NO_COLOR, and no colors: mono in the configuration"),
    Case(
      name: "no colours", colours: .mono, kind: "vt220",
      says: "shades: one pixel a character, five steps, since vt220 (TERM) has no colours",
      mend: "use a terminal with 256 colours, or one with kitty's graphics or sixels"),
    Case(
      name: "shades by the configuration", choice: .shades,
      says: "shades: one pixel a character, nine steps, since the station asks for it (preview: shades)",
      mend: "preview: auto in the configuration"),
    Case(
      name: "LANG=C", unicode: false, says: "ascii: letters from dark to light, since the locale is not UTF-8",
      mend: "export LC_ALL=C.UTF-8"),
    Case(
      name: "ascii by the configuration", choice: .ascii,
      says: "ascii: letters from dark to light, since the station asks for it (preview: ascii)",
      mend: "preview: auto in the configuration"),
    Case(
      name: "none", choice: .none,
      says: "none: the station wants no picture (preview: none); codes are read all the same"),
  ]

  @Test(arguments: cases) func says(_ example: Case) {
    let graphics = TerminalGraphics(
      hasKitty: example.kitty, hasSixel: example.sixel,
      cell: example.cell ? TerminalGraphics.Cell(width: 10, height: 20) : nil, hasAnswered: example.answers)
    let diagnosis = PreviewCheck.diagnosis(
      PreviewCheck.Grounds(
        choice: example.choice,
        terminal: PreviewTerminal(isUnicode: example.unicode, colours: example.colours, graphics: graphics),
        kind: example.kind, isInsideMultiplexer: example.inside, hasDirectColours: example.direct,
        colourIsUnwanted: example.unwanted))
    #expect(diagnosis.message == example.says && diagnosis.remedy == example.mend)
    #expect(diagnosis.verdict == (example.mend == nil ? .well : .unknown) && diagnosis.area == .preview)
  }
}
