import DataFormats
import Testing

@Suite struct YAMLLimitsHold {
  struct Case: CustomTestStringConvertible {
    let name: String
    let text: String
    let message: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ message: String) {
      (self.name, self.text, self.message) = (name, text, message)
    }
  }

  /// "lol" nine levels deep, ten times each: a thousand million texts.
  static let bomb =
    "a0: &a0 [lol, lol]\n"
    + (1...9).map { n in "a\(n): &a\(n) [" + Array(repeating: "*a\(n - 1)", count: 10).joined(separator: ", ") + "]\n" }
    .joined()

  static let nestedByAlias =
    "a0: &a0 " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "\n"
    + "a1: " + String(repeating: "[", count: 40) + "*a0" + String(repeating: "]", count: 40) + "\n"

  static let blocks = (0..<200).map { String(repeating: " ", count: $0) + "a\($0):\n" }.joined()

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      Case("20,000 brackets", String(repeating: "[", count: 20_000), "nested more than 64 deep"),
      Case("20,000 braces", String(repeating: "{a: ", count: 20_000), "nested more than 64 deep"),
      Case("20,000 dashes", String(repeating: "- ", count: 20_000), "nested more than 64 deep"),
      Case("20,000 keys in keys", String(repeating: "? ", count: 20_000), "a key must be a single text"),
      Case("blocks in blocks", blocks, "nested more than 64 deep"),
      Case("an alias bomb", bomb, "more than 200000 values"),
      Case("depth by aliases", nestedByAlias, "nested more than 64 deep"),
      Case("many values", "[" + String(repeating: "a,", count: 250_000) + "]", "more than 200000 values"),
      Case("a quote never closed", "a: '" + String(repeating: "x ", count: 500_000), "has no closing quote"),
      Case("a key never ended", String(repeating: "x", count: 500_000) + "\nb: c", "no key can stand here"),
      Case("a large file", String(repeating: "#", count: 5_000_000), "more than the 4000000 that are read"),
    ])
  func `what is too large or deep is refused at once`(refused: Case) {
    let fault = #expect(throws: YAMLFault.self) { try YAMLNode.read(SourceText(path: "x", text: refused.text)) }
    #expect(fault?.message.contains(refused.message) == true, "\(fault?.message ?? "")")
  }

  @Test func `what is just inside the limits is read`() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try YAMLNode.read(SourceText(path: "x", text: deep)) != nil)
    let long = "[" + String(repeating: "a,", count: 199_990) + "]"
    #expect(try YAMLNode.read(SourceText(path: "x", text: long))?.elements?.count == 199_990)
  }
}
