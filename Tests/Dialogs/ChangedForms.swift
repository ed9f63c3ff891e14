import Foundation
import TerminalKit
import Testing

@Suite("A form whose file changes while it is open", .timeLimit(.minutes(15)))
struct ChangedForms {
  /// The plain form in another version, with a field more.
  static let second = """
    form: plain
    title: Plain codes
    version: 2
    fields:
      - {id: code, label: Code, type: barcode, required: true}
      - {id: words, label: Words, type: text}
      - {id: place, label: Place, type: text}
    """

  /// In a quiet moment, which comes every two seconds.
  private func tells(_ clerk: PseudoTerminal, _ text: String) -> Bool { clerk.waitFor(text, 60_000) }

  @Test func nothingIsEnteredYet() throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain")
    try dock.write(Self.second, form: "plain")
    #expect(tells(clerk, "The form was changed: it is version 2 now") && clerk.shows("Place"))
    clerk.scan(Forms.pens)
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.records.first?.json["form_version"] as? Int == 2)
  }

  @Test func aRecordThatWasBegunStaysOfTheOldOneAndTheNextIsOfTheNew() throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain")
    clerk.scan(Forms.pens)
    try dock.write(Self.second, form: "plain")
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1. The form was changed: it is version 2 now") && clerk.shows("Place"))
    clerk.scan(Forms.pens)
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 2"))
    #expect(dock.records.map { $0.json["form_version"] as? Int } == [1, 2])
  }

  @Test(arguments: [
    ("a fault", Forms.plain.replacingOccurrences(of: "type: text", with: "type: txt"), "plain.yaml:6: "),
    ("half a file", String(second.prefix(60)), "plain.yaml:"),
    ("another form", second.replacingOccurrences(of: "form: plain", with: "form: other"), "the form other now"),
  ]) func whatCannotBeUsedIsToldAndTheFormBeforeIsUsed(_ name: String, _ text: String, _ told: String) throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain", columns: 200)
    try dock.write(text, form: "plain")
    #expect(tells(clerk, "the one before is used") && clerk.shows(told))
    clerk.scan(Forms.pens)
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.records.first?.json["form_version"] as? Int == 1)
    try dock.write(Self.second, form: "plain")
    #expect(tells(clerk, "The form was changed: it is version 2 now"), "mended, it is used")
  }

  @Test func aPipeInItsPlaceIsToldAndTheFormGoesOn() throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain", columns: 200)
    let path = "\(dock.folder)/forms/plain.yaml"
    try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    #expect(tells(clerk, "the one before is used"))
    clerk.scan(Forms.pens)
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1"))
  }

  @Test func aListOfTheFormChanges() throws {
    let form = """
      form: haulage
      title: Haulage
      version: 1
      choices:
        hauliers: {file: hauliers.csv, value: code, label: name}
      fields:
        - {id: haulier, label: Haulier, type: choice, choices: hauliers}
        - {id: words, label: Words, type: text}
      """
    let dock = try Dock(["haulage": form])
    try "code,name\nDHL,DHL Freight\nUPS,UPS\n".write(
      toFile: "\(dock.folder)/forms/hauliers.csv", atomically: true, encoding: .utf8)
    let clerk = try dock.start("haulage")
    try "code,name\nDHL,DHL Freight\nGLS,GLS Germany\n".write(
      toFile: "\(dock.folder)/forms/hauliers.csv", atomically: true, encoding: .utf8)
    #expect(tells(clerk, "The form was changed"))
    clerk.press(Keys.list)
    #expect(clerk.shows("GLS Germany"))
  }
}
