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
  /// A piece that was answered late, until a question alone has told whether the way was long just then.
  private var doubted: (bytes: Int, time: UInt64)?
  /// What a piece takes besides the way, however small it is: a terminal that is busy with each of them.
  private var fixed: UInt64 = 0
  /// A piece that was too much, how long it took besides the way, and how many that were half as large or less took
  /// nearly as long.
  private var tooMuch: (bytes: Int, extra: UInt64)?
  private var stubborn = 0
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
  /// So many smaller pieces that are no quicker: it is not the bytes.
  private static let enough = 2
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
  func isQuestionDue(at now: UInt64) -> Bool {
    isAnswered && (doubted != nil || now >= (askedAt.map { $0 + Self.memory } ?? 0))
  }

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
      guard let (bytes, time) = doubted else { return }
      doubted = nil
      // On an unsteady line one question alone says little: the second slowest of the last ones.
      learn(from: bytes, time, way: latencies.sorted().dropLast().last ?? time, isDoubted: true)
    } else {
      if let last = latencies.last { latencies[latencies.count - 1] = min(last, time) }
      let way = latencies.min() ?? 0
      if time > way + fixed + Self.patience, !latencies.isEmpty {
        doubted = (bytes, time)
      } else {
        learn(from: bytes, time, way: way)
      }
    }
  }

  private mutating func learn(from bytes: Int, _ time: UInt64, way: UInt64, isDoubted: Bool = false) {
    let extra = time > way ? time - way : 0
    fixed = min(fixed, extra)
    if extra - fixed > Self.patience {
      late += 1
      // One that was as large before was late for another reason, perhaps: the machine was busy.
      if bytes > proven || late > 1 { shrink(after: bytes, extra) }
    } else {
      (late, tooMuch, stubborn) = (0, nil, 0)
      proven = max(proven, bytes)
      let fits = Self.carried(bytes, in: extra - fixed)
      let most = isDoubted ? bytes + bytes / 2 : bytes * Self.growth
      if bytes * 2 >= room { room = max(room, min(fits, most)) }
    }
    // So much the line has carried, whatever the way took.
    room = max(room, Self.carried(bytes, in: time))
    room = min(max(room, Self.rooms.lowerBound), Self.rooms.upperBound)
  }

  private mutating func shrink(after bytes: Int, _ extra: UInt64) {
    // It was the bytes after all, perhaps: that is found out anew.
    if extra - fixed > 2 * Self.patience { fixed = 0 }
    var fits = Self.carried(bytes, in: extra - fixed)
    if let before = tooMuch, bytes * 2 <= before.bytes, extra > before.extra / 10 * 7 {
      stubborn += 1
      if stubborn == Self.enough {
        // Pieces of different sizes tell what a byte takes, and so what does not depend on the bytes.
        let perByte = (before.extra - min(before.extra, extra)) / UInt64(before.bytes - bytes)
        fixed = extra - min(extra, perByte * UInt64(bytes))
        fits = perByte == 0 ? before.bytes : min(before.bytes, Int(Self.patience / perByte))
        (tooMuch, stubborn) = (nil, 0)
      }
    } else {
      (tooMuch, stubborn) = ((bytes, extra), 0)
    }
    (room, proven) = (fits, min(proven, fits))
  }

  /// What goes in `patience` where so many bytes took so long.
  private static func carried(_ bytes: Int, in time: UInt64) -> Int {
    (bytes + question) * Int(patience / 1000) / max(100, Int(time / 1000))
  }
}
