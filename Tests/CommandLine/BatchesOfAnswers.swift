import Foundation
import Testing

@Suite struct BatchesOfAnswers {
  private static func form(_ fields: String...) -> String {
    "form: t\ntitle: T\nversion: 1\nfields:\n" + fields.map { "  \($0)\n" }.joined()
  }

  @Test func `answers that cannot be opened are told with the reason`() throws {
    let program = RealProgram()
    try program.write(Self.form("- {id: a, label: A, type: text}"), to: "t.yaml")
    let result = try program.run(["fill", "./t.yaml", "--answers", "nothing.jsonl"])
    #expect(result.status == 2)
    #expect(result.errors == "formentry: nothing.jsonl can't be opened: No such file or directory\n")
  }

  @Test func `a picture among the scans that cannot be read is told in a sentence`() throws {
    let program = RealProgram()
    try program.write(Self.form("- {id: a, label: A, type: barcode}"), to: "t.yaml")
    try program.write("no picture", to: "sub/broken.png")
    try program.write(
      ["{\"image\":\"none.png\"}", "{\"image\":\"broken.png\"}", "{\"image\":\"none.png\",\"field\":\"a\"}"]
        .map { "{\"scans\":[\($0)]}\n" }.joined(), to: "sub/a.jsonl")
    let result = try program.run(["fill", "./t.yaml", "--answers", "sub/a.jsonl"])
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    let messages = [
      "sub/none.png: cannot be opened: No such file or directory.",
      "sub/broken.png: this is no PNG, JPEG or PGM picture.",
      "a scan with image has no field",
    ]
    #expect(lines.count == messages.count)
    for (line, message) in zip(lines, messages) {
      #expect(line.contains("{\"field\":\"scans[0]\",\"message\":\"\(message)\"}"), "\(line)")
    }
  }

  @Test func `previous is the line before, in one run or in two`() throws {
    let program = RealProgram()
    try program.write(
      Self.form(
        "- {id: a, label: A, type: text, required: true}",
        "- {id: before, label: B, type: computed, value: previous(a)}"),
      to: "t.yaml")
    for input in ["{\"a\":\"1\"}\n{\"a\":\"2\"}\n{}\n{\"a\":\"3\"}\n", "{\"a\":\"4\"}\n"] {
      _ = try program.run(["fill", "./t.yaml", "--answers", "-"], input: input)
    }
    let stored = try program.run(["records", "list", "--json"]).output
    let values = stored.split(separator: "\n").map { line in
      String(line.components(separatedBy: "\"values\":").last?.prefix { $0 != "}" } ?? "")
    }
    #expect(
      values == [
        "{\"a\":\"1\"", "{\"a\":\"2\",\"before\":\"1\"", "{\"a\":\"3\",\"before\":\"2\"",
        "{\"a\":\"4\",\"before\":\"3\"",
      ])
  }

  @Test func `a value is the same as one of an earlier line only byte by byte`() throws {
    let program = RealProgram()
    try program.write(Self.form("- {id: a, label: A, type: text, unique: form}"), to: "t.yaml")
    let input = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"].map { "{\"a\":\"\($0)\"}\n" }.joined()
    for refused in [["line 1 of these answers"], ["record 1", "record 2", "record 1"]] {
      let result = try program.run(["fill", "./t.yaml", "--answers", "-"], input: input)
      let lines = result.output.split(separator: "\n").filter { $0.contains("refused") }
      #expect(lines.count == refused.count, "\(result.output)")
      for (line, words) in zip(lines, refused) { #expect(line.contains(words), "\(line)") }
    }
  }

  /// A station whose disk takes no file larger than a kilobyte.
  @Test func `a line that could not be saved holds nothing against the next`() throws {
    let program = RealProgram()
    try program.write(
      Self.form(
        "- {id: a, label: A, type: text, unique: form}", "- {id: b, label: B, type: text}",
        "- {id: before, label: B, type: computed, value: previous(a)}"), to: "t.yaml")
    let long = String(repeating: "x", count: 3000)
    try program.write(
      "{\"a\":\"1\",\"b\":\"\(long)\"}\n{\"a\":\"1\"}\n{\"a\":\"1\"}\n{\"c\":1}\n", to: "a.jsonl")
    let result = try program.shell("ulimit -f 1; trap '' XFSZ; \"$FORMENTRY\" fill ./t.yaml --answers a.jsonl")
    #expect(result.status == 3)
    let lines = result.lines
    try #require(lines.count == 4, "\(result)")
    #expect(lines[0].contains("NOT saved"))
    #expect(lines[1].contains("\"saved\""))
    #expect(lines[2].contains("record 1 of 2026-11-30 holds this already"))
    #expect(lines[3].contains("the form has no field c"))
    let stored = try program.formentry("records", "list", "--json").lines
    #expect(stored.count == 1 && stored[0].contains("{\"a\":\"1\"}"), "\(stored)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not here"))
  func `where the disk fails at the last moment nothing of the batch is confirmed`() throws {
    let program = RealProgram()
    try program.write(Self.form("- {id: a, label: A, type: text, unique: form}"), to: "t.yaml")
    try program.write("{\"a\":\"1\"}\n{\"a\":\"2\"}\n{\"a\":\"1\"}\n", to: "a.jsonl")
    let result = try program.shell(
      "strace -f -qq -o /dev/null -e trace=fdatasync -e inject=fdatasync:error=EIO:when=1 "
        + "\"$FORMENTRY\" fill ./t.yaml --answers a.jsonl")
    #expect(result.status == 3)
    #expect(result.lines.map { $0.contains("\"saved\"") } == [false, false, true], "\(result)")
    #expect(try program.formentry("records", "list", "--json").lines.count == 1)
  }

  @Test func `a picture without a reader beside the program is the fault of the station`() throws {
    let program = RealProgram()
    try program.write(Self.form("- {id: a, label: A, type: barcode}"), to: "t.yaml")
    try program.write("{\"scans\":[{\"image\":\"a.png\"}]}\n{\"a\":\"1\"}\n", to: "a.jsonl")
    let result = try program.shell(
      "mkdir alone && cp \"$FORMENTRY\" alone/ && alone/formentry fill ./t.yaml --answers a.jsonl")
    #expect(result.status == 3)
    try #require(result.lines.count == 2, "\(result)")
    #expect(result.lines[0].contains("scans[0]") && result.lines[0].contains("cannot be started"))
    #expect(result.lines[1].contains("\"saved\""))
  }

  @Test func `a count is not asked for its pallet where another scan brought it`() throws {
    let program = RealProgram()
    try program.write(
      Self.form(
        "- {id: s, label: S, type: barcode, takes: '00', fills: {'02': g, '37': n}}",
        "- {id: g, label: G, type: text}", "- {id: n, label: N, type: integer}"), to: "t.yaml")
    let (content, pallet) = ("\"]C102040063813339313748\"", "\"]C100001234567890123452\"")
    let answers = [[content], [content, pallet], [pallet, content]].map { scans in
      "{\"scans\":[\(scans.joined(separator: ","))]}\n"
    }
    let result = try program.run(["fill", "./t.yaml", "--answers", "-"], input: answers.joined())
    try #require(result.lines.count == 3, "\(result)")
    #expect(result.lines[0].contains("COUNT (37) wants (00)"))
    #expect(result.lines[1].hasSuffix("\"warnings\":[]}") && result.lines[2].hasSuffix("\"warnings\":[]}"))
  }
}
