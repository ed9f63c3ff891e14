import DataFormats
import Foundation
import Testing

/// Advance ship notices through the whole program.
struct Expecting {
  private let desk = RealProgram()
  private static let form = """
    form: pallets
    title: Pallets
    version: 1
    expects: {file: 'asn-*.csv', key: pallet}
    fields:
      - {id: pallet, label: Pallet, type: text, required: true}

    """

  private func fill(_ pallet: String, _ environment: [String: String] = [:]) throws -> RealProgram.Outcome {
    try desk.formentry(
      "fill", "pallets.yaml", "--answers", "-", input: #"{"pallet": "\#(pallet)"}"#, environment: environment)
  }

  @Test func noticesLieBesideTheFormOrInTheFolderOfTheStation() throws {
    try desk.write(Self.form, to: "pallets.yaml")
    try desk.write("pallet\nP1\n", to: "asn-1.csv")
    try desk.write("pallet\nP2\n", to: "elsewhere/asn-2.csv")
    #expect(try fill("P1").status == 0)
    let refused = try fill("P2")
    #expect(refused.status == 1 && refused.json.first?.refusedFields == ["pallet"], "\(refused)")
    let warning = refused.json.first?["warnings"]?.elements?.first
    #expect(warning?["rule"]?.text == "expects" && warning?["confirmed"]?.description == "false")
    #expect(try fill("P2", ["FORMENTRY_NOTICES": desk.path("elsewhere")]).status == 0)
  }

  @Test func aNoticeThatCannotBeReadIsToldAndTheOthersCount() throws {
    try desk.write(Self.form, to: "pallets.yaml")
    try desk.write("pallet\nP1\n", to: "asn-1.csv")
    try desk.write("pallet\nP2,x\n", to: "asn-2.csv")
    let outcome = try fill("P1")
    #expect(outcome.status == 3 && outcome.json.first?["saved"] != nil, "\(outcome)")
    #expect(outcome.errors.contains("the notice asn-2.csv is left out: line 2"), "\(outcome)")
    let lint = try desk.formentry("lint", "pallets.yaml")
    #expect(lint.status == 0 && lint.output.contains("asn-2.csv is left out"), "\(lint)")
  }
}
