import Testing

@testable import DataFormats

/// The texts of a tree whose characters can't be found in the file.
func textsWithoutPlaces(_ node: YAMLNode) -> [String] {
  switch node.content {
  case .scalar(let text, _): node.knowsItsPlaces ? [] : [text]
  case .sequence(let elements): elements.flatMap(textsWithoutPlaces)
  case .mapping(let pairs): pairs.flatMap { textsWithoutPlaces($0.key) + textsWithoutPlaces($0.value) }
  }
}

@Suite struct YAMLPositions {
  /// Each case: a file whose `a` holds one X; the X in the file stands where the X in the value is said to be.
  @Test(arguments: [
    "a: X", "a: sum(X)", "ä: 1\na: éX", "a: one\n  two X", "a: one\n\n\n   two X\n", "a: one   \n  X",
    "a: 'it''s X'", "a: 'one\n  two\n\n  X'", "a: ' X '",
    "a: \"\\u00e9\\x41\\n X\"", "a: \"one \\\n   two X\"", "a: \"one\n\n  two\\tX\"", "a: \"\\\"X\"",
    "a: |\n  one\n  twoX", "a: |+\n    one\n\n    X\n\n", "a: |2\n    deeper X\n  less", "a: >\n  one\n  two\n\n  X\n",
    "a: >-\n  one\n    deeper\n  X", "a: >\n\n  one\n   - X\n", "a: | # remark\n  X", "a: &n X", "- a\n- {a: 'X'}",
    "a: >\r\n  one\r\n  two X\r\n", "\u{FEFF}a: X", "a: |1\n  X", "a: >1-\n  deeper\n X\n",
  ])
  func `a character of a value is found in the file`(text: String) throws {
    let source = SourceText(path: "x", text: text)
    let root = try #require(try YAMLNode.read(source))
    let node = try #require(root["a"] ?? root.elements?[1]["a"])
    let scalars = Array(try #require(node.text).unicodeScalars)
    let offset = try #require(scalars.firstIndex(of: "X"))
    let byte = try #require(source.bytes.firstIndex(of: UInt8(ascii: "X")))
    #expect(node.position(ofScalarOffset: offset) == source.position(ofByte: byte))
    #expect(node.knowsItsPlaces)
  }

  @Test func `the place behind the last character is known`() throws {
    let root = try #require(try YAMLNode.read(SourceText(path: "x", text: "a: 'one'\nb: |\n  two\n")))
    #expect(try #require(root["a"]).position(ofScalarOffset: 3) == SourcePosition(line: 1, column: 8))
    #expect(try #require(root["b"]).position(ofScalarOffset: 3) == SourcePosition(line: 2 + 1, column: 6))
  }

  /// Texts made of the pieces that scalars fold by, in every style: places are known for all that libyaml reads.
  @Test func `texts put together at random know their places`() {
    let pieces = [
      "a", "é", " ", "  ", "\n", "\n ", "\n  ", "\n   ", "\t", "''", "\\n", "\\\n", "\\x41", "\\\"", "b c", "#", "-",
      ":",
    ]
    var random = SplitMix(state: 7)
    var read = 0
    for _ in 0..<4000 {
      let body = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
      for text in [
        "a: \(body)", "a: '\(body)'", "a: \"\(body)\"", "a: |\n  \(body)", "a: >\n  \(body)", "a: >2+\n  \(body)",
      ] {
        guard let root = try? YAMLNode.read(SourceText(path: "x", text: text)) else { continue }
        read += 1
        #expect(textsWithoutPlaces(root) == [], "\(text.debugDescription)")
      }
    }
    #expect(read > 4000)
  }
}

/// A small generator with a fixed beginning, so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
