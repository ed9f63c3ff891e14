import DataFormats
import Testing

@Suite struct NearNames {
  @Test(
    arguments: [
      ("requird", ["required", "keep"], "required"), ("intger", ["integer", "decimal"], "integer"),
      ("ean13x", ["ean-8", "ean-13"], "ean-13"), ("ssc", ["gtin", "sscc"], "sscc"),
      ("prise", ["price", "title"], "price"),
      ("answer", ["carriers", "answers"], "answers"), ("itme", ["item", "time"], "item"),
      ("Max_Length", ["max_length"], "max_length"),
      ("xyz", ["min", "max"], nil), ("a", ["b"], nil), ("", ["a"], nil), ("colour", ["color"], "color"),
      ("batch", ["lot", "expiry"], nil),
    ] as [(String, [String], String?)])
  func `the name that was probably meant`(word: String, names: [String], meant: String?) {
    #expect(closestMatch(to: word, in: names) == meant)
  }

  @Test func `a word of a million letters costs nothing`() {
    #expect(closestMatch(to: String(repeating: "x", count: 1_000_000), in: ["x"]) == nil)
  }

  /// The whole table, without a band: what the quick way must agree with.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = (0...a.count).map { row in (0...b.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
    for i in a.indices {
      for j in b.indices {
        table[i + 1][j + 1] = min(table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          table[i + 1][j + 1] = min(table[i + 1][j + 1], table[i - 1][j - 1] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }

  @Test func `words put together at random are near where few letters differ`() {
    var random = SplitMix(state: 3)
    for _ in 0..<5000 {
      let (a, b) = (random.word(), random.word())
      let (slips, allowed) = (distance(a, b), a.count <= 4 ? 1 : a.count <= 8 ? 2 : 3)
      let isNear = slips <= allowed && slips < max(a.count, b.count)
      #expect((closestMatch(to: String(a), in: [String(b)]) != nil) == isNear, "\(String(a)) \(String(b))")
    }
  }
}

extension SplitMix {
  fileprivate mutating func word() -> [Character] {
    (0..<Int.random(in: 1...10, using: &self)).map { _ in "abc".randomElement(using: &self) ?? "a" }
  }
}
