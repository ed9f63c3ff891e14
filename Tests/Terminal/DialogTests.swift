import Glibc
import TerminalKit
import Testing

@testable import FormEntry

@Suite(.timeLimit(.minutes(15))) struct DialogTests {
  @Test func typingIsEchoedCharacterByCharacter() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    for (index, character) in "Straße 漢1".enumerated() {
      terminal.send(String(character))
      #expect(terminal.waitForSync(), "character \(index)")
      usleep(30_000)
    }
    #expect(terminal.screen.lines[2].contains("Article   Straße 漢1__"))
    #expect(terminal.screen.cursor.column == 2 + 11 + 10)
  }

  @Test func theCursorAndTheColoursFollowTheFocus() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    func column() -> Int? { terminal.screen.cell(row: 2, column: 14).background }
    let focused = column()
    terminal.send("\t")
    #expect(terminal.waitForSync())
    #expect(terminal.screen.cursor == (3, 13))
    #expect(column() != focused && terminal.screen.cell(row: 3, column: 14).background == focused)
    terminal.send("\u{1b}[Z")
    #expect(terminal.waitForSync())
    #expect(terminal.screen.cursor == (2, 13) && column() == focused)
  }

  @Test func editingInTheEntry() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.type("abd")
    for key in ["\u{1b}[D", "c", "\u{1b}[H", "0", "\u{1b}[F", "e", "\u{7f}", "\u{1b}[1~", "\u{1b}[3~"] {
      terminal.send(key)
      #expect(terminal.waitForSync())
      usleep(30_000)
    }
    #expect(terminal.screen.text.contains("Article   abcd_"))
  }

  @Test func aBurstNeverReachesAnEntry() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.type("x")
    terminal.send("0104006381333931\u{1d}10LOT7\u{01}\u{04}\u{15}\r")
    #expect(terminal.waitFor("scan 0104006381333931␝10LOT7␁␄␕ carriageReturn"))
    #expect(terminal.screen.text.contains("Article   x_"))
    #expect(terminal.screen.cursor.row == 2)
  }

  @Test func aSlowBurstTakesItsFirstCharacterBack() throws {
    let terminal = try probe(["PROBE_GAP": "40"])
    #expect(terminal.waitForSync())
    terminal.type("x", pause: 80)
    for character in "A-1001\r" {
      terminal.send(String(character))
      usleep(10_000)
    }
    #expect(terminal.waitFor("scan A-1001"))
    #expect(terminal.screen.text.contains("Article   x_"))
  }

  @Test func aBurstOnACheckboxOrListChangesNothing() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    for _ in 0..<3 {
      terminal.send("\t")
      #expect(terminal.waitForSync())
    }
    terminal.send("AB 12 34\r")
    #expect(terminal.waitFor("scan AB 12 34"))
    #expect(terminal.screen.text.contains("[ ] Damaged"))
    terminal.send(" ")
    #expect(terminal.waitFor("[*] Damaged"))
  }

  @Test func noBurstIsLostWhileAWindowOpens() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}OS")
    usleep(20_000)
    terminal.send("4006381333931\r")
    usleep(20_000)
    terminal.send("A-1001\rLOT7\r")
    #expect(terminal.waitFor("Save it?"))
    #expect(terminal.waitForSync())
    terminal.send("y")
    for scan in ["4006381333931", "A-1001", "LOT7"] { #expect(terminal.waitFor("asked, scan \(scan)")) }
  }

  @Test func noScanAnswersAQuestion() throws {
    let terminal = try probe(["PROBE_GAP": "40"])
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}OS")
    #expect(terminal.waitFor("Save it?"))
    for character in "y123\r" {
      terminal.send(String(character))
      usleep(6_000)
    }
    #expect(terminal.waitForSync())
    #expect(terminal.screen.text.contains("Save it?"))
    terminal.send("\r\t")
    #expect(terminal.waitForSync())
    #expect(terminal.screen.text.contains("Save it?"))
    usleep(120_000)
    terminal.send("n")
    #expect(terminal.waitFor("asked, scan y123"))
    #expect(!terminal.screen.text.contains("Save it?"))
  }

  @Test func aBurstThatArrivesWhileTheProgramIsBusyIsOneScan() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}[18~")  // busy for 200 ms
    usleep(20_000)
    terminal.send("A-10")
    usleep(10_000)
    terminal.send("01\r")
    #expect(terminal.waitFor("scan A-1001"))
  }

  @Test func pastedTextPressesNoKeys() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}[200~A-1001\u{1b}[21~\r\u{13}B\u{1b}[201~")
    #expect(terminal.waitFor("paste A-1001[21~␊B"))
  }

  @Test func theCaptureWindowCoversAndVanishes() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.type("x")
    let before = terminal.screen.text
    terminal.send("\u{1b}OQ")
    #expect(terminal.waitForSync())
    let during = terminal.screen.text
    #expect(during != before && during.contains("Article   x"))
    let line = terminal.screen.cell(row: 13, column: 40)
    #expect(line.foreground == 196 || line.background == 196)
    #expect(Snapshot.difference(during, "capture-80x24") == nil)
    terminal.send("\u{1b}")
    #expect(terminal.waitForSync())
    #expect(terminal.screen.text == before)
  }

  @Test(arguments: [("80x24", 24, 80), ("40x15", 15, 40), ("132x43", 43, 132)])
  func screens(_ name: String, _ rows: Int, _ columns: Int) throws {
    let terminal = try probe(rows: rows, columns: columns)
    #expect(terminal.waitForSync())
    terminal.type("A-1001")
    #expect(Snapshot.difference(terminal.screen.text, "probe-\(name)") == nil)
  }
}
