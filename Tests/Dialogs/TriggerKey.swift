import Foundation
import TerminalKit
import Testing

/// A clerk who presses faster than a held key repeats, on a terminal that tells no release.
@Suite(
  "The trigger key, pressed quickly", .enabled(if: Labels.canDraw, "zint is not installed"), .timeLimit(.minutes(5)))
struct TriggerKey {
  static let form = """
    form: capture
    title: Capture
    version: 1
    fields:
      - {id: first, label: First, type: barcode, symbologies: [code-128], pattern: 'A-\\d+'}
      - {id: second, label: Second, type: barcode, symbologies: [code-128], pattern: 'B-\\d+'}
      - {id: third, label: Third, type: barcode, symbologies: [code-128], pattern: 'C-\\d+'}
    """

  private func open(_ codes: [String], mode: String) throws -> (Dock, PseudoTerminal, Labels) {
    let labels = try Labels()
    for (index, code) in codes.enumerated() { _ = try labels.draw("CODE128", code, name: "\(index)") }
    let dock = try Dock(["capture": Self.form])
    // The longest time that a keyboard may have: each press here comes sooner than that.
    let environment = ["FORMENTRY_TRIGGER": mode, "FORMENTRY_TRIGGER_GRACE": "2000"]
    let terminal = try dock.start("capture", environment, camera: labels.folder)
    return (dock, terminal, labels)
  }

  private func isGone(_ terminal: PseudoTerminal) -> Bool { terminal.wait(2000) { !$0.text.contains(" s ─┘") } }

  @Test("no press is lost: each takes its label", arguments: ["press", "hold"])
  func each(_ mode: String) throws {
    let codes = ["A-1", "B-2", "C-3"]
    let (dock, terminal, labels) = try open(codes, mode: mode)
    defer { withExtendedLifetime((dock, labels)) {} }
    for (row, code) in codes.enumerated() {
      terminal.send(Keys.trigger)
      #expect(terminal.wait(4000) { $0.lines[2 + row].contains(code) }, "\(code)")
      #expect(isGone(terminal), "\(code)")
    }
  }

  @Test("pressed again while it looks, the window looks on")
  func looking() throws {
    let (dock, terminal, labels) = try open(["no field takes this"], mode: "press")
    defer { withExtendedLifetime((dock, labels)) {} }
    for _ in 0..<3 {
      terminal.send(Keys.trigger)
      usleep(300_000)
      #expect(terminal.wait(4000) { $0.text.contains(" s ─┘") })
    }
  }

  @Test("what may have been the repeat of a held key does not take the same label twice; a further press does")
  func sameLabel() throws {
    let labels = try Labels()
    _ = try labels.draw("CODE128", "A-1", name: "only")
    let dock = try Dock(["capture": Self.form])
    let terminal = try dock.start(
      "capture", ["FORMENTRY_TRIGGER": "press", "FORMENTRY_TRIGGER_GRACE": "2000"], camera: labels.folder)
    defer { withExtendedLifetime((dock, labels)) {} }
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.lines[2].contains("A-1") })
    #expect(isGone(terminal))
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { $0.text.contains("press again to take it once more") })
    usleep(300_000)
    terminal.send(Keys.trigger)
    #expect(terminal.wait(4000) { !$0.text.contains("press again to take it once more") })
  }
}
