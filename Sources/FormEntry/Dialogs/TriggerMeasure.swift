/// How a keyboard and its terminal repeat a key that is held, found out by holding and tapping it. Pure; times are
/// seconds of one clock.
struct TriggerMeasure {
  enum Step: Equatable {
    /// The key is to be held, or tapped; how often that was done already.
    case hold(done: Int)
    case tap(done: Int)
    case over
  }

  /// What was found, in milliseconds, and what follows from it.
  struct Outcome: Equatable {
    /// From the press to the first repeat, and from one to the next: the longest of all.
    let delay: Int
    let interval: Int
    /// The settings `trigger_grace` and `trigger_release`.
    let grace: Int
    let release: Int
  }

  static let holds = 3
  static let taps = 3

  /// Seconds without a repeat after which the key was let go: no keyboard is slower.
  private static let patience = (first: 2.0, next: 0.7)

  private(set) var step = Step.hold(done: 0)
  /// Why the last try does not count.
  private(set) var remark: String?
  /// The terminal tells when a key is let go.
  var tellsReleases = false
  private var times: [Double] = []
  private var delays: [Double] = []
  private var intervals: [Double] = []

  /// The trigger key was reported.
  mutating func take(_ phase: Key.Phase, at now: Double) {
    guard step != .over else { return }
    if phase == .release {
      if !times.isEmpty { finish() }
    } else {
      remark = nil
      times.append(now)
    }
  }

  /// When silence will mean that the key was let go; nil where nothing is waited for.
  var dueAt: Double? {
    guard !tellsReleases, let last = times.last else { return nil }
    guard times.count == 1 else { return last + Self.patience.next }
    return last + (delays.max().map { $0 + 0.3 } ?? Self.patience.first)
  }

  mutating func advance(to now: Double) {
    if let dueAt, now >= dueAt { finish() }
  }

  private mutating func finish() {
    defer { times = [] }
    switch step {
    case .hold(let done):
      guard times.count > 2 else {
        remark = "The key did not repeat: hold it longer."
        return
      }
      delays.append(times[1] - times[0])
      intervals += zip(times.dropFirst(2), times.dropFirst()).map { $0 - $1 }
      step = done + 1 < Self.holds ? .hold(done: done + 1) : .tap(done: 0)
    case .tap(let done):
      guard times.count == 1 else {
        remark = "That was held, not tapped: let it go at once."
        return
      }
      step = done + 1 < Self.taps ? .tap(done: done + 1) : .over
    case .over: break
    }
  }

  /// nil before the key was held once.
  var outcome: Outcome? {
    guard let delay = delays.max(), let interval = intervals.max() else { return nil }
    let usual = intervals.sorted()[intervals.count / 2]
    // A busy line brings a report late, and swallows one or two.
    return Outcome(
      delay: Self.milliseconds(delay), interval: Self.milliseconds(interval),
      grace: Self.setting(delay + 0.04, in: 100...2000),
      release: Self.setting(max(usual * 3.5, interval + 0.04), in: 40...1000))
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }

  /// Whole hundredths of a second, rounded up.
  private static func setting(_ seconds: Double, in range: ClosedRange<Int>) -> Int {
    let tens = (milliseconds(seconds) + 9) / 10 * 10
    return min(max(tens, range.lowerBound), range.upperBound)
  }
}
