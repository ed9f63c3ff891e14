import DataFormats
import Foundation
import Testing

/// `formentry diff OLD NEW`: what changed, and what would break.
struct ComparingForms {
  private let desk = RealProgram()

  private static let old = """
    form: parcels
    title: Parcels
    version: 1
    choices:
      carriers: [UPS, DHL, {value: OTHER, label: Another}]
    fields:
      - {id: asn, label: ASN, type: text, was: [notice]}
      - {id: carrier, label: Carrier, type: choice, choices: carriers}
      - {id: pieces, label: Pieces, type: integer, min: 1}
      - {id: state, label: State, type: choice, choices: [new, broken]}
      - {id: half, label: Half, type: computed, value: pieces / 2}
      - id: items
        label: Items
        type: lines
        fields: [{id: lot, label: Lot, type: text}, {id: due, label: Due, type: date}]
        rules: [{id: soon, that: due >= today(), say: Soon, severity: warning}]
      - {id: hello, label: Mind the gap, type: note}
    rules:
      - {that: pieces <= 50, say: So many}

    """

  private func diff(_ replacing: String, _ with: String, version: Int = 2) throws -> RealProgram.Outcome {
    let new = Self.old.replacingOccurrences(of: "version: 1", with: "version: \(version)")
      .replacingOccurrences(of: replacing, with: with)
    return try desk.formentry(
      "diff", desk.write(Self.old, to: "old.yaml"), desk.write(new, to: "new.yaml"))
  }

  @Test(arguments: [
    ("a title", "title: Parcels", "title: Boxes", "The title is 'Boxes', and was 'Parcels'"),
    ("a label", "label: Pieces", "label: Count", "Count (pieces) was labelled 'Pieces'"),
    ("a bound", "min: 1", "min: 5", "Pieces (pieces): min is 5, and was 1"),
    ("a key more", "min: 1", "min: 1, max: 9", "Pieces (pieces): max is new: 9"),
    ("a key less", ", min: 1", "", "Pieces (pieces): min is gone, and was 1"),
    ("required", "min: 1", "min: 1, required: true", "Pieces (pieces): it must be filled (it need not be)"),
    ("a condition", "min: 1", "min: 1, when: asn == 'A'", "Pieces (pieces): when is new: asn == 'A'"),
    (
      "a new field", "  - {id: hello", "  - {id: by, label: By, type: text, required: true}\n  - {id: hello",
      "By (by) is new, of type text: it must be filled"
    ),
    (
      "a column's key", "label: Lot, type: text", "label: Lot, type: text, upper: true", "Lot (items.lot): upper is new"
    ),
    (
      "a field that says what it was", "id: asn, label: ASN, type: text, was: [notice]",
      "id: number, label: ASN, type: text, was: [asn, notice]", "ASN (number) was called asn: exports join the two"
    ),
    ("a column that says what it was", "id: lot,", "id: batch, was: [lot],", "Lot (items.batch) was called lot"),
    ("a text that is scanned", "ASN, type: text", "ASN, type: barcode", "ASN (asn) is of type barcode, and was text"),
    ("a value of a list", "UPS, DHL", "UPS", "The list carriers: no longer has DHL"),
    ("a label of a list", "label: Another", "label: Any other", "The list carriers: shows OTHER under another label"),
    ("a list that is written out", "[new, broken]", "[new, broken, wet]", "State (state): its list has wet besides"),
    ("a rule's expression", "pieces <= 50", "pieces <= 60", "The rule pieces <= 60 of the form is new"),
    ("a rule's words", "say: So many", "say: Too many", "The rule pieces <= 50 of the form says it in other words"),
    (
      "a rule's severity", "say: Soon, severity: warning", "say: Soon",
      "The rule soon of Items (items) refuses records, and only warned"
    ),
    (
      "a named rule's expression", "due >= today()", "due >= today() + 5",
      "The rule soon of Items (items) wants due >= today() + 5, and wanted due >= today()"
    ),
    ("a rule's name", "id: soon, ", "id: late, ", "The rule soon of Items (items) is called late now"),
    (
      "a rule less", "rules:\n  - {that: pieces <= 50, say: So many}\n", "", "The rule pieces <= 50 of the form is gone"
    ),
    ("a note", "  - {id: hello, label: Mind the gap, type: note}\n", "", "The note Mind the gap (hello) is gone"),
  ]) func whatBreaksNothing(_ name: String, _ replaced: String, _ with: String, _ said: String) throws {
    let outcome = try diff(replaced, with)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.contains("  " + said), "\(outcome)")
    #expect(outcome.lines.last == "Nothing would break.")
    #expect(outcome.output.contains("Records begun with version 1 and not completed are gone on with only in its file"))
  }

  @Test(arguments: [
    (
      "another form", "form: parcels", "form: boxes", "The form is called boxes, and was parcels",
      "drafts, exports, records"
    ),
    (
      "a field less", "  - {id: asn, label: ASN, type: text, was: [notice]}\n", "", "ASN (asn) is gone",
      "drafts, exports"
    ),
    (
      "a computed field less", "  - {id: half, label: Half, type: computed, value: pieces / 2}\n", "",
      "Half (half) is gone", "exports"
    ),
    (
      "a renamed field that does not say so", "id: state,", "id: condition,",
      "if it is called condition now, write was: [state] there", "drafts, exports"
    ),
    (
      "a column less",
      ", {id: due, label: Due, type: date}]\n    rules: [{id: soon, that: due >= today(), say: Soon, severity: warning}]",
      "]", "Due (items.due) is gone", "drafts, exports"
    ),
    (
      "a text for a number", "type: integer, min: 1", "type: decimal, min: 1",
      "Pieces (pieces) is of type decimal, and was integer", "drafts, exports, records"
    ),
    (
      "another type", "label: Lot, type: text", "label: Lot, type: integer",
      "Lot (items.lot) is of type integer, and was text", "drafts, exports, records"
    ),
    (
      "another computed type", "value: pieces / 2", "value: asn + ''", "Half (half) computes a text, and was a number",
      "exports, records"
    ),
    (
      "an older name that is forgotten", ", was: [notice]", "", "ASN (asn) does not say any more that it was notice",
      "exports"
    ),
  ]) func whatBreaks(_ name: String, _ replaced: String, _ with: String, _ said: String, _ broken: String) throws {
    let outcome = try diff(replaced, with)
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains(said), "\(outcome)")
    #expect(outcome.lines.last == "Would break: \(broken).", "\(outcome)")
  }

  @Test func theSameFormIsTheSame() throws {
    let outcome = try diff("nothing", "", version: 1)
    #expect(outcome.status == 0 && outcome.lines.count == 2, "\(outcome)")
    #expect(outcome.lines.last == "Nothing changed that a clerk, a record or an export would show.")
  }

  @Test(arguments: [(1, "Raise version: both say 1"), (0, "Raise version above 1")])
  func aVersionThatIsNotRaisedIsTold(_ version: Int, _ said: String) throws {
    let outcome = try diff("min: 1", "min: 2", version: version)
    #expect(outcome.status == 0 && outcome.output.contains(said), "\(outcome)")
  }

  @Test func aFormAtFaultIsNotCompared() throws {
    let outcome = try diff("type: integer", "type: intger")
    #expect(outcome.status == 1 && outcome.output.contains("new.yaml:9:"), "\(outcome)")
    #expect(try desk.formentry("diff", "old.yaml").status == 2)
    #expect(try desk.formentry("diff", "old.yaml", "new.yaml", "new.yaml").status == 2)
  }

  @Test(.enabled(if: Checkout.shared != nil, "the folder of handed cases is not beside the checkout"))
  func theHandedReturns() throws {
    let folder = "\(Checkout.shared ?? "")/cases/forms"
    let outcome = try desk.formentry("diff", "\(folder)/good-returns.yaml", "\(folder)/good-old-returns.yaml")
    #expect(outcome.status == 1 && outcome.output.contains("was called rma: exports join the two"), "\(outcome)")
    #expect(outcome.output.contains("! Items (items) is gone"))
  }
}
