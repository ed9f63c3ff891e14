import Testing

@testable import FormSchema

/// Simple patterns are looked through without PCRE2, and match the same texts.
@Suite("Plain patterns")
struct PlainPatternTests {
  static let plain = [
    "1Z[0-9A-Z]{16}", "[A-Z]{2,4}", #"\d{5}"#, #"[A-Z]\d*-[a-z]?"#, "^S[0-9]+$", "A*B+C?", "[-+]?[0-9]+", "[A-C-]{2}",
    #"\.\-[\]\\]"#, "", "A{0}B", "[0-9]{3,}", #"\d\d?"#, "[ ]a b", "x{2}y{1,2}",
  ]
  static let others = [
    "(A|B)", "A.", "[^A]", "A+A", #"[A-Z]+\w"#, "A+?B", "A++", "A|B", "(?i)a", "é", "[é]", "[[:alpha:]]", #"\bA"#,
    "A$B",
    "[A-Z]{2,3}[A-C]", "[a-c--e]", #"[\d-x]"#, "A{,3}", "[]A]", "[", #"\"#, "A?B?A", "(*UTF)A", "A{3,2}",
  ]

  @Test("what is plain", arguments: plain)
  func isPlain(_ text: String) { #expect(PlainPattern(text) != nil) }

  @Test("what goes to PCRE2", arguments: others)
  func isNotPlain(_ text: String) { #expect(PlainPattern(text) == nil) }

  @Test("a newline at the end is one character too many")
  func newline() throws { #expect(try Pattern("A$").matches("A\n") == false) }

  @Test("both say the same of all short texts", arguments: plain + pieced)
  func agrees(_ text: String) throws {
    guard let plain = PlainPattern(text) else { return }
    let pattern = try Pattern(text)
    func compare(_ subject: String) {
      var subject = subject
      let (quick, searched) = subject.withUTF8 { (plain.matches($0), pattern.search($0)) }
      #expect(searched == quick, "\(text) on \(subject)")
    }
    let characters = ["A", "B", "C", "a", "b", "0", "7", "-", ".", "]", "\\", "x", "y", " ", "\n", "é", "S", "+"]
    compare("")
    for first in characters {
      compare(first)
      for second in characters {
        compare(first + second)
        for third in characters { compare(first + second + third) }
      }
    }
    for subject in ["1Z12345E1512345676", "ABCD", "ABCDE", "A12-b", "xxyy", "123456", "AABBC"] { compare(subject) }
  }

  /// All pairs of some classes with some counts.
  static let pieced: [String] = {
    let classes = ["A", "[A-C]", #"\d"#, "[a-z-]", "[0-9A-B]"]
    let counts = ["", "?", "*", "+", "{2}", "{1,2}", "{0,1}", "{2,}"]
    let pieces = classes.flatMap { kind in counts.map { kind + $0 } }
    return pieces.enumerated().flatMap { index, piece in
      stride(from: index % 3, to: pieces.count, by: 3).map { piece + pieces[$0] }
    }
  }()
}
