import TerminalKit
import Testing

@Suite("What is wrong with a row is told where there is little room for it", .timeLimit(.minutes(15)))
struct RowsAtFault {
  static let intake = """
    form: intake
    title: Intake
    version: 1
    fields:
      - id: lines
        label: Lines
        type: lines
        fields:
          - {id: item, label: Item, type: text, max_length: 20, required: true}
          - {id: lot, label: Lot, type: text, max_length: 20}
          - {id: expiry, label: Expiry, type: date}
          - {id: quantity, label: Qty, type: integer, min: 1, required: true}
          - {id: damaged, label: Damaged, type: integer, min: 0, default: 0}
        rules:
          - {that: damaged <= quantity, say: More damaged than received}
          - {that: quantity <= 500, say: That is very much, severity: warning, id: much}
      - {id: by, label: Received by, type: text, required: true}
    """

  /// One row, of which these stand in the last two fields; the cursor is on the last.
  private func filled(_ dock: Dock, quantity: String, damaged: String) throws -> PseudoTerminal {
    let clerk = try dock.start("intake")
    clerk.press(Keys.line)
    clerk.write("pens")
    clerk.press(Keys.tab, Keys.tab, Keys.tab)
    clerk.write(quantity)
    clerk.press(Keys.tab, Keys.backspace)
    clerk.write(damaged)
    return clerk
  }

  @Test("a sentence that has no room gives way to the name of the field, and stands whole in the line below")
  func whichField() throws {
    let dock = try Dock(["intake": Self.intake])
    let clerk = try filled(dock, quantity: "4x", damaged: "0")
    #expect(clerk.row("pens").contains("✗ Qty"))
    clerk.press(Keys.up)
    #expect(clerk.shows("✗ this should be a whole number"))
  }

  @Test("a rule of the row that is broken is told on every field of it that is right by itself")
  func rowRule() throws {
    let dock = try Dock(["intake": Self.intake])
    let clerk = try filled(dock, quantity: "4", damaged: "9")
    #expect(clerk.hides("More damaged"), "not before it is taken")
    clerk.press(Keys.up)
    #expect(clerk.rowOfCursor.contains("pens") && clerk.shows("✗ More damaged than received"))
    clerk.press(Keys.up)
    #expect(clerk.rowOfCursor.contains("pens") && clerk.shows("✗ More damaged than received"))
  }

  @Test("a row that nothing was entered into is not at fault: it is not saved")
  func emptyRow() throws {
    let dock = try Dock(["intake": Self.intake])
    let clerk = try filled(dock, quantity: "4", damaged: "0")
    clerk.press(Keys.save)
    #expect(clerk.shows("1 ✗ Received by is missing"))
    clerk.press(Keys.esc)
    clerk.press(Keys.line)
    #expect(clerk.shows("▸ 2") && clerk.hides("Item is missing") && !clerk.row("▸ 2").contains("✗"))
    clerk.write("x")
    clerk.press(Keys.tab)
    #expect(clerk.row("  2 ").contains("✗ Qty") || clerk.row("▸ 2").contains("✗ Qty"))
  }

  @Test("a warning is asked about with the row that it is of, and marked as a question; spaces are no reason")
  func warning() throws {
    let dock = try Dock(["intake": Self.intake])
    let clerk = try filled(dock, quantity: "900", damaged: "0")
    clerk.press(Keys.up)
    #expect(clerk.row("pens").contains("? That") && clerk.shows("? That is very much"))
    clerk.press(Keys.down, Keys.down, Keys.down)
    clerk.write("MK")
    clerk.press(Keys.save)
    #expect(clerk.shows("│Lines 1: That is very much"))
    clerk.press("y")
    #expect(clerk.shows("Why?"))
    clerk.write("  a full truck ")
    clerk.press(Keys.enter)
    #expect(clerk.shows("Saved as record 1"))
    let overrides = dock.records.first?.json["overrides"] as? [[String: Any]]
    #expect(overrides?.first?["reason"] as? String == "a full truck")
  }

  @Test("the smallest screens tell it, too, and keep the number of the field apart from the title")
  func small() throws {
    let dock = try Dock(["intake": Self.intake])
    let clerk = try dock.start("intake", rows: 8, columns: 16)
    let text = clerk.screen.text
    #expect(text.split(separator: "\n").first?.contains(" 1/") == true, "\(text)")
  }
}
