import DataFormats
import Foundation
import Testing

@testable import FormEntry

@Suite struct Doctor {
  private static let form = """
    form: parcels
    title: Parcels
    version: 1
    fields:
      - {id: tracking, label: Tracking, type: text, required: true, unique: form}
    """

  /// A station where all is well, but for what the case changes.
  private func station() throws -> RealProgram {
    let program = RealProgram()
    try program.write(Self.form, to: "Forms/parcels.yaml")
    return program
  }

  private func doctor(
    _ program: RealProgram, _ words: [String] = [], _ environment: [String: String] = [:]
  ) throws -> RealProgram.Outcome {
    try program.run(
      ["doctor"] + words,
      environment: ["FORMENTRY_NOW": "", "FORMENTRY_CAMERA": "none"].merging(environment) { $1 })
  }

  @Test func `where all is well, each thing has its line and the exit status is 0`() throws {
    let result = try doctor(try station())
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.isEmpty)
    for line in [
      "✓ configuration: station dock-3; there is no file; of the environment FORMENTRY_STATION, FORMENTRY_CAMERA",
      "✓ clock: ", "? terminal: there is none here", "✓ camera: switched off (camera: none)",
      "reads the test picture", "✓ forms: 1 form in Forms", "is made with the first record",
    ] {
      #expect(result.output.contains(line), "\(line) in \(result.output)")
    }
    #expect(!result.output.contains("✗"))
  }

  @Test func `with --json each line is an object`() throws {
    let result = try doctor(try station(), ["--json"])
    #expect(result.status == 0 && result.json.count == result.lines.count && result.lines.count >= 7)
    let areas = Set(result.json.compactMap { $0["area"]?.text })
    #expect(areas == ["configuration", "clock", "terminal", "camera", "decoder", "forms", "store"])
    for object in result.json {
      #expect(["well", "wrong", "unknown"].contains(object["verdict"]?.text ?? ""))
      #expect(object["message"]?.text?.isEmpty == false)
    }
  }

  @Test func `a store that is used is written to, read and asked, and left as it was`() throws {
    let program = try station()
    try program.write(#"{"tracking":"A-1"}"#, to: "answers")
    #expect(try program.formentry("fill", "parcels", "--answers", "answers").status == 0)
    let journals = { try FileManager.default.contentsOfDirectory(atPath: program.store).sorted() }
    let before = try journals()
    let result = try doctor(program)
    #expect(result.status == 0, "\(result)")
    for line in [
      "can be written; the disk confirms within", "MiB are free", "1 record, all whole", "the index answers",
    ] {
      #expect(result.output.contains("✓ store: ") && result.output.contains(line), "\(line) in \(result.output)")
    }
    #expect(try journals() == before)
  }

  @Test func `looking makes no directory`() throws {
    let program = try station()
    _ = try doctor(program)
    #expect(!FileManager.default.fileExists(atPath: program.store))
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    var files: [String: String] = [:]
    var words: [String] = []
    var environment: [String: String] = [:]
    let says: String
    let mends: String
    var testDescription: String { name }
  }

  static let faults = [
    Fault(
      name: "a setting that is none", files: [".config/formentry/config.yaml": "station: dock-3\ncolours: mono\n"],
      says: "✗ configuration: ", mends: "config.yaml, line 2"),
    Fault(
      name: "a variable with a wrong value", environment: ["FORMENTRY_WARM": "long"],
      says: "✗ configuration: FORMENTRY_WARM in the environment wants", mends: "formentry --man"),
    Fault(
      name: "a clock that cannot be read", environment: ["FORMENTRY_NOW": "noon"], says: "✗ clock: FORMENTRY_NOW wants",
      mends: "mend: unset FORMENTRY_NOW"),
    Fault(
      name: "a clock that was set back", files: [".local/share/formentry/dock-3-2098-01-01.jsonl": ""],
      says: "✗ clock: the store has records of 2098-01-01", mends: "timedatectl"),
    Fault(
      name: "a form with a fault", files: ["Forms/bad.yaml": "form: bad\ntitle: Bad\nversion: 1\nfields: none\n"],
      says: "✗ forms: 2 forms in Forms; with faults: bad", mends: "formentry lint Forms/bad.yaml"),
    Fault(
      name: "a directory of forms that is not there", words: ["--forms", "my forms"],
      says: "✗ forms: my forms cannot be read: No such file", mends: "mkdir -p 'my forms'"),
    Fault(
      name: "a file where the store belongs", files: ["records": "x"], words: ["--store", "records"],
      says: "✗ store: records is no directory", mends: "--store"),
    Fault(
      name: "a damaged record", files: [".local/share/formentry/dock-3-2026-11-30.jsonl": "nothing\n"],
      says: "✗ store: 0 records; ", mends: "formentry records verify"),
    Fault(
      name: "pictures that are not there", environment: ["FORMENTRY_CAMERA": "/nowhere/labels"],
      says: "✗ camera: /nowhere/labels cannot be read: No such file", mends: "camera: auto"),
  ]

  @Test(arguments: faults)
  func `what does not work is told with what mends it, and the exit status is 3`(fault: Fault) throws {
    let program = try station()
    for (name, text) in fault.files { try program.write(text, to: name) }
    let result = try doctor(program, fault.words, fault.environment)
    #expect(result.status == 3, "\(result)")
    let lines = result.lines
    let at = try #require(lines.firstIndex { $0.hasPrefix(fault.says) }, "\(result)")
    #expect(lines[at + 1].hasPrefix("  mend: ") && lines[at + 1].contains(fault.mends), "\(lines[at + 1])")
    #expect(lines.filter { $0.hasPrefix("✗") }.count == 1, "nothing else is wrong: \(result)")
    #expect(lines.contains { $0.contains("reads the test picture") }, "the rest is looked at all the same")
  }

  @Test func `a clock that is held still is told, and is no fault`() throws {
    let result = try doctor(try station(), [], ["FORMENTRY_NOW": "2026-11-30T08:00:00+01:00"])
    #expect(result.status == 0 && !result.output.contains("✗"), "\(result)")
    #expect(result.output.contains("? clock: FORMENTRY_NOW holds it still at 2026-11-30"), "\(result)")
    #expect(result.output.contains("\n  mend: unset FORMENTRY_NOW"))
  }

  @Test func `a station without a form, and without its reader of bar codes`() throws {
    let program = RealProgram()
    let result = try program.shell(
      #"cp "$FORMENTRY" ./formentry; ./formentry doctor"#,
      environment: ["FORMENTRY_NOW": "", "FORMENTRY_CAMERA": "none"])
    #expect(result.status == 3)
    #expect(result.output.contains("✗ forms: there is none in Forms, /etc/formentry/forms"), "\(result)")
    #expect(result.output.contains("✗ decoder: formentry-decode lies neither"), "\(result)")
  }

  @Test func `a trigger of its own is looked for`() throws {
    let missing = try doctor(try station(), [], ["FORMENTRY_TRIGGER_DEVICE": "/dev/input/by-id/pedal"])
    #expect(missing.status == 3 && missing.output.contains("✗ trigger: /dev/input/by-id/pedal cannot be read: No such"))
    #expect(missing.output.contains("  mend: plug it in"))
    let other = try doctor(try station(), [], ["FORMENTRY_TRIGGER_DEVICE": "/dev/null"])
    #expect(other.output.contains("✗ trigger: /dev/null is no input device"), "\(other)")
  }

  @Test func `doctor --trigger wants a terminal`() throws {
    let result = try doctor(try station(), ["--trigger"])
    #expect(result.status == 3 && result.errors.contains("doctor --trigger wants a terminal"), "\(result)")
  }

  @Test func `a terminal of ASCII gets signs of ASCII`() throws {
    let result = try doctor(try station(), [], ["LANG": "C"])
    #expect(result.output.contains("ok clock: ") && !result.output.contains("✓"), "\(result)")
  }

  @Test(arguments: [
    ("/srv/forms", "/srv/forms"), ("my forms", "'my forms'"), ("it's", #"'it'\''s'"#), ("$(x)", "'$(x)'"),
  ])
  func `paths in commands are quoted for the shell`(path: String, word: String) {
    #expect(quoted(path) == word)
  }
}
