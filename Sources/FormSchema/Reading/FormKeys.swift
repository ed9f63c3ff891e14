import LabelData

/// The keys of the form language, and where each may stand: what the reader knows, and what `formentry schema` prints.
/// In lists, as dictionaries and sets of one's own types are the dearest part of a start.
enum FormKeys {
  static let form = formKeys.names
  static let rule = ruleKeys.names
  static let expects = expectsKeys.names
  static let option = optionKeys.names
  static let list = listKeys.names
  static let check = checkKeys.names
  static let unique = uniqueKeys.names
  static let formCase = caseKeys.names
  static let scan = scanKeys.names
  static let override = overrideKeys.names

  static let field = fieldKeys.names

  /// The types that a key of a field may stand on; nil: there is no such key.
  static func types(of key: String) -> [FieldType]? { fieldKeys.first { $0.name == key }?.types }

  static let formKeys = [
    FormKey("form", .formID, "The form's id, also its name in records and exports.", isRequired: true),
    FormKey("title", .people, "What clerks read above the form.", isRequired: true),
    FormKey(
      "version", .wholeNumber(0...Int.max), "Raise it whenever the form changes: records keep it.", isRequired: true),
    FormKey("choices", .named(.shared(.list)), "Lists of what fields may hold, by name."),
    FormKey("expects", .keys(expectsKeys), "The advance ship notice that records are held against."),
    FormKey("fields", .list(.shared(.field)), "The fields, in the order in which they are filled.", isRequired: true),
    FormKey("rules", .list(.shared(.rule)), "What must hold in a record as a whole."),
    FormKey("cases", .list(.shared(.formCase)), "The form's own tests: formentry test runs them."),
  ]

  static let ruleKeys = [
    FormKey("that", .expression, "What must hold; blank breaks no rule.", isRequired: true),
    FormKey("say", .people, "What the clerk is told; {field} shows a value.", isRequired: true),
    FormKey("severity", .oneOf(["error", "warning"]), "An error blocks the record, a warning must be confirmed."),
    FormKey("id", .id, "The name that overrides and records use."),
    FormKey("confirm_by", listOrName, "Only a value of this list confirms the warning."),
  ]

  static let expectsKeys = [
    FormKey(
      "file", .text, "The CSV files that are one list: asn-*.csv, beside the form or in the station's folder.",
      isRequired: true),
    FormKey(
      "key", .either([.id, .named(.text)]), "The field that names what is advised, or {FIELD: COLUMN}.",
      isRequired: true),
    FormKey("lines", .map(.text), "Which column advises which field of the rows: {quantity: pieces}."),
    FormKey("unknown", .oneOf(Expectation.Unknown.allCases.map(\.rawValue)), "What a key that no notice names does."),
  ]

  static let optionKeys = [
    FormKey("value", .text, "What the record holds.", isRequired: true),
    FormKey("label", .people, "What the clerk reads."),
  ]

  static let listKeys = [
    FormKey("file", .text, "A CSV file beside the form.", isRequired: true),
    FormKey("value", .text, "The column of what the record holds.", isRequired: true),
    FormKey("label", .text, "The column of what the clerk reads."),
  ]

  static let checkKeys = [
    FormKey("is", .oneOf(NamedCheck.allCases.map(\.rawValue)), "The check's name.", isRequired: true),
    FormKey("severity", .oneOf(["error", "warning"]), "Whether a failure blocks the record or must be confirmed."),
  ]

  static let uniqueKeys = [
    FormKey(
      "in", .oneOf(Uniqueness.Scope.allCases.map(\.rawValue)), "Among what no other may be the same.", isRequired: true),
    FormKey("with", .oneOrMore(.text), "Fields that make the key together with this one."),
  ]

  static let caseKeys = [
    FormKey("name", .text, "What the case shows.", isRequired: true),
    FormKey("now", .instant, "The clock of the case, with its offset: 2026-11-30T08:00:00+01:00."),
    FormKey("before", .list(.shared(.answer)), "Answers that are saved first."),
    FormKey("answers", .shared(.answer), "What is typed: field: value."),
    FormKey("scans", .list(.shared(.scan)), "What is scanned after that; {GS} stands for the group separator."),
    FormKey("overrides", .oneOrMore(.shared(.override)), "Warnings that are confirmed."),
    FormKey("saved", .map(.anything), "Values of the saved record; one that is empty must not be there."),
    FormKey("refused", .oneOrMore(.text), "Refused fields: sscc, lines[0].lot; '' is a rule of the form."),
    FormKey("warned", .oneOrMore(.text), "Rules that warn, by their ids."),
  ]

  static let scanKeys = [
    FormKey("field", .text, "The field that it is aimed at: sscc, lines.gtin."),
    FormKey("text", .text, "What the scanner sends."),
    FormKey("symbology", .oneOf(Symbology.allCases.map(\.rawValue)), "What kind of code it is."),
    FormKey("image", .text, "A picture beside the form, read in place of a text."),
  ]

  static let overrideKeys = [
    FormKey("rule", .text, "The rule's id, or what stands behind its that.", isRequired: true),
    FormKey("field", .text, "The place that is meant; every place without it."),
    FormKey("by", .text, "Who confirms it."),
    FormKey("reason", .text, "Why."),
  ]

  static let reserved: [String] = [
    "and", "or", "not", "in", "is", "blank", "if", "then", "else", "true", "false", "option", "scans", "overrides",
  ]

  /// A form of that name could not be opened by its name.
  static let verbs: [String] = [
    "fill", "scan", "explain", "lint", "test", "show", "diff", "schema", "records", "report", "export", "doctor",
    "help", "completions", "man",
  ]

  /// A list's name, or the list itself.
  static let listOrName = KeyShape.either([.id, .shared(.list)])
}
