import DataFormats
import Foundation
import Testing

/// `formentry fill FORM --answers`: what comes back, what is on disk, how it ends.
struct FillingFromAnswers {
  private let desk = RealProgram()
  private static let form = """
    form: pallet
    title: Pallet
    version: 1
    fields:
      - {id: asn, label: ASN, type: text, required: true}
      - {id: sscc, label: Pallet, type: barcode, takes: "00", check: sscc, unique: form}
      - {id: quantity, label: Quantity, type: integer, min: 1}
    rules:
      - {id: many, that: quantity <= 100, say: 'Are these {quantity} pieces?', severity: warning}
    """

  private func fill(_ answers: String..., more: [String: String] = [:]) throws -> RealProgram.Outcome {
    let form = try desk.write(Self.form, to: "pallet.yaml")
    return try desk.formentry(
      "fill", form, "--answers", "-", input: answers.joined(separator: "\n") + "\n", environment: more)
  }

  @Test func aLineComesBackForEachLine() throws {
    let outcome = try fill(
      #"{"asn": "A-1", "quantity": 3}"#, #"{"quantity": 3}"#, "", #"{"asn": "A-2", "quantity": "12abc"}"#)
    #expect(outcome.status == 1)
    #expect(outcome.json.map { $0["line"]?.description } == ["1", "2", "4"])
    #expect(outcome.json[0]["saved"]?.text?.count == 36)
    #expect(outcome.json[1].refusedFields == ["asn"])
    #expect(outcome.json[2].refusedFields == ["quantity"])
  }

  @Test func aLineThatIsNoJSONIsToldWhereAndWhatWouldBeRight() throws {
    let outcome = try fill("nope", "{\"asn\": true, x}", "{\"asn\": fa}")
    let told = outcome.json.map(\.messages)
    #expect(told.count == 3 && told.allSatisfy { $0.hasPrefix("this line is no JSON: ") })
    #expect(told[0].contains("nope is no value: that is an object") && told[0].contains("at byte 1"))
    #expect(told[1].contains("a name in double quotes, at byte 15"))
    #expect(told[2].contains("fa is no value") && told[2].hasSuffix("an answer is an object: {\"field\": \"value\"}"))
  }

  @Test func whatIsSavedIsThere() throws {
    let id = try #require(try fill(#"{"asn": "A-1", "quantity": 3}"#).json.first?["saved"]?.text)
    let record = try #require(try desk.formentry("records", "show", "1", "--json").json.first)
    #expect(record["id"]?.text == id)
    #expect(record["values"]?.description == #"{"asn":"A-1","quantity":3}"#)
    #expect(record["station"]?.text == "dock-3" && record["business_date"]?.text == "2026-11-30")
  }

  @Test func earlierLinesOfTheFileCountForUnique() throws {
    let answer = #"{"asn": "A-1", "sscc": "001234567890123452"}"#
    let outcome = try fill(answer, answer)
    #expect(outcome.json[0]["saved"] != nil && outcome.json[1].refusedFields == ["sscc"])
    #expect(outcome.json[1].messages.contains("line 1"))
    let again = try fill(answer)
    #expect(again.status == 1 && again.json[0].messages.contains("record 1 of 2026-11-30"))
    #expect(try desk.formentry("records", "list").lines.count == 1)
  }

  @Test(arguments: [
    ("no JSON", "nonsense"), ("cut off", #"{"asn": "A-1""#), ("two values", "{} {}"), ("no object", "[1]"),
    ("a lone surrogate", #"{"asn": "\ud800"}"#), ("NUL", #"{"asn": "a\u0000b"}"#),
    ("nested without end", String(repeating: "[", count: 100_000)),
  ])
  func aBadLineIsRefusedAndStopsNothing(_ name: String, _ line: String) throws {
    let outcome = try fill(line, #"{"asn": "A-1"}"#)
    #expect(outcome.status == 1 && outcome.json.count == 2, "\(outcome)")
    #expect(outcome.json[0]["refused"]?.elements?.isEmpty == false)
    #expect(outcome.json[1]["saved"] != nil)
  }

  @Test func bytesThatAreNoTextAreRefused() throws {
    try desk.write(Self.form, to: "pallet.yaml")
    let outcome = try desk.shell(
      #"printf '{"asn": "\377\376"}\n{"asn": "A-1"}\n' | "$FORMENTRY" fill ./pallet.yaml --answers -"#)
    #expect(outcome.json.first?["refused"] != nil && outcome.json.last?["saved"] != nil, "\(outcome)")
  }

  @Test func aWarningRefusesUntilItIsOverridden() throws {
    let asked = try fill(#"{"asn": "A-1", "quantity": 101}"#)
    #expect(asked.status == 1 && asked.json[0].messages.contains("Are these 101 pieces?"))
    let confirmed = try fill(
      #"{"asn": "A-1", "quantity": 101, "overrides": [{"rule": "many", "by": "MK", "reason": "counted twice"}]}"#)
    #expect(confirmed.status == 0)
    #expect(confirmed.json[0]["warnings"]?.elements?.first?["confirmed"]?.description == "true")
    let record = try #require(try desk.formentry("records", "show", "1", "--json").json.first)
    #expect(record["overrides"]?.elements?.first?["reason"]?.text == "counted twice")
  }

  @Test func theLastLineNeedsNoEnd() throws {
    let form = try desk.write(Self.form, to: "pallet.yaml")
    let outcome = try desk.formentry("fill", form, "--answers", "-", input: #"{"asn": "A-1"}"#)
    #expect(outcome.status == 0 && outcome.json.count == 1)
  }

  @Test func aThousandLines() throws {
    let answers = (1...1000).map { #"{"asn": "A-\#($0)"}"# }.joined(separator: "\n")
    let outcome = try fill(answers)
    #expect(outcome.status == 0 && outcome.json.count == 1000)
    #expect(try desk.formentry("records", "list", "--json").lines.count == 1000)
    #expect(try desk.formentry("records", "verify").status == 0)
  }
}

/// What the environment may do to it.
struct FillingInABadPlace {
  private let desk = RealProgram()
  private let answer = #"{"asn": "A-1"}"#

  private func form() throws -> String {
    try desk.write(
      "form: plain\ntitle: Plain\nversion: 1\nfields:\n  - {id: asn, label: ASN, type: text}\n", to: "plain.yaml")
  }

  @Test func aStoreThatCannotBeMade() throws {
    let outcome = try desk.formentry(
      "fill", form(), "--answers", "-", "--store", "/proc/nowhere", input: answer)
    #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("/proc/nowhere"))
  }

  @Test func aJournalThatCannotBeWrittenSaysNOTSaved() throws {
    try FileManager.default.createDirectory(
      atPath: desk.store + "/dock-3-2026-11-30.jsonl", withIntermediateDirectories: true)
    let outcome = try desk.formentry("fill", form(), "--answers", "-", input: answer)
    #expect(outcome.status == 3, "\(outcome)")
    #expect(outcome.errors.contains("NOT saved"))
    #expect(outcome.json.first?["saved"] == nil && outcome.json.first?.messages.contains("NOT saved") == true)
  }

  @Test func aReadOnlyStoreSaysSo() throws {
    _ = try desk.formentry("fill", form(), "--answers", "-", input: answer)
    // Root may write anywhere: another user's shoes, where there are any.
    let shoes = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let copy = "cp \"$FORMENTRY\" program && chmod 755 . program && chmod -R a-w .local"
    let outcome = try desk.shell(
      #"\#(copy) && echo '{"asn": "A-1"}' | \#(shoes) ./program fill ./plain.yaml --answers -; s=$?; chmod -R u+w .local; exit $s"#
    )
    #expect(outcome.status == 3 && outcome.json.allSatisfy { $0["saved"] == nil }, "\(outcome)")
    #expect(!outcome.errors.isEmpty)
    #expect(try desk.formentry("records", "list").lines.count == 1)
  }

  @Test func aDiskThatTakesNothing() throws {
    let form = try form()
    let outcome = try desk.shell(
      #"echo '{"asn": "A-1"}' | (ulimit -f 0; exec "$FORMENTRY" fill "\#(form)" --answers -) 2>&1 | cat"#)
    #expect(outcome.output.contains("NOT saved") && !outcome.output.contains(#""saved""#), "\(outcome)")
  }

  @Test func aReaderThatLeavesIsNoFault() throws {
    let answers = String(repeating: answer + "\n", count: 5000)
    try desk.write(answers, to: "answers")
    let outcome = try desk.shell(
      #"{ "$FORMENTRY" fill "\#(try form())" --answers answers; echo "status $?" > status; } | head -n 1; cat status"#)
    #expect(outcome.lines.last == "status 0" && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func anOutputThatIsFullIsTold() throws {
    let outcome = try desk.shell(#"echo '{"asn": "A-1"}' | "$FORMENTRY" fill "\#(try form())" --answers - > /dev/full"#)
    #expect(outcome.status == 3 && outcome.errors.contains("No space left"), "\(outcome)")
  }

  @Test func aFileOfAnswersThatIsNotThere() throws {
    let outcome = try desk.formentry("fill", form(), "--answers", "nowhere.jsonl")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "formentry: nowhere.jsonl can't be opened: No such file or directory\n")
  }

  @Test func aFormThatIsNotThere() throws {
    let outcome = try desk.formentry("fill", "recieving", "--answers", "-", "--forms", Checkout.forms)
    #expect(outcome.status == 1 && outcome.errors.contains("did you mean receiving?"), "\(outcome)")
  }

  @Test func withoutATerminalTheDialogsSayWhatToDo() throws {
    let outcome = try desk.formentry("fill", form())
    #expect(outcome.status == 3 && outcome.output.isEmpty && outcome.errors.contains("--answers"), "\(outcome)")
  }
}
