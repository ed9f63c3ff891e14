import DataFormats
import Testing

private func read(_ text: String, limits: YAMLLimits = .standard) throws -> YAMLNode? {
  try YAMLNode.read(SourceText(path: "form.yaml", text: text), limits: limits)
}

/// A tree as one line: texts in quotes, `[...]`, `{key: value}`.
func shown(_ node: YAMLNode?) -> String {
  guard let node else { return "nothing" }
  return switch node.content {
  case .scalar(let text, _): "'\(text)'"
  case .sequence(let elements): "[" + elements.map(shown).joined(separator: ", ") + "]"
  case .mapping(let pairs):
    "{" + pairs.map { "\($0.key.text ?? "?"): \(shown($0.value))" }.joined(separator: ", ") + "}"
  }
}

@Suite struct YAMLReading {
  @Test(arguments: [
    ("", "nothing"),
    ("# only a comment\n", "nothing"),
    ("---\n", "''"),
    ("a", "'a'"),
    ("\u{FEFF}form: receiving", "{form: 'receiving'}"),
    ("form: receiving\r\ntitle: Über\r\n", "{form: 'receiving', title: 'Über'}"),
    ("a: no\nb: 02142\nc: 12:30\nd: 1e5", "{a: 'no', b: '02142', c: '12:30', d: '1e5'}"),
    ("- {id: a, min: 1}\n- b", "[{id: 'a', min: '1'}, 'b']"),
    ("a: &x [1, 2]\nb: *x", "{a: ['1', '2'], b: ['1', '2']}"),
    ("a: |\n  one\n  two\nb: >-\n  one\n  two", "{a: 'one\ntwo\n', b: 'one two'}"),
    ("'<<': x", "{<<: 'x'}"),
  ])
  func `a document becomes a tree of texts`(text: String, tree: String) throws {
    #expect(shown(try read(text)) == tree)
  }

  @Test(arguments: [
    ("a:", true), ("a: ~", true), ("a: null", true), ("a: NULL", true), ("a: 'null'", false), ("a: \"\"", false),
    ("a: nil", false), ("a: |\n", false),
  ])
  func `null is nothing, a tilde or the word, outside quotes`(text: String, isNull: Bool) throws {
    #expect(try #require(try read(text)?["a"]).isNull == isNull)
  }

  @Test func `nodes know their places in lines and characters`() throws {
    let root = try #require(try read("ä: b\nlist:\n  - {é: ü, n: 1}\n  - c\n\nlast: x\n"))
    let list = try #require(root["list"])
    let first = try #require(list.elements?.first)
    #expect(list.start == SourcePosition(line: 3, column: 3))
    #expect(list.end == SourcePosition(line: 4, column: 6))
    #expect(first.start == SourcePosition(line: 3, column: 5))
    #expect(first.end == SourcePosition(line: 3, column: 17))
    #expect(try #require(first["n"]).start == SourcePosition(line: 3, column: 15))
  }

  @Test func `a node that an alias leads to keeps its own places`() throws {
    let root = try #require(try read("a: &x one\nb: *x\n"))
    #expect(root["b"]?.start == SourcePosition(line: 1, column: 7))
  }

  @Test(arguments: [
    ("f:\n  - {id: a\n  - {id: b}", 3, 5, "the { begun on line 2, column 5, is not closed: here should stand , or }"),
    ("a: [1, 2\nb: 3", 2, 2, "the [ begun on line 1, column 4, is not closed: here should stand , or ]"),
    ("a: {x: [1}", 1, 10, "the [ begun on line 1, column 8, must be closed by ] before this"),
    ("{when: c in ['A']}", 1, 13, "the { begun on line 1, column 1, wants , or } before this"),
    ("a: 'open\nb: c\n", 1, 4, "the quoted text that begins here has no closing quote"),
    ("say: More: damaged", 1, 10, "a second ':' on one line can't make a key"),
    ("a: b\n  c: d", 2, 4, "no key can stand here"),
    ("a: b\nfields\nc: d", 2, 1, "'fields' is no key: ': ' and a value are missing"),
    ("a:\n  b: c\n d: e", 3, 2, "here should stand a key of the mapping begun on line 1"),
    ("a:\n\tb: c", 2, 1, "a tab can't indent in YAML"),
    ("a:\n  - x\n\t- y", 3, 1, "a tab can't indent in YAML"),
    ("a: @b", 1, 4, "a text can't begin with @"),
    ("a: `b`", 1, 4, "a text can't begin with `"),
    ("a: %b", 1, 4, "a text can't begin with %"),
    ("a: - b", 1, 4, "a list can't begin here: - must stand first on a line of its own"),
    ("a: \"\\d+\"", 1, 5, "in double quotes, \\ has a meaning, and none before this character"),
    ("a: b\n---\nc: d", 2, 1, "a second document begins here, only one is read"),
    ("a: 1\nb: 2\na: 3", 3, 1, "the key a stands here a second time, first on line 1"),
    ("?\n?\n", 2, 2, "the empty key stands here a second time, first on line 1"),
    ("{a: 1, a: 2}", 1, 8, "the key a stands here a second time, first on column 2 of this line"),
    ("[a]: b", 1, 1, "a key must be a single text, here stands a list or a mapping"),
    ("{{a: b}: c}", 1, 2, "a key must be a single text, here stands a list or a mapping"),
    ("a: !!int 3", 1, 4, "tags like !!int are not read here"),
    ("a: !x 3", 1, 4, "tags like !x are not read here"),
    ("b: {<<: x}", 1, 5, "merge keys (<<) are not read here"),
    ("a: *b", 1, 4, "*b names nothing: no &b stands before it"),
    ("a: &b [*b]", 1, 8, "*b stands inside of what &b names"),
    ("a: \u{1}", 1, 4, "here stands a control character (U+0001)"),
    ("é: \0", 1, 4, "here stands a control character (U+0000)"),
    ("a: b\u{2028}c", 1, 5, "here stands a line separator (U+2028) that editors don't show"),
    ("a: \u{FEFF}b", 1, 4, "here stands a byte order mark, which belongs only at the very beginning of a file"),
  ])
  func `a fault says what is wrong, where, in plain words`(text: String, line: Int, column: Int, message: String) {
    let fault = #expect(throws: YAMLFault.self) { try read(text) }
    #expect(fault?.position == SourcePosition(line: line, column: column))
    #expect(fault?.message == message)
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xE9], 1, 4, "this byte (0xE9) is not UTF-8"),
      ([0x61, 0x0A, 0xC0, 0x80], 2, 1, "this byte (0xC0) is not UTF-8"),
      ([0x61, 0xED, 0xA0, 0x80], 1, 2, "this byte (0xED) is not UTF-8"),
      ([0xFF, 0xFE, 0x61, 0x00], 1, 1, "the file is written in UTF-16"),
    ] as [([UInt8], Int, Int, String)])
  func `bytes that are no UTF-8 are named`(bytes: [UInt8], line: Int, column: Int, message: String) {
    let fault = #expect(throws: YAMLFault.self) { try YAMLNode.read(SourceText(path: "x", bytes: bytes)) }
    #expect(fault?.position == SourcePosition(line: line, column: column))
    #expect(fault?.message == message)
  }

  @Test(.needsShared) func `a bracket that is never closed is told with the line where it began`() throws {
    let source = SourceText(path: "bad-syntax.yaml", bytes: try Shared.bytes("cases/forms/bad-syntax.yaml"))
    let fault = #expect(throws: YAMLFault.self) { try YAMLNode.read(source) }
    #expect(fault?.position.line == 6)
    #expect(fault?.message.contains("begun on line 5") == true)
  }

  @Test(.needsShared, .timeLimit(.minutes(15)))
  func `every file of the YAML test suite is read or refused, and every text knows its places`() throws {
    var read = 0
    for path in Shared.files(below: "suites/yaml-test-suite") {
      let source = SourceText(path: path, bytes: try Shared.bytes(path))
      guard let root = try? YAMLNode.read(source) else { continue }
      read += 1
      #expect(textsWithoutPlaces(root) == [], "\(path)")
    }
    #expect(read > 1000)
  }
}
