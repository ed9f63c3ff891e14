import TerminalKit
import Testing

@Suite("What a keyboard scanner sends", .timeLimit(.minutes(15)))
struct WedgeBursts {
  static let ends: [(String, String)] = [("CR", "\r"), ("LF", "\n"), ("CR LF", "\r\n"), ("Tab", "\t"), ("silence", "")]

  @Test(arguments: ends) func inOneWrite(_ name: String, _ end: String) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback")
    clerk.scan("RMA-77", end: end)
    clerk.scan(Forms.pens, end: end)
    #expect(clerk.row("Slip").contains("RMA-77") && clerk.row("Last scanned").contains(Forms.pens))
    #expect(clerk.rowOfCursor.contains(Forms.pens), "the cursor is where something is missing: the state of the row")
    #expect(dock.records.isEmpty && !clerk.screen.text.contains("Not complete"))
  }

  @Test(arguments: ends) func aCharacterEveryFiveMilliseconds(_ name: String, _ end: String) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", Dock.patient)
    clerk.scanSlowly("RMA-77", end: end)
    clerk.scanSlowly(Forms.pens, end: end)
    #expect(clerk.row("Slip").contains(" RMA-77__") && clerk.row("Last scanned").contains(Forms.pens))
    #expect(clerk.shows(" \(Forms.pens)__"))
  }

  @Test func groupSeparatorsAndEndOfTransmissionInside() throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain")
    let code = "[)>\u{1e}06\u{1d}1JUN0012\u{1d}Q48\u{1e}\u{04}"
    clerk.scan(code)
    #expect(clerk.row("Last scanned").contains("{RS}06{GS}1JUN0012{GS}Q48{RS}{EOT}"))
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.records.first?.text("code") == code)
  }

  @Test func typedTextStaysTypedTextAndAScanDoesNotMixWithIt() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-10")
    clerk.scan(Forms.label(1))
    #expect(clerk.row("Notice").contains("N-10_") && clerk.row("Pallet").contains(Forms.pallet(1)))
    #expect(dock.drafts.first?["notice"] == "N-10", "what was being typed is kept with the scan")
  }

  /// One character does something in a choice field and in a list: the first of a slow scan must not.
  @Test func theFirstCharacterOfASlowScanChoosesNothing() throws {
    let dock = try Dock()
    let clerk = try dock.start("cold_store", Dock.patient)
    clerk.press(Keys.tab)
    #expect(clerk.rowOfCursor.contains("Haulier"))
    clerk.scanSlowly("1234567")
    #expect(clerk.row("Haulier").contains("______") && clerk.shows("no field of this form takes this code"))
    clerk.press(Keys.list)
    #expect(clerk.shows("2 DHL"))
    clerk.scanSlowly(Forms.label(1), gap: 3)
    #expect(
      clerk.hides("2 DHL") && clerk.row("Haulier").contains("______") && clerk.row("Pallet").contains(Forms.pallet(1)))
  }

  @Test func aCheckboxIsNotTicked() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", Dock.patient)
    clerk.press(Keys.tab, Keys.tab, Keys.tab)
    #expect(clerk.rowOfCursor.contains("Sealed"))
    clerk.scanSlowly("1 2 3 4 5 6")
    #expect(clerk.row("Sealed").contains("[ ]") && clerk.row("Slip").contains("1 2 3 4 5 6"))
  }

  @Test func whateverIsOnTheScreenAScanGoesWhereScansGo() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", Dock.patient)
    clerk.press(Keys.help)
    clerk.scan("RMA-77")
    #expect(clerk.hides("Take the last scan back") && clerk.row("Slip").contains("RMA-77"))
    clerk.press(Keys.save)
    #expect(clerk.shows("Not complete yet"))
    clerk.scan(Forms.pens)
    #expect(clerk.hides("Not complete yet") && clerk.row("Last scanned").contains(Forms.pens))
    clerk.press(Keys.operatorKey)
    clerk.scanSlowly(Forms.checked(Forms.tissues))
    #expect(clerk.hides("Who works here now?") && clerk.shows("Last scanned: \(Forms.checked(Forms.tissues))"))
    #expect(clerk.screen.lines[0].contains("MK"))
  }

  @Test func onTheMenuAScanIsAnswered() throws {
    let dock = try Dock()
    let clerk = try dock.start(nil, Dock.patient)
    clerk.scanSlowly(Forms.pens)
    #expect(clerk.shows("no form is open") && clerk.shows("1 Cold store intake"))
  }

  @Test func severalInOneWriteAreAllTaken() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback")
    clerk.send("RMA-77\r\(Forms.pens)\r\(Forms.pens)\r\(Forms.checked(Forms.tissues))\r")
    #expect(clerk.waitForSync())
    #expect(clerk.shows("\(Forms.pens) → 2") && clerk.row("Last scanned").contains(Forms.checked(Forms.tissues)))
  }

  /// The program was busy with the disk while all of this came.
  @Test func whatComesWhileARecordIsSavedIsForTheNext() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1))
    clerk.signal(19)  // SIGSTOP
    clerk.send(Keys.save)
    clerk.send(Forms.label(2) + "\r")
    clerk.signal(18)
    #expect(clerk.shows("saved 1"))
    #expect(clerk.wait(2000) { _ in clerk.row("Pallet").contains(Forms.pallet(2)) } && dock.records.count == 1)
    // Between two scans in one piece F10 might be part of a code: it presses nothing, and no scan is lost or changed.
    clerk.rest()
    clerk.write("u")
    clerk.send(Forms.label(2) + "\r" + Keys.save + Forms.label(3) + "\r")
    clerk.waitForSync()
    #expect(clerk.shows("save and begin the next record"))
    clerk.rest()
    clerk.press("1")
    #expect(clerk.shows("saved 2") && clerk.row("Pallet").contains(Forms.pallet(3)))
    #expect(dock.records.map { $0.text("pallet") } == [Forms.pallet(1), Forms.pallet(2)])
  }

  @Test func aSlowRadioScannerWithAPauseOfItsOwn() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", Dock.patient)
    clerk.scanSlowly("RMA-77", gap: 22)
    #expect(clerk.row("Slip").contains(" RMA-77__") && clerk.row("Last scanned").contains("RMA-77"))
  }

  @Test func pastedTextIsACodeInABarCodeField() throws {
    let dock = try Dock(["plain": Forms.plain])
    let clerk = try dock.start("plain")
    clerk.press("\u{1b}[200~ABC-1\u{1b}[201~")
    #expect(clerk.row("Last scanned").contains("ABC-1") && clerk.row("Last scanned").contains("pasted"))
    clerk.press("\u{1b}[200~two\nlines\u{1b}[201~")
    #expect(clerk.row("Words").contains("two_"))
  }
}
