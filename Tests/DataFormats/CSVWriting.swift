import DataFormats
import Testing

@Suite("Writing CSV")
struct CSVWriting {
  @Test(
    "Cells are quoted where RFC 4180 wants it",
    arguments: [
      ("plain words", ["a", "b c"], "a,b c\r\n"),
      ("an empty cell", ["a", "", "b"], "a,,b\r\n"),
      ("a comma", ["a,b"], "\"a,b\"\r\n"),
      ("a quote", ["say \"so\""], "\"say \"\"so\"\"\"\r\n"),
      ("only quotes", ["\"\""], "\"\"\"\"\"\"\r\n"),
      ("line ends of all kinds", ["a\nb", "a\rb", "a\r\nb"], "\"a\nb\",\"a\rb\",\"a\r\nb\"\r\n"),
      ("spaces and tabs stay as they are", [" a", "\tb "], " a,\tb \r\n"),
      ("letters of other scripts", ["é", "株"], "é,株\r\n"),
      ("one empty cell is no empty line", [""], "\"\"\r\n"),
    ] as [(String, [String], String)])
  func cells(name: String, cells: [String], expected: String) {
    var csv = CSVWriter()
    for cell in cells { csv.cell(cell) }
    csv.endRow()
    #expect(String(decoding: csv.bytes, as: UTF8.self) == expected)
  }

  @Test("Rows that were taken are not given again")
  func taking() {
    var csv = CSVWriter()
    csv.cell("a")
    csv.endRow()
    #expect(csv.take() == Array("a\r\n".utf8))
    csv.cell("")
    csv.endRow()
    #expect(csv.take() == Array("\"\"\r\n".utf8))
  }
}
