import DataFormats
import Foundation
import Testing

/// `formentry test`: the cases that a form brings along.
struct TestingForms {
  private let desk = RealProgram()

  private static let form = """
    form: parcels
    title: Parcels
    version: 1
    fields:
      - {id: sscc, label: Pallet, type: barcode, takes: "00", check: sscc, unique: form, fills: {"37": pieces}}
      - {id: pieces, label: Pieces, type: integer, min: 1}
      - {id: due, label: Due, type: date}
      - {id: seen, label: Seen, type: boolean}
      - {id: before, label: Before, type: computed, value: previous(pieces)}
      - {id: items, label: Items, type: lines, fields: [{id: lot, label: Lot, type: text, required: true}]}
    rules:
      - {id: many, that: pieces <= 10, say: Many, severity: warning}
      - {id: late, that: due >= today(), say: Late}
    cases:

    """

  private func test(_ cases: String, environment: [String: String] = [:]) throws -> RealProgram.Outcome {
    try desk.formentry("test", desk.write(Self.form + cases, to: "parcels.yaml"), environment: environment)
  }

  @Test(arguments: [
    ("a value", "answers: {pieces: 3}", "saved: {pieces: 3}"),
    ("no value", "answers: {pieces: 3}", "saved: {sscc: , items: ~}"),
    ("true and false", "answers: {seen: yes}", "saved: {seen: true}"),
    ("anything", "answers: {}", "saved: {}"),
    ("a scan with its group separator", "scans: [']C13704{GS}00001234567890123452']", "saved: {pieces: 4}"),
    ("an aimed scan", "scans: [{field: sscc, text: ']C100001234567890123452'}]", "saved: {sscc: '001234567890123452'}"),
    ("a refused field", "answers: {pieces: 0}", "refused: [pieces]"),
    ("a refused rule of the form", "now: 2026-11-30T08:00:00+01:00\n    answers: {due: 2026-11-29}", "refused: ['']"),
    ("the clock of the case", "now: 2026-11-29T08:00:00+01:00\n    answers: {due: 2026-11-29}", "saved: {}"),
    ("a refused cell", "answers: {items: [{}]}", "refused: ['items[0].lot']"),
    ("a scan that nobody wants", "scans: [hello]", "refused: ['scans[0]']"),
    ("a field that is not there", "answers: {piecs: 0}", "refused: [piecs]"),
    ("whatever is refused", "answers: {pieces: 0}", "refused: []"),
    ("a warning", "answers: {pieces: 11}", "warned: [many]\n    refused: ['']"),
    ("a confirmed warning", "answers: {pieces: 11}\n    overrides: [many]", "warned: [many]\n    saved: {pieces: 11}"),
    (
      "what was saved before holds what is unique",
      "before: [{scans: [']C100001234567890123452']}]\n    "
        + "answers: {sscc: '001234567890123452'}", "refused: [sscc]"
    ),
    ("what was saved before is the previous record", "before: [{pieces: 7}]", "saved: {before: 7}"),
  ]) func passes(_ name: String, _ given: String, _ expected: String) throws {
    let outcome = try test("  - name: it\n    \(given)\n    \(expected)\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("parcels.yaml:15:5: passed: it\n"), "\(outcome)")
    #expect(outcome.lines.last == "1 form, 1 case: all passed")
  }

  @Test(arguments: [
    ("another value", "answers: {pieces: 3}\n    saved: {pieces: 4}", "17:13: error: it: pieces should be 4, and is 3"),
    ("other digits", "answers: {pieces: 3}\n    saved: {pieces: 3.0}", "pieces should be 3.0, and is 3"),
    ("nothing there", "answers: {}\n    saved: {pieces: 4}", "pieces should be 4, and is not in the record"),
    ("something there", "answers: {pieces: 4}\n    saved: {pieces: }", "pieces should not be in the record, and is 4"),
    (
      "refused instead", "answers: {pieces: 0}\n    saved: {pieces: 0}",
      "17:12: error: it: this should be saved, and is refused"
    ),
    ("why it is refused", "answers: {pieces: 0}\n    saved: {pieces: 0}", "pieces: at least 1 is wanted"),
    ("saved instead", "answers: {pieces: 5}\n    refused: [pieces]", "pieces should be refused, and is not"),
    ("what is saved instead", "answers: {pieces: 5}\n    refused: []", #"it is saved: {"pieces":5}"#),
    ("another is refused", "answers: {pieces: 0}\n    refused: [due]", "pieces: at least 1 is wanted"),
    ("no warning", "answers: {pieces: 5}\n    warned: [many]", "the rule many should warn, and does not"),
    ("an unconfirmed warning", "answers: {pieces: 11}\n    saved: {}", "the form: Many"),
    (
      "before is refused", "before: [{pieces: 0}]\n    saved: {}",
      "16:14: error: it: what stands under before should be saved"
    ),
    ("a picture that is not there", "scans: [{image: no.png}]\n    refused: ['scans[0]']", "no.png"),
    ("rows", "answers: {items: [{lot: a}, {lot: b}]}\n    saved: {items: [{lot: a}]}", "items should be"),
  ]) func fails(_ name: String, _ lines: String, _ said: String) throws {
    let outcome = try test("  - name: it\n    \(lines)\n")
    #expect(outcome.status == 1 && outcome.output.contains(said), "\(outcome)")
    #expect(!outcome.output.contains("passed: it") && outcome.output.contains("1 case: 1 failed"), "\(outcome)")
  }

  @Test func aPictureWithoutACodeIsNoReading() throws {
    let blank = Data("P5 40 40 255\n".utf8) + Data(repeating: 255, count: 1600)
    try blank.write(to: URL(fileURLWithPath: desk.path("blank.pgm")))
    let outcome = try test("  - name: it\n    scans: [{image: blank.pgm}]\n    saved: {}\n")
    #expect(outcome.status == 1 && outcome.output.contains("there is no code in blank.pgm"), "\(outcome)")
  }

  @Test func whatNoCaseTouchesIsNamedWithItsPlace() throws {
    let outcome = try test("  - name: it\n    answers: {pieces: 3}\n    saved: {}\n")
    let notes = outcome.lines.filter { $0.contains(": note: ") }.map {
      $0.components(separatedBy: "parcels.yaml").last ?? ""
    }
    #expect(
      notes == [
        ":5:10: note: no case fills the field sscc", ":7:10: note: no case fills the field due",
        ":8:10: note: no case fills the field seen", ":10:58: note: no case fills the field items.lot",
        ":12:5: note: no case breaks the rule many", ":13:5: note: no case touches the rule late",
      ])
  }

  @Test func nothingIsKept() throws {
    _ = try test("  - name: it\n    answers: {pieces: 3}\n    saved: {}\n")
    #expect(!FileManager.default.fileExists(atPath: desk.store))
  }

  @Test func oneCaseDoesNotSeeTheOther() throws {
    let one = "answers: {sscc: '001234567890123452'}\n    saved: {before: }\n"
    let outcome = try test("  - name: a\n    \(one)  - name: b\n    \(one)")
    #expect(outcome.status == 0 && outcome.lines.last == "1 form, 2 cases: all passed", "\(outcome)")
  }

  @Test func aFormAtFaultIsNotTried() throws {
    let outcome = try desk.formentry("test", desk.write("form: x\n", to: "x.yaml"))
    #expect(outcome.status == 1 && outcome.output.contains("x.yaml:1:1: error: "), "\(outcome)")
    #expect(outcome.lines.last == "1 form, 0 cases; 1 form at fault, and not tried")
  }

  @Test(arguments: [
    ("an unknown key", "answer: {}\n    saved: {}", "a case has no key answer", "did you mean answers?"),
    ("no name", nil, "a case needs the key name", ""),
    ("nothing expected", "answers: {}", "does not say what must come of it", "refused: [FIELD]"),
    ("saved and refused", "saved: {}\n    refused: [due]", "either saved or refused", ""),
    ("no instant", "now: tomorrow\n    saved: {}", "now is a moment", "2026-11-30T08:00:00+01:00"),
    ("an unknown field", "answers: {piecs: 1}\n    saved: {}", "there is no field piecs", "did you mean pieces?"),
    (
      "an unknown field of a row", "answers: {items: [{lott: 1}]}\n    saved: {}",
      "the rows of items have no field lott", "lot?"
    ),
    (
      "an unknown field before", "before: [{piecs: 1}]\n    saved: {}", "there is no field piecs",
      "did you mean pieces?"
    ),
    ("an unknown saved field", "saved: {piecs: 1}", "there is no field piecs", "did you mean pieces?"),
    ("an unknown refused field", "refused: [piecs]", "there is no field piecs", "did you mean pieces?"),
    ("a column without its row", "refused: [items.lot]", "does not say which row", "'items[0].lot'"),
    ("an unknown rule", "warned: [mani]\n    saved: {}", "there is no rule mani", "did you mean many?"),
    ("an unknown overridden rule", "overrides: [mani]\n    saved: {}", "there is no rule mani", "did you mean many?"),
    ("an unknown key of a scan", "scans: [{txt: a}]\n    saved: {}", "a scan has no key txt", "did you mean text?"),
    ("a scan of nothing", "scans: [{field: sscc}]\n    saved: {}", "a scan has a text or an image", ""),
    ("an unknown symbology", "scans: [{text: a, symbology: ean13}]\n    saved: {}", "no symbology ean13", "ean-13"),
    ("scans that are no list", "scans: abc\n    saved: {}", "scans is a list", ""),
    ("answers that are no map", "answers: [a]\n    saved: {}", "answers are `field: value` pairs", ""),
  ]) func lintLooksAtCases(_ name: String, _ lines: String?, _ said: String, _ help: String) throws {
    let text = lines.map { "  - name: it\n    \($0)\n" } ?? "  - saved: {}\n"
    let outcome = try desk.formentry("lint", desk.write(Self.form + text, to: "parcels.yaml"))
    #expect(outcome.status == 1 && outcome.output.contains(said), "\(outcome)")
    #expect(help.isEmpty || outcome.output.contains(help), "\(outcome)")
  }

  @Test(arguments: ShippedForms.forms) func theShippedFormsPassAndLeaveNothingUntouched(_ name: String) throws {
    let outcome = try desk.formentry("test", "\(Checkout.forms)/\(name)")
    #expect(outcome.status == 0 && !outcome.output.contains("note:"), "\(outcome)")
    #expect(outcome.output.contains("passed:"), "\(outcome)")
  }

  @Test(.enabled(if: Checkout.shared != nil, "the folder of handed cases is not beside the checkout"))
  func theHandedFormsPass() throws {
    for name in ["good-frozen", "good-pallet-asn", "good-returns-rma"] {
      let outcome = try desk.formentry("test", "\(Checkout.shared ?? "")/cases/forms/\(name).yaml")
      #expect(outcome.status == 0 && outcome.lines.last == "1 form, 1 case: all passed", "\(outcome)")
    }
  }
}
