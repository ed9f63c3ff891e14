import DataFormats
import Foundation
import Testing

/// `formentry lint`: what a supervisor reads.
struct Linting {
  private let desk = RealProgram()
  private static let good = "form: plain\ntitle: Plain\nversion: 1\nfields:\n  - {id: asn, label: ASN, type: text}\n"
  private static let bad = """
    form: plain
    title: Plain
    version: 1
    fields:
      - {id: asn, label: ASN, type: text, requird: true}
      - {id: ö, label: Maß, type: number}

    """

  @Test func aGoodFormSaysNothing() throws {
    let outcome = try desk.formentry("lint", desk.write(Self.good, to: "plain.yaml"))
    #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func eachFaultHasItsPlaceItsLineACaretAndARemedy() throws {
    let path = try desk.write(Self.bad, to: "bad.yaml")
    let outcome = try desk.formentry("lint", path)
    #expect(outcome.status == 1)
    let lines = outcome.lines
    #expect(
      lines.first == "\(path):5:39: error: a field has no key requird", "\(outcome)")
    let caret = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "^" }, "\(outcome)")
    let shown = Array(lines[caret - 1])
    let column = try #require(
      lines[caret].firstIndex(of: "^").map { lines[caret].distance(from: lines[caret].startIndex, to: $0) })
    #expect(String(shown[column...].prefix(7)) == "requird")
    #expect(outcome.output.contains("did you mean required?"))
    // The others are told in the same run.
    #expect(outcome.output.contains("\(path):6:"))
  }

  @Test func asJSON() throws {
    let path = try desk.write(Self.bad, to: "bad.yaml")
    let outcome = try desk.formentry("lint", "--json", path)
    #expect(outcome.status == 1 && outcome.json.count == outcome.lines.count)
    let first = try #require(outcome.json.first)
    #expect(first.members?.map(\.name) == ["file", "line", "column", "severity", "code", "message", "help"])
    #expect(first["file"]?.text == path && first["line"]?.description == "5" && first["column"]?.description == "39")
    #expect(first["severity"]?.text == "error")
  }

  @Test func warningsAloneAreNoFailure() throws {
    let form = Self.good + "  - {id: flag, label: no, type: text}\n"
    let outcome = try desk.formentry("lint", desk.write(form, to: "plain.yaml"))
    #expect(outcome.status == 0 && outcome.output.contains(": warning: "), "\(outcome)")
  }

  @Test func aDirectoryIsAllFormsInIt() throws {
    try FileManager.default.createDirectory(atPath: desk.path("forms/more"), withIntermediateDirectories: true)
    try desk.write(Self.bad, to: "forms/more/bad.yaml")
    try desk.write(Self.good, to: "forms/good.yaml")
    try desk.write("no form", to: "forms/notes.txt")
    let outcome = try desk.formentry("lint", "forms")
    #expect(outcome.status == 1 && outcome.lines.first?.hasPrefix("forms/more/bad.yaml:5:39: ") == true, "\(outcome)")
  }

  @Test(arguments: [
    ("nothing in it", ""), ("a list", "[1, 2]"), ("no YAML", "form: [\n"), ("NUL", "form: a\0b\n"),
    ("no text", "\u{FFFD}"), ("an alias of itself", "form: &a [*a]\n"),
    ("laughs", "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nform: [*c, *c]\n"),
    ("deep", String(repeating: "[", count: 20_000)),
  ]) func anyFileIsAnswered(_ name: String, _ text: String) throws {
    let outcome = try desk.formentry("lint", desk.write(text, to: "form.yaml"))
    #expect(outcome.status == 1 && outcome.output.contains("form.yaml:"), "\(outcome)")
  }

  @Test func whatCannotBeReadIsTold() throws {
    #expect(try desk.formentry("lint", "nowhere.yaml").status == 1)
    try FileManager.default.createDirectory(atPath: desk.path("empty"), withIntermediateDirectories: true)
    let empty = try desk.formentry("lint", "empty")
    #expect(empty.status == 1 && empty.errors.contains("there is no form"), "\(empty)")
  }

  @Test func controlCharactersOfAFileStayInvisible() throws {
    let outcome = try desk.formentry("lint", desk.write("form: a\nti\u{1b}[31mtle: x\n", to: "form.yaml"))
    #expect(outcome.status == 1 && !outcome.output.contains("\u{1b}"), "\(outcome)")
  }

  @Test(.enabled(if: Checkout.shared != nil, "the folder of handed cases is not beside the checkout"))
  func theHandedFormsThatAreGood() throws {
    let folder = "\(Checkout.shared ?? "")/cases/forms"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("good-") {
      let outcome = try desk.formentry("lint", "\(folder)/\(name)")
      #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
    }
  }

  @Test func aFormIsCalledByItsNameWhereItLiesInNoDirectoryOfForms() throws {
    try desk.write("form: seals\n", to: "seals.yaml")
    let outcome = try desk.formentry("show", "seals")
    #expect(
      outcome.status == 1 && outcome.errors.hasSuffix("for the file that lies here, write seals.yaml\n"), "\(outcome)")
  }
}
