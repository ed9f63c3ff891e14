import Testing

@testable import FormEntry

/// The terminal answers while a clerk types and a scanner sends.
@Suite("Answers of the terminal") struct AwaitedAnswers {
  static let millisecond: UInt64 = 1_000_000

  func events(_ reads: [(at: UInt64, text: String)], _ awaited: TerminalReport.Answers) -> [InputEvent] {
    var decoder = KeyDecoder()
    decoder.awaited = awaited
    var events: [InputEvent] = []
    for read in reads {
      while let deadline = decoder.nextDeadline, deadline < (1000 + read.at) * Self.millisecond {
        events += decoder.advance(to: deadline)
      }
      events += decoder.feed(Array(read.text.utf8), at: (1000 + read.at) * Self.millisecond)
    }
    while let deadline = decoder.nextDeadline { events += decoder.advance(to: deadline) }
    return events
  }

  static let ready = "\u{1b}[0n"
  static let code: [InputEvent] = [.scan(bytes: Array("4006381333931".utf8), ended: .carriageReturn)]

  @Test("one in the middle of a scan, in a read of its own or within one, is no part of the code")
  func withinAScan() {
    let cases: [[(at: UInt64, text: String)]] = [
      [(0, "400638"), (1, Self.ready), (2, "1333931\r")], [(0, "400638" + Self.ready + "1333931\r")],
      [(0, Self.ready + "4006381333931\r")], [(0, "4006381333931\r" + Self.ready)],
    ]
    for reads in cases {
      let found = events(reads, .ready)
      let report = InputEvent.report(.ready)
      let answers = found.filter { $0 == report }
      #expect(found.filter { $0 != report } == Self.code)
      #expect(answers.count == 1)
    }
  }

  @Test("keys that a person types between two of them are no scan, however often it answers")
  func typing() {
    let reads = (0..<40).map { (at: UInt64($0 * 10), text: $0 % 4 == 1 ? "7" : Self.ready) }
    let found = events(reads, .ready).filter { $0 != .report(.ready) }
    #expect(found == Array(repeating: .text("7"), count: 10))
  }

  @Test("what it can show, in the middle of a scan that came at the start")
  func identity() {
    let answers = "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[6;20;10t\u{1b}[?62;4c"
    let found = events([(0, "4006" + answers + "381333931\r")], .identity)
    #expect(
      found == [
        .report(.kittyGraphics), .report(.cellSize(width: 10, height: 20)), .report(.deviceAttributes(sixel: true)),
      ] + Self.code)
  }

  @Test("the same characters in a code that nobody awaits an answer in belong to the code")
  func notAwaited() {
    let found = events([(0, "4006381333931" + Self.ready + "22\r")], [])
    #expect(!found.contains(.report(.ready)))
    #expect(found == [.scan(bytes: Array(("4006381333931" + Self.ready + "22").utf8), ended: .carriageReturn)])
  }
}
