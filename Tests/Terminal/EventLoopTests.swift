import Testing

@testable import FormEntry

@Suite struct LineClockTests {
  @Test func itRunsOnlyInProvenSilence() {
    var clock = LineClock()
    let start = clock.now
    clock.advance(provenSilent: false)
    #expect(clock.now == start)
    clock.advance(provenSilent: true)
    #expect(clock.now >= start)
  }

  @Test func durations() {
    #expect(MonotonicClock.nanoseconds(.milliseconds(20)) == 20_000_000)
    #expect(MonotonicClock.nanoseconds(.seconds(-1)) == 0)
  }
}
