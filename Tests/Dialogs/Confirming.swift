import TerminalKit
import Testing

@Suite("Warnings that only others may confirm, and what was expected", .timeLimit(.minutes(15)))
struct Confirming {
  private static let guarded = """
    form: guarded
    title: Guarded
    version: 1
    choices: {bosses: [S-007, S-012]}
    fields:
      - {id: cases, label: Cases, type: integer, required: true}
    rules:
      - {id: many, that: cases <= 500, say: 'That is {cases} cases', severity: warning, confirm_by: bosses}
    """

  private func asked(_ dock: Dock) throws -> PseudoTerminal {
    let clerk = try dock.start("guarded", Dock.patient)
    clerk.write("900", pause: 60)
    clerk.press(Keys.save)
    #expect(clerk.shows("That is 900 cases"))
    clerk.press("y")
    #expect(clerk.shows("Scan or type one of bosses"))
    return clerk
  }

  @Test func aBadgeIsScannedAndAReasonGiven() throws {
    let dock = try Dock(["guarded": Self.guarded])
    let clerk = try asked(dock)
    clerk.scan("S-099")
    #expect(clerk.shows("That is not on the list"))
    clerk.scan("]A0S-012")
    #expect(clerk.shows("Why?"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("Why?") && dock.records.isEmpty, "without a reason nothing is confirmed")
    clerk.write("sold out", pause: 60)
    clerk.press(Keys.enter)
    #expect(clerk.shows("saved 1"))
    let override = try #require(dock.records.first?.list("overrides").first)
    #expect(override["by"] as? String == "S-012" && override["reason"] as? String == "sold out")
  }

  @Test(
    "a badge before the camera answers, and a wrong one is told", .enabled(if: Labels.canDraw, "zint is not installed"))
  func aBadgeIsSeen() throws {
    for (badge, words) in [("S-012", "Why?"), ("S-099", "That is not on the list")] {
      let labels = try Labels()
      let dock = try Dock(["guarded": Self.guarded])
      let clerk = try dock.start("guarded", Dock.patient, camera: try labels.draw("CODE128", badge))
      clerk.write("900", pause: 60)
      clerk.press(Keys.save)
      #expect(clerk.shows("That is 900 cases"))
      clerk.press("y")
      #expect(clerk.shows("Scan or type one of bosses"))
      clerk.send(Keys.trigger)
      #expect(clerk.wait(8000) { $0.text.contains(words) }, "\(clerk.screen.text)")
      #expect(clerk.hides(" s ─┘") && clerk.hides(badge))
    }
  }

  @Test func aTypedBadgeIsHidden() throws {
    let dock = try Dock(["guarded": Self.guarded])
    let clerk = try asked(dock)
    clerk.write("S-007", pause: 60)
    #expect(clerk.shows("*****") && clerk.hides("S-007"))
    clerk.press(Keys.esc)
    #expect(clerk.hides("bosses") && dock.records.isEmpty, "left, nothing is confirmed")
    clerk.press(Keys.save, "y")
    #expect(clerk.shows("bosses"))
    clerk.write("S-007", pause: 60)
    clerk.press(Keys.enter)
    #expect(clerk.shows("Why?"))
  }

  private static let expecting = """
    form: expecting
    title: Expecting
    version: 1
    expects: {file: 'asn-*.csv', key: pallet, lines: {code: code, pieces: pieces}}
    fields:
      - {id: pallet, label: Pallet, type: text}
      - id: items
        label: Items
        type: lines
        fields:
          - {id: code, label: Code, type: barcode}
          - {id: pieces, label: Pieces, type: integer}
    """

  @Test func whatWasExpectedIsShownAndANoticeThatComesIsRead() throws {
    let dock = try Dock(["expecting": Self.expecting])
    try "pallet,code,description,pieces\nP1,4006381333931,Pens,48\n"
      .write(toFile: dock.folder + "/forms/asn-1.csv", atomically: true, encoding: .utf8)
    let clerk = try dock.start("expecting", rows: 30, columns: 100, Dock.patient)
    clerk.write("P1", pause: 60)
    clerk.press(Keys.tab)
    #expect(clerk.shows("0 of 48 Pens"))
    try "pallet,code,description,pieces\nP1,96385074,Ink,5\n"
      .write(toFile: dock.folder + "/forms/asn-2.csv", atomically: true, encoding: .utf8)
    clerk.scan("4006381333931")
    #expect(clerk.shows("0 of 48 Pens · 0 of 5 Ink"))
    clerk.scan("36000291452")
    #expect(clerk.shows("not advised"))
  }
}
