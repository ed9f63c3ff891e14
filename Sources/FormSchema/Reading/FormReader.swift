public import DataFormats
import LabelData

/// What reading a form file gave: the form where it has no error, and everything there is to say about it.
public struct FormReading: Sendable {
  public let form: FormDefinition?
  /// In file order.
  public let diagnostics: [Diagnostic]
  /// For showing the lines that diagnostics speak of.
  public let source: SourceText?

  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}

/// Reads a form file into a checked definition, and finds all its faults in one run.
public struct FormReader {
  static let maximumFields = 2000

  /// Without the faults of YAML that reading went on after; what is found is told at its place in the file.
  let source: SourceText
  var diagnostics: Diagnostics
  var lists: [String: ChoiceList] = [:]
  /// Names of lists that are at fault: nothing more is said about who uses them.
  var brokenLists: Set<String> = []
  var listHashes: [(name: String, hash: String)] = []

  /// Where a flow map took part of an expression for keys: what is left of the expression is not judged.
  var swallowingLines: Set<Int> = []
  /// The station's folder of advance ship notices.
  let notices: String?

  private init(source: SourceText, notices: String?) {
    self.source = source
    self.notices = notices
    diagnostics = Diagnostics(file: source.path)
  }

  /// Reads a file that may not be there, be no file, be too large or hold anything.
  /// `notices` is the folder of advance ship notices that do not lie beside the form.
  public static func read(path: String, notices: String? = nil) -> FormReading {
    let source: SourceText
    do {
      source = try SourceText(readingFile: path)
    } catch {
      let diagnostic = Diagnostic(
        file: path, position: SourcePosition(line: 1, column: 1), severity: .error, code: "unreadable",
        message: error.message)
      return FormReading(form: nil, diagnostics: [diagnostic], source: nil)
    }
    return read(source, notices: notices)
  }

  public static func read(_ source: SourceText, notices: String? = nil) -> FormReading {
    let yaml = YAMLDocument(of: source)
    var found = Diagnostics(file: source.path)
    for fault in yaml.faults { found.error("yaml", at: fault.position, fault.message, help: fault.help) }
    guard let root = yaml.root else {
      if yaml.faults.isEmpty {
        found.error(
          "empty-file", at: SourcePosition(line: 1, column: 1), "the file is empty; a form begins with `form: name`")
      }
      return FormReading(form: nil, diagnostics: found.inFileOrder, source: source)
    }
    var reader = FormReader(source: yaml.source, notices: notices)
    let form = reader.form(root)
    for diagnostic in reader.diagnostics.all { found.add(diagnostic.moved(to: yaml.original(diagnostic.position))) }
    return FormReading(form: found.hasErrors ? nil : form, diagnostics: found.inFileOrder, source: source)
  }

  private mutating func form(_ root: YAMLNode) -> FormDefinition? {
    guard let keys = keys(of: root, known: FormKeys.form, what: "a form") else { return nil }
    for key in ["form", "title", "version", "fields"] where keys[key] == nil { missing(key, in: root, what: "a form") }
    let id = keys["form"].flatMap { formID($0) } ?? ""
    let title = keys["title"].flatMap { localText($0, "title") } ?? LocalText("")
    let version = keys["version"].flatMap { wholeNumber($0, "version", atLeast: 0) } ?? 0
    if let node = keys["choices"] { readLists(node) }
    if let node = keys["cases"] { checkCases(node) }
    guard let fieldsNode = keys["fields"] else { return nil }
    let raw = rawFields(fieldsNode, inLines: false)
    var builder = FieldBuilder(raw: raw, reader: self)
    let expects = keys["expects"].flatMap { builder.expectation($0) }
    let fields = builder.fields()
    let rules = keys["rules"].map { builder.rules($0, in: builder.scope) } ?? []
    diagnostics = builder.reader.diagnostics
    var checks = FormChecks(fields: fields, raw: raw, placed: builder.placed, diagnostics: diagnostics)
    checks.run()
    diagnostics = checks.diagnostics
    return FormDefinition(
      id: id, title: title, version: version, hash: "sha256:" + SHA256.hexadecimal(source.bytes), path: source.path,
      lists: lists, fields: fields.compactMap { $0 }, rules: rules, listHashes: listHashes, expects: expects)
  }

  private mutating func formID(_ node: YAMLNode) -> String? {
    guard let id = text(node, "form") else { return nil }
    checkID(id, at: node.start, what: "the id of a form")
    if FormKeys.verbs.contains(id) {
      diagnostics.error(
        "reserved-id", at: node.start, "\(id) is a verb of the command line, so no form can be called by that name")
    }
    return id
  }

  /// The form's own tests: only their shape matters to a form that is filled.
  private mutating func checkCases(_ node: YAMLNode) {
    guard node.elements != nil else {
      diagnostics.error("not-a-list", at: node.start, "cases is a list: each case begins with `- name: ...`")
      return
    }
  }
}
