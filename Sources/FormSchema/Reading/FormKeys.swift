/// The keys of the form language, and where each may stand.
enum FormKeys {
  static let form = ["form", "title", "version", "choices", "expects", "fields", "rules", "cases"]
  static let rule = ["that", "say", "severity", "id", "confirm_by"]
  static let expects = ["file", "key", "lines", "unknown"]
  static let option = ["value", "label"]
  static let list = ["file", "value", "label"]
  static let check = ["is", "severity"]
  static let unique = ["in", "with"]

  private static let input: [FieldType] = [
    .text, .integer, .decimal, .date, .time, .datetime, .boolean, .choice, .choices, .barcode,
  ]
  private static let all = FieldType.allCases
  private static let written: [FieldType] = [.text, .barcode]
  private static let ordered: [FieldType] = [.integer, .decimal, .date, .time, .datetime, .lines]

  /// The keys of a field in alphabetical order, each with the types that it may stand on. A list, as dictionaries and
  /// sets of one's own types are the dearest part of a start.
  private static let table: [(key: String, types: [FieldType])] = [
    ("check", written), ("choices", [.choice, .choices, .text, .barcode]), ("decimals", [.decimal]),
    ("default", input), ("fields", [.lines]), ("fills", [.barcode]), ("hint", all), ("id", all), ("keep", input),
    ("label", all), ("lower", written), ("max", ordered), ("max_length", written), ("min", ordered),
    ("min_length", written), ("on_repeat", [.lines]), ("pattern", written), ("required", input),
    ("rules", input + [.lines]), ("say", input), ("symbologies", [.barcode]), ("takes", [.barcode]),
    ("together", [.barcode]), ("trigger", [.barcode, .lines]), ("type", all), ("unique", input), ("upper", written),
    ("value", [.computed]), ("verify", input), ("was", input), ("when", all),
    ("where", [.choice, .choices, .text, .barcode]),
  ]

  static let field = table.map(\.key)

  /// The types that a key of a field may stand on; nil: there is no such key.
  static func types(of key: String) -> [FieldType]? { table.first { $0.key == key }?.types }

  static let reserved: [String] = [
    "and", "or", "not", "in", "is", "blank", "if", "then", "else", "true", "false", "option", "scans", "overrides",
  ]

  /// A form of that name could not be opened by its name.
  static let verbs: [String] = [
    "fill", "scan", "explain", "lint", "test", "show", "diff", "schema", "records", "report", "export", "doctor",
    "help", "completions", "man",
  ]
}
