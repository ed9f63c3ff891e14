import DataFormats
import Foundation
import Testing

/// The forms, label pictures and scripts that come with the program.
struct ShippedForms {
  private let desk = RealProgram()

  static let forms = ((try? FileManager.default.contentsOfDirectory(atPath: Checkout.forms)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test func thereAreFive() {
    #expect(Self.forms == ["cold_chain.yaml", "count.yaml", "parcels.yaml", "receiving.yaml", "returns.yaml"])
  }

  @Test(arguments: forms) func lintFindsNothingInThem(_ name: String) throws {
    let outcome = try desk.formentry("lint", "\(Checkout.forms)/\(name)")
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test(arguments: forms) func theyAreFoundByTheirName(_ name: String) throws {
    let outcome = try desk.formentry("--form-ids", environment: ["FORMENTRY_FORMS": Checkout.forms])
    #expect(outcome.lines.contains(String(name.dropLast(5))), "\(outcome)")
  }

  /// Each picture, and the codes in it.
  static let labels: [(name: String, codes: Set<String>)] = [
    ("1-parcel", ["code-128 1Z12345E1512345676"]),
    ("2-pallet", ["gs1-128 00095212345678901235", "gs1-128 0209521234543213173112313748\u{1d}10LOT7"]),
    ("3-carton", ["gs1-128 0119521234543227173106303012\u{1d}10T-09"]),
    ("4-tissues", ["ean-13 9521234543237"]),
    ("5-registered", ["qr RR473124829GB"]),
    ("6-pallet", ["gs1-128 00195212340000000171020952123454324437120"]),
  ]

  @Test(arguments: labels) func theirLabelsAreRead(_ name: String, _ codes: Set<String>) throws {
    let outcome = try desk.formentry("scan", "--all", "--json", "\(Checkout.forms)/labels/\(name).png")
    let found = outcome.json.map { "\($0["symbology"]?.text ?? "") \($0["text"]?.text ?? "")" }
    #expect(outcome.status == 0 && found.count == codes.count && Set(found) == codes, "\(outcome)")
  }

  @Test func theExampleOfAnswersIsSaved() throws {
    let outcome = try desk.formentry(
      "fill", "receiving", "--forms", Checkout.forms, "--answers", "\(Checkout.forms)/example.jsonl")
    #expect(outcome.status == 0 && outcome.json.first?["saved"] != nil, "\(outcome)")
    let values = try #require(try desk.formentry("records", "show", "1", "--json").json.first?["values"])
    #expect(values["tracking"]?.text == "1Z12345E1512345676" && values["sscc"]?.text == "095212345678901235")
    #expect(values["total"]?.description == "64")
    let first = #"{"gtin":"09521234543213","lot":"LOT7","expiry":"2031-12-31","quantity":48,"damaged":0}"#
    #expect(values["lines"]?.elements?.first?.description == first)
  }

  @Test(arguments: [
    ("the pallet's wrong check digit", #"{"scans": [{"field": "sscc", "text": "095212345678901236"}]}"#, "sscc"),
    ("initials of one letter", #"{"received_by": "M"}"#, "received_by"),
    ("more damaged than received", #"{"lines": [{"gtin": "9521234543237", "quantity": 1, "damaged": 2}]}"#, "lines[0]"),
    ("a carrier that is not on the list", #"{"carrier": "Pigeon"}"#, "carrier"),
    ("a tracking number that fails its check", #"{"tracking": "1Z12345E1512345677"}"#, "tracking"),
    ("chilled goods without their temperature", #"{"carrier": "COLD"}"#, "temperature"),
    ("no line", "{}", "lines"),
  ]) func receivingRefuses(_ name: String, _ answer: String, _ field: String) throws {
    let outcome = try desk.formentry(
      "fill", "receiving", "--forms", Checkout.forms, "--answers", "-", input: answer)
    #expect(outcome.status == 1 && outcome.json.first?.refusedFields.contains(field) == true, "\(outcome)")
  }

  @Test func withoutATerminalTheDemonstrationPrintsItsRecord() throws {
    // The script in a checkout of its own, whose release was built already.
    try desk.write("", to: "Package.swift")
    let build = RealProgram.program("formentry").dropLast("/formentry".count)
    let outcome = try desk.shell(
      """
      mkdir -p Scripts Sources .build && cp "\(Checkout.path)/Scripts/run" Scripts/run && ln -s "\(Checkout.forms)" Forms \
      && ln -s "\(build)" .build/release && touch -d 2020-01-01 Package.swift Sources \
      && touch .build/release-is-built && cd / && "\(desk.directory)/Scripts/run"
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.lines.count == 1, "\(outcome)")
    #expect(outcome.json.first?["values"]?["sscc"]?.text == "095212345678901235")
  }

  /// The YAML blocks of the README: a form, and a configuration.
  private func readmeBlock(_ beginning: String) throws -> String {
    let block = try Checkout.blocks(of: "README.md").first { $0.language == "yaml" && $0.text.hasPrefix(beginning) }
    return try #require(block).text
  }

  @Test func theFormOfTheREADMEIsOne() throws {
    let outcome = try desk.formentry("lint", desk.write(readmeBlock("form:"), to: "parcels.yaml"))
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
  }

  @Test func theConfigurationOfTheREADMEIsOne() throws {
    try desk.write(readmeBlock("station:"), to: ".config/formentry/config.yaml")
    let outcome = try desk.formentry("--form-ids")
    #expect(outcome.status == 0, "\(outcome)")
  }
}
