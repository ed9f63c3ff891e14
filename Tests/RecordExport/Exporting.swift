import DataFormats
import Foundation
import RecordStore
import Testing

@testable import RecordExport

@Suite("Exporting records")
struct Exporting {
  let bench: ExportBench

  init() throws { bench = try ExportBench() }

  private func record(_ number: Int, version: Int = 1, _ values: JSONValue) -> JSONValue {
    ExportBench.record(number, version: version, values)
  }

  @Test("The whole of a small export, byte for byte")
  func bytes() throws {
    try bench.save([
      record(
        1,
        [
          "asn": "A-1", "total": .number("3.50"),
          "lines": [["gtin": "04006381333931", "quantity": 12], ["quantity": 1]],
        ]),
      record(2, ["asn": "a \"b\", c"]),
    ])
    #expect(bench.export("--to", "csv") == 0)
    let own = "mk,2026-11-30T08:14:05.120+01:00,2026-11-30,,false,"
    #expect(
      bench.text("receiving-000001.csv") == """
        id,number,form_version,station,operator,completed_at,business_date,supersedes,void,overrides,asn,total\r
        \(ExportBench.id(1)),1,1,dock-3,\(own),A-1,3.50\r
        \(ExportBench.id(2)),2,1,dock-3,\(own),"a ""b"", c",\r

        """)
    #expect(
      bench.text("receiving.lines-000001.csv") == """
        record_id,row,gtin,quantity\r
        \(ExportBench.id(1)),1,04006381333931,12\r
        \(ExportBench.id(1)),2,,1\r

        """)
    #expect(bench.names == ["receiving-000001.csv", "receiving-000001.manifest.json", "receiving.lines-000001.csv"])
  }

  @Test(
    "Values come out as they were written",
    arguments: [
      ("text", "\"A\"", "A"), ("leading zeros", "\"00123\"", "00123"), ("an integer", "12", "12"),
      ("a decimal with its zero", "-18.0", "-18.0"),
      ("more digits than a Double has", "12345678901234567890.123", "12345678901234567890.123"),
      ("true", "true", "true"), ("false", "false", "false"), ("null", "null", ""), ("empty text", "\"\"", ""),
      ("several choices", "[\"a\",\"b c\"]", "a b c"), ("no choice", "[]", ""), ("one number in a list", "[1]", "1"),
      ("escapes", "\"\\u00e9\\n\\t\\\"\\\\\\/\"", "é\n\t\"\\/"), ("a separator of a code", "\"a\\u001db\"", "a\u{1D}b"),
      ("beyond the basic plane", "\"\\ud83d\\udce6📦\"", "📦📦"), ("a formula", "\"=SUM(A1)\"", "=SUM(A1)"),
      ("spaces at the ends", "\" a \"", " a "), ("only a comma", "\",\"", ","),
    ])
  func values(name: String, json: String, expected: String) throws {
    try bench.save([record(1, ["x": try JSONValue(parsing: json), "y": "end"])])
    #expect(bench.export("--to", "csv") == 0)
    #expect(try bench.values() == [["x", "y"], [expected, "end"]])
  }

  @Test(
    "The excel profile defuses texts, never numbers, and begins with a byte order mark",
    arguments: [
      ("\"=1+1\"", "'=1+1"), ("\"+1 pallet\"", "'+1 pallet"), ("\"-2\"", "'-2"), ("\"@here\"", "'@here"),
      ("\"\\tx\"", "'\tx"), ("\"\\rx\"", "'\rx"), ("-2.5", "-2.5"), ("12", "12"), ("\"a=b\"", "a=b"), ("\"\"", ""),
      ("[\"=a\",\"b\"]", "'=a b"), ("true", "true"), ("\"'=a\"", "'=a"),
    ])
  func excel(json: String, expected: String) throws {
    try bench.save([record(1, ["x": try JSONValue(parsing: json), "y": "z"])])
    #expect(bench.export("--to", "csv", "--profile", "excel") == 0)
    #expect(Array(bench.text("receiving-000001.csv").utf8).starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(try bench.values() == [["x", "y"], [expected, "z"]])
  }

  @Test(
    "The columns are the union over all versions, each once",
    arguments: [
      ("the order of the record", [(1, #"{"b":1,"a":2}"#)], ["b", "a"]),
      (
        "what was blank before finds its place", [(1, #"{"a":1,"c":3}"#), (1, #"{"a":1,"b":2,"c":3}"#)],
        ["a", "b", "c"]
      ),
      ("what was blank at the front", [(1, #"{"b":1}"#), (1, #"{"a":1,"b":2}"#)], ["a", "b"]),
      ("a later version adds behind", [(2, #"{"z":1,"a":2}"#), (1, #"{"a":1,"b":2}"#)], ["a", "b", "z"]),
      (
        "a field that is gone keeps its place", [(1, #"{"a":1,"old":2,"b":3}"#), (2, #"{"a":1,"b":3}"#)],
        ["a", "old", "b"]
      ),
      ("no values at all", [(1, "{}")], []),
      (
        "names of the export's own are told apart", [(1, #"{"number":1,"station":2}"#)],
        ["values.number", "values.station"]
      ),
    ] as [(String, [(Int, String)], [String])])
  func columns(name: String, records: [(Int, String)], expected: [String]) throws {
    try bench.save(
      records.enumerated().map { record($0.offset + 1, version: $0.element.0, try JSONValue(parsing: $0.element.1)) })
    #expect(bench.export("--to", "csv") == 0)
    #expect(try bench.values().first == expected)
  }

  @Test("Values stand under their names, whatever order a record has")
  func anyOrder() throws {
    try bench.save([record(1, ["a": "1", "b": "2", "c": "3"]), record(2, ["c": "3", "a": "1"])])
    #expect(bench.export("--to", "csv") == 0)
    #expect(try bench.values() == [["a", "b", "c"], ["1", "2", "3"], ["1", "", "3"]])
  }

  @Test("Two kinds of rows make two files; a record without rows has none in them")
  func rows() throws {
    try bench.save([
      record(1, ["lines": [["a": 1]], "damages": [["row": "x", "note": "n"]]]), record(2, ["lines": []]),
      record(3, ["lines": [["b": 2], ["a": 3, "b": 4]]]),
    ])
    #expect(bench.export("--to", "csv") == 0)
    #expect(
      try bench.values("receiving.lines-000001.csv", skipping: 1) == [
        ["row", "b", "a"], ["1", "", "1"], ["1", "2", ""], ["2", "4", "3"],
      ])
    #expect(
      try bench.values("receiving.damages-000001.csv", skipping: 1) == [
        ["row", "values.row", "note"], ["1", "x", "n"],
      ])
  }

  @Test("Corrections, voids and overrides are in it as they are")
  func history() throws {
    let override: JSONValue = [
      ["rule": "short_life", "by": "S-1"], ["rule": "big", "by": "mk"], ["rule": "short_life", "by": "mk"],
    ]
    let base = record(2, ["a": 1])
    try bench.save([
      record(1, ["a": 1]),
      .object(
        (base.members ?? []).map { member in
          switch member.name {
          case "supersedes": JSONMember("supersedes", .string(ExportBench.id(1)))
          case "void": JSONMember("void", true)
          case "overrides": JSONMember("overrides", override)
          default: member
          }
        }),
    ])
    #expect(bench.export("--to", "csv") == 0)
    let table = try CSVTable(parsing: Array(bench.text("receiving-000001.csv").utf8))
    #expect(
      table.rows.map { Array($0[7...9]) } == [["", "false", ""], [ExportBench.id(1), "true", "short_life big"]])
  }

  @Test("Only the form and the station that were asked for")
  func selection() throws {
    try bench.save([
      record(1, ["a": 1]), ExportBench.record(2, form: "returns", ["b": 1]),
      ExportBench.record(3, form: "receivin", ["b": 1]),
    ])
    let other = try RecordStore(directory: bench.path, station: "dock-4")
    _ = try other.append([record(4, ["a": 4])], businessDate: ExportBench.monday)
    #expect(bench.export("--to", "csv") == 0)
    #expect(try bench.values() == [["a"], ["1"], ["4"]])
    #expect(bench.export("--to", "csv", "--station", "dock-4") == 0)
    #expect(try bench.values("receiving-000002.csv") == [["a"], ["4"]])
  }

  @Test("jsonl is the records as they are stored")
  func lines() throws {
    try bench.save([record(1, ["a": "é\u{1D}"]), ExportBench.record(2, form: "returns", [:]), record(3, [:])])
    #expect(bench.export("--to", "jsonl") == 0)
    let stored = try String(contentsOfFile: "\(bench.path)/\(ExportBench.journal)", encoding: .utf8)
    let expected = stored.split(separator: "\n").filter { $0.contains("\"form\":\"receiving\"") }.map { $0 + "\n" }
      .joined()
    #expect(bench.text("receiving-000001.jsonl") == expected)
    #expect(bench.names == ["receiving-000001.jsonl", "receiving-000001.manifest.json"])
  }

  @Test("The manifest says what the files hold and what they were made of")
  func manifest() throws {
    try bench.save([record(1, ["lines": [["a": 1], ["a": 2]]])])
    #expect(bench.export("--to", "csv") == 0)
    let manifest = try bench.manifest()
    #expect(manifest["form"]?.text == "receiving" && manifest["number"]?.integer == 1)
    #expect(manifest["complete"]?.truth == true)
    let files = try #require(manifest["files"]?.elements)
    #expect(files.map { $0["name"]?.text } == ["receiving-000001.csv", "receiving.lines-000001.csv"])
    #expect(files.map { $0["rows"]?.integer } == [1, 2])
    for file in files {
      let bytes = Array(bench.text(file["name"]?.text ?? "").utf8)
      #expect(file["bytes"]?.integer == bytes.count)
      #expect(file["sha256"]?.text == SHA256.hexadecimal(bytes))
    }
    let size = try FileManager.default.attributesOfItem(atPath: "\(bench.path)/\(ExportBench.journal)")[.size] as? Int
    #expect(manifest["sources"]?.elements?.map { $0["to"]?.integer } == [size])
  }

  @Test("A rerun gives the same bytes under the next number", arguments: ["csv", "jsonl"])
  func rerun(format: String) throws {
    try bench.save((1...50).map { record($0, ["a": JSONValue($0), "lines": [["b": JSONValue($0)]]]) })
    #expect(bench.export("--to", format) == 0)
    #expect(bench.export("--to", format) == 0)
    for name in bench.names where name.contains("000001") && !name.contains("manifest") {
      #expect(bench.text(name) == bench.text(name.replacingOccurrences(of: "000001", with: "000002")))
    }
    #expect(try bench.manifest(2)["number"]?.integer == 2)
  }

  @Test("A form without a record gives a table without a row")
  func noRecords() throws {
    #expect(bench.export("--to", "csv") == 0)
    #expect(try bench.values() == [[]])
    #expect(try bench.manifest()["files"]?.elements?.first?["rows"]?.integer == 0)
  }

  @Test("It ends before a damaged line, says where, and exits with 1")
  func damagedLine() throws {
    try bench.save([record(1, ["a": 1])])
    try bench.append("garbage\n", to: ExportBench.journal)
    try bench.save([record(2, ["late": 2])])
    try bench.save([record(3, ["later": 3])], date: ExportBench.tuesday)
    #expect(bench.export("--to", "csv") == 1)
    #expect(try bench.values() == [["a"], ["1"]])
    let manifest = try bench.manifest()
    #expect(manifest["complete"]?.truth == false)
    #expect(manifest["problems"]?.elements?.map { $0["line"]?.integer } == [2])
    #expect(manifest["sources"]?.elements?.count == 1)
  }

  @Test("An unfinished end is passed over and told: it was never said to be saved")
  func unfinishedEnd() throws {
    try bench.save([record(1, ["a": 1])])
    try bench.append("{\"id\":\"half", to: ExportBench.journal)
    try bench.save([record(3, ["a": 3])], date: ExportBench.tuesday)
    // The store mends the end when it is written to; here it is torn again.
    try bench.append("{\"id\":\"half", to: ExportBench.journal)
    #expect(bench.export("--to", "csv") == 1)
    #expect(try bench.values() == [["a"], ["1"], ["3"]])
    #expect(try bench.manifest()["complete"]?.truth == true)
  }

  @Test("What an export that was cut off left behind is removed or told, and its number is not used again")
  func leftovers() throws {
    try bench.save([record(1, ["a": 1])])
    try FileManager.default.createDirectory(atPath: "\(bench.path)/export", withIntermediateDirectories: true)
    for name in [
      "receiving-000004.csv", "receiving-000005.csv.part", "receiving.lines-000005.csv.part",
      "receiving-000005.manifest.json.part",
      "returns-000009.csv.part", "receiving_old-000007.csv", "receiving-notes.csv", "receiving-000001.csv.part.txt",
    ] {
      try bench.append("x", to: "export/\(name)")
    }
    let request = ExportRequest(
      form: "receiving", format: .csv, profile: .machine, store: bench.path, out: "\(bench.path)/export", station: nil)
    let outcome = try Export(request).run()
    #expect(outcome.status == 0)
    #expect(outcome.notices.count == 1 && outcome.notices[0].contains("receiving-000004.csv"))
    #expect(
      bench.names == [
        "receiving-000001.csv.part.txt", "receiving-000004.csv", "receiving-000005.csv",
        "receiving-000005.manifest.json",
        "receiving-notes.csv", "receiving_old-000007.csv", "returns-000009.csv.part",
      ])
  }

  @Test(
    "Which files are those of a form",
    arguments: [
      ("f-000001.csv", 1), ("f.lines-000012.csv", 12), ("f-000001.jsonl", 1), ("f-000001.manifest.json", 1),
      ("f-1234567.csv", 1_234_567),
      ("f-1.csv", nil), ("f.lines-000001.jsonl", nil), ("f.-000001.csv", nil), ("f.a.b-000001.csv", nil),
      ("g-000001.csv", nil),
      ("fx-000001.csv", nil), ("f-000001.csv.part", nil), ("f-000000.csv", nil), ("f.csv", nil), ("f-000001", nil),
    ] as [(String, Int?)])
  func fileNames(name: String, number: Int?) {
    #expect(ExportFolder.number(name, form: "f") == number)
  }

  @Test(
    "Arguments that cannot be meant",
    arguments: [
      ([], "which form"), (["f"], "--to is missing"), (["f", "--to", "csv"], "--all"),
      (["f", "--to", "xlsx", "--all"], "csv or jsonl"),
      (["f", "--to", "postgres", "--all"], "csv or jsonl"), (["f", "g", "--to", "csv", "--all"], "one form"),
      (["f", "--to", "csv", "--al"], "did you mean --all"), (["f", "--to"], "--to wants a value"),
      (["f", "--to", "csv", "--all", "--profile", "x"], "machine or excel"),
      (["f", "--all=yes", "--to", "csv"], "takes no value"),
      (["f", "--to", "jsonl", "--all", "--profile", "excel"], "for csv"),
    ] as [([String], String)])
  func usage(arguments: [String], words: String) {
    let fault = #expect(throws: ExportFault.self) { try ExportOptions(arguments) }
    #expect(fault?.kind == .usage)
    #expect(fault?.message.contains(words) == true)
  }

  @Test(
    "Exit states",
    arguments: [
      (["a b", "--to", "csv", "--all", "--store", "STORE"], 2),
      (["../x", "--to", "csv", "--all", "--store", "STORE"], 1),
      (["f", "--to", "csv", "--all", "--store", "/nonexistent/store"], 3),
      (["f", "--to", "csv", "--all", "--store", "STORE", "--out", "/dev/null/x"], 3), (["--help"], 0),
      (["nothing.yaml", "--to", "csv", "--all", "--store", "STORE"], 1),
      (["f", "--to=csv", "--all", "--store=STORE"], 0),
      (["f", "--to", "csv", "--all", "--store", "STORE", "--station", "a/b"], 2),
    ] as [([String], Int32)])
  func exitStates(arguments: [String], status: Int32) {
    let arguments = arguments.map { $0.replacingOccurrences(of: "STORE", with: bench.path) }
    #expect(ExportCommand.run(arguments, environment: ["HOME": bench.path]) == status)
  }

  @Test("A form named by its file")
  func byPath() throws {
    try bench.save([record(1, ["a": 1])])
    try bench.append("form: receiving\ntitle: Receiving\n", to: "some.yaml")
    let arguments = ["\(bench.path)/some.yaml", "--to", "csv", "--all", "--store", bench.path]
    #expect(ExportCommand.run(arguments, environment: [:]) == 0)
    #expect(try bench.values() == [["a"], ["1"]])
  }

  @Test("A record larger than a buffer, and many records")
  func large() throws {
    let long = String(repeating: "é\"", count: 400_000)
    try bench.save([record(1, ["a": .string(long)])])
    try bench.save((2...3000).map { record($0, ["a": .string("row \($0)")]) })
    #expect(bench.export("--to", "csv") == 0)
    let values = try bench.values()
    #expect(values.count == 3001)
    #expect(values[1] == [long] && values[3000] == ["row 3000"])
  }
}
