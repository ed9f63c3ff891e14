import DataFormats
import Foundation
import Testing

/// `formentry explain TEXT --form FORM --field FIELD`: why a field takes a code, or refuses it.
struct ExplainingFields {
  private let desk = RealProgram()

  private static let form = """
    form: parcels
    title: Parcels
    version: 1
    fields:
      - {id: kind, label: Kind, type: choice, choices: [box, bag]}
      - id: sscc
        label: Pallet
        type: barcode
        takes: "00"
        symbologies: [code-128]
        check: sscc
        unique: form
        fills: {"37": pieces, "17": due}
      - {id: bag, label: Bag, type: barcode, when: kind == 'bag', pattern: 'B\\d+', check: {is: luhn, severity: warning}}
      - {id: place, label: Place, type: barcode, takes: [whole], symbologies: [code-39], min_length: 4, max_length: 4}
      - {id: pieces, label: Pieces, type: integer, min: 1, max: 99}
      - {id: due, label: Due, type: date}
      - {id: twice, label: Twice, type: computed, value: pieces * 2}
      - id: items
        label: Items
        type: lines
        fields: [{id: gtin, label: GTIN, type: barcode, takes: "01", check: gtin}, {id: lot, label: Lot, type: text}]
        rules: [{that: gtin != '09521234543213', say: Not that one}]
    rules:
      - {that: pieces < 50, say: So many, severity: warning}
      - {that: pieces != 13, say: Bad luck}
      - {that: pieces < length(place), say: Too many for the place}

    """

  private func explain(_ text: String, _ field: String, _ more: String...) throws -> RealProgram.Outcome {
    try desk.run(["explain", text, "--form", desk.write(Self.form, to: "parcels.yaml"), "--field", field] + more)
  }

  @Test(arguments: [
    (
      "a part that it takes", "]C100095212345678901235", "sscc",
      ["✓ line 9, takes: the label holds part 00", "✓ line 11, check: sscc"], "Taken: 00 to sscc"
    ),
    ("all parts of the label", "]C1000952123456789012353704", "sscc", [], "Taken: 00 to sscc, 37 to pieces"),
    (
      "a part by the fills of another", "]C1000952123456789012353704", "pieces",
      ["✓ line 13, fills: part 37 comes here by the fills of sscc"], "Taken: 00 to sscc, 37 to pieces"
    ),
    ("a date by fills", "]C10009521234567890123517311231", "due", ["✓ line 13, fills: part 17"], "17 to due"),
    (
      "a whole code", "]A0B123", "place",
      ["✓ line 15, symbologies: code-39 is one of code-39", "✓ line 15, min_length: 4 characters"],
      "Taken: whole to place"
    ),
    ("a field of rows", "]E09521234543237", "items.gtin", ["✓ line 22, check: gtin"], "Taken: 01 to items[0].gtin"),
    (
      "text without a symbology identifier", "B123", "place", ["· line 15, symbologies: the text does not say"],
      "Taken: whole to place"
    ),
    (
      "a typed number", "7", "pieces",
      ["✓ line 16, type: it is 7", "✓ line 16, min: at least 1", "✓ line 25, rules: pieces < 50"], "Taken."
    ),
    (
      "a rule that lacks something", "7", "pieces",
      ["· line 27, rules: pieces < length(place): nothing to judge while"], "Taken."
    ),
    ("a warning", "60", "pieces", ["✗ line 25, rules: pieces < 50: So many (a warning)"], "Taken."),
  ]) func taken(_ name: String, _ text: String, _ field: String, _ steps: [String], _ verdict: String) throws {
    let outcome = try explain(text, field)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    for step in steps { #expect(outcome.output.contains(step), "\(step) in: \(outcome)") }
    #expect(outcome.lines.last?.contains(verdict) == true, "\(outcome)")
  }

  @Test(arguments: [
    ("another part", "]C1019521234543213710LOT", "sscc", "✗ line 9, takes: wanted is part 00", "Refused: "),
    (
      "no part at all", "]C0hello", "sscc", "✗ line 9, takes: wanted is part 00: this is one plain text",
      "Pallet wants SSCC (00)"
    ),
    (
      "a wrong check digit, if it were typed", "095212345678901236", "sscc", "✗ line 11, check: sscc: The check digit",
      "Refused: "
    ),
    (
      "another symbology", "]Q0B123", "place", "✗ line 15, symbologies: qr is not one of code-39",
      "Refused: this is qr, wanted: code-39"
    ),
    (
      "the wrong length", "]A0B12", "place", "✗ line 15, min_length: 4 characters are wanted, this has 3",
      "Refused: 4 characters"
    ),
    (
      "a hidden field", "B12", "bag", "✗ line 14, when: kind == 'bag': an empty form does not show the field",
      "not asked for"
    ),
    ("a typed number beyond its bounds", "100", "pieces", "✗ line 16, max: at most 99", "Refused: at most 99"),
    (
      "no number", "x", "pieces", "✗ line 16, type: this should be a whole number",
      "Refused: this should be a whole number"
    ),
    ("a rule of the form", "13", "pieces", "✗ line 26, rules: pieces != 13: Bad luck", "Refused: Bad luck"),
    ("a rule of the row", "]E09521234543213", "items.gtin", "✗ line 23, rules: ", "Refused: Not that one"),
    (
      "a choice that is not there", "boks", "kind", "✗ line 5, choices: boks is not on the list",
      "boks is not on the list"
    ),
    ("a computed field", "3", "twice", "takes no scan", "Refused: a field of type computed takes no input"),
  ]) func refused(_ name: String, _ text: String, _ field: String, _ step: String, _ verdict: String) throws {
    let outcome = try explain(text, field)
    #expect(outcome.status == 1 && outcome.errors.isEmpty && outcome.output.contains(step), "\(outcome)")
    #expect(outcome.lines.last?.contains(verdict) == true, "\(outcome)")
  }

  @Test func asJSON() throws {
    let outcome = try explain("]C100095212345678901235", "sscc", "--json")
    let json = try #require(outcome.json.first, "\(outcome)")
    #expect(json.members?.map(\.name) == ["kind", "valid", "elements", "problems", "candidates", "field"])
    let field = try #require(json["field"])
    #expect(field.members?.map(\.name) == ["form", "field", "taken", "refusal", "took", "steps"])
    #expect(field["taken"]?.truth == true && field["took"]?["00"]?.text == "sscc")
    let check = field["steps"]?.elements?.first { $0["key"]?.text == "check" }
    #expect(check?.description == #"{"key":"check","line":11,"passed":true,"message":"sscc"}"#)
  }

  @Test(arguments: [
    (["--field", "sscc"], "--form and --field go together"), (["--form", "x.yaml"], "--form and --field go together"),
    (["--form", "parcels.yaml", "--field", "scc"], "did you mean sscc?"),
    (["--form", "parcels.yaml", "--field", "items"], "items.gtin"),
    (["--form", "parcels.yaml", "--field", "sscc", "--check", "gtin"], "--check"),
  ]) func wrongUsageIsTold(_ words: [String], _ said: String) throws {
    try desk.write(Self.form, to: "parcels.yaml")
    let outcome = try desk.run(["explain", "1"] + words)
    #expect(outcome.status == 2 && outcome.errors.contains(said) && outcome.output.isEmpty, "\(outcome)")
  }

  @Test func nothingIsSavedAndNothingReachesTheTerminalAsAControl() throws {
    let outcome = try explain("a\u{1b}[31m", "place")
    #expect(outcome.status == 1 && !outcome.output.contains("\u{1b}"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: desk.store))
  }
}
