import FormSchema
import HandedCases
import Testing

@Suite(
  "The handed bad forms", .enabled(if: Shared.folder != nil, "the folder of handed cases is not beside the checkout"))
struct HandedFormsTests {
  struct Expected: CustomTestStringConvertible {
    let file: String
    let lines: [(line: Int, severity: String, about: String)]
    var testDescription: String { file }
  }

  static let expected: [Expected] = {
    var byFile: [String: [(line: Int, severity: String, about: String)]] = [:]
    for line in Shared.lines("cases/forms/expected.tsv").dropFirst() {
      let parts = line.split(separator: "\t").map(String.init)
      byFile[parts[0], default: []].append((Int(parts[1]) ?? 0, parts[2], parts[3]))
    }
    return byFile.map { Expected(file: $0.key, lines: $0.value) }.sorted { $0.file < $1.file }
  }()

  @Test("every fault is told on its line, and no other error", arguments: expected)
  func faults(_ expected: Expected) {
    let reading = FormReader.read(path: Shared.path("cases/forms/\(expected.file)"))
    let found = reading.diagnostics
    for wanted in expected.lines {
      #expect(
        found.contains { $0.position.line == wanted.line && $0.severity.rawValue == wanted.severity },
        "line \(wanted.line): \(wanted.about), found: \(found.map { "\($0.position.line): \($0.message)" })")
    }
    for error in found where error.severity == .error {
      #expect(
        expected.lines.contains { $0.line == error.position.line && $0.severity == "error" },
        "one too many: \(error.position.line): \(error.message)")
    }
  }

  @Test(
    "forms without a fault are read",
    arguments: [
      "good-pallet.yaml", "good-returns.yaml", "good-frozen.yaml", "good-returns-rma.yaml", "good-pallet-asn.yaml",
      "good-old-returns.yaml",
    ])
  func good(_ file: String) {
    let reading = FormReader.read(path: Shared.path("cases/forms/\(file)"))
    #expect(reading.form != nil)
    #expect(reading.diagnostics.map(\.message) == [])
  }
}
