/// A pattern that says of each character what it may be, and how often: `1Z[0-9A-Z]{16}`, `[A-Z]{2,4}`, `\d+-\d{3}`.
///
/// Most patterns of forms are no more than that. Where no character can belong to two neighbours, each takes what it
/// can get and never has to give it back: one pass over the text says the same as PCRE2 does, in a tenth of the time.
struct PlainPattern {
  /// Characters of ASCII, and how many of them one after the other.
  private struct Run {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var least = 1
    var most = 1

    mutating func add(_ characters: ClosedRange<UInt8>) {
      for byte in characters {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
      }
    }

    func holds(_ byte: UInt8) -> Bool {
      byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
    }

    func overlaps(_ other: Run) -> Bool { low & other.low != 0 || high & other.high != 0 }
  }

  private let runs: [Run]

  /// nil for any pattern that is more, or that might be.
  init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard let runs = reader.runs(), Self.neverGoesBack(runs) else { return nil }
    self.runs = runs
  }

  /// Whether the whole text matches.
  func matches(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    for index in runs.indices {
      let end = subject.count - at <= runs[index].most ? subject.count : at + runs[index].most
      let start = at
      while at < end, runs[index].holds(subject[at]) { at += 1 }
      if at - start < runs[index].least { return false }
    }
    return at == subject.count
  }

  /// What a run of varying length could take is nothing that may come right behind it.
  private static func neverGoesBack(_ runs: [Run]) -> Bool {
    for (index, run) in runs.enumerated() where run.least < run.most {
      for next in runs[(index + 1)...] {
        if run.overlaps(next) { return false }
        if next.least > 0 { break }
      }
    }
    return true
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      at += 1
      return true
    }

    mutating func runs() -> [Run]? {
      var runs: [Run] = []
      // The pattern is anchored anyway.
      _ = take("^")
      while at < bytes.count, !(at == bytes.count - 1 && next == UInt8(ascii: "$")) {
        guard var run = characters(), count(&run) else { return nil }
        runs.append(run)
      }
      return runs
    }

    private mutating func characters() -> Run? {
      var run = Run()
      if take("[") { return members(&run) ? run : nil }
      if take("\\") { return escape(&run) ? run : nil }
      guard let byte = next, 0x20..<0x7F ~= byte, !".^$*+?()[]{}|".utf8.contains(byte) else { return nil }
      at += 1
      run.add(byte...byte)
      return run
    }

    /// What stands behind a backslash: a kind of characters, or a sign that is meant as itself.
    private mutating func escape(_ run: inout Run) -> Bool {
      guard let byte = next else { return false }
      at += 1
      switch byte {
      case UInt8(ascii: "d"): run.add(0x30...0x39)
      case _ where isSign(byte): run.add(byte...byte)
      default: return false
      }
      return true
    }

    private func isSign(_ byte: UInt8) -> Bool {
      0x20..<0x7F ~= byte && !(0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte)
    }

    /// The rest of `[...]`; not one that leaves characters out, nor one in which a hyphen could mean two things.
    private mutating func members(_ run: inout Run) -> Bool {
      let first = at
      while let byte = next, byte != UInt8(ascii: "]") {
        guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "["), !(byte == UInt8(ascii: "^") && at == first) else {
          return false
        }
        let isFirst = at == first
        at += 1
        if byte == UInt8(ascii: "\\") {
          guard escape(&run), next != UInt8(ascii: "-") || isLast(at + 1) else { return false }
        } else if next == UInt8(ascii: "-"), !isLast(at + 1) {
          at += 1
          guard let last = next, last >= byte, 0x20..<0x7F ~= last, !"[\\-".utf8.contains(last),
            byte != UInt8(ascii: "-")
          else { return false }
          at += 1
          run.add(byte...last)
        } else {
          guard byte != UInt8(ascii: "-") || isFirst || isLast(at) else { return false }
          run.add(byte...byte)
        }
      }
      return at > first && take("]")
    }

    private func isLast(_ place: Int) -> Bool { place < bytes.count && bytes[place] == UInt8(ascii: "]") }

    /// `?`, `*`, `+`, `{2}`, `{2,}`, `{2,4}` or nothing.
    private mutating func count(_ run: inout Run) -> Bool {
      if take("?") {
        run.least = 0
      } else if take("*") {
        (run.least, run.most) = (0, Int.max)
      } else if take("+") {
        run.most = Int.max
      } else if take("{") {
        guard let least = number() else { return false }
        (run.least, run.most) = (least, least)
        if take(",") { run.most = next == UInt8(ascii: "}") ? Int.max : number() ?? -1 }
        guard run.most >= run.least, take("}") else { return false }
      } else {
        return true
      }
      // How greedy it is makes no difference here, but to say so in two ways is not worth it.
      return next != UInt8(ascii: "?") && next != UInt8(ascii: "+")
    }

    private mutating func number() -> Int? {
      let start = at
      while let byte = next, 0x30...0x39 ~= byte, at - start < 5 { at += 1 }
      return at > start ? Int(String(decoding: bytes[start..<at], as: UTF8.self)) : nil
    }
  }
}
