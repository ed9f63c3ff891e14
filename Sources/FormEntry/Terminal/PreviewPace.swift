/// How much of the picture may be sent, so that no key waits for it: what was sent is followed by a question, and until the
/// terminal has answered nothing more goes out. From how long the answer takes follows how much the next piece may hold.
///
/// Between the program and the glass lie buffers that no system call shows (ssh has two megabytes): the terminal's answer is
/// the only sign of how far the bytes have got. Pure; times are nanoseconds of any clock.
struct PreviewPace {
  /// Bytes that the next piece may hold, about. At first what any local terminal takes at once.
  private(set) var room = 96 * 1024
  private var underWay: (bytes: Int, since: UInt64)?
  /// The quickest answer so far: what the way takes for next to nothing.
  private var latency = UInt64.max

  /// A key may wait for so long behind a piece of the picture: 80 ms.
  static let patience: UInt64 = 80_000_000
  /// An answer that did not come by then was lost.
  static let longest: UInt64 = 20_000_000_000
  private static let rooms = 64...1_048_576
  /// A smaller piece tells little of the line's speed: its way alone takes longer.
  private static let telling = 1000
  /// Bytes a second below which a line is slow for sure: a terminal that is merely busy is quicker.
  private static let crawl = 5000
  /// The question and its answer.
  private static let question = 8
  /// Answers in a row that were late.
  private var late = 0

  /// The terminal still works on the last piece.
  func isWaiting(at now: UInt64) -> Bool {
    guard let underWay else { return false }
    return now < underWay.since + Self.longest
  }

  var isWaiting: Bool { underWay != nil }

  mutating func sent(_ bytes: Int, at now: UInt64) { underWay = (bytes, now) }

  mutating func answered(at now: UInt64) {
    guard let (bytes, since) = underWay else { return }
    underWay = nil
    let time = now > since ? now - since : 0
    latency = min(latency, time)
    let extra = time - latency
    late = extra > Self.patience ? late + 1 : 0
    if late > 0 {
      let fits = bytes * Int(Self.patience / 1000) / Int(extra / 1000)
      let crawls = bytes >= Self.telling / 5 && fits < Self.crawl * Int(Self.patience / 1_000_000) / 1000
      if late > 1 || crawls { room = fits }
    } else if extra < Self.patience / 2 {
      room = max(room, bytes * (bytes < Self.telling ? 2 : 8))
    }
    // So much the line has carried, whatever the way took.
    room = max(room, (bytes + Self.question) * Int(Self.patience / 1000) / max(100, Int(time / 1000)))
    room = min(max(room, Self.rooms.lowerBound), Self.rooms.upperBound)
  }

  /// What a question took that was asked before anything waited on the line.
  mutating func sawLatency(_ time: UInt64) { latency = min(latency, time) }
}
