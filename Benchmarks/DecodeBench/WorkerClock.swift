import Glibc
import ScanField

/// Processor time of a decode worker, whatever process it is at the moment.
struct WorkerClock {
  private let worker: DecodeWorker

  init(_ worker: DecodeWorker) { self.worker = worker }

  /// Milliseconds that the worker's process was at work during `body`. One that ended over it counts as nothing before
  /// it was replaced.
  func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let (process, before) = (worker.process, now)
    try body()
    return now - (worker.process == process ? before : 0)
  }

  private var now: Double {
    var clock = clockid_t()
    var time = timespec()
    guard let process = worker.process, clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0
    else { return 0 }
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
