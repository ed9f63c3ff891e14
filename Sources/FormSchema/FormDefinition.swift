public import DataFormats

/// A form as its file defines it, checked: every name resolved, every expression typed.
public final class FormDefinition: Sendable {
  public let id: String
  public let title: LocalText
  public let version: Int
  /// `sha256:` and the hexadecimal digest of the file's bytes.
  public let hash: String
  /// The path it was read from.
  public let path: String
  public let lists: [String: ChoiceList]
  public let fields: [Field]
  public let rules: [Rule]
  /// What the list files held when the form was read: name beside the form, `sha256:...`.
  public let listHashes: [(name: String, hash: String)]
  /// The advance ship notice that its records are held against.
  public let expects: Expectation?
  /// The form's own tests.
  public let cases: [FormCase]

  /// Whether a choice may come to have one option left.
  public let narrowsChoices: Bool
  /// The fields of rows whose values must differ.
  public let uniqueColumns: [FieldReference]
  private let indices: [String: Int]

  init(
    id: String,
    title: LocalText,
    version: Int,
    hash: String,
    path: String,
    lists: [String: ChoiceList],
    fields: [Field],
    rules: [Rule],
    listHashes: [(name: String, hash: String)],
    expects: Expectation?,
    cases: [FormCase]
  ) {
    self.id = id
    self.title = title
    self.version = version
    self.hash = hash
    self.path = path
    self.lists = lists
    self.fields = fields
    self.rules = rules
    self.listHashes = listHashes
    self.expects = expects
    self.cases = cases
    narrowsChoices = (fields + fields.flatMap(\.columns)).contains(where: \.mayFillItself)
    uniqueColumns = fields.indices.flatMap { lines in
      fields[lines].columns.indices.filter { fields[lines].columns[$0].unique != nil }
        .map { FieldReference(field: lines, column: $0) }
    }
    indices = Dictionary(fields.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  public func fieldIndex(_ id: String) -> Int? { indices[id] }

  /// The field at a place; rows address the fields of their lines.
  public func field(at place: Place) -> Field {
    place.column.map { fields[place.field].columns[$0] } ?? fields[place.field]
  }

  /// `sscc`, `lines.gtin`
  public func path(of reference: FieldReference) -> String {
    let field = fields[reference.field]
    return reference.column.map { "\(field.id).\(field.columns[$0].id)" } ?? field.id
  }

  /// The field that is called `sscc` or `lines.gtin`; nil where there is none, or lines as such are named.
  public func reference(_ path: String) -> FieldReference? {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let field = fieldIndex(parts[0]) else { return nil }
    if parts.count == 1 { return fields[field].type == .lines ? nil : FieldReference(field: field) }
    guard parts.count == 2, let column = fields[field].columns.firstIndex(where: { $0.id == parts[1] }) else {
      return nil
    }
    return FieldReference(field: field, column: column)
  }

  public func field(_ reference: FieldReference) -> Field {
    reference.column.map { fields[reference.field].columns[$0] } ?? fields[reference.field]
  }

  /// `sscc`, `lines[0].lot`, `lines[0]`: the name that answers and records use for a place.
  public func name(of place: Place) -> String {
    var name = fields[place.field].id
    if let row = place.row { name += "[\(row)]" }
    if let column = place.column { name += ".\(fields[place.field].columns[column].id)" }
    return name
  }
}

/// A text for people, in one or several languages.
public struct LocalText: Sendable, Hashable {
  /// Language tag -> text, in the order of the file; a text without a language stands under "".
  let texts: [(language: String, text: String)]

  public init(_ text: String) {
    texts = [("", text)]
  }

  init(_ texts: [(language: String, text: String)]) {
    self.texts = texts
  }

  /// The text in that language, else the first that the file gives.
  public func text(in language: String) -> String {
    let primary = language.prefix { $0 != "-" && $0 != "_" && $0 != "." }
    return texts.first { $0.language == language }?.text
      ?? texts.first { $0.language == primary }?.text ?? texts.first?.text ?? ""
  }

  public static func == (left: LocalText, right: LocalText) -> Bool {
    left.texts.elementsEqual(right.texts) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for (language, text) in texts {
      hasher.combine(language)
      hasher.combine(text)
    }
  }
}

/// A spot of a form that is being filled: a field, a row of lines, or a field of a row. Rows count from 0.
public struct Place: Hashable, Sendable {
  public let field: Int
  public let row: Int?
  public let column: Int?

  public init(field: Int, row: Int? = nil, column: Int? = nil) {
    self.field = field
    self.row = row
    self.column = column
  }
}

/// A rule: `that` must not be false.
public struct Rule: Sendable {
  public enum Severity: Sendable {
    case error, warning
  }

  public let that: CompiledExpression
  public let say: Message
  public let severity: Severity
  public let id: String?
  /// Whose word alone confirms the warning; nil: the operator's.
  public let confirmBy: Confirmer?
  /// Where it begins in the form's file.
  public let position: SourcePosition

  /// How overrides and records name it.
  public var name: String { id ?? that.text }
}

/// Who may confirm a warning: a value of a list, which only they can show or know.
public struct Confirmer: Sendable {
  /// The list's name; "" for one that is written out.
  public let name: String
  public let list: ChoiceList
}

/// A rule's or field's message: text with `{field}` places, which are filled with the values at hand.
public struct Message: Sendable {
  public enum Part: Sendable {
    case text(LocalText)
    case value(Expression)
  }

  /// A message in several languages has the parts of each: (language, parts); without a language "".
  let languages: [(language: String, parts: [Part])]

  public func parts(in language: String) -> [Part] {
    let primary = language.prefix { $0 != "-" && $0 != "_" && $0 != "." }
    return languages.first { $0.language == language }?.parts
      ?? languages.first { $0.language == primary }?.parts ?? languages.first?.parts ?? []
  }
}

/// A list of what a field may hold.
public struct ChoiceList: Sendable {
  public struct Option: Sendable {
    public let value: String
    public let label: LocalText
    /// Further columns by name.
    public let columns: [String: String]
  }

  public let options: [Option]
  /// The names of the columns that options may have, value's and label's among them.
  public let columns: [String]

  /// Value -> indices; GTINs under their 14 digits, so that a 12-digit code finds its 13-digit row.
  private let index: [String: [Int]]

  init(options: [Option], columns: [String]) {
    self.options = options
    self.columns = columns
    var index: [String: [Int]] = [:]
    for (position, option) in options.enumerated() {
      index[ComparableText.key(option.value), default: []].append(position)
    }
    self.index = index
  }

  /// The first option of that value; GTINs compare as 14 digits.
  public func option(_ value: String) -> Option? {
    index[ComparableText.key(value)]?.first.map { options[$0] }
  }

  /// All of that value: the rows of a file may name one several times, for several values of other columns.
  public func options(_ value: String) -> [Option] {
    (index[ComparableText.key(value)] ?? []).map { options[$0] }
  }
}
