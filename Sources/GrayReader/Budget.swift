import Glibc

/// The time that may be used: the processor's, of this thread.
final class Budget {
  private let limit: UInt64
  private let clock: () -> UInt64
  private let start: UInt64

  /// `clock` counts nanoseconds, from anywhere.
  init(milliseconds: Double, clock: @escaping () -> UInt64 = Budget.processorTime) {
    limit = UInt64(max(milliseconds, 0) * 1e6)
    self.clock = clock
    start = clock()
  }

  var isSpent: Bool { clock() - start >= limit }

  static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
