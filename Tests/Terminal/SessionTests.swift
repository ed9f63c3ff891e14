import Glibc
import TerminalKit
import Testing

@testable import FormEntry

/// The probe dialog on a terminal of its own.
func probe(
  _ environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
) throws -> PseudoTerminal {
  var path = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &path, path.count - 1)
  let executable = String(decoding: path[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return try PseudoTerminal(
    executable, environment: ["FORMENTRY_PROBE": "dialog"].merging(environment) { $1 }, rows: rows, columns: columns)
}

extension PseudoTerminal {
  /// The terminal is as a shell wants it: modes of the line, normal screen, cursor, no reports.
  var isAsBefore: Bool {
    isCooked && !screen.isAlternate && screen.isCursorVisible && wrote("\u{1b}[?2004l", after: "\u{1b}[?2004h")
  }
}

@Suite(.timeLimit(.minutes(15))) struct SessionTests {
  @Test func escLeavesTheTerminalAsItWas() throws {
    let terminal = try probe()
    #expect(terminal.waitFor("Goods in"))
    #expect(!terminal.isCooked && terminal.screen.isAlternate)
    terminal.send("\u{1b}")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.isAsBefore)
    #expect(terminal.screen.text.contains("article="))
  }

  static let endings: [(Int32, Int32)] = [(SIGTERM, 10), (SIGINT, 10), (SIGQUIT, 10), (SIGHUP, 11)]

  @Test(arguments: endings)
  func aSignalEndsTheDialogInOrder(_ number: Int32, _ status: Int32) throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.signal(number)
    #expect(terminal.waitForEnd() == .exited(status))
    #expect(terminal.isAsBefore)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL])
  func aCrashLeavesTheTerminalAsItWas(_ number: Int32) throws {
    let terminal = try probe(["PROBE_RELEASES": "1"])
    #expect(terminal.waitForSync())
    terminal.signal(number)
    #expect(terminal.waitForEnd() == .killed(number))
    #expect(terminal.isAsBefore && terminal.wrote("\u{1b}[<u", after: "\u{1b}[>3u"))
  }

  @Test func aTrapInTheProgramItselfAsksNothing() throws {
    let terminal = try probe(["PROBE_TRAP": "1"])
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}[15~")
    guard case .killed? = terminal.waitForEnd(3000) else {
      Issue.record("still running: the crash reporter waits for an answer")
      return
    }
    #expect(terminal.isAsBefore)
  }

  @Test func whatALibraryWritesToTheStandardErrorIsNotSeen() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}[19~")
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("noise"))
  }

  @Test func exitAnywhereLeavesTheTerminalAsItWas() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{1b}[17~")
    #expect(terminal.waitForEnd() == .exited(7))
    #expect(terminal.isAsBefore)
  }

  @Test func aTerminalThatDisappearsIsReported() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.hangUp()
    #expect(terminal.waitForEnd() == .exited(11))
  }

  @Test func stoppedFromOutsideAndContinued() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.type("ab")
    terminal.signal(SIGSTOP)
    #expect(terminal.waitForStop())
    terminal.signal(SIGCONT)
    #expect(terminal.waitFor("continued"))
    terminal.type("c")
    #expect(terminal.screen.text.contains("abc") && !terminal.isCooked && terminal.screen.isAlternate)
    terminal.send("\u{1b}")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.isAsBefore)
  }

  @Test func ctrlCIsAKeyAndStopsNothing() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{03}\u{1c}")
    #expect(terminal.waitForSync())
    terminal.type("x")
    #expect(terminal.screen.text.contains("Article   x"))
  }

  @Test func ctrlSDoesNotFreeze() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.send("\u{13}")
    #expect(terminal.waitFor("save"))
    terminal.type("x")
    #expect(terminal.screen.text.contains("Article   x"))
  }

  @Test(arguments: [
    ("dumb", "cannot place its cursor"), ("nonsense-42", "not in the terminal database"), ("", "set TERM"),
    ("evil\u{1b}[2J", "not in the terminal database"),
  ])
  func aTerminalThatCannotDoIt(_ name: String, _ words: String) throws {
    let terminal = try probe(["TERM": name])
    #expect(terminal.waitForEnd() == .exited(3))
    let said = String(decoding: terminal.output, as: UTF8.self)
    #expect(said.contains(words) && said.split(separator: "\n").count == 1 && !said.contains("\u{1b}"))
    #expect(terminal.isCooked)
  }

  @Test(arguments: ["vt100", "vt220", "linux", "xterm", "xterm-mono", "screen", "tmux-256color", "rxvt", "ansi"])
  func manyTerminals(_ name: String) throws {
    let terminal = try probe(["TERM": name])
    #expect(terminal.waitForSync())
    terminal.type("ab")
    #expect(terminal.screen.text.contains("Article   ab"))
    terminal.send("\u{1b}")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.isCooked)
  }

  @Test(arguments: [["LANG": "C"], ["LANG": "", "TERM": "vt220"], ["NO_COLOR": "1"]])
  func manyEnvironments(_ environment: [String: String]) throws {
    let terminal = try probe(environment)
    #expect(terminal.waitForSync())
    terminal.type("ab")
    #expect(terminal.screen.text.contains("Article   ab"))
  }

  @Test func aStormOfSizes() throws {
    let terminal = try probe()
    #expect(terminal.waitForSync())
    terminal.type("keep")
    let sizes = [
      (1, 1), (50, 132), (2, 80), (24, 3), (8, 16), (4, 4), (300, 400), (7, 15), (16, 20), (1, 200), (200, 1),
    ]
    for (rows, columns) in sizes {
      terminal.resize(rows: rows, columns: columns)
      terminal.read(within: 3)
    }
    for (rows, columns) in sizes {
      terminal.resize(rows: rows, columns: columns)
      let marks = terminal.screen.markCount
      #expect(terminal.wait { $0.markCount > marks }, "\(rows) rows, \(columns) columns")
    }
    terminal.resize(rows: 15, columns: 40)
    #expect(terminal.wait { $0.text.contains("Probe 40x15") && $0.text.contains("Article   keep") })
    terminal.send("\u{1b}")
    #expect(terminal.waitForEnd() == .exited(0))
  }

  @Test func theKittyProtocolIsAskedForAndItsReleasesSeen() throws {
    let terminal = try probe(["PROBE_RELEASES": "1"])
    #expect(terminal.waitForSync())
    #expect(terminal.waitFor("deviceAttributes"))
    terminal.send("\u{1b}[1;1:1Q")
    #expect(terminal.waitFor("┤ Scan") || terminal.waitFor(" Scan "))
    terminal.send("\u{1b}[1;1:3Q")
    #expect(terminal.waitFor("released"))
  }

  @Test func sourcesThatCloseAreReportedAndDoNotSpin() throws {
    let terminal = try probe(["PROBE_SOURCES": "1"])
    #expect(terminal.waitFor("pipe gone"))
    #expect(terminal.screen.text.contains("closed gone") && terminal.screen.text.contains("read 1"))
    let marks = terminal.screen.markCount
    let before = terminal.processorTicks
    usleep(300_000)
    terminal.read(within: 10)
    #expect(terminal.screen.markCount == marks && terminal.processorTicks - before < 10)
    terminal.type("x")
    #expect(terminal.screen.text.contains("Article   x"))
  }
}
