import TerminalKit
import Testing

@Suite("A field that is typed twice", .timeLimit(.minutes(15)))
struct TypedTwice {
  static let form = """
    form: seals
    title: Seals
    version: 1
    fields:
      - {id: seal, label: Seal, type: text, verify: twice, required: true}
      - {id: remark, label: Remark, type: text}
    """

  @Test func itIsAskedForAgainAndCountsWhenItIsTheSame() throws {
    let dock = try Dock(["seals": Self.form])
    let clerk = try dock.start("seals")
    clerk.write("S-77")
    clerk.press(Keys.enter)
    #expect(clerk.shows("type it again") && clerk.rowOfCursor.contains("Seal"))
    #expect(!clerk.row("Seal").contains("S-77"), "the second time is typed unseen")
    clerk.write("S-78")
    clerk.press(Keys.enter)
    #expect(clerk.shows("not the same"))
    clerk.press(Keys.save)
    #expect(dock.records.isEmpty)
    clerk.press(Keys.esc)
    clerk.write("S-77")
    clerk.press(Keys.enter)
    clerk.write("S-77")
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1"))
    #expect(dock.records.first?.text("seal") == "S-77")
  }
}
