import Foundation
import TerminalKit
import Testing

@Suite("A reader that is killed", .enabled(if: Labels.canDraw, "zint is not installed"))
struct KilledReadersTests {
  @Test("a hundred times, at any moment, costs no key, no scan and no record", .timeLimit(.minutes(4)))
  func hundredTimes() throws {
    let labels = try Labels()
    let dock = try Dock(["capture": CaptureWindowTests.form])
    let terminal = try dock.start(
      "capture", ["FORMENTRY_TRIGGER": "press"], camera: try labels.draw("EANX_CHK", "4006381333931"))
    var chance = SystemRandomNumberGenerator()
    var kills = 0
    var saved = 0
    while kills < 100, saved < 200 {
      // Held on it would be the same press.
      usleep(900_000)
      terminal.send(Keys.trigger)
      // While it starts, while it reads, while it has nothing to do.
      for _ in 0..<6 {
        usleep(UInt32.random(in: 0..<40_000, using: &chance))
        kills += Labels.killWorkers(of: terminal.pid)
      }
      let isRead = terminal.wait(15_000) { $0.lines[2].contains("4006381333931") && !$0.text.contains(" s ─┘") }
      try #require(isRead, "after \(kills) kills, \(saved) records:\n\(terminal.screen.text)")
      kills += Labels.killWorkers(of: terminal.pid)
      terminal.press(Keys.down, Keys.down)
      terminal.write("box \(saved)", pause: 5)
      terminal.press(Keys.save)
      saved += 1
      try #require(terminal.waitFor("Saved as record \(saved)", 5_000))
    }
    #expect(kills >= 100)
    #expect(dock.records.map { $0.text("code") } == [String](repeating: "4006381333931", count: saved))
    #expect(dock.records.map { $0.text("remark") } == (0..<saved).map { "box \($0)" })
    #expect(dock.records.allSatisfy { $0.list("scans").count == 1 })
  }
}
