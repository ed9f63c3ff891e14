import Glibc

/// Nanoseconds since some moment, never set back.
enum MonotonicClock {
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static var seconds: Double { Double(now) / 1e9 }

  static func nanoseconds(_ duration: Duration) -> UInt64 {
    let parts = duration.components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    return UInt64(min(parts.seconds, 1_000_000_000)) * 1_000_000_000 + UInt64(parts.attoseconds / 1_000_000_000)
  }
}

/// The clock of the key decoder: it runs only while the line from the keyboard is proven silent. A scan that waits while
/// the program is busy is not torn apart by that, and Enter behind it does not become a key.
struct LineClock {
  private(set) var now: UInt64 = 1_000_000_000
  private var last = MonotonicClock.now

  /// Time has passed since the last call; `provenSilent` says whether nothing arrived in it but at its very end.
  mutating func advance(provenSilent: Bool) {
    let time = MonotonicClock.now
    if provenSilent { now += time - last }
    last = time
  }
}
