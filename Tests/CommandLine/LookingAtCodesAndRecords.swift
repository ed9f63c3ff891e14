import DataFormats
import Foundation
import Testing

/// `formentry explain`.
struct Explaining {
  private let desk = RealProgram()

  @Test(arguments: [
    ("(01)09521234543213(10)LOT7", "gs1", true), ("]C10109521234543213{GS}", "gs1", true),
    ("(00)095212345678901236", "gs1", false), ("1Z12345E1512345676", "carrier", true), ("hello", "plain", true),
  ]) func saysWhatACodeIs(_ text: String, _ kind: String, _ isValid: Bool) throws {
    let outcome = try desk.formentry("explain", "--json", text)
    #expect(outcome.status == (isValid ? 0 : 1), "\(outcome)")
    let json = try #require(outcome.json.first)
    #expect(json["kind"]?.text == kind && json["valid"]?.description == "\(isValid)")
    #expect(json.members?.map(\.name) == ["kind", "valid", "elements", "problems", "candidates"])
  }

  @Test func inWords() throws {
    let outcome = try desk.formentry("explain", "(01)09521234543213(17)311231")
    #expect(outcome.status == 0 && outcome.output.contains("(01) GTIN: 09521234543213"), "\(outcome)")
  }

  @Test func aWrongCheckDigitIsMoreThanPlainText() throws {
    let outcome = try desk.formentry("explain", "12345678901233")
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("  Note: 14 digits: as a GTIN the check digit should be 1, it is 3"), "\(outcome)")
    let json = try desk.formentry("explain", "--json", "12345678901233").json.first
    #expect(json?["kind"]?.text == "plain" && json?["valid"]?.truth == true)
    #expect(json?["problems"]?.elements?.count == 1)
  }

  @Test(arguments: [("ups", "1Z12345E1512345676", 0), ("ups", "1Z12345E1512345677", 1), ("gtin", "9521234543237", 0)])
  func aCheckIsAnswered(_ check: String, _ text: String, _ status: Int32) throws {
    #expect(try desk.formentry("explain", "--check", check, text).status == status)
  }

  @Test func aCheckThatIsNotThere() throws {
    let outcome = try desk.formentry("explain", "--check", "gtim", "1")
    #expect(outcome.status == 2 && outcome.errors.contains("did you mean gtin?"), "\(outcome)")
  }

  @Test func noControlCharacterComesOut() throws {
    let outcome = try desk.formentry("explain", "a\u{1b}[31mb\u{7}")
    #expect(!outcome.output.contains("\u{1b}") && !outcome.output.contains("\u{7}"), "\(outcome)")
  }
}

/// `formentry records`, and the export that follows.
struct LookingAtRecords {
  private let desk = RealProgram()

  private func save(_ count: Int = 2) throws {
    let form = try desk.write(
      "form: plain\ntitle: Plain\nversion: 1\nfields:\n  - {id: asn, label: ASN, type: text}\n", to: "plain.yaml")
    let answers = (1...count).map { #"{"asn": "A-\#($0)"}"# }.joined(separator: "\n")
    let outcome = try desk.formentry("fill", form, "--answers", "-", "--operator", "MK", input: answers)
    try #require(outcome.status == 0, "\(outcome)")
  }

  @Test func theListAndOneOfIt() throws {
    try save()
    let list = try desk.formentry("records", "list")
    #expect(list.status == 0 && list.lines.count == 2)
    #expect(list.lines[0].hasPrefix("2026-11-30  08:00:00  dock-3  1  plain  MK  "), "\(list)")
    let shown = try desk.formentry("records", "show", "2")
    #expect(shown.status == 0 && shown.lines.contains("  asn: A-2"), "\(shown)")
    #expect(try desk.formentry("records", "list", "--date", "2026-12-01").lines.isEmpty)
    #expect(try desk.formentry("records", "list", "--form", "other").lines.isEmpty)
  }

  @Test func oneThatIsNotThere() throws {
    try save()
    let outcome = try desk.formentry("records", "show", "3")
    #expect(outcome.status == 1 && outcome.errors.contains("no record 3"), "\(outcome)")
    #expect(try desk.formentry("records", "show", "1", "--date", "2026-02-30").status == 2)
  }

  @Test func lookingMakesNoStore() throws {
    let outcome = try desk.formentry("records", "list")
    #expect(outcome.status == 3 && outcome.errors.contains("there is no store"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: desk.store))
  }

  @Test func aChangedByteIsFound() throws {
    try save()
    #expect(
      try desk.formentry("records", "verify").output
        == "2 records in 1 file, \(try journal().utf8.count) bytes: all of it whole\n")
    try desk.write(
      try journal().replacingOccurrences(of: "A-2", with: "A-3"), to: ".local/share/formentry/dock-3-2026-11-30.jsonl")
    let outcome = try desk.formentry("records", "verify", "--json")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.json.first?["problems"]?.elements?.first?["line"]?.description == "2")
    #expect(try desk.formentry("records", "list").status == 1)
  }

  private func journal() throws -> String {
    try String(contentsOfFile: desk.store + "/dock-3-2026-11-30.jsonl", encoding: .utf8)
  }

  @Test func withAFileInPlaceOfTheIndexTheStoreIsAsGoodAsEver() throws {
    try save()
    try FileManager.default.removeItem(atPath: desk.store + "/index")
    try desk.write("x", to: ".local/share/formentry/index")
    let form = try desk.write(
      "form: once\ntitle: Once\nversion: 1\nfields:\n  - {id: asn, label: ASN, type: text, unique: form}\n",
      to: "once.yaml")
    #expect(try desk.formentry("records", "list").lines.count == 2)
    #expect(try String(contentsOfFile: desk.store + "/index", encoding: .utf8) == "x", "looking changes nothing")
    let answers = #"{"asn": "A-1"}"# + "\n" + #"{"asn": "A-1"}"#
    let outcome = try desk.formentry("fill", form, "--answers", "-", input: answers)
    #expect(outcome.status == 1 && outcome.json.first?["saved"] != nil && outcome.json.last?.refusedFields == ["asn"])
    #expect(outcome.errors.contains("index.aside") && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(try desk.formentry("records", "verify").status == 0)
  }

  @Test func theExportOfADamagedJournalSaysThatItIsNotComplete() throws {
    try save(3)
    try desk.write(
      try journal().replacingOccurrences(of: "A-2", with: "A-7"), to: ".local/share/formentry/dock-3-2026-11-30.jsonl")
    let outcome = try desk.formentry("export", "plain", "--to", "csv", "--all", "--out", desk.path("out"))
    #expect(outcome.status == 1 && outcome.errors.contains("line 2"), "\(outcome)")
    let manifest = try JSONValue(
      parsing: try String(contentsOfFile: desk.path("out/plain-000001.manifest.json"), encoding: .utf8))
    #expect(manifest["complete"]?.truth == false && manifest["problems"]?.elements?.first?["line"]?.integer == 2)
    #expect(manifest["files"]?.elements?.first?["rows"]?.integer == 1)
  }

  @Test func theExport() throws {
    try save()
    let outcome = try desk.formentry("export", "plain", "--to", "csv", "--all", "--out", desk.path("out"))
    #expect(outcome.status == 0, "\(outcome)")
    let table = try String(contentsOfFile: desk.path("out/plain-000001.csv"), encoding: .utf8)
    #expect(table.contains("A-1") && table.contains("A-2"))
    #expect(FileManager.default.fileExists(atPath: desk.path("out/plain-000001.manifest.json")))
  }
}

/// Words that make no sense.
struct WrongUsage {
  private let desk = RealProgram()

  @Test(arguments: [
    (["lint"], "PATH"), (["explain"], "TEXT"), (["scan"], "SOURCE"), (["records"], "list"),
    (["records", "lst"], "did you mean list?"), (["lint", "--jsn", "x"], "did you mean --json?"),
    (["fill", "--answers", "-"], "--answers"), (["export", "x", "--to", "xml", "--all"], "csv"),
    (["lnt", "x"], "lint"),
    (["--completions", "cmd"], "bash"), (["fill", "a", "b"], "'b'"),
  ]) func isToldInOneLine(_ words: [String], _ word: String) throws {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try desk.shell("\"$FORMENTRY\" \(line)")
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(word) && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
  }

  @Test(arguments: ["fill", "scan", "explain", "lint", "records list", "records show", "records verify", "export"])
  func everyVerbHasHelp(_ verb: String) throws {
    let outcome = try desk.shell("\"$FORMENTRY\" \(verb) --help")
    #expect(outcome.status == 0 && outcome.output.contains("Usage: formentry") && outcome.errors.isEmpty, "\(outcome)")
    let help = try desk.formentry("--help").output
    #expect(help.contains("  \(verb) "))
  }

  @Test func aSettingThatIsWrongIsToldWithItsName() throws {
    let outcome = try desk.formentry("records", "list", environment: ["FORMENTRY_WARM": "long"])
    #expect(outcome.status == 2 && outcome.errors.contains("FORMENTRY_WARM"), "\(outcome)")
  }
}
