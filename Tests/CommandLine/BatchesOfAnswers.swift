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
}
