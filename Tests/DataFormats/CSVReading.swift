import DataFormats
import Testing

private func read(_ text: String, limits: CSVLimits = .standard) throws -> CSVTable {
  try CSVTable(parsing: Array(text.utf8), limits: limits)
}

@Suite struct CSVReading {
  @Test(
    arguments: [
      ("one row", "a,b\n1,2\n", [["1", "2"]], [2]),
      ("no end of line at the end", "a,b\n1,2", [["1", "2"]], [2]),
      ("a byte order mark and CR LF", "\u{FEFF}a,b\r\n1,2\r\n", [["1", "2"]], [2]),
      ("CR alone", "a,b\r1,2\r", [["1", "2"]], [2]),
      ("empty values", "a,b\n,\n", [["", ""]], [2]),
      ("an end of line within quotes", "a,b\n\"1\n\n2\",x\n3,y\n", [["1\n\n2", "x"], ["3", "y"]], [2, 5]),
      ("CR LF within quotes stays", "a,b\r\n\"1\r\n2\",x\r\n3,y", [["1\r\n2", "x"], ["3", "y"]], [2, 4]),
      ("quotes within quotes", "a,b\n\"say \"\"hi\"\"\",\"\"\n", [["say \"hi\"", ""]], [2]),
      ("a comma within quotes", "a,b\n\"1,5\",x\n", [["1,5", "x"]], [2]),
      ("spaces stay", "a,b\n 1 , 2\n", [[" 1 ", " 2"]], [2]),
      ("empty lines are passed over", "\n\na,b\n\n1,2\n\n", [["1", "2"]], [5]),
      ("only a header", "a,b\n", [], []),
    ] as [(String, String, [[String]], [Int])])
  func `a table is read`(name: String, text: String, rows: [[String]], lines: [Int]) throws {
    let table = try read(text)
    #expect(table.header == ["a", "b"])
    #expect(table.rows == rows)
    #expect(table.lineNumbers == lines)
  }

  @Test(arguments: [
    ("", 1, "the file is empty: its first line should name the columns"),
    ("\n\n", 1, "the file is empty: its first line should name the columns"),
    ("a,b\n1,2\n3\n", 3, "this row has 1 value, the header 2"),
    ("a,b\n1,2,3\n", 2, "this row has 3 values, the header 2"),
    ("a,b\n\"x\n\",2\n1\n", 4, "this row has 1 value, the header 2"),
    ("a,b\n1,\"2\n3,4\n", 2, "the quoted value that begins on this line has no closing quote"),
    ("a,b\n1,2\"\n", 2, "a quote within a value that is not in quotes: put the value in quotes and double the quote"),
    (
      "a,b\n1,\"2\"x\n", 2,
      "after a closing quote should stand a comma or the end of the line: a quote within a value is doubled"
    ),
    ("a;b\n1;2\n", 1, "the columns seem to be separated by semicolons: save the file with commas"),
    ("a\tb\n", 1, "the columns seem to be separated by tabs: save the file with commas"),
    ("a,b,a\n", 1, "the column a stands twice in the header"),
    ("a,b\n1,\0\n", 2, "here stands a NUL character, which no value can hold"),
  ])
  func `a fault names the line`(text: String, line: Int, message: String) {
    let fault = #expect(throws: CSVFault.self) { try read(text) }
    #expect(fault?.line == line)
    #expect(fault?.message == message)
  }

  @Test func `bytes that are no UTF-8 are refused with their line`() {
    let fault = #expect(throws: CSVFault.self) { try CSVTable(parsing: [0x61, 0x0A, 0xE9, 0x0A]) }
    #expect(fault?.line == 2)
    #expect(fault?.message == "this value is not UTF-8: save the file as CSV UTF-8")
  }

  @Test func `limits hold`() {
    var limits = CSVLimits()
    limits.bytes = 10
    #expect(throws: CSVFault.self) { try read("a,b\n1,2\n3,4\n", limits: limits) }
    limits = CSVLimits()
    limits.rows = 1
    #expect(throws: CSVFault.self) { try read("a,b\n1,2\n3,4\n", limits: limits) }
    limits = CSVLimits()
    limits.columns = 2
    #expect(throws: CSVFault.self) { try read("a,b,c\n", limits: limits) }
  }

  @Test(.needsShared, arguments: Shared.files(below: "suites/csv-spectrum/csvs"))
  func `csv-spectrum is read as its JSON says`(path: String) throws {
    let name = path.split(separator: "/").last?.dropLast(4) ?? ""
    let expected = try JSONValue(parsing: try Shared.bytes("suites/csv-spectrum/json/\(name).json"))
    let table = try CSVTable(parsing: try Shared.bytes(path))
    let rows = try #require(expected.elements).map { row in
      row.members?.map { "\($0.name)=\($0.value.text ?? "")" } ?? []
    }
    #expect(table.rows.map { row in zip(table.header, row).map { "\($0)=\($1)" } } == rows)
  }
}
