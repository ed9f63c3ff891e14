import DataFormats
import Foundation
import Testing

/// The handed cases through the whole program: form file, answers, store, record.
@Suite(.enabled(if: Checkout.shared != nil, "the folder of handed cases is not beside the checkout"))
struct HandedAnswers {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: JSONValue
    var testDescription: String { json["name"]?.text ?? "" }
  }

  static let cases: [Case] = {
    let text = (try? String(contentsOfFile: "\(Checkout.shared ?? "")/cases/answers.jsonl", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
      .map { Case(json: $0) }
  }()

  @Test(arguments: cases) func whatMustBeSavedIsSavedWhatMustBeRefusedIsRefused(_ handed: Case) throws {
    let json = handed.json
    let desk = RealProgram()
    let form = "\(Checkout.shared ?? "")/cases/forms/\(json["form"]?.text ?? "")"
    let environment = json["now"]?.text.map { ["FORMENTRY_NOW": $0] } ?? [:]
    for answer in json["before"]?.elements ?? [] {
      let earlier = try desk.formentry(
        "fill", form, "--answers", "-", input: answer.description, environment: environment)
      try #require(earlier.status == 0, "\(earlier)")
    }
    let answer = try #require(json["answer"])
    let outcome = try desk.formentry(
      "fill", form, "--answers", "-", input: answer.description, environment: environment)
    let line = try #require(outcome.json.first, "\(outcome)")
    #expect(outcome.json.count == 1 && outcome.errors.isEmpty)
    #expect(line["line"]?.description == "1")
    for name in json["refused"]?.elements ?? [] { #expect(line.refusedFields.contains(name.text ?? "?"), "\(outcome)") }
    for name in json["spared"]?.elements ?? [] { #expect(!line.refusedFields.contains(name.text ?? "?"), "\(outcome)") }
    if let word = json["warning"]?.text {
      #expect(
        (line["warnings"]?.elements ?? []).contains { $0["message"]?.text?.contains(word) ?? false }, "\(outcome)")
    }
    guard json["expect"]?.text == "saved" else {
      #expect(outcome.status == 1 && line["saved"] == nil, "\(outcome)")
      return
    }
    let id = try #require(line["saved"]?.text, "\(outcome)")
    #expect(outcome.status == 0)
    let record = try #require(try desk.formentry("records", "show", id, "--json").json.first)
    for wanted in json["values"]?.members ?? [] {
      let found = record["values"]?[wanted.name]
      #expect(Self.agrees(wanted.value, found), "\(wanted.name): \(found?.description ?? "nothing")")
    }
    for name in json["absent"]?.elements ?? [] { #expect(record["values"]?[name.text ?? "?"] == nil) }
    #expect(try desk.formentry("records", "verify").status == 0)
  }

  /// Decimals that a case writes as text compare digit by digit; a row by the keys that the case names.
  static func agrees(_ wanted: JSONValue, _ found: JSONValue?) -> Bool {
    switch (wanted, found) {
    case (.string(let a), .number(let b)): a == b
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { agrees($0, $1) }
    case (.object(let members), .object): members.allSatisfy { agrees($0.value, found?[$0.name]) }
    default: wanted.description == found?.description
    }
  }
}
