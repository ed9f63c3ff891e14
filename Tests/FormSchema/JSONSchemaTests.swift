import DataFormats
import Foundation
import HandedCases
import Testing

@testable import FormSchema

/// The JSON Schema of the form language, held against what the reader says of the same files.
@Suite("The JSON Schema of forms")
struct JSONSchemaTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test("the one that is shipped is the one that is printed")
  func shipped() throws {
    let path = Self.checkout + "/Schemas/form.schema.json"
    let shipped = try String(contentsOfFile: path, encoding: .utf8)
    #expect(shipped == FormJSONSchema.json.indented, "formentry schema > Schemas/form.schema.json makes it anew")
  }

  @Test("every key says what it is for", arguments: ["field", "rule", "case"])
  func described(_ name: String) throws {
    let schema = FormJSONSchema.json
    let properties = try #require(schema["$defs"]?[name]?["properties"]?.members)
    for property in properties + (schema["properties"]?.members ?? []) {
      #expect(property.value["description"]?.text?.hasSuffix(".") == true, "\(property.name)")
    }
  }

  @Test("it is a schema, and finds nothing in good forms", .enabled(if: Validator.isThere, Validator.lacking))
  func goodForms() throws {
    var forms = Self.files(in: Self.checkout + "/Forms")
    if Shared.folder != nil { forms += Self.files(in: Shared.path("cases/forms")).filter { $0.contains("/good-") } }
    let found = try Validator.faults(in: forms.map { try SourceText(readingFile: $0) })
    #expect(found.count == forms.count && forms.count >= 3)
    for (form, faults) in zip(forms, found) { #expect(faults.isEmpty, "\(form): \(faults)") }
  }

  @Test(
    "it finds the slips of shape in the handed bad forms",
    .enabled(if: Validator.isThere && Shared.folder != nil, "the validator or the folder of handed cases is not there"),
    arguments: [
      ("bad-typo.yaml", ["requird", "intger"]), ("bad-scalars.yaml", ["1.5"]), ("bad-barcode.yaml", ["ean13x", "ssc"]),
      ("bad-names.yaml", []), ("bad-types.yaml", []), ("bad-cycle.yaml", []), ("bad-pattern.yaml", []),
    ])
  func badForms(_ file: String, _ about: [String]) throws {
    let faults = try Validator.faults(in: [try SourceText(readingFile: Shared.path("cases/forms/\(file)"))])[0]
    #expect(faults.count == about.count, "\(faults)")
    for word in about { #expect(faults.contains { $0.contains(word) }, "\(faults)") }
  }

  struct Slip: CustomTestStringConvertible {
    let name: String
    /// In place of the field `a`, its keys, or in place of what stands behind the fields.
    var field: String?
    var more = ""
    var isGood = false
    var testDescription: String { name }

    var text: String {
      "form: t\ntitle: T\nversion: 1\nfields:\n  - {\(field ?? "id: a, label: A, type: text")}\n" + more
    }
  }

  static let slips: [Slip] = [
    Slip(name: "a field", isGood: true),
    Slip(
      name: "texts that look like something else", field: "id: a, label: 12, type: text, default: no, pattern: 007",
      isGood: true),
    Slip(name: "two languages", field: "id: a, label: {en: A, de: Ä}, type: text", isGood: true),
    Slip(name: "no id", field: "label: A, type: text"),
    Slip(name: "no label", field: "id: a, type: text"),
    Slip(name: "no type", field: "id: a, label: A"),
    Slip(name: "an id in capitals", field: "id: Abc, label: A, type: text"),
    Slip(name: "a reserved id", field: "id: option, label: A, type: text"),
    Slip(name: "a list for a label", field: "id: a, label: [A], type: text"),
    Slip(name: "an unknown key", field: "id: a, label: A, type: text, mandatory: true"),
    Slip(name: "a misplaced key", field: "id: a, label: A, type: text, decimals: 2"),
    Slip(name: "decimals in words", field: "id: a, label: A, type: decimal, decimals: two"),
    Slip(name: "too many decimals", field: "id: a, label: A, type: decimal, decimals: 30"),
    Slip(name: "keep in words", field: "id: a, label: A, type: text, keep: sometimes"),
    Slip(name: "verify three times", field: "id: a, label: A, type: text, verify: thrice"),
    Slip(name: "a computed field without a value", field: "id: a, label: A, type: computed"),
    Slip(name: "a choice without choices", field: "id: a, label: A, type: choice"),
    Slip(name: "lines without fields", field: "id: a, label: A, type: lines"),
    Slip(
      name: "lines within lines",
      field: "id: a, label: A, type: lines, fields: [{id: b, label: B, type: lines, fields: []}]"),
    Slip(
      name: "lines",
      field: "id: a, label: A, type: lines, min: 1, on_repeat: increment n, fields: [{id: n, label: N, type: integer}]",
      isGood: true),
    Slip(
      name: "an unknown repeat",
      field: "id: a, label: A, type: lines, on_repeat: twice, fields: [{id: n, label: N, type: integer}]"),
    Slip(
      name: "a choice of two", field: "id: a, label: A, type: choice, choices: [x, {value: y, label: Y, kind: z}]",
      isGood: true),
    Slip(name: "an empty list", field: "id: a, label: A, type: choice, choices: []"),
    Slip(name: "a choice without its value", field: "id: a, label: A, type: choice, choices: [{label: Y}]"),
    Slip(
      name: "a code",
      field:
        "id: a, label: A, type: barcode, takes: ['01', whole], symbologies: qr, check: {is: gtin, severity: warning}, unique: {in: form}",
      isGood: true),
    Slip(name: "a check without its name", field: "id: a, label: A, type: barcode, check: {severity: warning}"),
    Slip(name: "an unknown scope", field: "id: a, label: A, type: barcode, unique: ever"),
    Slip(name: "a rule", more: "rules: [{that: a == 'x', say: X, severity: warning, id: x}]", isGood: true),
    Slip(name: "a rule without words", more: "rules: [{that: a == 'x'}]"),
    Slip(name: "a rule of another severity", more: "rules: [{that: a == 'x', say: X, severity: fatal}]"),
    Slip(name: "an error that somebody confirms", more: "rules: [{that: a == 'x', say: X, confirm_by: [m]}]"),
    Slip(name: "rules that are no list", more: "rules: {that: a == 'x', say: X}"),
    Slip(name: "a list without a name", more: "choices: [x]"),
    Slip(
      name: "a case",
      more:
        "cases: [{name: n, now: '2026-11-30T08:00:00+01:00', answers: {a: 1}, scans: [x, {text: y, field: a}], saved: {a: }}]",
      isGood: true),
    Slip(name: "a case without an outcome", more: "cases: [{name: n, answers: {a: 1}}]"),
    Slip(name: "a case with two outcomes", more: "cases: [{name: n, saved: {}, refused: [a]}]"),
    Slip(name: "a case with an unknown key", more: "cases: [{name: n, saved: {}, answer: {}}]"),
    Slip(name: "a scan of two kinds", more: "cases: [{name: n, saved: {}, scans: [{text: x, image: y.png}]}]"),
    Slip(name: "an unknown key of the form", more: "rule: []"),
  ]

  @Test("says of shapes what the reader says", .enabled(if: Validator.isThere, Validator.lacking))
  func shapes() throws {
    let sources = Self.slips.map { SourceText(path: "t.yaml", text: $0.text) }
    for (slip, (source, faults)) in zip(Self.slips, zip(sources, try Validator.faults(in: sources))) {
      #expect(faults.isEmpty == slip.isGood, "\(slip.name): \(faults)")
      #expect((FormReader.read(source).form != nil) == slip.isGood, "\(slip.name): the reader differs")
    }
  }

  private static func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
      .map { folder + "/" + $0 }
  }
}

/// The validator jsonschema (Debian's python3-jsonschema).
private enum Validator {
  static let lacking: Comment = "python3 with jsonschema is not there"

  static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first { path in
    FileManager.default.isExecutableFile(atPath: path)
      && (try? run(path, "from jsonschema import Draft202012Validator", "")) != nil
  }
  static let isThere = python != nil

  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    asked = json.load(sys.stdin)
    Draft202012Validator.check_schema(asked["schema"])
    validator = Draft202012Validator(asked["schema"])
    print(json.dumps([[e.message for e in validator.iter_errors(form)] for form in asked["forms"]]))
    """

  /// What it says of each form.
  static func faults(in forms: [SourceText]) throws -> [[String]] {
    let documents = try forms.map { try YAMLNode.read($0).map(core) ?? .null }
    let asked: JSONValue = ["schema": FormJSONSchema.json, "forms": .array(documents)]
    let answer = try run(python ?? "", script, asked.description)
    return try JSONValue(parsing: Array(answer.utf8)).elements?.map { ($0.elements ?? []).compactMap(\.text) } ?? []
  }

  /// As an editor reads it: by the core schema of YAML 1.2.
  private static func core(_ node: YAMLNode) -> JSONValue {
    if let elements = node.elements { return .array(elements.map(core)) }
    if let pairs = node.pairs { return .object(pairs.map { JSONMember($0.key.text ?? "", core($0.value)) }) }
    let text = node.text ?? ""
    guard node.style == .plain else { return .string(text) }
    if node.isNull { return .null }
    if let number = YAMLScalar.integer(text) { return JSONValue(number) }
    if let number = YAMLScalar.number(text) { return .number(number.description) }
    return YAMLScalar.boolean(text).map { .boolean($0) } ?? .string(text)
  }

  struct Failure: Error {
    let errors: String
  }

  private static func run(_ python: String, _ script: String, _ input: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formentry-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["in", "out", "errors"].map { folder.appendingPathComponent($0).path }
    for (path, text) in zip(paths, [input, "", ""]) { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script]
    process.standardInput = FileHandle(forReadingAtPath: paths[0])
    process.standardOutput = FileHandle(forWritingAtPath: paths[1])
    process.standardError = FileHandle(forWritingAtPath: paths[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(errors: try String(contentsOfFile: paths[2], encoding: .utf8))
    }
    return try String(contentsOfFile: paths[1], encoding: .utf8)
  }
}
