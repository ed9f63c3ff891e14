import Foundation
import TerminalKit
import Testing

/// The capture window with pictures as the camera. The pictures are drawn by zint; without it the tests are skipped.
@Suite("The capture window", .enabled(if: Labels.canDraw, "zint is not installed"))
struct CaptureWindowTests {
  static let form = """
    form: capture
    title: Capture
    version: 1
    fields:
      - {id: code, label: Code, type: barcode, symbologies: [ean-13], check: gtin, required: true}
      - {id: place, label: Place, type: barcode, symbologies: [code-128], pattern: 'P-\\d+'}
      - {id: remark, label: Remark, type: text}
    """

  static let together = """
    form: capture
    title: Capture
    version: 1
    fields:
      - id: sscc
        label: Pallet
        type: barcode
        takes: "00"
        together: ["00", "37"]
        fills: {"02": gtin, "37": quantity}
      - {id: gtin, label: GTIN, type: text}
      - {id: quantity, label: Qty, type: integer}
    """

  private func open(
    _ form: String = form, camera: String, trigger: String = "press", rows: Int = 24, columns: Int = 80
  ) throws -> (Dock, PseudoTerminal) {
    let dock = try Dock(["capture": form])
    let terminal = try dock.start(
      "capture", rows: rows, columns: columns, ["FORMENTRY_TRIGGER": trigger], camera: camera)
    return (dock, terminal)
  }

  @Test("a code that the field takes is in it, the window is gone, and only a new press opens it again")
  func taken() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("EANX_CHK", "4006381333931"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.lines[2].contains("4006381333931") })
    #expect(terminal.wait(2000) { !$0.text.contains(" s ─┘") })
    #expect(terminal.shows("Last scanned: 4006381333931"))
    #expect(terminal.row("Last scanned").contains("camera"))
    terminal.press(Keys.save)
    #expect(terminal.shows("Saved as record 1"))
    let record = try #require(dock.records.first)
    #expect(record.text("code") == "4006381333931")
    #expect(record.list("scans").first?["origin"] as? String == "camera")
    #expect(record.list("scans").first?["identifier"] as? String == "]E0")
  }

  @Test(
    "the form is readable beside it: the focused field is never covered", arguments: [(24, 80), (43, 132), (15, 40)])
  func beside(_ size: (Int, Int)) throws {
    let labels = try Labels()
    let (dock, terminal) = try open(
      camera: try labels.draw("QRCODE", "nothing that is wanted"), rows: size.0, columns: size.1)
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains(" s ─┘") })
    #expect(terminal.screen.text.contains("Code"))
    terminal.press(Keys.esc)
    #expect(terminal.wait(2000) { !$0.text.contains(" s ─┘") })
    #expect(terminal.screen.text.contains("Remark"), "Esc closed the window and nothing else")
  }

  @Test("a code that the rules refuse leaves it open and says why; Esc takes it away and nothing has changed")
  func refused() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("CODE128", "Q-12"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains("form that is wanted") })
    #expect(terminal.screen.text.contains(" s ─┘"), "still open")
    terminal.press(Keys.esc)
    #expect(terminal.hides("form that is wanted") || !terminal.screen.text.contains(" s ─┘"))
    #expect(!terminal.screen.lines[3].contains("Q-12"))
    #expect(dock.drafts.isEmpty)
  }

  @Test("a code for another field than the focused one goes there")
  func otherField() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("CODE128", "P-12"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.lines.contains { $0.contains("Place") && $0.contains("P-12") } })
  }

  /// A directory of labels, shown one after the other.
  private func labels(_ codes: [(String, String)]) throws -> Labels {
    let labels = try Labels()
    for (index, code) in codes.enumerated() { _ = try labels.draw(code.0, code.1, name: "\(index)") }
    return labels
  }

  @Test("each press shows the next label of a directory")
  func nextLabel() throws {
    let labels = try labels([("EANX_CHK", "4006381333931"), ("CODE128", "P-12")])
    let (dock, terminal) = try open(camera: labels.folder)
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(8000) { $0.lines[2].contains("4006381333931") })
    // Held on it would be the same press.
    usleep(900_000)
    terminal.send(Keys.trigger)
    #expect(terminal.wait(8000) { $0.lines.contains { $0.contains("Place") && $0.contains("P-12") } })
  }

  @Test("a label that nothing was taken from is not shown for ever: the next press goes on")
  func nextLabelAfterEsc() throws {
    let labels = try labels([("CODE128", "Q-12"), ("EANX_CHK", "4006381333931")])
    let (dock, terminal) = try open(camera: labels.folder)
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(8000) { $0.text.contains("form that is wanted") })
    terminal.press(Keys.esc)
    // Held on it would be the same press.
    usleep(900_000)
    terminal.send(Keys.trigger)
    #expect(terminal.wait(8000) { $0.lines[2].contains("4006381333931") })
  }

  @Test("one press for many: the next label comes when one was taken")
  func continuous() throws {
    let labels = try labels([("EANX_CHK", "4006381333931"), ("CODE128", "P-12")])
    let (dock, terminal) = try open(camera: labels.folder, trigger: "continuous")
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(8000) { $0.text.contains("4006381333931") })
    #expect(terminal.wait(8000) { $0.text.contains("P-12") && $0.text.contains(" s ─┘") }, "still open")
  }

  /// Each scan begins a row: the form is laid out anew.
  static let rows = """
    form: capture
    title: Capture
    version: 1
    fields:
      - id: lines
        label: Lines
        type: lines
        fields:
          - {id: code, label: Code, type: barcode}
    """

  @Test(
    "while it stays nothing else is painted over it, not for a moment: every byte is looked at",
    arguments: [form, rows])
  func steady(form: String) throws {
    let labels = try labels([("EANX_CHK", "4006381333931"), ("CODE128", "P-12")])
    let (dock, terminal) = try open(form, camera: labels.folder, trigger: "continuous")
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(8000) { $0.text.contains("P-12") && $0.text.contains(" s ─┘") })
    let row = try #require(terminal.screen.lines.firstIndex { $0.contains(" s ─┘") })
    let replay = try #require(VirtualScreen(rows: 24, columns: 80))
    var (isOpen, steps, gaps) = (false, 0, 0)
    // With the first picture, which brings its colours, the screen is written anew once.
    let clear = Array("\u{1b}[2J".utf8)
    let first = try #require(terminal.output.indices.last { terminal.output[$0...].starts(with: clear) })
    let start = first + clear.count
    replay.feed(terminal.output[..<start])
    for byte in terminal.output[start...] {
      replay.feed([byte])
      // The last cells of the window's lower edge: ` 1 s ─┘`
      let edge = (75..<80).map { replay.cell(row: row, column: $0).text }.joined()
      steps += isOpen ? 1 : 0
      if isOpen, edge != " s ─┘" { gaps += 1 }
      isOpen = isOpen || edge == " s ─┘"
    }
    #expect(steps > 1000 && gaps == 0)
  }

  @Test(
    "a reason that is too long for the window's edge is written in rows of its own, whole",
    arguments: [(43, 132), (15, 40), (8, 16)])
  func longReason(_ size: (Int, Int)) throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("CODE128", "Q-12"), rows: size.0, columns: size.1)
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(
      terminal.wait(4000) { $0.text.contains("✗ this does") && $0.text.contains(size.0 > 8 ? "P-\\d+" : "…") })
    terminal.press(Keys.esc)
    #expect(terminal.wait(2000) { !$0.text.contains(" s ─┘") })
  }

  @Test("it stays while parts of the label lack, with ticks, and goes with the last")
  func together() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(
      Self.together, camera: try labels.draw("GS1_128", "[00]001234567890123452", name: "1"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains("00 ✓  37 ·") })
    #expect(terminal.screen.text.contains("001234567890123452"))
    terminal.press(Keys.esc)
    #expect(terminal.wait(2000) { !$0.text.contains("37 ·") })
  }

  @Test("typing goes on with the keys: the window goes, the text is there")
  func typing() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("QRCODE", "unwanted"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains(" s ─┘") })
    terminal.write("40")
    #expect(terminal.wait(2000) { $0.lines[2].contains("40") && !$0.text.contains(" s ─┘") })
  }

  @Test("a keyboard scanner works while it is open")
  func wedge() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("QRCODE", "unwanted"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains(" s ─┘") })
    terminal.scan("4006381333931")
    #expect(terminal.wait(2000) { $0.lines[2].contains("4006381333931") })
  }

  @Test("held: silence after the repeats is the release")
  func hold() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("QRCODE", "unwanted"), trigger: "hold")
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    for _ in 0..<15 {
      usleep(60_000)
      terminal.send(Keys.trigger)
      _ = terminal.read(within: 1)
    }
    #expect(terminal.screen.text.contains(" s ─┘"), "open while the key repeats")
    #expect(terminal.wait(2000) { !$0.text.contains(" s ─┘") }, "gone after the silence")
  }

  @Test(
    "without a camera one sentence says so, and typing goes on", arguments: ["none", "/nowhere/picture.png", "empty"])
  func missing(_ camera: String) throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: camera == "empty" ? labels.folder : camera)
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(
      terminal.wait(4000) { $0.text.contains("camera") || $0.text.contains("cannot") || $0.text.contains("no picture") }
    )
    terminal.write("4006")
    #expect(terminal.shows("4006"))
  }

  @Test("a worker that is killed costs a frame, not the form")
  func workerKilled() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("EANX_CHK", "4006381333931"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.lines[2].contains("4006381333931") })
    Labels.killWorkers(of: terminal.pid)
    terminal.press(Keys.save)
    #expect(terminal.shows("Saved as record 1"))
    usleep(800_000)
    terminal.send(Keys.trigger)
    #expect(terminal.wait(5000) { $0.lines[2].contains("4006381333931") })
    terminal.press(Keys.save)
    #expect(terminal.shows("Saved as record 2"))
  }

  @Test("a resize takes it away and the form is whole")
  func resized() throws {
    let labels = try Labels()
    let (dock, terminal) = try open(camera: try labels.draw("QRCODE", "unwanted"))
    defer { withExtendedLifetime(dock) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains(" s ─┘") })
    terminal.resize(to: 132, 43)
    #expect(terminal.wait(2000) { $0.text.contains("Remark") && !$0.text.contains(" s ─┘") })
  }
}

/// Label pictures in a directory that goes with it.
final class Labels {
  let folder = "\(FileManager.default.temporaryDirectory.path)/labels-\(UUID().uuidString)"

  static let canDraw = FileManager.default.isExecutableFile(atPath: "/usr/bin/zint")

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func draw(_ symbology: String, _ data: String, name: String = "label") throws -> String {
    let path = "\(folder)/\(name).png"
    let zint = Process()
    zint.executableURL = URL(fileURLWithPath: "/usr/bin/zint")
    zint.arguments =
      ["--output=\(path)", "--barcode=\(symbology)", "--data=\(data)", "--scale=2", "--whitesp=20", "--vwhitesp=20"]
      + (symbology.hasPrefix("GS1") ? ["--gs1"] : [])
    try zint.run()
    zint.waitUntilExit()
    return path
  }

  /// kill -9 for the programs that a program has started; how many there were.
  @discardableResult static func killWorkers(of parent: Int32) -> Int {
    var count = 0
    let pids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
    for pid in pids {
      let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
      guard status.contains("PPid:\t\(parent)\n"), !status.contains("State:\tZ") else { continue }
      if kill(pid, SIGKILL) == 0 { count += 1 }
    }
    return count
  }
}
