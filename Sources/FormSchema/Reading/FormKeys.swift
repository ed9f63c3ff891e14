/// The keys of the form language, and where each may stand.
enum FormKeys {
  static let form = ["form", "title", "version", "choices", "expects", "fields", "rules", "cases"]
  static let rule = ["that", "say", "severity", "id", "confirm_by"]
  static let expects = ["file", "key", "lines", "unknown"]
  static let option = ["value", "label"]
  static let list = ["file", "value", "label"]
  static let check = ["is", "severity"]
  static let unique = ["in", "with"]

  private static let input: Set<FieldType> = [
    .text, .integer, .decimal, .date, .time, .datetime, .boolean, .choice, .choices, .barcode,
  ]
  private static let all = Set(FieldType.allCases)
  private static let written: Set<FieldType> = [.text, .barcode]

  /// Key of a field -> the types that it may stand on.
  static let field: [String: Set<FieldType>] = [
    "id": all, "label": all, "type": all, "hint": all, "when": all,
    "required": input, "default": input, "keep": input, "verify": input, "was": input, "unique": input, "say": input,
    "rules": input.union([.lines]),
    "min": [.integer, .decimal, .date, .time, .datetime, .lines],
    "max": [.integer, .decimal, .date, .time, .datetime, .lines],
    "min_length": written, "max_length": written, "pattern": written, "upper": written, "lower": written,
    "check": written,
    "symbologies": [.barcode], "takes": [.barcode], "fills": [.barcode], "together": [.barcode],
    "trigger": [.barcode, .lines],
    "choices": [.choice, .choices, .text, .barcode], "where": [.choice, .choices, .text, .barcode],
    "decimals": [.decimal],
    "value": [.computed],
    "fields": [.lines], "on_repeat": [.lines],
  ]

  static let reserved: Set<String> = [
    "and", "or", "not", "in", "is", "blank", "if", "then", "else", "true", "false", "option", "scans", "overrides",
  ]

  /// The names of warnings that no `rules` entry states.
  static let ownRules: Set<String> = ["check", "expects"]

  /// A form of that name could not be opened by its name.
  static let verbs: Set<String> = [
    "fill", "scan", "explain", "lint", "test", "show", "diff", "schema", "records", "report", "export", "doctor",
    "help", "completions", "man",
  ]
}
