import TerminalKit
import Testing

@Suite("Every size of the screen", .timeLimit(.minutes(15)))
struct Sizes {
  @Test(arguments: [(132, 43), (40, 15), (20, 10), (16, 8)])
  func aScreenOfItsOwn(_ columns: Int, _ rows: Int) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: rows, columns: columns)
    let name = "\(columns)x\(rows)"
    #expect(clerk.shows("(none)"))
    #expect(kept(clerk, "comeback-empty-\(name)") == nil, kept(clerk, "comeback-empty-\(name)"))
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    #expect(clerk.shows(String(Forms.pens.prefix(12))))
    #expect(kept(clerk, "comeback-\(name)") == nil, kept(clerk, "comeback-\(name)"))
  }

  @Test func theHistoryNewestFirst() throws {
    let dock = try Dock()
    for (columns, rows) in [(80, 24), (132, 43)] {
      let clerk = try dock.start("comeback", rows: rows, columns: columns)
      clerk.send("RMA-77\r\(Forms.pens)\r\(Forms.checked(Forms.tissues))\r")
      clerk.waitForSync()
      let tissues = Forms.checked(Forms.tissues)
      if columns == 80 {
        #expect(clerk.row("Last scanned").contains(tissues))
        #expect(clerk.shows(" 08:14:05 \(Forms.pens) │ 08:14:05 RMA-77"))
      } else {
        let side = clerk.screen.lines[2...4].map { $0.suffix(48) }
        #expect(zip(side, [tissues, Forms.pens, "RMA-77"]).allSatisfy { $0.contains($1) })
      }
      clerk.rest()
      clerk.press(Keys.clear, Keys.clear, "y")
    }
  }

  /// Everything by digits and Enter: a slip, a line, the state, and save.
  @Test(arguments: [(20, 10), (16, 8)]) func digitsAndEnterAlone(_ columns: Int, _ rows: Int) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: rows, columns: columns)
    #expect(clerk.shows("Slip") && clerk.shows("1/"))
    clerk.write("77")
    clerk.press(Keys.enter)
    #expect(clerk.shows("Items 1") && clerk.shows("Code"))
    clerk.write(Forms.pens)
    clerk.press(Keys.enter)
    #expect(clerk.shows("Pieces"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("State"))
    clerk.write("2")
    #expect(clerk.shows("opened"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("Items 2"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("Menu") && clerk.shows("3 next"))
    clerk.press("3")
    #expect(clerk.shows("Refund"))
    clerk.write("5")
    clerk.press(Keys.enter)
    #expect(clerk.shows("Sealed"))
    clerk.write("1")
    clerk.press(Keys.enter)
    #expect(clerk.shows("Seen"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("Menu"), "Enter on the last field leads to everything else")
    clerk.press("8")
    #expect(clerk.wait(2000) { _ in dock.records.count == 1 })
    #expect(dock.records.first?.row("items", 0) == "code=\(Forms.pens) pieces=1 state=opened")
    #expect(dock.records.first?.text("slip") == "77" && dock.records.first?.text("refund") == "5")
    #expect(clerk.shows("Slip") && !clerk.screen.lines[2].contains("77"), "the next record is empty")
  }

  /// What F9, F5, F3, F11 and F1 do elsewhere.
  @Test(arguments: [(20, 10), (16, 8)]) func theRestOfTheMenuIsBehindZero(_ columns: Int, _ rows: Int) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: rows, columns: columns)
    func choose(_ digit: String) {
      clerk.press(Keys.enter)
      #expect(clerk.shows("Menu") && clerk.shows("1 scan"))
      clerk.press("0")
      #expect(clerk.shows("1 clear a"))
      clerk.press(digit)
    }
    clerk.write("77")
    clerk.press(Keys.enter)
    #expect(clerk.shows("Items 1") && dock.drafts.first?["slip"] == "77")
    choose("3")
    #expect(clerk.hides("Menu") && clerk.shows("There is no"))
    choose("4")
    #expect(clerk.shows("No record was"))
    clerk.press(Keys.esc)
    choose("5")
    #expect(clerk.shows("Who works"))
    clerk.press(Keys.esc)
    choose("6")
    #expect(clerk.shows("Help"))
    clerk.press(Keys.esc, Keys.shiftTab)
    #expect(clerk.screen.lines[2].contains("77"))
    clerk.press(Keys.tab)
    choose("2")
    #expect(clerk.shows("Throw this") && !dock.drafts.isEmpty, "it is asked first")
    clerk.press("y")
    #expect(clerk.wait(2000) { _ in dock.drafts.isEmpty } && clerk.shows("Slip"))
    clerk.write("78")
    clerk.press(Keys.enter)
    choose("1")
    #expect(clerk.shows("Clear") && clerk.shows("1 Slip: 78"))
    clerk.press("1")
    #expect(clerk.shows("1/") && !clerk.screen.lines[2].contains("78") && dock.drafts.first?["slip"] == nil)
  }

  @Test func aFormOfOneFieldBeginsEmptyAgain() throws {
    let one =
      "form: one\ntitle: One\nversion: 1\nfields:\n  - {id: count, label: Count, type: integer, required: true}\n"
    let dock = try Dock(["one": one])
    let clerk = try dock.start("one", rows: 8, columns: 16)
    clerk.write("12")
    clerk.press(Keys.save)
    #expect(clerk.wait(2000) { _ in dock.records.count == 1 } && !clerk.screen.lines[2].contains("12"))
    clerk.press(Keys.save)
    #expect(dock.records.count == 1)
  }

  @Test(arguments: [(15, 7), (16, 7), (15, 8), (3, 2), (1, 1)]) func tooSmall(_ columns: Int, _ rows: Int) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: rows, columns: columns)
    if rows == 7 { #expect(clerk.screen.text.contains("Too small")) }
    clerk.press("x", Keys.enter, Keys.save, Keys.list)
    clerk.scan("RMA-77")
    clerk.resize(to: 80, 24)
    #expect(clerk.shows("Goods coming back") && clerk.row("Slip").contains("RMA-77"))
    clerk.press(Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0))
  }

  @Test("Whatever is open, the last line names every key of it", arguments: [(132, 43), (40, 15), (20, 10), (16, 8)])
  func theKeysOfWhatIsOpen(_ columns: Int, _ rows: Int) throws {
    let dock = try Dock()
    let clerk = try dock.start(nil, rows: rows, columns: columns)
    func names(_ keys: String..., sourceLocation: SourceLocation = #_sourceLocation) {
      let line = clerk.screen.lines[rows - 1]
      for key in keys { #expect(line.contains(key), "\(line)", sourceLocation: sourceLocation) }
    }
    names("Enter", columns < 34 ? "1-2" : "digit", "Esc")
    clerk.press("2")
    #expect(clerk.shows("Slip"))
    clerk.press(Keys.operatorKey)
    names("Enter", "Esc")
    clerk.press(Keys.esc, Keys.records)
    names("Enter", "Esc")
    clerk.press(Keys.esc)
    if columns < 34 {
      clerk.press(Keys.enter)
      names("Enter", "1-9", " 0", "Esc")
      clerk.press(Keys.esc)
    }
    clerk.press(Keys.help)
    if rows < 43 { names("Enter", columns < 80 ? "↑↓ Pg" : "PgUp PgDn", "Esc") } else { names("Enter", "Esc") }
    clerk.press(Keys.esc, Keys.clear, Keys.clear)
    names("y n", "Esc")
  }

  @Test func aPageThatIsTooLongIsReadToItsEndWithEnterAlone() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: 10, columns: 20)
    clerk.press(Keys.help)
    var pages = 0
    while clerk.screen.text.contains("Help ─"), pages < 40 {
      clerk.press(Keys.enter)
      pages += 1
    }
    #expect(pages > 3 && clerk.shows("Slip"))
  }

  @Test func tooSmallForTheMenuIsSaidAndNothingIsChosenUnseen() throws {
    let dock = try Dock()
    let clerk = try dock.start(nil, rows: 5, columns: 30)
    #expect(clerk.shows("Too small: 16x8 at least"))
    clerk.press(Keys.enter, "1")
    clerk.resize(to: 80, 24)
    #expect(clerk.shows("Forms") && clerk.shows("Goods coming back") && clerk.hides("Too small"))
  }

  @Test func resizingKeepsWhatIsTypedWhereTheCursorIsAndWhatIsOpen() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    clerk.write("d")
    clerk.press(Keys.tab, Keys.tab, Keys.tab)
    clerk.write("lotx7")
    clerk.press(Keys.left, Keys.left)
    let sizes = [(132, 43), (40, 15), (15, 7), (20, 10), (80, 24)]
    for (columns, rows) in sizes where columns != 20 {
      clerk.resize(to: columns, rows)
      guard columns > 15 else { continue }
      #expect(clerk.row("Lot").contains("lotx7") && clerk.rowOfCursor.contains("Lot"), "\(columns)x\(rows)")
      #expect(clerk.row("Notice").contains("N-1001") || columns == 40 && rows == 15)
    }
    // The cursor stands where it stood, also in the middle of the text.
    clerk.write("Y")
    #expect(clerk.row("Lot").contains("lotYx7"))
    clerk.resize(to: 20, 10)
    #expect(clerk.screen.lines[2].contains("lotYx7") && clerk.screen.text.contains("Lot"))
    clerk.write("9")
    clerk.resize(to: 80, 24)
    #expect(clerk.row("Lot").contains("lotYx79"))
    clerk.press(Keys.tab)
    #expect(clerk.row("Lot").contains("LOTYX79"))
    clerk.press(Keys.up, Keys.up, Keys.up, Keys.up, Keys.list)
    #expect(clerk.shows("4 Another one"))
    for (columns, rows) in sizes {
      clerk.resize(to: columns, rows)
      if columns > 15 { #expect(clerk.shows("Another one"), "\(columns)x\(rows)") }
    }
    clerk.press("3")
    #expect(clerk.row("Haulier").contains("Dachser") && clerk.hides("Another one"))
    clerk.press(Keys.operatorKey)
    clerk.write("JO")
    for (columns, rows) in sizes { clerk.resize(to: columns, rows) }
    #expect(clerk.shows("Who works here now?") && clerk.shows("JO"))
    clerk.write("E")
    clerk.press(Keys.enter)
    #expect(clerk.screen.lines[0].contains("JOE"))
  }

  @Test func aQuestionSurvivesEverySize() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.scan(Forms.label(1))
    clerk.scan(Forms.label(2))
    for (columns, rows) in [(132, 43), (40, 15), (16, 8), (4, 3), (80, 24)] {
      clerk.resize(to: columns, rows)
      if columns > 15 { #expect(clerk.shows(columns < 30 ? "2 replace" : "2  replace"), "\(columns)x\(rows)") }
    }
    clerk.press("2")
    #expect(clerk.row("Pallet").contains(Forms.pallet(2)))
  }

  @Test func onTheSmallestScreenEnterShowsTheRestOfAQuestion() throws {
    let dock = try Dock()
    let clerk = try dock.start("cold_store", rows: 8, columns: 16)
    clerk.write("N-1001")
    clerk.press(Keys.enter)
    clerk.write("u")
    clerk.scan(Forms.label(1))
    clerk.scan(Forms.label(2))
    #expect(clerk.shows("Pallet holds") && clerk.shows("Enter 1-3 Esc"))
    var seen = ""
    for _ in 0..<3 {
      seen += clerk.screen.lines[1...5].map { $0.dropFirst().prefix { $0 != "│" } }.joined(separator: "|")
      clerk.press(Keys.enter)
    }
    #expect(
      seen.contains("1 save and") && seen.contains("2 replace") && seen.contains("3 drop the") && seen.contains("scan"))
    #expect(clerk.shows("Pallet holds") && dock.records.isEmpty, "round again, and nothing is answered")
    clerk.press("3")
    #expect(clerk.shows("The scan is"))
  }

  @Test func onTheSmallestScreenAMessageIsReadWhole() throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", rows: 8, columns: 16)
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    clerk.press(Keys.save)
    #expect(clerk.shows("✗ Items 1:") && clerk.shows("State is") && clerk.shows("missing"))
    clerk.press("1", Keys.clear)
    #expect(clerk.shows("throw the") && clerk.shows("record away"))
  }
}
