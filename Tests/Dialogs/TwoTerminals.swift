import Foundation
import TerminalKit
import Testing

/// One station, two terminals.
@Suite("Two clerks at one station", .timeLimit(.minutes(15)))
struct TwoTerminals {
  /// A complete record of that pallet, not saved yet.
  private func fill(_ clerk: PseudoTerminal, _ pallet: Int) {
    clerk.scan(Forms.label(pallet))
    // Who was refused the last time has the other pallet in an unfinished record.
    let isThere = { (screen: VirtualScreen) in
      screen.lines.contains { $0.contains("Pallet ") && $0.contains(Forms.pallet(pallet)) }
    }
    clerk.wait { isThere($0) || $0.text.contains("replace") }
    if clerk.screen.text.contains("replace") { clerk.press("2") }
    clerk.wait { isThere($0) && !$0.text.contains("replace") }
    // A new record asks for it; an unfinished one has it, and its cursor stands elsewhere.
    if clerk.rowOfCursor.contains("Haulier") { clerk.write("1") }
  }

  @Test("The same pallet, saved by both at one moment: one record, and the other clerk reads who was first")
  func samePallet() throws {
    let dock = try Dock()
    let clerks = [try dock.start(), try dock.start()]
    for clerk in clerks {
      clerk.write("N-1001")
      clerk.press(Keys.tab)
      clerk.write("1")
    }
    for round in 1...30 {
      // In turn who is sent the key first.
      let pair = round % 2 == 0 ? clerks : clerks.reversed()
      for clerk in pair { fill(clerk, round) }
      for clerk in pair { clerk.send(Keys.save) }
      for clerk in pair { clerk.waitForSync() }
      #expect(dock.records.count == round)
      let refused = pair.filter { $0.screen.text.contains("Not complete yet") }
      #expect(refused.count == 1)
      for clerk in refused {
        #expect(clerk.row("1 ✗ Pallet: ").contains("record \(round) of 2026-11-30 holds this already"))
        #expect(dock.drafts.map { $0["pallet"] } == [Forms.pallet(round)], "what was entered is still there")
        clerk.press(Keys.esc)
      }
    }
    #expect(dock.records.map(\.number) == Array(1...30))
    #expect(Set(dock.records.compactMap { $0.text("pallet") }).count == 30)
  }
}
