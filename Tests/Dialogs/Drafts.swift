import Foundation
import TerminalKit
import Testing

@Suite("Nothing that was entered is lost", .timeLimit(.minutes(15)))
struct Drafts {
  /// A record begun and the program killed.
  private func killed(_ dock: Dock) throws {
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.enter)
    clerk.scan(Forms.label(1))
    clerk.write("u")
    clerk.signal(9)
    #expect(clerk.waitForEnd() == .killed(9))
  }

  @Test func killedAndGoneOnWith() throws {
    let dock = try Dock()
    try killed(dock)
    #expect(dock.drafts.first?["notice"] == "N-1001" && dock.drafts.first?["haulier"] == "UPS")
    let clerk = try dock.start()
    #expect(clerk.shows("go on with it") && clerk.shows("N-1001"))
    #expect(kept(clerk, "unfinished-80x24") == nil, kept(clerk, "unfinished-80x24"))
    clerk.press(Keys.enter, Keys.tab, "x")
    #expect(clerk.shows("go on with it"))
    clerk.press("1")
    #expect(clerk.row("Notice").contains("N-1001") && clerk.row("Pallet").contains(Forms.pallet(1)))
    #expect(clerk.row("Haulier").contains("UPS") && clerk.row("Last scanned").contains("00" + Forms.pallet(1)))
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.drafts.isEmpty)
    #expect(dock.records.first?.list("scans").count == 1 && dock.records.first?.text("lot") == "LOT7")
    clerk.press(Keys.esc)
    let again = try dock.start()
    #expect(!again.screen.text.contains("Unfinished record"))
  }

  @Test func shownAndThenThrownAway() throws {
    let dock = try Dock()
    try killed(dock)
    let clerk = try dock.start()
    clerk.press("2")
    #expect(clerk.shows("Pallet: \(Forms.pallet(1))") && clerk.shows("Lot: LOT7"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("go on with it"), "after reading it is asked again")
    clerk.press("3")
    #expect(clerk.hides("Unfinished record") && dock.drafts.isEmpty && clerk.row("Notice").contains("____"))
  }

  @Test func laterLeavesItThere() throws {
    let dock = try Dock()
    try killed(dock)
    let clerk = try dock.start()
    clerk.press("0")
    #expect(clerk.hides("Unfinished record") && dock.drafts.count == 1)
    clerk.press(Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0) && dock.drafts.count == 1)
    let again = try dock.start()
    #expect(again.shows("go on with it"))
  }

  @Test func escLeadsBackAndLeavesItThere() throws {
    let dock = try Dock()
    try killed(dock)
    let clerk = try dock.start(nil)
    clerk.press("1")
    #expect(clerk.shows("go on with it"))
    clerk.scan(Forms.label(2))
    clerk.press(Keys.esc)
    #expect(clerk.shows("Cold store intake  cold_store"))
    #expect(clerk.hides("Unfinished record") && dock.drafts.count == 2, "what was scanned meanwhile is a draft too")
    #expect(Set(dock.drafts.map { $0["pallet"] }) == [Forms.pallet(1), Forms.pallet(2)])
    let alone = try dock.start()
    #expect(alone.shows("go on with it"))
    alone.press(Keys.esc)
    #expect(alone.waitForEnd() == .exited(0) && dock.drafts.count == 2)
  }

  @Test func goneOnWithWhereTheClerkWas() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab, Keys.tab, Keys.tab, Keys.tab)
    clerk.write("L5")
    clerk.press(Keys.enter)
    #expect(clerk.rowOfCursor.contains("Best before"))
    clerk.signal(9)
    #expect(clerk.waitForEnd() == .killed(9))
    let again = try dock.start()
    again.press("1")
    #expect(again.row("Lot").contains("L5") && again.rowOfCursor.contains("Best before"))
    // Left by hand it is the same.
    again.press(Keys.down, Keys.esc)
    let third = try dock.start()
    third.press("1")
    #expect(third.rowOfCursor.contains("Cases"))
  }

  @Test func goneOnWithWhereTheClerkWentWithoutEnteringAnything() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab, Keys.tab, Keys.tab, Keys.tab, Keys.shiftTab)
    #expect(clerk.rowOfCursor.contains("Article"))
    let isKept = clerk.wait(5000) { _ in
      dock.draftFiles.contains { (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("\"article\"") == true }
    }
    #expect(isKept, "in a moment of rest the draft follows")
    clerk.signal(9)
    #expect(clerk.waitForEnd() == .killed(9))
    let again = try dock.start()
    again.press("1")
    #expect(again.row("Notice").contains("N-1001") && again.rowOfCursor.contains("Article"))
  }

  @Test func goneOnWithInTheLineThatWasBegun() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback")
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    clerk.press("1", Keys.enter)
    #expect(clerk.shows("▸ 2"))
    clerk.press(Keys.esc)
    let again = try dock.start("comeback")
    again.press("1")
    #expect(again.shows("▸ 2") && again.rowOfCursor.contains("▸ 2"))
  }

  @Test(arguments: [0, 5]) func aScanAnswersNothingAndIsNotLost(_ gap: Int) throws {
    let dock = try Dock()
    try killed(dock)
    let clerk = try dock.start("cold_store", Dock.patient)
    if gap == 0 { clerk.scan(Forms.label(2)) } else { clerk.scanSlowly(Forms.label(2), gap: gap) }
    #expect(clerk.shows("go on with it") && dock.drafts.count == 1)
    clerk.press("2")
    clerk.scan("N-4711")
    #expect(clerk.shows("Lot: LOT7"))
    clerk.press(Keys.esc, "0")
    #expect(
      clerk.row("Pallet").contains(Forms.pallet(2)) && clerk.shows("Last scanned: N-4711"), "both, in their order")
  }

  @Test func severalAreAskedAboutOneAfterTheOther() throws {
    let dock = try Dock()
    for number in 1...2 {
      let clerk = try dock.start("cold_store", ["FORMENTRY_NOW": "2026-11-30T08:0\(number):00+01:00"])
      if number == 2 { clerk.press("0") }
      clerk.scan(Forms.label(number))
      clerk.signal(9)
      _ = clerk.waitForEnd()
    }
    let clerk = try dock.start()
    #expect(clerk.shows(Forms.pallet(1)))
    clerk.press("3")
    #expect(clerk.shows(Forms.pallet(2)) && clerk.shows("go on with it"))
    clerk.press("1")
    #expect(clerk.row("Pallet").contains(Forms.pallet(2)) && dock.drafts.count == 1)
  }

  @Test func ofAnotherVersionOfTheFormItIsNotGoneOnWith() throws {
    let dock = try Dock()
    try killed(dock)
    try dock.write(Forms.coldStore.replacingOccurrences(of: "version: 2", with: "version: 3"), form: "cold_store")
    let clerk = try dock.start()
    #expect(clerk.shows("version of this form and cannot be gone on with"))
    #expect(!clerk.screen.text.contains("go on with it"))
    clerk.press("1")
    #expect(clerk.shows("version of this form and cannot be gone on with"))
    clerk.press("2")
    #expect(clerk.shows("Lot: LOT7"))
    clerk.press(Keys.esc, "0")
    #expect(clerk.hides("Unfinished") && clerk.row("Notice").contains("____") && dock.drafts.count == 1)
  }

  @Test func whatIsOpenInAnotherTerminalIsNotOffered() throws {
    let dock = try Dock()
    let first = try dock.start()
    first.scan(Forms.label(1))
    #expect(dock.drafts.count == 1)
    let second = try dock.start()
    #expect(second.shows("Last scanned") && !second.screen.text.contains("Unfinished record"))
    second.scan(Forms.label(2))
    // Both go on with their own.
    for (clerk, number) in [(first, 1), (second, 2)] {
      clerk.write("N-100\(number)")
      clerk.press(Keys.tab)
      clerk.write("u")
      clerk.press(Keys.save)
      #expect(clerk.shows("Saved as record \(number)"))
    }
    #expect(Set(dock.records.compactMap { $0.text("pallet") }) == [Forms.pallet(1), Forms.pallet(2)])
    second.scan(Forms.label(3))
    second.press(Keys.esc)
    #expect(second.waitForEnd() == .exited(0))
    let third = try dock.start()
    #expect(third.shows("go on with it") && third.shows(Forms.pallet(3)))
  }

  @Test func ofARecordThatWasSavedItIsNotOffered() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1))
    let draft = try #require(dock.draftFiles.first)
    let text = try String(contentsOfFile: draft, encoding: .utf8)
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1"))
    clerk.signal(9)
    _ = clerk.waitForEnd()
    // As if the power had gone between the record and its draft.
    try text.write(toFile: draft, atomically: true, encoding: .utf8)
    let again = try dock.start()
    #expect(!again.screen.text.contains("Unfinished record") && dock.drafts.isEmpty)
  }

  @Test func escLeavesAndKeepsWhatIsHalfTyped() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-10")
    clerk.press(Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0) && clerk.isAsBefore)
    #expect(dock.drafts == [["notice": "N-10"]])
    let again = try dock.start()
    clerkGoesOn(again)
    #expect(again.row("Notice").contains("N-10"))
  }

  private func clerkGoesOn(_ clerk: PseudoTerminal) {
    #expect(clerk.shows("go on with it"))
    clerk.press("1")
  }

  @Test func anUntouchedFormLeavesNothingBehind() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback")
    clerk.press(Keys.tab, Keys.tab, Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0) && dock.draftFiles.isEmpty)
  }

  @Test(arguments: [
    ("the form's name", "\"form\":\"cold_store\"", "\"form\":\"cild_store\""),
    ("the name of the member", "\"form\":\"", "\"fprm\":\""),
    ("the form's name is no text", "\"form\":\"cold_store\"", "\"form\":7"),
    ("the name of the fields", "\"fields\":{", "\"fie|ds\":{"),
    ("the id", "\"id\":\"0", "\"id\":\"9"),
    ("the structure behind the fields", "\"scans\":[", "\"scans\":]"),
  ]) func aDamagedOneIsToldAndWhatCanBeReadIsOffered(_ what: String, _ good: String, _ bad: String) throws {
    let dock = try Dock()
    try killed(dock)
    let draft = try #require(dock.draftFiles.first)
    let text = try String(contentsOfFile: draft, encoding: .utf8)
    let damaged = text.replacingOccurrences(of: good, with: bad)
    try #require(damaged != text)
    try damaged.write(toFile: draft, atomically: true, encoding: .utf8)
    let clerk = try dock.start()
    #expect(clerk.shows("Please read") && clerk.shows("compare every field") && clerk.shows("quarantine"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("go on with it") && clerk.shows("N-1001") && clerk.shows("It was damaged"))
    clerk.press("1")
    #expect(clerk.row("Notice").contains("N-1001") && clerk.row("Haulier").contains("UPS"))
    #expect(clerk.row("Pallet").contains(Forms.pallet(1)))
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.drafts.isEmpty)
    let quarantine = dock.store + "/quarantine"
    let aside = try FileManager.default.contentsOfDirectory(atPath: quarantine)
    #expect(aside.count == 1)
    let original = try String(contentsOfFile: "\(quarantine)/\(aside.first ?? "")", encoding: .utf8)
    #expect(original == damaged)
  }

  @Test func aDamagedOneThatNoFormKnowsIsReadAndThrownAway() throws {
    let dock = try Dock()
    try killed(dock)
    let draft = try #require(dock.draftFiles.first)
    let text = try String(contentsOfFile: draft, encoding: .utf8)
      .replacingOccurrences(of: "cold_store", with: "cold~store").replacingOccurrences(of: "sha256:", with: "sha25:")
    try text.write(toFile: draft, atomically: true, encoding: .utf8)
    let clerk = try dock.start("comeback")
    clerk.press(Keys.enter)
    #expect(clerk.shows("does not say of which form") && !clerk.screen.text.contains("go on with it"))
    clerk.press("2")
    #expect(clerk.shows("notice: N-1001"))
    clerk.press(Keys.esc, "3")
    #expect(clerk.hides("Unfinished record") && dock.drafts.isEmpty)
  }

  @Test func aScanWhileADamagedOneIsToldIsNotLost() throws {
    let dock = try Dock()
    let begun = try dock.start()
    begun.write("N-1001")
    begun.press(Keys.enter)
    begun.signal(9)
    #expect(begun.waitForEnd() == .killed(9))
    let draft = try #require(dock.draftFiles.first)
    let text = try String(contentsOfFile: draft, encoding: .utf8)
    try text.replacingOccurrences(of: "\"form\"", with: "\"farm\"").write(
      toFile: draft, atomically: true, encoding: .utf8)
    let clerk = try dock.start()
    clerk.scan(Forms.label(1))
    #expect(clerk.shows("Please read"))
    clerk.press(Keys.enter, "1")
    #expect(clerk.row("Notice").contains("N-1001") && clerk.row("Pallet").contains(Forms.pallet(1)))
  }

  @Test(arguments: [100_000, 1_000_000]) func aTextOfAMillionCharactersIsAskedAboutAtOnce(_ count: Int) throws {
    let dock = try Dock()
    try killed(dock)
    let draft = try #require(dock.draftFiles.first)
    let text = try String(contentsOfFile: draft, encoding: .utf8)
    // Without its checksum it is taken as it is.
    let long = text.replacingOccurrences(of: "\"N-1001\"", with: "\"\(String(repeating: "7", count: count))\"")
      .replacingOccurrences(of: #","crc32c":"[0-9a-f]*""#, with: "", options: .regularExpression)
    try long.write(toFile: draft, atomically: true, encoding: .utf8)
    let clerk = try dock.start()
    #expect(clerk.shows("go on with it") && clerk.shows("7…") && clerk.shows("UPS"))
    clerk.press("2")
    #expect(clerk.shows("Notice: 7777") || clerk.shows("7777"))
    clerk.press(Keys.esc, "1", Keys.save)
    #expect(clerk.shows("Not complete yet"))
  }

  @Test func aThousandLinesAreGoneOnWithAndNumberedInFull() throws {
    let dock = try Dock()
    try dock.write(Forms.comeback.replacingOccurrences(of: "max: 40", with: "max: 2000"), form: "comeback")
    let clerk = try dock.start("comeback")
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    clerk.signal(9)
    #expect(clerk.waitForEnd() == .killed(9))
    let draft = try #require(dock.draftFiles.first)
    let text = try String(contentsOfFile: draft, encoding: .utf8)
      .replacingOccurrences(of: #","crc32c":"[0-9a-f]*""#, with: "", options: .regularExpression)
      .replacingOccurrences(of: #""row":0"#, with: #""row":999"#)
    let row = ##"{"code":{"text":"\##(Forms.pens)","origin":"scanned"}}"##
    let rows = #""items":["# + Array(repeating: row, count: 999).joined(separator: ",") + ","
    try text.replacingOccurrences(of: #""items":["#, with: rows).write(
      toFile: draft, atomically: true, encoding: .utf8)
    let again = try dock.start("comeback")
    again.press("1")
    #expect(again.shows("▸1000 \(Forms.pens)") && again.row("  999 ").contains(Forms.pens))
  }
}
