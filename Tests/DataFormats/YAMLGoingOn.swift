import DataFormats
import Testing

/// Small faults do not end the reading of a file: all are told in one run.
@Suite struct YAMLGoingOn {
  struct Case: CustomTestStringConvertible {
    let name: String
    let text: String
    /// `line:column word`, in file order.
    let told: [String]
    /// The tree, as far as it can be gone on with; nil for none.
    let tree: String?
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ told: [String], _ tree: String?) {
      (self.name, self.text, self.told, self.tree) = (name, text, told, tree)
    }
  }

  @Test(arguments: [
    Case("nothing wrong", "a: 1", [], "{a: '1'}"),
    Case(
      "keys twice, thrice, and within", "a: 1\na: {b: 2, b: 3}\na: 4\nc: {d: 1, d: 2}",
      ["2:1 key a", "2:11 key b", "3:1 key a", "4:11 key d"],
      "{a: '1', c: {d: '1'}}"),
    Case("a tab for a list", "a:\n\t- x\n\t- y\nb: 1", ["2:1 tab"], "{a: ['x', 'y'], b: '1'}"),
    Case("a tab among spaces", "a:\n  - b: 1\n\t  c: 2\n  - d", ["3:1 tab"], "{a: [{b: '1', c: '2'}, 'd']}"),
    Case("a tab after spaces", "a:\n    - b: 1\n  \tc: 2\n", ["3:3 tab"], "{a: [{b: '1', c: '2'}]}"),
    Case("two tabs for four spaces", "a:\n    - b\n\t\t- c\n", ["3:1 tab"], "{a: ['b', 'c']}"),
    Case("tabs in two places", "a:\n\tb: 1\nc:\n\td: 2\n", ["2:1 tab", "4:1 tab"], "{a: {b: '1'}, c: {d: '2'}}"),
    Case("a tab and a key twice behind it", "a:\n\tb: 1\n\tb: 2\n", ["2:1 tab", "3:2 key b"], "{a: {b: '1'}}"),
    Case("tabs that do not indent", "a: b\tc\nd: |\n  x\n  \te\n", [], "{a: 'b\tc', d: 'x\n\te\n'}"),
    Case("in a block text", "a:\n  b: |\n    one\n    \u{1}two\n", ["4:5 control"], "{a: {b: 'one\ntwo\n'}}"),
    Case(
      "control characters", "a\u{1}: \u{2}b\nc: \0d", ["1:2 control", "1:5 control", "2:4 control"], "{a: 'b', c: 'd'}"),
    Case(
      "a separator and a mark", "a: b\u{2028}c\nd: \u{FEFF}e", ["1:5 separator", "2:4 order mark"], "{a: 'b c', d: 'e'}"
    ),
    Case("tags", "a: !!int 3\nb: !x [1]", ["1:4 !!int", "2:4 !x"], "{a: '3', b: ['1']}"),
    Case(
      "a merge key is told, and followed", "a: &a {b: 1, c: 2}\nd: {<<: *a, b: 3}", ["2:5 merge"],
      "{a: {b: '1', c: '2'}, d: {b: '3', c: '2'}}"),
    Case("a second document", "a: 1\n---\nb: [", ["2:1 second document"], "{a: '1'}"),
    Case(
      "a non-breaking space that indents", "a:\n  - b: 1\n  \u{A0} c: 2\n", ["3:3 U+00A0"], "{a: [{b: '1', c: '2'}]}"),
    Case("one behind a colon", "a:\u{A0}1\nb: 2", ["1:3 U+00A0"], "{a: '1', b: '2'}"),
    Case("one within a text is its author's", "a: 10\u{A0}kg", [], "{a: '10\u{A0}kg'}"),
    Case("behind a quoted text", "a: 'b\u{A0}c: d'", [], "{a: 'b\u{A0}c: d'}"),
    Case(
      "a list that is not closed, and a key twice behind it", "a: [1, 2\nb: 3\nc: 4\nc: 5",
      ["2:2 not closed", "4:1 key c"], "{a: ['1', '2'], b: '3', c: '4'}"),
    Case(
      "a mapping in a list, not closed, before a remark", "a:\n  - {b: 1, c: 2 # x\n  - {b: 3, b: 4}\n",
      ["3:3 not closed", "3:12 key b"], "{a: [{b: '1', c: '2'}, {b: '3'}]}"),
    Case(
      "two brackets that are not closed, one within the other", "a:\n  - {b: [1, 2\n  - {c: 1}\nd: 1\nd: 2",
      ["3:5 not closed", "5:1 key d"], "{a: [{b: ['1', '2']}, {c: '1'}], d: '1'}"),
    Case(
      "two in two places", "a: [1\nb: 2\nc: {d: 1\ne: {f: 2}\n", ["2:2 line 1", "4:2 line 3"],
      "{a: ['1'], b: '2', c: {d: '1'}, e: {f: '2'}}"),
    Case("one that is closed by another on its line", "a: [1, 2}\nb: 1\nb: 2", ["1:9 must be closed"], nil),
    Case("what ends the reading is told last", "a: 1\na: 2\nb: [", ["2:1 key a", "3:5 not closed"], nil),
  ])
  func `faults are told together, and reading goes on`(read: Case) {
    let reading = YAMLDocument(of: SourceText(path: "x", text: read.text))
    let told = reading.faults.map { "\($0.position.line):\($0.position.column)" }
    #expect(told == read.told.map { String($0.prefix { $0 != " " }) }, "\(reading.faults)")
    for (fault, wanted) in zip(reading.faults, read.told) {
      #expect(fault.message.contains(wanted.drop { $0 != " " }.dropFirst()), "\(fault)")
    }
    #expect(reading.root.map(shown) == read.tree)
  }

  @Test func `what stands behind a mended tab is told at its place in the file`() throws {
    let reading = YAMLDocument(of: SourceText(path: "x", text: "a:\n\t\t- {b: 1}\n"))
    let node = try #require(reading.root?["a"]?.elements?[0]["b"])
    #expect(reading.original(node.start) == SourcePosition(line: 2, column: 9))
  }

  @Test func `text in another encoding is one mistake`() {
    let reading = YAMLDocument(
      of: SourceText(path: "x", bytes: Array("a: ".utf8) + [0xE4, 0x0A, 0x62, 0x3A, 0x20, 0xF6]))
    #expect(reading.faults.map(\.message) == ["this byte (0xE4) is not UTF-8"])
    #expect(reading.root.map(shown) == "{a: '\u{FFFD}', b: '\u{FFFD}'}")
  }
}
