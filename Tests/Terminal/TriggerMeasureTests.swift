import Testing

@testable import FormEntry

@Suite("How a trigger key repeats")
struct TriggerMeasureTests {
  /// Holds the key: a press, the first repeat after `delay`, then one every `interval`; then silence.
  private func hold(
    _ measure: inout TriggerMeasure, from start: Double, delay: Double, interval: Double, count: Int = 20
  ) -> Double {
    measure.take(.press, at: start)
    var now = start + delay
    for _ in 0..<count {
      measure.advance(to: now)
      measure.take(.press, at: now)
      now += interval
    }
    measure.advance(to: now + 5)
    return now + 5
  }

  private func tap(_ measure: inout TriggerMeasure, from start: Double) -> Double {
    measure.take(.press, at: start)
    measure.advance(to: start + 5)
    return start + 5
  }

  @Test(
    "the settings that fit it",
    arguments: [
      // Delay, interval, grace, release; milliseconds. The first is X as it comes.
      (656, 40, 700, 140), (250, 33, 290, 120), (500, 100, 540, 350), (1000, 500, 1040, 1000), (20, 5, 100, 50),
    ])
  func settings(_ delay: Int, _ interval: Int, _ grace: Int, _ release: Int) {
    var measure = TriggerMeasure()
    var now = 0.0
    for done in 0..<3 {
      #expect(measure.step == .hold(done: done))
      now = hold(&measure, from: now, delay: Double(delay) / 1000, interval: Double(interval) / 1000)
    }
    for done in 0..<3 {
      #expect(measure.step == .tap(done: done))
      now = tap(&measure, from: now)
    }
    #expect(measure.step == .over && measure.dueAt == nil)
    #expect(measure.outcome == .init(delay: delay, interval: interval, grace: grace, release: release))
  }

  @Test("what was only tapped does not count as held, nor the other way round")
  func again() {
    var measure = TriggerMeasure()
    var now = tap(&measure, from: 0)
    #expect(measure.step == .hold(done: 0) && measure.remark?.contains("hold it longer") == true)
    #expect(measure.outcome == nil)
    for _ in 0..<3 { now = hold(&measure, from: now, delay: 0.5, interval: 0.03) }
    #expect(measure.remark == nil)
    now = hold(&measure, from: now, delay: 0.5, interval: 0.03)
    #expect(measure.step == .tap(done: 0) && measure.remark?.contains("let it go at once") == true)
  }

  @Test("where releases are told, silence means nothing")
  func releases() {
    var measure = TriggerMeasure()
    measure.tellsReleases = true
    measure.take(.press, at: 0)
    #expect(measure.dueAt == nil)
    measure.take(.repeat, at: 0.5)
    measure.take(.repeat, at: 0.54)
    measure.take(.release, at: 0.6)
    #expect(measure.step == .hold(done: 1))
    measure.take(.release, at: 0.7)
    #expect(measure.step == .hold(done: 1) && measure.remark == nil)
  }
}
