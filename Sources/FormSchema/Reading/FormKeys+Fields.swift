import LabelData

extension FormKeys {
  private static let input: [FieldType] = [
    .text, .integer, .decimal, .date, .time, .datetime, .boolean, .choice, .choices, .barcode,
  ]
  private static let all = FieldType.allCases
  private static let written: [FieldType] = [.text, .barcode]
  private static let bounded: [FieldType] = [.integer, .decimal, .date, .time, .datetime, .lines]
  private static let listed: [FieldType] = [.choice, .choices, .text, .barcode]
  private static let parts = KeyShape.oneOrMore(.text)

  /// The keys of fields, also of those within lines.
  static let fieldKeys = [
    FormKey("id", .id, "The field's name in rules, records and exports.", on: all, isRequired: true),
    FormKey("label", .people, "What clerks read beside it; of a note, the text.", on: all, isRequired: true),
    FormKey(
      "type", .oneOf(FieldType.allCases.map(\.rawValue)), "What kind of value it holds.", on: all, isRequired: true),
    FormKey("hint", .people, "The line of help while the cursor is in it.", on: all),
    FormKey("when", .expression, "Only then it is shown, required and recorded.", on: all),
    FormKey("required", .expression, "true, or when it must be filled.", on: input),
    FormKey(
      "default", .either([.expression, .list(.text)]),
      "What it begins with: a text, =expression in text fields, else an expression.", on: input),
    FormKey("keep", .truth, "The next record, or the next row, begins with this value.", on: input),
    FormKey("verify", .oneOf(["twice"]), "It must be typed two times.", on: input),
    FormKey("was", .oneOrMore(.id), "What it was called in earlier versions.", on: input),
    FormKey(
      "unique", .either([.oneOf(Uniqueness.Scope.allCases.map(\.rawValue)), .keys(uniqueKeys)]),
      "No other row, record of the day or record of the form holds it.", on: input),
    FormKey("say", .people, "In place of the built-in message of pattern, check, choices, min and max.", on: input),
    FormKey(
      "rules", .list(.shared(.rule)), "What must hold, beside the field; of lines, row by row.",
      on: input + [.lines]),
    FormKey("min", .expression, "The least value; of lines, the least number of rows.", on: bounded),
    FormKey("max", .expression, "The greatest value; of lines, the greatest number of rows.", on: bounded),
    FormKey("min_length", .wholeNumber(0...Int.max), "Characters at the least.", on: written),
    FormKey("max_length", .wholeNumber(1...Int.max), "Characters at the most.", on: written),
    FormKey("pattern", .text, "A PCRE2 pattern that the whole value must match.", on: written),
    FormKey("upper", .truth, "What is typed becomes capital letters.", on: written),
    FormKey("lower", .truth, "What is typed becomes small letters.", on: written),
    FormKey(
      "check", .either([.oneOf(NamedCheck.allCases.map(\.rawValue)), .keys(checkKeys)]),
      "The check digits or the form that the value must have.", on: written),
    FormKey(
      "symbologies", .oneOrMore(.oneOf(Symbology.allCases.map(\.rawValue))), "Only these kinds of code are taken.",
      on: [.barcode]),
    FormKey(
      "takes", parts, "The part of a label that it wants (\"00\"), or whole; of a list the first present.",
      on: [.barcode]),
    FormKey("fills", .map(.text), "Where other parts of the same label go: {\"10\": lines.lot}.", on: [.barcode]),
    FormKey("together", parts, "Parts that one label shows in one or more bar codes.", on: [.barcode]),
    FormKey(
      "trigger", .oneOf(TriggerMode.allCases.map(\.rawValue)),
      "How the trigger works here; else as the station has it.",
      on: [.barcode, .lines]),
    FormKey("choices", listOrName, "What may be chosen: a list's name, or the list itself.", on: listed),
    FormKey("where", .expression, "Which of the list may be chosen; option.COLUMN is a column of it.", on: listed),
    FormKey("decimals", .wholeNumber(0...20), "Decimals at the most.", on: [.decimal]),
    FormKey("value", .expression, "What it computes.", on: [.computed]),
    FormKey("fields", .list(.shared(.column)), "The fields of a row.", on: [.lines]),
    FormKey(
      "on_repeat", .pattern("^(add|refuse|ask|increment [a-z][a-z0-9_]*)$"),
      "What the same item scanned again does: add, refuse, ask or increment FIELD.", on: [.lines]),
  ]

  /// Keys that a field of a type cannot do without.
  static let needed: [(types: [FieldType], key: String)] = [
    ([.lines], "fields"), ([.computed], "value"), ([.choice, .choices], "choices"),
  ]
}
