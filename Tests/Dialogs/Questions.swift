import Glibc
import TerminalKit
import Testing

@Suite("Questions are answered by letters and digits alone", .timeLimit(.minutes(15)))
struct Questions {
  /// A pallet stands there, another was scanned.
  private func asked(_ dock: Dock) throws -> PseudoTerminal {
    let clerk = try dock.start("cold_store", Dock.patient)
    clerk.write("N-1001", pause: 60)
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1))
    clerk.scan(Forms.label(2))
    #expect(clerk.shows("save and begin the next record"))
    return clerk
  }

  @Test func neitherEnterNorTabNorAnotherKeyAnswers() throws {
    let dock = try Dock()
    let clerk = try asked(dock)
    #expect(kept(clerk, "replace-80x24") == nil, kept(clerk, "replace-80x24"))
    clerk.press(Keys.enter, Keys.tab, Keys.save, Keys.down, "x", "4", Keys.clear)
    #expect(clerk.shows("save and begin the next record") && dock.records.isEmpty)
    clerk.press("3")
    #expect(clerk.shows("The scan is dropped") && clerk.row("Pallet").contains(Forms.pallet(1)))
  }

  @Test func escDropsTheScanAndSaysSo() throws {
    let dock = try Dock()
    let clerk = try asked(dock)
    clerk.scan(Forms.label(3))
    clerk.press(Keys.esc)
    #expect(clerk.shows("scanned: \(Forms.pallet(3))"), "the scan that waited is processed after")
    clerk.press(Keys.esc)
    #expect(clerk.hides("drop the scan") && clerk.shows("The scan is dropped"))
    #expect(clerk.row("Pallet").contains(Forms.pallet(1)) && dock.records.isEmpty)
    #expect(clerk.waitForEnd(0) == nil, "the form stays open")
  }

  @Test(arguments: ["ABC\u{1b}DEF\r", "ABCDEF\r\u{1b}", "ABCDEF\u{1b}"]) func anEscOfABurstTakesNoQuestionAway(
    _ burst: String
  )
    throws
  {
    let dock = try Dock()
    let clerk = try asked(dock)
    clerk.send(burst)
    clerk.waitForSync()
    #expect(clerk.shows("save and begin the next record") && clerk.shows(Forms.pallet(2)))
    // Nor one within 100 ms of it.
    clerk.send(burst)
    usleep(30_000)
    clerk.send(Keys.esc)
    clerk.waitForSync()
    clerk.rest()
    #expect(clerk.shows("save and begin the next record") && clerk.shows(Forms.pallet(2)))
  }

  @Test func replaced() throws {
    let dock = try Dock()
    let clerk = try asked(dock)
    clerk.press("2")
    #expect(clerk.row("Pallet").contains(Forms.pallet(2)) && clerk.hides("save and begin"))
  }

  @Test func savedAndTheScanBeginsTheNextRecord() throws {
    let dock = try Dock()
    let clerk = try asked(dock)
    clerk.press("1")
    #expect(clerk.shows("saved 1") && clerk.row("Pallet").contains(Forms.pallet(2)))
    #expect(dock.records.map { $0.text("pallet") } == [Forms.pallet(1)])
  }

  @Test func savingIsNotOfferedForARecordThatIsNotComplete() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.scan(Forms.label(1))
    clerk.scan(Forms.label(2))
    #expect(clerk.shows("2  replace") && clerk.shows("3  drop the scan") && clerk.hides("save and begin"))
    clerk.press("1")
    #expect(clerk.shows("3  drop the scan") && dock.records.isEmpty)
    clerk.press("2")
    #expect(clerk.hides("drop the scan") && clerk.row("Pallet").contains(Forms.pallet(2)))
  }

  @Test(arguments: [0, 5]) func aScanAnswersNothingAndIsProcessedAfter(_ gap: Int) throws {
    let dock = try Dock()
    let clerk = try asked(dock)
    for code in [Forms.label(3), "1234567", "ABC-123"] {
      if gap == 0 { clerk.scan(code) } else { clerk.scanSlowly(code, gap: gap) }
    }
    #expect(clerk.shows("save and begin the next record") && clerk.shows(Forms.pallet(2)) && dock.records.isEmpty)
    clerk.press("3")
    // The first that waited raises the question anew.
    #expect(clerk.shows("scanned: \(Forms.pallet(3))"))
    clerk.press("2")
    #expect(clerk.row("Pallet").contains(Forms.pallet(3)))
    #expect(clerk.shows("no field of this form takes this code"), "the last that waited")
  }

  @Test func warningsAreConfirmedByALetterWithAReason() throws {
    let dock = try Dock()
    let clerk = try dock.start("cold_store", Dock.patient)
    clerk.write("N-1001", pause: 60)
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1, cases: "900"))
    clerk.press(Keys.save)
    #expect(clerk.shows("That is 900 cases") && clerk.shows("save it all the same"))
    #expect(kept(clerk, "warning-80x24") == nil, kept(clerk, "warning-80x24"))
    clerk.press(Keys.enter, Keys.tab, Keys.save)
    clerk.scanSlowly("yyyyyyyz")
    #expect(clerk.shows("save it all the same") && dock.records.isEmpty)
    clerk.press("n")
    #expect(clerk.hides("save it all the same") && dock.records.isEmpty)
    clerk.press(Keys.save, "y")
    #expect(clerk.shows("Why?"))
    for _ in 0..<2 {
      clerk.press(Keys.enter)
      #expect(clerk.shows("A reason is wanted. Why?") && dock.records.isEmpty)
    }
    clerk.write("big truck", pause: 60)
    clerk.scan(Forms.label(2))
    #expect(clerk.shows("big truck") && dock.records.isEmpty)
    clerk.press(Keys.enter)
    #expect(clerk.shows("saved 1"))
    let override = try #require(dock.records.first?.list("overrides").first)
    #expect(override["rule"] as? String == "many" && override["reason"] as? String == "big truck")
    #expect(clerk.row("Pallet").contains(Forms.pallet(2)), "the scan that waited begins the next record")
  }

  @Test func aWarningLeftWithNoKeepsTheScanThatWaited() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1, cases: "900"))
    clerk.press(Keys.save)
    #expect(clerk.shows("save it all the same"))
    clerk.scan(Forms.label(2))
    clerk.press("n")
    #expect(clerk.shows("scanned: \(Forms.pallet(2))"), "the scan that waited is processed after")
    clerk.press("1")
    #expect(clerk.shows("save it all the same"), "saving for the next scan asks for the warning first")
    clerk.press("y", "x", Keys.enter)
    #expect(clerk.shows("saved 1") && clerk.row("Pallet").contains(Forms.pallet(2)))
  }

  @Test func deletingALineAndThrowingARecordAwayAreAsked() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", Dock.patient)
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    clerk.press(Keys.delete)
    #expect(clerk.shows("Delete line 1 of Items?"))
    clerk.scanSlowly("yyyyyyyyx")
    clerk.press(Keys.enter, Keys.tab)
    #expect(clerk.shows("Delete line 1 of Items?"))
    clerk.press("n")
    #expect(clerk.shows("Slip holds RMA-77, scanned: yyyyyyyyx"), "the scan is processed after")
    clerk.press("3")
    #expect(clerk.hides("Delete line 1") && clerk.shows(" \(Forms.pens)_"))
    clerk.press(Keys.clear)
    #expect(clerk.shows("Empty. Again: throw the record away"))
    clerk.press(Keys.clear)
    #expect(clerk.shows("Throw this record away?"))
    clerk.scanSlowly("yyyyyyyyx")
    clerk.press(Keys.enter)
    #expect(clerk.shows("Throw this record away?"))
    clerk.press("n", "3")
    #expect(clerk.hides("Throw this record away?") && clerk.row("Slip").contains("RMA-77"))
    clerk.press(Keys.clear, Keys.clear, "y")
    #expect(clerk.shows("thrown away") && !clerk.row("Slip").contains("RMA-77") && dock.drafts.isEmpty)
  }

  @Test func escKeepsTheLineAndTheRecord() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", Dock.patient)
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    clerk.press(Keys.delete)
    #expect(clerk.shows("Delete line 1 of Items?"))
    clerk.press(Keys.esc)
    #expect(clerk.hides("Delete line 1") && clerk.shows(" \(Forms.pens)_"))
    clerk.press(Keys.clear, Keys.clear)
    #expect(clerk.shows("Throw this record away?"))
    clerk.press(Keys.esc)
    #expect(clerk.hides("Throw this record away?") && clerk.row("Slip").contains("RMA-77"))
  }

  @Test func theKeyThatClearsAsksAtTheSecondPress() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.clear)
    #expect(clerk.shows("Cleared. Again: throw the record away") && clerk.row("Notice").contains("____"))
    clerk.press(Keys.clear)
    #expect(clerk.shows("Throw this record away?"))
    clerk.press("n")
    for between in ["x", Keys.right, Keys.tab] {
      clerk.press(Keys.clear)
      #expect(clerk.shows("Again: throw the record away"))
      clerk.press(between)
      #expect(clerk.hides("Again"), "another key came between")
      clerk.press(Keys.clear)
      #expect(clerk.shows("Again: throw the record away") && !clerk.screen.text.contains("Throw this record away?"))
      clerk.press(Keys.right)
    }
    // Where a scan came between it begins anew, too.
    clerk.press(Keys.clear)
    clerk.scan(Forms.label(1))
    clerk.press(Keys.clear)
    #expect(clerk.shows("Again: throw the record away") && clerk.row("Pallet").contains(Forms.pallet(1)))
  }

  @Test func whatIsKeptComesFromSavedRecordsAlone() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1))
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && clerk.row("Notice").contains("N-1001"))
    // A wrong number is typed, and the record thrown away.
    clerk.press(Keys.shiftTab, Keys.clear)
    clerk.write("N-6666")
    clerk.press(Keys.tab, Keys.clear, Keys.clear, "y")
    #expect(clerk.shows("thrown away") && clerk.row("Notice").contains("N-1001"))
  }

  @Test func manyWarningsAreScrolledAndTheirAnswersStayInSight() throws {
    let rules = (1...30).map { "  - {that: count > 100, say: Warning number \($0), severity: warning}" }
    let form = """
      form: warned
      title: Many warnings
      version: 1
      fields:
        - {id: count, label: Count, type: integer, required: true}
      rules:
      \(rules.joined(separator: "\n"))
      """
    let dock = try Dock(["warned": form])
    let clerk = try dock.start("warned")
    clerk.write("5")
    clerk.press(Keys.save)
    #expect(clerk.shows("Warning number 1 ") && clerk.shows("y  save it all the same") && clerk.shows("…"))
    clerk.press(Keys.pageDown, Keys.pageDown, Keys.pageDown)
    #expect(clerk.shows("Warning number 30") && clerk.shows("y  save it all the same") && clerk.hides("number 1 "))
    clerk.press("y", "x", Keys.enter)
    #expect(clerk.shows("Saved as record 1") && dock.records.first?.list("overrides").count == 30)
  }

  @Test func severalFieldsWouldTakeIt() throws {
    let two = """
      form: two
      title: Two codes
      version: 1
      fields:
        - {id: words, label: Count, type: integer}
        - {id: first, label: First, type: barcode}
        - {id: second, label: Second, type: barcode}
      """
    let dock = try Dock(["two": two])
    let clerk = try dock.start("two")
    clerk.scan("ABC-1")
    #expect(clerk.shows("Which field is ABC-1 for?"))
    clerk.press(Keys.enter, "9")
    #expect(clerk.shows("Which field"))
    clerk.press("2")
    #expect(clerk.row("Second").contains("ABC-1") && !clerk.row("First").contains("ABC-1"))
  }
}
