import DataFormats
import Foundation
import Testing

/// `formentry scan`, and pictures among answers.
struct Scanning {
  private let desk = RealProgram()
  private let labels = Checkout.forms + "/labels"

  @Test func oneLineAPicture() throws {
    let outcome = try desk.formentry("scan", labels)
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 6 && outcome.lines[0] == "\(labels)/1-parcel.png: 1Z12345E1512345676", "\(outcome)")
  }

  @Test func allCodesOfAPicture() throws {
    let outcome = try desk.formentry("scan", "--all", "\(labels)/2-pallet.png")
    #expect(outcome.lines.count == 2, "\(outcome)")
    #expect(!outcome.output.contains("\u{1d}"), "a separator must not reach the terminal")
  }

  @Test func asJSON() throws {
    let first = try #require(try desk.formentry("scan", "--json", "\(labels)/4-tissues.png").json.first)
    #expect(first["symbology"]?.text == "ean-13" && first["identifier"]?.text == "]E0")
    #expect(first["text"]?.text == "9521234543237" && first["gtin"]?.text == "09521234543237")
    #expect(first["raw"]?.text == "OTUyMTIzNDU0MzIzNw==" && first["corners"]?.elements?.count == 4)
  }

  @Test func onlySomeSymbologies() throws {
    let outcome = try desk.formentry("scan", "--symbologies", "qr,ean-13", labels)
    #expect(outcome.status == 0)
    #expect(outcome.lines.map { $0.split(separator: " ").last } == ["9521234543237", "RR473124829GB"], "\(outcome)")
    let unknown = try desk.formentry("scan", "--symbologies", "ean13", labels)
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean ean-13?"), "\(unknown)")
  }

  @Test func whatIsNoPictureIsRefusedAndTheRestIsRead() throws {
    try desk.write("no picture", to: "a.png")
    try desk.write("", to: "b.png")
    let outcome = try desk.formentry("scan", "a.png", "b.png", "nowhere.png", "\(labels)/1-parcel.png")
    #expect(outcome.status == 1 && outcome.lines.count == 1, "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 3, "\(outcome)")
  }

  private static let form = """
    form: parcel
    title: Parcel
    version: 1
    fields:
      - {id: tracking, label: Tracking no., type: barcode, check: ups, required: true}

    """

  @Test func aPictureAmongAnswersLiesBesideThem() throws {
    let form = try desk.write(Self.form, to: "parcel.yaml")
    try FileManager.default.createDirectory(atPath: desk.path("shots"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(labels)/1-parcel.png", toPath: desk.path("shots/1.png"))
    let answers = try desk.write(#"{"scans": [{"image": "1.png"}]}"#, to: "shots/answers.jsonl")
    let outcome = try desk.formentry("fill", form, "--answers", answers)
    #expect(outcome.status == 0, "\(outcome)")
    let record = try #require(try desk.formentry("records", "show", "1", "--json").json.first)
    #expect(record["values"]?["tracking"]?.text == "1Z12345E1512345676")
    #expect(record["scans"]?.elements?.first?["symbology"]?.text == "code-128")
  }

  @Test(arguments: [
    ("not there", #"{"image": "nowhere.png"}"#, "No such file"), ("no picture", #"{"image": "parcel.yaml"}"#, "no PNG"),
    ("another code", #"{"image": "LABELS/5-registered.png"}"#, "UPS"), ("no path", #"{"image": 5}"#, "path"),
  ]) func aPictureThatGivesNothingRefuses(_ name: String, _ scan: String, _ word: String) throws {
    let form = try desk.write(Self.form, to: "parcel.yaml")
    let answer = #"{"scans": [\#(scan.replacingOccurrences(of: "LABELS", with: labels))]}"#
    let outcome = try desk.formentry("fill", form, "--answers", try desk.write(answer, to: "answers.jsonl"))
    let line = try #require(outcome.json.first)
    #expect(outcome.status == 1 && line.messages.contains(word), "\(outcome)")
    #expect(!line.messages.contains("cannotOpen("), "a sentence, not a piece of the program")
  }
}
