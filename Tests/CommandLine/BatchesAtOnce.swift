import DataFormats
import Foundation
import Testing

/// Several programs that fill one form on one station at the same time.
@Suite("Batches at the same time", .timeLimit(.minutes(10))) struct BatchesAtOnce {
  private static let pallets = (1...40).map { "P\($0)" }

  private static let form = """
    form: t
    title: T
    version: 1
    fields:
      - {id: pallet, label: Pallet, type: text, unique: form}
      - {id: place, label: Place, type: text}
      - {id: slot, label: Slot, type: text, unique: {in: form, with: [place]}}
      - {id: n, label: N, type: integer}
    rules:
      - {that: n < 5, say: Many, severity: warning, id: many}

    """

  /// Runs a batch of each at once and answers what they printed, a program each.
  private func run(_ program: RealProgram, _ batches: [[String]]) throws -> [[JSONValue]] {
    try program.write(Self.form, to: "t.yaml")
    for (number, lines) in batches.enumerated() {
      try program.write(lines.map { $0 + "\n" }.joined(), to: "\(number).jsonl")
    }
    let numbers = batches.indices.map(String.init).joined(separator: " ")
    let result = try program.shell(
      "for n in \(numbers); do \"$FORMENTRY\" fill ./t.yaml --answers $n.jsonl > $n.out & done; wait")
    #expect(result.errors == "")
    return try batches.indices.map { number in
      try String(contentsOfFile: program.path("\(number).out"), encoding: .utf8).split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
    }
  }

  private func records(_ program: RealProgram) throws -> [JSONValue] {
    try program.formentry("records", "list", "--json").json
  }

  @Test("As many records as pallets, and the number of each is its own", arguments: 1...5)
  func onePallet(round: Int) throws {
    let program = RealProgram()
    let lines = Self.pallets.map { "{\"pallet\":\"\($0)\"}" }
    let printed = try run(program, Array(repeating: lines, count: 5))
    let records = try records(program)
    #expect(records.compactMap { $0["values"]?["pallet"]?.text }.sorted() == Self.pallets.sorted())
    #expect(records.map { $0["number"]?.description } == (1...40).map(String.init))
    #expect(printed.map(\.count) == Array(repeating: 40, count: 5))
    #expect(Set(printed.joined().compactMap { $0["saved"]?.text }) == Set(records.compactMap { $0["id"]?.text }))
    // Each refusal names the record that was there, in the words of any other.
    let numbers = Dictionary(
      records.map { ($0["values"]?["pallet"]?.text ?? "", $0["number"]?.description ?? "") }, uniquingKeysWith: { $1 })
    for (pallet, line) in printed.flatMap({ zip(Self.pallets, $0) }) where line["saved"] == nil {
      #expect(line.refusedFields == ["pallet"])
      #expect(line.messages == "record \(numbers[pallet] ?? "") of 2026-11-30 holds this already")
    }
  }

  @Test("Each line is judged as it would be alone: a key of two fields, warnings, what is wrong by itself")
  func mixed() throws {
    let program = RealProgram()
    let lines = (1...20).flatMap { number in
      [
        "{\"slot\":\"\(number)\",\"place\":\"A\"}", "{\"slot\":\"\(number)\",\"place\":\"B\",\"n\":9}",
        "{\"slot\":\"\(number)\",\"place\":\"B\",\"n\":9,\"overrides\":[\"many\"]}", "{\"n\":\"x\"}", "no JSON",
      ]
    }
    let printed = try run(program, Array(repeating: lines, count: 4))
    let saved = try records(program).compactMap { record in
      record["values"].map { "\($0["slot"]?.text ?? "")\($0["place"]?.text ?? "")" }
    }
    #expect(saved.sorted() == (1...20).flatMap { ["\($0)A", "\($0)B"] }.sorted())
    for lines in printed {
      #expect(lines.map { $0["line"]?.description } == (1...100).map(String.init))
      for index in stride(from: 0, to: 100, by: 5) {
        #expect(lines[index + 1]["saved"] == nil && lines[index + 1].messages.contains("Many"))
        #expect(lines[index + 2]["warnings"]?.elements?.first?["confirmed"]?.description == "true")
        #expect(lines[index + 3].refusedFields == ["n"] && lines[index + 4].refusedFields == [""])
      }
    }
  }

  @Test("Nothing else is refused: what no other holds is saved by all")
  func others() throws {
    let program = RealProgram()
    let printed = try run(program, (1...4).map { batch in (1...25).map { "{\"pallet\":\"\(batch)-\($0)\"}" } })
    #expect(printed.joined().allSatisfy { $0["saved"] != nil })
    #expect(try records(program).map { $0["number"]?.description } == (1...100).map(String.init))
  }
}
