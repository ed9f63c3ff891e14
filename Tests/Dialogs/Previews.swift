import Foundation
import TerminalKit
import Testing

/// The camera's picture on every kind of terminal: the real program, with a label as its camera.
@Suite("The picture in the capture window", .enabled(if: Labels.canDraw, "zint is not installed"))
struct Previews {
  static let form = """
    form: capture
    title: Capture
    version: 1
    fields:
      - {id: code, label: Code, type: barcode, symbologies: [code-128], pattern: 'P-\\d+'}
      - {id: remark, label: Remark, type: text}
    """
  static let text = "A-40"
  static let open = " s ─┘"
  static let kitty = PictureLayer.Abilities(kitty: true, cell: (8, 16))
  static let sixel = PictureLayer.Abilities(sixel: true, cell: (8, 16))

  /// The window is open on a label that no field takes.
  func start(
    _ abilities: PictureLayer.Abilities = PictureLayer.Abilities(), rows: Int = 24, columns: Int = 80,
    camera: String? = nil, _ environment: [String: String] = [:]
  ) throws -> (Dock, Labels, PseudoTerminal) {
    let labels = try Labels()
    let picture = try camera ?? labels.draw("CODE128", Self.text)
    let dock = try Dock(["capture": Self.form])
    let terminal = try dock.start(
      "capture", rows: rows, columns: columns, environment, camera: picture, abilities: abilities)
    terminal.waitForSync()
    terminal.send(Keys.trigger)
    return (dock, labels, terminal)
  }

  func shown(_ terminal: PseudoTerminal) -> PictureLayer.Placed? {
    let pictures = terminal.screen.pictures
    return pictures.images.values.first ?? (pictures.sixelCells.isEmpty ? nil : pictures.lastSixels)
  }

  /// A picture of pixels is shown now, after that many. On a busy machine characters may come between.
  func showsPixels(_ terminal: PseudoTerminal, _ count: Int = 5) -> Bool {
    terminal.wait(20_000) { _ in terminal.screen.pictures.pictureCount > count && shown(terminal) != nil }
  }

  /// Reads the codes in a picture as any other program would.
  func codes(in picture: ShownPicture, _ folder: String) throws -> String {
    let path = folder + "/shown.pgm"
    try Data(picture.grayMap).write(to: URL(fileURLWithPath: path))
    let scan = Process()
    scan.executableURL = URL(fileURLWithPath: Dock.program)
    scan.arguments = ["scan", path]
    let pipe = Pipe()
    scan.standardOutput = pipe
    try scan.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    scan.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test(
    "pixels: the bars can be read from what is shown, inside the window; the line and the box are in it",
    arguments: [Self.kitty, Self.sixel])
  func pixels(_ abilities: PictureLayer.Abilities) throws {
    let (dock, labels, terminal) = try start(abilities)
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.wait(20_000) { $0.text.contains("form that is wanted") })
    // One with the box, and as sharp as they get: on a busy machine this terminal may be a slow one for a while.
    var best: PictureLayer.Placed?
    #expect(
      terminal.wait(20_000) { _ in
        best = shown(terminal)
        return best.map { $0.picture.width > 500 && $0.picture.pixels.contains { $0?.isGreen == true } } == true
      })
    let placed = try #require(best)
    let picture = placed.picture
    #expect(try codes(in: picture, labels.folder).contains(Self.text))
    // The frame of the window goes round it.
    #expect(
      terminal.screen.lines[placed.row - 1].contains("┌")
        && terminal.screen.lines[placed.row + placed.rows].contains("┘"))
    #expect(placed.column == 1 && placed.columns == 78)
    // The red line lies in the middle, from a twelfth to eleven twelfths.
    let middle = (0..<picture.width).filter { picture[$0, picture.height / 2]?.isGrey == false }
    #expect(middle == Array(picture.width / 12..<picture.width - picture.width / 12))
    #expect(picture.pixels.allSatisfy { $0 != nil })
    // The box lies round the bars: left of it and right of it nothing is black.
    let green = (0..<picture.width).filter { x in (0..<picture.height).contains { picture[x, $0]?.isGreen == true } }
    let black = (0..<picture.width).filter { x in
      (0..<picture.height / 3).contains { y in picture[x, y].map { $0.isGrey && $0.red < 60 } ?? false }
    }
    #expect(black.isEmpty || abs(black[0] - green[0]) < picture.width / 20)
    #expect(terminal.screen.pictures.faults == [])
    #expect(!terminal.screen.text.contains("AAAA"), "the question is not seen")
  }

  @Test("pixels vanish with the window, and nothing else has changed", arguments: [Self.kitty, Self.sixel])
  func gone(_ abilities: PictureLayer.Abilities) throws {
    let (dock, labels, terminal) = try start(abilities)
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(showsPixels(terminal))
    #expect(shown(terminal) != nil)
    terminal.press(Keys.esc)
    #expect(terminal.wait(2000) { !$0.text.contains(Self.open) })
    terminal.waitForSync()
    #expect(terminal.screen.pictures.images.isEmpty)
    #expect(terminal.screen.pictures.sixelCells.isEmpty)
    let without = try dock.start("capture")
    without.waitForSync()
    let lines = zip(terminal.screen.lines, without.screen.lines).filter { $0 != $1 }
    #expect(
      lines.allSatisfy {
        $0.0.contains("this does not have the form") || $0.0.contains("Last scanned") || $0.0.contains("✗")
      }, "\(lines)")
    terminal.send(Keys.help)
    #expect(terminal.shows("Esc Close"))
  }

  @Test("a popup, another size and the end of the program take pixels away", arguments: [Self.kitty, Self.sixel])
  func covered(_ abilities: PictureLayer.Abilities) throws {
    let (dock, labels, terminal) = try start(abilities)
    defer { withExtendedLifetime((dock, labels)) {} }
    func isGone() -> Bool {
      terminal.wait(4000) { $0.pictures.images.isEmpty && $0.pictures.sixelCells.isEmpty }
    }
    #expect(showsPixels(terminal))
    terminal.press(Keys.help)
    #expect(terminal.shows("Esc Close") && isGone())
    terminal.press(Keys.esc)
    usleep(900_000)
    var count = terminal.screen.pictures.pictureCount
    terminal.send(Keys.trigger)
    #expect(showsPixels(terminal, count + 3))
    terminal.resize(to: 100, 30)
    #expect(terminal.shows("Remark") && isGone())
    usleep(900_000)
    count = terminal.screen.pictures.pictureCount
    terminal.send(Keys.trigger)
    #expect(showsPixels(terminal, count + 3))
    #expect(shown(terminal)?.columns == 98)
    terminal.signal(SIGTERM)
    #expect(terminal.waitForEnd() != nil)
    // libvterm would hide the cursor again with the screen that it was hidden on.
    #expect(terminal.isCooked && !terminal.screen.isAlternate && terminal.wrote("\u{1b}[?25h", after: "\u{1b}[?25l"))
    #expect(terminal.screen.pictures.images.isEmpty)
  }

  @Test("on the smallest screens pixels stay within the window", arguments: [(8, 16), (10, 20), (15, 40)])
  func small(_ size: (Int, Int)) throws {
    let (dock, labels, terminal) = try start(Self.sixel, rows: size.0, columns: size.1)
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(terminal.wait(20_000) { $0.pictures.pictureCount > 0 || $0.text.contains("✗") })
    if let placed = shown(terminal) {
      #expect(placed.row + placed.rows < size.0 && placed.column + placed.columns < size.1)
    }
    terminal.press(Keys.esc)
    #expect(terminal.wait(2000) { $0.pictures.sixelCells.isEmpty })
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let environment: [String: String]
    let marks: [Character]
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "256 colours", environment: [:], marks: ["▌", "▐"]),
    Kind(name: "direct colours", environment: ["COLORTERM": "truecolor"], marks: ["▌", "▐"]),
    Kind(name: "halves", environment: ["FORMENTRY_PREVIEW": "halves"], marks: ["━"]),
    Kind(name: "the Linux console", environment: ["TERM": "linux"], marks: ["░", "▒", "▓"]),
    Kind(name: "no colours", environment: ["TERM": "vt220"], marks: ["░", "▒", "▓"]),
    Kind(name: "a VT220", environment: ["TERM": "vt220", "LANG": "C"], marks: ["@", "="]),
    Kind(
      name: "a VT220 below a terminal with colours",
      environment: ["TERM": "vt220", "LANG": "C", "COLORTERM": "truecolor"], marks: ["@", "="]),
    Kind(name: "LANG=C", environment: ["LANG": "C"], marks: ["@", "="]),
    Kind(name: "ascii, named", environment: ["FORMENTRY_PREVIEW": "ascii"], marks: ["@", "="]),
  ]

  @Test("characters, as the terminal has them", arguments: kinds)
  func characters(_ kind: Kind) throws {
    let (dock, labels, terminal) = try start(
      PictureLayer.Abilities(kitty: kind.name.contains("named")), kind.environment)
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(
      terminal.wait(20_000) { screen in kind.marks.allSatisfy { screen.text.contains($0) } }, "\(terminal.screen.text)")
    #expect(terminal.screen.pictures.pictureCount == 0)
    let isPlain = kind.environment["LANG"] == "C"
    if isPlain { #expect(terminal.output.allSatisfy { $0 < 0x80 }) }
    if kind.environment["TERM"] == "vt220" {
      let cells = (0..<24).flatMap { row in (0..<80).map { terminal.screen.cell(row: row, column: $0) } }
      #expect(cells.allSatisfy { $0.foreground == nil && $0.background == nil }, "no colours")
      let line = cells.filter { $0.isReverse && ($0.text == "=" || $0.text == "━") }
      #expect(line.count > 60, "the line is in reverse")
    }
    terminal.press(Keys.esc)
    #expect(terminal.wait(2000) { !$0.text.contains(" s ─┘") && !$0.text.contains("@@@") })
  }

  @Test("no picture, where none is wanted; codes are read all the same")
  func none() throws {
    let (dock, labels, terminal) = try start(Self.kitty, ["FORMENTRY_PREVIEW": "none"])
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(terminal.wait(20_000) { $0.text.contains("form that is wanted") })
    #expect(terminal.screen.pictures.pictureCount == 0)
    #expect(!terminal.screen.text.contains("━"))
  }

  @Test(
    "screen and tmux are not asked in kitty's words, which they would make a title of",
    arguments: ["screen-256color", "tmux-256color", "linux", "vt220"])
  func unasked(_ name: String) throws {
    let (dock, labels, terminal) = try start(Self.kitty, ["TERM": name])
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(terminal.wait(20_000) { $0.text.contains("form that is wanted") || $0.text.contains(Self.open) })
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1b}_G"))
    #expect(terminal.screen.pictures.pictureCount == 0)
  }

  @Test("a terminal that answers nothing shows characters, and the keys work")
  func mute() throws {
    let (dock, labels, terminal) = try start(PictureLayer.Abilities(isMute: true))
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(terminal.wait(20_000) { $0.text.contains("▌") && $0.text.contains("form that is wanted") })
    terminal.press(Keys.esc)
    terminal.write("40")
    #expect(terminal.wait(2000) { $0.lines[2].contains("40") && !$0.text.contains(Self.open) })
  }

  @Test("the answers of the terminal are no typing, also where the program ends at once")
  func endsAtOnce() throws {
    let dock = try Dock(["capture": Self.form])
    // A shell that reads on after the program.
    let shell = "cd \(dock.folder); \"$@\"; stty -icanon -echo min 0 time 3; echo \"left:$(cat -v):\""
    let terminal = try dock.start(
      "capture", wrapped: ["/bin/sh", "-c", shell, "sh"], camera: dock.folder, abilities: Self.kitty, waits: false)
    terminal.send(Keys.esc)
    #expect(terminal.shows("left::"))
  }

  @Test(
    "in a mirror left is right; codes are read as they are",
    arguments: [Self.kitty, Self.sixel, PictureLayer.Abilities()])
  func mirror(_ abilities: PictureLayer.Abilities) throws {
    for isMirrored in [false, true] {
      let labels = try Labels()
      let half = labels.folder + "/half.pgm"
      // Dark on the left, light on the right.
      let rows = (0..<120).map { _ in (0..<160).map { $0 < 80 ? "20" : "230" }.joined(separator: " ") }
      try "P2 160 120 255\n\(rows.joined(separator: "\n"))\n".write(toFile: half, atomically: true, encoding: .utf8)
      let (dock, _, terminal) = try start(abilities, camera: half, ["FORMENTRY_MIRROR": isMirrored ? "true" : "false"])
      defer { withExtendedLifetime((dock, labels)) {} }
      let isPixels = abilities.kitty || abilities.sixel
      #expect(isPixels ? showsPixels(terminal) : terminal.wait(20_000) { $0.text.contains("━") })
      let left: Int
      let right: Int
      if isPixels {
        let picture = try #require(shown(terminal)).picture
        left = Int(picture[picture.width / 4, picture.height / 4]?.green ?? 0)
        right = Int(picture[picture.width * 3 / 4, picture.height / 4]?.green ?? 0)
      } else {
        let row = try #require(terminal.screen.lines.lastIndex { $0.contains("━") }) - 2
        left = terminal.screen.cell(row: row, column: 20).background ?? 0
        right = terminal.screen.cell(row: row, column: 60).background ?? 0
      }
      #expect((left > right) == isMirrored, "\(left) \(right)")
    }
  }
}
