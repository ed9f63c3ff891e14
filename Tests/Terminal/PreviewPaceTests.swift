import Testing

@testable import FormEntry

@Suite("How much of the picture goes out") struct PreviewPaceTests {
  static let millisecond: UInt64 = 1_000_000

  /// A line that carries so many bytes a second, and the time that a question takes over it with its answer.
  struct Line: Sendable, CustomTestStringConvertible {
    let name: String
    let rate: Int
    /// Milliseconds.
    let latency: UInt64
    /// Milliseconds that the terminal is busy with each piece, however small.
    var cost: UInt64 = 0
    /// Milliseconds that anything may take longer, now and then.
    var jitter: UInt64 = 0
    /// Bytes that go out in 50 ms, which is what a key may wait for.
    var bound: Int { rate / 20 }
    var testDescription: String { name }

    func time(_ bytes: Int, number: Int) -> UInt64 {
      let late = jitter == 0 ? 0 : UInt64(number * number * 31 + number * 17) % (jitter + 1)
      return (latency + late + (bytes > 0 ? cost : 0)) * PreviewPaceTests.millisecond
        + UInt64(bytes + 4) * 1_000_000_000 / UInt64(rate)
    }
  }

  static let lines = [
    Line(name: "9,600 baud", rate: 960, latency: 1),
    Line(name: "9,600 baud, far away", rate: 960, latency: 400),
    Line(name: "115,200 baud", rate: 11_520, latency: 1),
    Line(name: "115,200 baud, far away", rate: 11_520, latency: 100),
    Line(name: "1 Mbit/s", rate: 125_000, latency: 1),
    Line(name: "1 Mbit/s, far away", rate: 125_000, latency: 50),
    Line(name: "fast", rate: 20_000_000, latency: 1),
    Line(name: "fast, far away", rate: 20_000_000, latency: 100),
    Line(name: "1 Mbit/s, a slow terminal", rate: 125_000, latency: 1, cost: 200),
    Line(name: "9,600 baud, a slow terminal", rate: 960, latency: 1, cost: 100),
    Line(name: "fast, a slow terminal", rate: 20_000_000, latency: 1, cost: 500),
  ]

  /// Sends over `line`, first a screen of `first` bytes, then pieces as large as may be, for so many seconds. Answers what
  /// each piece held.
  func run(_ line: Line, first: Int, seconds: UInt64 = 20, most: Int = 48_000) -> (pace: PreviewPace, pieces: [Int]) {
    var pace = PreviewPace()
    var now: UInt64 = 1_000_000_000
    let end = now + seconds * 1_000 * Self.millisecond
    var pieces: [Int] = []
    var number = 0
    func send(_ bytes: Int) {
      pace.sent(bytes, at: now)
      number += 1
      now += line.time(bytes, number: number)
      pace.answered(at: now)
    }
    send(first)
    while now < end {
      let bytes = pace.isQuestionDue(at: now) ? 0 : min(most, pace.room)
      send(bytes)
      if bytes > 0 { pieces.append(bytes) }
    }
    return (pace, pieces)
  }

  @Test(
    "before the line is known a piece is small; from then on it goes out in 50 ms", arguments: lines, [0, 250, 3000])
  func bound(_ line: Line, _ first: Int) {
    let pieces = run(line, first: first).pieces
    #expect(pieces[0] <= max(1500, line.bound))
    // What is measured has a grain, and no piece is smaller than a few characters.
    let bound = max(line.bound * 11 / 10, 60)
    #expect(pieces.dropFirst(3).allSatisfy { $0 <= bound }, "\(pieces.prefix(12)) of \(bound)")
  }

  @Test("each line is made use of", arguments: lines) func use(_ line: Line) {
    let pieces = run(line, first: 3000).pieces
    let enough = min(line.bound * 8 / 10, 48_000)
    #expect(pieces.suffix(5).allSatisfy { $0 >= enough }, "\(pieces.suffix(5)) of \(enough)")
  }

  static let unsteadyLines = [
    Line(name: "1 Mbit/s by radio", rate: 125_000, latency: 5, jitter: 200),
    Line(name: "fast by radio", rate: 20_000_000, latency: 5, jitter: 300),
    Line(name: "1 Mbit/s, a terminal that is busy at times", rate: 125_000, latency: 5, cost: 50, jitter: 100),
  ]

  @Test("on a line whose answers come now sooner, now later, the pieces do not dwindle", arguments: unsteadyLines)
  func unsteady(_ line: Line) {
    let pieces = run(line, first: 3000).pieces
    #expect(pieces.suffix(20).sorted()[10] >= min(line.bound, 48_000) / 16, "\(pieces.suffix(20))")
  }

  @Test("a long way is no slow line: soon whole pictures go over it") func farAway() {
    let pieces = run(Self.lines[7], first: 3000, seconds: 2).pieces
    #expect(pieces.prefix(6).last == 48_000, "\(pieces)")
  }

  /// Pieces of so many bytes, and the milliseconds after which each was answered.
  func pace(_ pieces: [(bytes: Int, answer: UInt64)]) -> PreviewPace {
    var pace = PreviewPace()
    var now: UInt64 = 1_000_000_000
    for piece in pieces {
      pace.sent(piece.bytes, at: now)
      now += piece.answer * Self.millisecond
      pace.answered(at: now)
      // The way takes a millisecond.
      guard pace.isQuestionDue(at: now) else { continue }
      pace.sent(0, at: now)
      now += Self.millisecond
      pace.answered(at: now)
    }
    return pace
  }

  @Test("after a moment in which the machine was busy the pieces are as large as before; not if it goes on") func busy()
  {
    #expect(pace([(0, 1), (30_000, 21), (30_000, 901)]).room >= 30_000)
    #expect(pace([(0, 1), (30_000, 21), (30_000, 901), (30_000, 901)]).room < 2000)
    #expect(pace([(0, 1), (30_000, 901), (0, 1), (1600, 2), (6400, 4), (25_000, 12)]).room > 48_000)
  }

  @Test("a piece that was too much is not tried a second time") func tooMuch() {
    #expect(pace([(0, 1), (1500, 30), (2500, 300)]).room < 450)
  }

  @Test("a way that has become longer is found out, and is no slow line then") func longer() {
    var pace = pace([(0, 1), (3000, 2), (30_000, 20)])
    var now: UInt64 = 20_000_000_000
    for _ in 0..<60 {
      let bytes = pace.isQuestionDue(at: now) ? 0 : min(48_000, pace.room)
      pace.sent(bytes, at: now)
      now += 300 * Self.millisecond
      pace.answered(at: now)
    }
    #expect(pace.room >= 48_000)
  }

  @Test("nothing more goes out before the answer, or after it was lost") func waiting() {
    var pace = pace([(10, 1)])
    #expect(!pace.isWaiting(at: 0))
    pace.sent(10, at: 5)
    #expect(pace.isWaiting(at: 6) && !pace.isWaiting(at: 5 + PreviewPace.longest))
    pace.answered(at: 7)
    #expect(!pace.isWaiting(at: 7))
  }

  @Test("a terminal that never answers is given a small piece now and then") func mute() {
    var pace = PreviewPace()
    pace.sent(3000, at: 0)
    #expect(pace.isWaiting(at: 2_900 * Self.millisecond) && !pace.isWaiting(at: 3_001 * Self.millisecond))
    pace.sent(1500, at: 4_000 * Self.millisecond)
    #expect(pace.isWaiting(at: 4_200 * Self.millisecond) && !pace.isWaiting(at: 4_301 * Self.millisecond))
    #expect(pace.room == 1500 && !pace.isQuestionDue(at: 4_301 * Self.millisecond))
  }

  @Test("an answer that nobody asked for means nothing") func unasked() {
    var pace = PreviewPace()
    pace.answered(at: 5)
    #expect(pace.room == PreviewPace().room && !pace.isQuestionDue(at: 6))
  }
}
