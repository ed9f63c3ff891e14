import DataFormats
import Foundation
import LabelData
import Testing

@testable import FormSchema

/// The tables at the end of docs/forms.md hold all that the program knows, and nothing else.
@Suite("The tables for supervisors")
struct SupervisorsTables {
  private let sections: [String: [[String]]]

  /// Heading -> the rows of the tables below it, as the texts of their cells.
  init() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/forms.md")
    var sections: [String: [[String]]] = [:]
    var heading = ""
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") || line.hasPrefix("Of ") || line.hasPrefix("Kinds ") {
        heading = String(line.prefix { $0 != "." && $0 != ":" && $0 != "," })
      }
      guard line.hasPrefix("|") || heading.hasPrefix("Kinds") else { continue }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      sections[heading, default: []].append(cells)
    }
    self.sections = sections
  }

  private func rows(_ heading: String) throws -> [[String]] {
    try #require(sections[heading], "the page has no table under \(heading)").filter {
      $0.contains { $0.contains("`") }
    }
  }

  /// What stands between backticks.
  private func names(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  @Test func types() throws {
    let told = try rows("## All types").flatMap { names($0[0]) }
    #expect(told.sorted() == FieldType.allCases.map(\.rawValue).sorted())
  }

  @Test func keysOfAForm() throws {
    let rows = try rows("Of a form")
    #expect(rows.flatMap { names($0[0]) }.sorted() == FormKeys.form.sorted())
    let needed = rows.filter { $0[1].hasSuffix("(needed)") }.flatMap { names($0[0]) }
    #expect(needed.sorted() == FormKeys.formKeys.filter(\.isRequired).names.sorted())
  }

  @Test func keysOfAFieldAndWhereTheyStand() throws {
    let rows = try rows("Of a field")
    #expect(rows.flatMap { names($0[0]) }.sorted() == FormKeys.field.sorted())
    let entered = FieldType.allCases.filter { ![.lines, .computed, .note].contains($0) }.map(\.rawValue)
    for row in rows {
      let told = row[1].components(separatedBy: ", ").flatMap { word in
        word == "all" ? FieldType.allCases.map(\.rawValue) : word == "entered" ? entered : [word]
      }
      for key in names(row[0]) {
        let known = FormKeys.types(of: key).map { $0.map(\.rawValue) }
        #expect(known?.sorted() == told.sorted(), "\(key)")
      }
    }
  }

  @Test func keysWithin() throws {
    let known: [(String, [FormKey])] = [
      ("a rule", FormKeys.ruleKeys), ("a list from a file", FormKeys.listKeys),
      ("an entry of a list", FormKeys.optionKeys), ("`check`", FormKeys.checkKeys), ("`unique`", FormKeys.uniqueKeys),
      ("`expects`", FormKeys.expectsKeys), ("a case", FormKeys.caseKeys), ("a scan of a case", FormKeys.scanKeys),
      ("an entry of `overrides`", FormKeys.overrideKeys),
    ]
    let rows = try #require(sections["Of what stands within"])
    for (place, keys) in known {
      let row = try #require(rows.first { $0[0] == place }, "\(place)")
      #expect(Set(names(row[1])).isSuperset(of: keys.names), "\(place)")
    }
  }

  @Test func functions() throws {
    let told = try rows("## All functions").flatMap { names($0[0]) }.map { String($0.prefix { $0 != "(" }) }
    #expect(Set(told) == Set(Function.allCases.map(\.rawValue) + TypeChecker.naming))
  }

  @Test func checks() throws {
    let told = try rows("## All checks and kinds of code").flatMap { names($0[1]) }
    #expect(told.sorted() == NamedCheck.allCases.map(\.rawValue).sorted())
  }

  @Test func kindsOfCode() throws {
    let told = try #require(sections["Kinds of code"]).flatMap { $0.flatMap(names) }
    #expect(Set(told.dropFirst()) == Set(Symbology.allCases.map(\.rawValue)))
  }
}
