/// How much of the picture may be sent, so that no key waits for it: each piece is followed by a question, and until the
/// terminal has answered nothing more goes out. From how long the answer takes follows how much the next piece may hold.
///
/// Between the program and the glass lie buffers that no system call shows (ssh has two megabytes): the terminal's answer is
/// the only sign of how far the bytes have got. Pure; times are nanoseconds of any clock.
struct PreviewPace {
  /// Bytes that the next piece may hold: what the line carries in `patience`. At first little, since nothing is known.
  private(set) var room = unknown
  private var underWay: (bytes: Int, since: UInt64)?
  /// A question without a piece before it tells how long the way is. The quickest answers since each of the last ones.
  private var latencies: [UInt64] = []
  private var askedAt: UInt64?
  /// The largest piece that was answered in time.
  private var proven = 0
  /// Answers in a row that were late.
  private var late = 0
  /// When the first question was asked, and whether any was ever answered.
  private var (beganAt, isAnswered): (UInt64?, Bool) = (nil, false)

  /// A key may wait for so long behind a piece of the picture: 50 ms.
  static let patience: UInt64 = 50_000_000
  /// An answer that did not come by then was lost.
  static let longest: UInt64 = 20_000_000_000
  /// A terminal that has answered nothing by then never will; it is given a piece now and then.
  private static let (mute, now): (UInt64, UInt64) = (3_000_000_000, 300_000_000)
  private static let unknown = 1500
  private static let rooms = 48...1_048_576
  /// How much larger than the last piece the next may be at most.
  private static let growth = 4
  /// After so long the way may have become another one.
  private static let memory: UInt64 = 3_000_000_000
  private static let memories = 4
  /// The question and its answer.
  private static let question = 8

  /// The terminal still works on the last piece.
  func isWaiting(at now: UInt64) -> Bool {
    guard let underWay else { return false }
    guard !isAnswered else { return now < underWay.since + Self.longest }
    return now < max(underWay.since + Self.now, (beganAt ?? now) + Self.mute)
  }

  var isWaiting: Bool { underWay != nil }

  /// It is to be asked without a piece, how long the way is.
  func isQuestionDue(at now: UInt64) -> Bool { isAnswered && now >= (askedAt.map { $0 + Self.memory } ?? 0) }

  /// So many bytes and a question went out; 0 for the question alone.
  mutating func sent(_ bytes: Int, at now: UInt64) {
    underWay = (bytes, now)
    beganAt = beganAt ?? now
    if bytes == 0 { askedAt = now }
  }

  mutating func answered(at now: UInt64) {
    guard let (bytes, since) = underWay else { return }
    underWay = nil
    isAnswered = true
    let time = max(1, now - min(now, since))
    if bytes == 0 {
      latencies = latencies.suffix(Self.memories - 1) + [time]
    } else {
      if let last = latencies.last { latencies[latencies.count - 1] = min(last, time) }
      learn(from: bytes, time)
    }
  }

  private mutating func learn(from bytes: Int, _ time: UInt64) {
    let latency = latencies.min() ?? 0
    let extra = time > latency ? time - latency : 0
    let fits = Self.carried(bytes, in: extra)
    if extra > Self.patience {
      late += 1
      // One that was as large before was late for another reason, perhaps: the machine was busy.
      if bytes > proven || late > 1 { (room, proven) = (fits, min(proven, fits)) }
    } else {
      late = 0
      proven = max(proven, bytes)
      if bytes * 2 >= room { room = max(room, min(fits, bytes * Self.growth)) }
    }
    // So much the line has carried, whatever the way took.
    room = max(room, Self.carried(bytes, in: time))
    room = min(max(room, Self.rooms.lowerBound), Self.rooms.upperBound)
  }

  /// What goes in `patience` where so many bytes took so long.
  private static func carried(_ bytes: Int, in time: UInt64) -> Int {
    (bytes + question) * Int(patience / 1000) / max(100, Int(time / 1000))
  }
}
