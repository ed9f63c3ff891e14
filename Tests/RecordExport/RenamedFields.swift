import DataFormats
import Foundation
import Testing

@testable import RecordExport

/// `was` joins a field to its older name: one column over all versions.
struct RenamedFields {
  @Test func olderNamesStandInTheColumnOfNow() throws {
    let bench = try ExportBench()
    try bench.save([
      ExportBench.record(1, version: 1, ["rma": "R1", "items": [["code": "a", "qty": .number("1")]]]),
      ExportBench.record(
        2, version: 2, ["rma_no": "R2", "items": [["code": "b", "pieces": .number("2")]], "note": "n"]),
    ])
    let form = """
      form: receiving
      title: T
      version: 2
      fields:
        - {id: rma_no, was: [rma], label: R, type: text}
        - {id: note, label: N, type: text}
        - id: items
          label: I
          type: lines
          fields:
            - {id: code, label: C, type: text}
            - {id: pieces, was: qty, label: P, type: integer}

      """
    try form.write(toFile: bench.path + "/form.yaml", atomically: true, encoding: .utf8)
    #expect(
      ExportCommand.run(
        [bench.path + "/form.yaml", "--all", "--to", "csv", "--store", bench.path], environment: ["HOME": bench.path])
        == 0)
    #expect(try bench.values() == [["rma_no", "note"], ["R1", ""], ["R2", "n"]])
    #expect(
      try bench.values("receiving.items-000001.csv", skipping: 1)
        == [["row", "code", "pieces"], ["1", "a", "1"], ["1", "b", "2"]])
  }
}
