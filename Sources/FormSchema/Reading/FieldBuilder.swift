import DataFormats
import LabelData

/// Makes checked fields of raw ones: knows all names, compiles the expressions, fits the keys together.
struct FieldBuilder {
  let raw: [RawField]
  var reader: FormReader
  var scope: ExpressionScope
  /// Every expression that was read, with its place: for what only the whole form shows.
  var placed: [PlacedExpression] = []
  /// The older names that fields have laid claim to.
  var claimed: Set<Claim> = []
  /// The field that is being built.
  var current: FieldReference?

  init(raw: [RawField], reader: FormReader) {
    self.raw = raw
    self.reader = reader
    scope = ExpressionScope(
      fields: raw.map { Self.name($0) }, lines: nil, optionColumns: nil,
      listColumns: reader.lists.mapValues(\.columns))
    // A computed field has the type of its expression, which may name other computed fields.
    scope.advised = .unknown
    var types = ComputedTypes(raw: raw, scope: scope)
    scope = types.resolved()
    scope.advised = .nothing
  }

  private static func name(_ field: RawField) -> ExpressionScope.Name {
    ExpressionScope.Name(
      id: field.id, type: field.type?.valueType, isLines: field.type == .lines, columns: field.columns.map { name($0) })
  }

  /// One for each raw field; nil for one whose type is not known.
  mutating func fields() -> [Field?] {
    let fields = raw.enumerated().map { index, field in
      build(field, at: FieldReference(field: index), lines: nil)
    }
    current = nil
    return fields
  }

  private mutating func build(_ raw: RawField, at reference: FieldReference, lines: Int?) -> Field? {
    var own = scope
    own.lines = lines
    let keys = raw.keys
    let columns =
      raw.type == .lines
      ? raw.columns.enumerated().compactMap { index, column in
        build(column, at: FieldReference(field: reference.field, column: index), lines: reference.field)
      } : []
    current = reference
    var rowScope = scope
    rowScope.lines = raw.type == .lines ? reference.field : lines
    guard let type = raw.type else { return nil }
    let labelNode = keys["label"]
    if labelNode == nil { reader.missing("label", in: raw.node, what: "a field") }
    if type == .computed, keys["value"] == nil { reader.missing("value", in: raw.node, what: "a computed field") }
    if type == .choice || type == .choices, keys["choices"] == nil {
      reader.missing("choices", in: raw.node, what: "a choice field")
    }
    let choices = keys["choices"].flatMap { choiceList($0) }
    let valueType = name(at: reference)?.type
    let length = (
      keys["min_length"].flatMap { reader.wholeNumber($0, "min_length", atLeast: 0) },
      keys["max_length"].flatMap { reader.wholeNumber($0, "max_length", atLeast: 1) }
    )
    if let least = length.0, let most = length.1, least > most, let node = keys["max_length"] {
      reader.diagnostics.error("min-over-max", at: node.start, "min_length \(least) is above max_length \(most)")
    }
    return Field(
      id: raw.id, type: type,
      label: labelNode.flatMap { reader.localText($0, "label") } ?? LocalText(raw.id),
      hint: keys["hint"].flatMap { reader.localText($0, "hint") },
      when: keys["when"].flatMap { condition($0, own, .when) },
      required: keys["required"].flatMap { condition($0, own, .required) },
      initial: keys["default"].flatMap { initial($0, type, own) },
      keep: reader.truth(keys["keep"], "keep"), verifyTwice: verify(keys["verify"]),
      was: keys["was"].map { formerNames($0) } ?? [],
      unique: keys["unique"].flatMap { unique($0, in: lines) },
      rules: keys["rules"].map { rules($0, in: rowScope) } ?? [],
      say: keys["say"].flatMap { message($0, own) },
      minimum: keys["min"].flatMap { bound($0, type, own, .min) },
      maximum: keys["max"].flatMap { bound($0, type, own, .max) },
      minimumLength: length.0, maximumLength: length.1,
      pattern: keys["pattern"].flatMap { pattern($0, upTo: length.1) },
      upper: reader.truth(keys["upper"], "upper"), lower: reader.truth(keys["lower"], "lower"),
      check: keys["check"].flatMap { check($0) },
      symbologies: keys["symbologies"].map { symbologies($0) } ?? [],
      takes: keys["takes"].map { takes($0) } ?? [],
      fills: keys["fills"].map { fills($0, in: lines) } ?? [],
      together: keys["together"].map { parts($0, "together") } ?? [],
      trigger: keys["trigger"].flatMap { reader.oneOf(TriggerMode.allCases, $0, what: "trigger") },
      choices: choices,
      choiceFilter: keys["where"].flatMap { filter($0, own, choices) },
      decimals: keys["decimals"].flatMap { decimals($0) },
      value: keys["value"].flatMap { computed($0, own) },
      columns: columns,
      onRepeat: keys["on_repeat"].map { onRepeat($0, raw.columns) } ?? .add,
      valueType: valueType, positions: (raw.node.pairs ?? []).map { ($0.key.text ?? "", $0.value.start) })
  }

  private func name(at reference: FieldReference) -> ExpressionScope.Name? {
    let field = scope.fields[reference.field]
    return reference.column.map { field.columns[$0] } ?? field
  }

  private mutating func verify(_ node: YAMLNode?) -> Bool {
    guard let node else { return false }
    if node.text == "twice" { return true }
    reader.diagnostics.error("unknown-verify", at: node.start, "verify can only be twice: the value is typed two times")
    return false
  }

  private mutating func decimals(_ node: YAMLNode) -> Int? {
    guard let places = reader.wholeNumber(node, "decimals", atLeast: 0) else { return nil }
    if places > 20 { reader.diagnostics.error("too-many-decimals", at: node.start, "decimals is at most 20") }
    return places
  }

  private mutating func pattern(_ node: YAMLNode, upTo length: Int?) -> Pattern? {
    guard let text = reader.text(node, "pattern") else { return nil }
    do {
      let pattern = try Pattern(text)
      if let tried = pattern.runaway(upTo: length) {
        reader.diagnostics.error(
          "pattern-runs-away", at: node.position(ofScalarOffset: 0),
          "the pattern runs away: on \(tried) it tries without end",
          help: "a repeat within a repeat, such as (a+)+, can match one text in countless ways: repeat once")
      }
      return pattern
    } catch let fault as Pattern.CompileFault {
      reader.diagnostics.error(
        "pattern", at: node.position(ofScalarOffset: fault.offset), "the pattern does not compile: \(fault.message)",
        help: "it is a PCRE2 pattern that the whole value must match, for example '[A-Z]{2,4}'")
    } catch {
      reader.diagnostics.error("pattern", at: node.start, "the pattern does not compile")
    }
    return nil
  }
}

extension FieldType {
  /// The type of its values in expressions; nil where it has none, or only its expression tells.
  var valueType: ValueType? {
    switch self {
    case .text, .barcode, .choice: .text
    case .integer, .decimal: .number
    case .date: .date
    case .time: .time
    case .datetime: .instant
    case .boolean: .boolean
    case .choices: .texts
    case .lines, .computed, .note: nil
    }
  }
}
