import Foundation
import Testing

@Suite struct RunningTheProgram {
  private func run(_ words: [String], environment: [String: String] = [:]) throws -> RealProgram.Outcome {
    let program = RealProgram()
    return try program.run(words, environment: environment)
  }

  @Test(
    arguments: [
      (["--version"], 0), (["--help"], 0), (["scan", "--help"], 0), (["--man"], 0), (["--completions", "bash"], 0),
      (["--form-ids"], 0),
      (["explain", "]C10104006381333931"], 0), (["explain", "]C10104006381333932"], 1),
      (["explain", "--check", "sscc", "001234567890123453"], 1), (["explain", "--check", "gtin", "4006381333931"], 0),
      (["scan", "/nowhere.png"], 1), (["scan", "--symbologies", "ean", "/nowhere.png"], 2), (["scan"], 2),
      (["frobnicate", "x"], 2),
      (["lint", "/nowhere.yaml"], 1), (["records", "list"], 3), (["records", "list", "--station", "a b"], 2),
      (["records", "show", "1", "--date", "yesterday", "--store", "."], 2), (["fill", "nothing", "--answers", "-"], 1),
    ] as [([String], Int32)])
  func `the exit status says what happened`(words: [String], status: Int32) throws {
    let result = try run(words)
    #expect(result.status == status, "\(result.errors)")
    #expect(status == 0 || !(result.errors + result.output).isEmpty)
    #expect(status != 0 || result.errors.isEmpty)
  }

  @Test(
    "a misspelt verb is told as such, and an option without its dashes",
    arguments: [("explian", "explain"), ("help", "--help"), ("version", "--version")])
  func misspeltVerb(word: String, meant: String) throws {
    let result = try run([word])
    #expect(result.status == 2)
    #expect(
      result.errors
        == "formentry: there is no verb and no form \(word): did you mean \(meant)? (formentry --help tells more)\n")
  }

  @Test func `a fault of the configuration names its place`() throws {
    let program = RealProgram()
    try program.write("station: dock-3\ncolours: mono\n", to: ".config/formentry/config.yaml")
    let result = try program.run(["records", "list"])
    #expect(result.status == 2)
    #expect(
      result.errors
        == "formentry: \(program.directory)/.config/formentry/config.yaml:2:1: error: there is no setting colours (did you mean colors?)\n"
    )
  }

  @Test func `FORMENTRY_NOW that is no instant is refused`() throws {
    let result = try run(["explain", "x"], environment: ["FORMENTRY_NOW": "now"])
    #expect(result.status == 2)
    #expect(result.errors.contains("2026-11-30T08:00:00+01:00"))
  }

  @Test func `control characters never reach the terminal`() throws {
    for words in [
      ["explain", "a\u{1B}[31mb\u{9B}1m"], ["lint", "/no\u{1B}[31mwhere"], ["scan", "/\u{7}x"],
      ["\u{1B}c.yaml", "\u{1B}"],
    ] {
      let result = try run(words)
      let shown = result.output + result.errors
      #expect(!shown.isEmpty)
      #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }, "\(words)")
    }
  }

  @Test func `a broken pipe ends quietly`() throws {
    let program = RealProgram()
    let result = try program.shell("\"$FORMENTRY\" --man | true; echo ${PIPESTATUS[0]}")
    #expect(result.output == "0\n")
    #expect(result.errors == "")
  }

  @Test func `a full disk under the output is told`() throws {
    let program = RealProgram()
    let result = try program.shell("\"$FORMENTRY\" --man > /dev/full; echo $?")
    #expect(result.output == "3\n")
    #expect(result.errors == "formentry: the output could not be written: No space left on device\n")
  }

  @Test func `explain says what a label holds`() throws {
    let result = try run(["explain", "]C10104006381333931", "--json"])
    #expect(result.output.contains("\"kind\":\"gs1\",\"valid\":true"))
    #expect(result.output.contains("{\"id\":\"01\",\"value\":\"04006381333931\",\"title\":\"GTIN\"}"))
  }

  @Test func `a saved record is listed, shown, verified and exported`() throws {
    let program = RealProgram()
    try program.write(
      "form: count\ntitle: Count\nversion: 1\nfields:\n  - {id: bin, label: Bin, type: text}\n  - {id: pieces, label: Pieces, type: integer}\n",
      to: "Forms/count.yaml")
    let saved = try program.run(["fill", "count", "--answers", "-"], input: "{\"bin\":\"A-1\",\"pieces\":12}\n")
    #expect(saved.status == 0, "\(saved.errors)")
    let listed = try program.run(["records", "list"])
    #expect(listed.output.hasPrefix("2026-11-30  08:00:00  dock-3  1  count  "))
    let id = String(listed.output.split(separator: " ").last?.dropLast() ?? "")
    for words in [["1"], [id]] {
      let shown = try program.run(["records", "show"] + words)
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output.contains("values:\n  bin: A-1\n  pieces: 12\n"))
    }
    #expect(try program.run(["records", "show", "2"]).status == 1)
    #expect(try program.run(["records", "show", "1", "--date", "2026-11-29"]).status == 1)
    #expect(try program.run(["records", "list", "--form", "other"]).output == "")
    let stored = try program.run(["records", "show", "1", "--json"]).output
    #expect(stored == (try program.run(["records", "list", "--json"]).output))
    let whole = try program.run(["records", "verify"])
    #expect(whole.status == 0)
    #expect(whole.output.hasPrefix("1 record in 1 file, "))
    let exported = try program.run(["export", "count", "--to", "csv", "--all", "--out", "out"])
    #expect(exported.status == 0, "\(exported.errors)")
    let mistyped = try program.run(["export", "cuont", "--to", "csv", "--all", "--out", "out"])
    #expect(mistyped.status == 2, "a mistyped form is no day without records")
    #expect(mistyped.errors.contains("did you mean count?"))
    let table = try String(contentsOfFile: program.path("out/count-000001.csv"), encoding: .utf8)
    #expect(table.contains("A-1,12"))

    let journal = program.store + "/dock-3-2026-11-30.jsonl"
    let text = try String(contentsOfFile: journal, encoding: .utf8)
    try text.replacing("A-1", with: "A-2").write(toFile: journal, atomically: false, encoding: .utf8)
    let damaged = try program.run(["records", "verify", "--json"])
    #expect(damaged.status == 1)
    #expect(damaged.output.hasPrefix("{\"whole\":false"))
    #expect(try program.run(["records", "list"]).status == 1)
  }

  @Test func `looking at records makes no store`() throws {
    let program = RealProgram()
    #expect(try program.run(["records", "verify", "--store", "S"]).errors == "formentry: there is no store at S\n")
    #expect(!FileManager.default.fileExists(atPath: program.path("S")))
  }
}
