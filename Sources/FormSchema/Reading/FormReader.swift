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
  /// `notices` is the folder of advance ship notices that do not lie beside the form. A form that is only to be filled
  /// needs none of its cases: they are not looked at.
  public static func read(path: String, notices: String? = nil, forFilling: Bool = false) -> FormReading {
    let source: SourceText
    do {
      source = try SourceText(readingFile: path)
    } catch {
      let diagnostic = Diagnostic(
        file: path, position: SourcePosition(line: 1, column: 1), severity: .error, code: "unreadable",
        message: error.message,
        help: path.utf8.contains(UInt8(ascii: ".")) ? nil : "a form is named by its file here, such as receiving.yaml")
      return FormReading(form: nil, diagnostics: [diagnostic], source: nil)
    }
    return read(source, notices: notices, forFilling: forFilling)
  }

  public static func read(_ source: SourceText, notices: String? = nil, forFilling: Bool = false) -> FormReading {
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
    let form = reader.form(root, withCases: !forFilling)
    for diagnostic in reader.diagnostics.all { found.add(diagnostic.moved(to: yaml.original(diagnostic.position))) }
    return FormReading(form: found.hasErrors ? nil : form, diagnostics: found.inFileOrder, source: source)
  }

  private mutating func form(_ root: YAMLNode, withCases: Bool) -> FormDefinition? {
    guard let keys = keys(of: root, known: FormKeys.form, what: "a form") else { return nil }
    for key in FormKeys.formKeys where key.isRequired && keys[key.name] == nil {
      missing(key.name, in: root, what: "a form")
    }
    let id = keys["form"].flatMap { formID($0) } ?? ""
    let title = keys["title"].flatMap { localText($0, "title") } ?? LocalText("")
    let version = keys["version"].flatMap { wholeNumber($0, "version", atLeast: 0) } ?? 0
    if let node = keys["choices"] { readLists(node) }
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
    let cases = (withCases ? keys["cases"] : nil).map { self.cases($0, raw, rules, fields) } ?? []
    return FormDefinition(
      id: id, title: title, version: version, hash: "sha256:" + SHA256.hexadecimal(source.bytes), path: source.path,
      lists: lists, fields: fields.compactMap { $0 }, rules: rules, listHashes: listHashes, expects: expects,
      cases: cases)
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

  private mutating func cases(
    _ node: YAMLNode, _ raw: [RawField], _ rules: [Rule], _ fields: [Field?]
  ) -> [FormCase] {
    let all = rules + fields.compactMap { $0 }.flatMap { $0.rules + $0.columns.flatMap(\.rules) }
    var cases = CaseReader(
      raw: raw, rules: all.flatMap { [$0.id, $0.that.text].compactMap { $0 } }, isWhole: !diagnostics.hasErrors,
      reader: self)
    let read = cases.cases(node)
    diagnostics = cases.reader.diagnostics
    return read
  }
}
