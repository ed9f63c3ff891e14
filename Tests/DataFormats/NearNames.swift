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
}
