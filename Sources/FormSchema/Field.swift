public import DataFormats
public import LabelData

public enum FieldType: String, Sendable, CaseIterable {
  case text, integer, decimal, date, time, datetime, boolean, choice, choices, barcode, lines, computed, note
}

/// A field of a form or of its lines. A class, for it is handed on at every turn and holds some forty things.
public final class Field: Sendable {
  public let id: String
  public let type: FieldType
  public let label: LocalText
  public let hint: LocalText?
  /// Not shown, not required and not recorded while this is false.
  public let when: CompiledExpression?
  public let required: CompiledExpression?
  public let initial: InitialValue?
  public let keep: Bool
  public let verifyTwice: Bool
  /// What the field was called in earlier versions, the newest name first.
  public let was: [String]
  public let unique: Uniqueness?
  public let rules: [Rule]
  /// Stands in place of the built-in message of pattern, check, choices, min and max.
  public let say: Message?
  public let minimum: CompiledExpression?
  public let maximum: CompiledExpression?
  public let minimumLength: Int?
  public let maximumLength: Int?
  public let pattern: Pattern?
  public let upper: Bool
  public let lower: Bool
  public let check: FieldCheck?
  /// The codes that are looked for and taken; empty takes any.
  public let symbologies: Set<Symbology>
  /// The parts of a label that this field wants, the first present wins; empty is the whole code, which may also
  /// stand last: `whole`.
  public let takes: [String]
  /// Part of a label -> the field that it goes to, in the order of the file.
  public let fills: [(part: String, target: FieldReference)]
  /// The parts that one label shows in one or more bar codes.
  public let together: [String]
  public let trigger: TriggerMode?
  public let choices: ChoiceList?
  public let choiceFilter: CompiledExpression?
  /// Decimals at most; only on decimal fields.
  public let decimals: Int?
  /// Of a computed field.
  public let value: CompiledExpression?
  /// The fields of a row; empty but for lines.
  public let columns: [Field]
  public let onRepeat: OnRepeat
  /// What a computed field's values are, and what type any other field's value has; nil for lines and notes.
  public let valueType: ValueType?
  /// What the form's file says of it.
  private let node: YAMLNode

  /// Where the value of a key stands in the form's file; nil where the field has no such key.
  public func position(of key: String) -> SourcePosition? {
    node.pairs?.first { $0.key.text == key }?.value.start
  }

  init(
    id: String,
    type: FieldType,
    label: LocalText,
    hint: LocalText?,
    when: CompiledExpression?,
    required: CompiledExpression?,
    initial: InitialValue?,
    keep: Bool,
    verifyTwice: Bool,
    was: [String],
    unique: Uniqueness?,
    rules: [Rule],
    say: Message?,
    minimum: CompiledExpression?,
    maximum: CompiledExpression?,
    minimumLength: Int?,
    maximumLength: Int?,
    pattern: Pattern?,
    upper: Bool,
    lower: Bool,
    check: FieldCheck?,
    symbologies: Set<Symbology>,
    takes: [String],
    fills: [(part: String, target: FieldReference)],
    together: [String],
    trigger: TriggerMode?,
    choices: ChoiceList?,
    choiceFilter: CompiledExpression?,
    decimals: Int?,
    value: CompiledExpression?,
    columns: [Field],
    onRepeat: OnRepeat,
    valueType: ValueType?,
    node: YAMLNode
  ) {
    self.id = id
    self.type = type
    self.label = label
    self.hint = hint
    self.when = when
    self.required = required
    self.initial = initial
    self.keep = keep
    self.verifyTwice = verifyTwice
    self.was = was
    self.unique = unique
    self.rules = rules
    self.say = say
    self.minimum = minimum
    self.maximum = maximum
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.pattern = pattern
    self.upper = upper
    self.lower = lower
    self.check = check
    self.symbologies = symbologies
    self.takes = takes
    self.fills = fills
    self.together = together
    self.trigger = trigger
    self.choices = choices
    self.choiceFilter = choiceFilter
    self.decimals = decimals
    self.value = value
    self.columns = columns
    self.onRepeat = onRepeat
    self.valueType = valueType
    self.node = node
  }

  public var takesInput: Bool { type != .computed && type != .note && type != .lines }

  /// A required choice may come to have one option left, which then stands there.
  public var mayFillItself: Bool {
    type == .choice && required != nil && (choiceFilter != nil || choices?.options.count == 1)
  }

  /// Takes a code as it is, where no part of it is wanted before.
  public var takesWhole: Bool { takes.isEmpty || takes.contains("whole") }

  /// The row's bar code: the first barcode field of lines.
  public var barcodeColumn: Int? { columns.firstIndex { $0.type == .barcode } }
}

public enum InitialValue: Sendable {
  case text(String)
  case expression(CompiledExpression)
}

public struct FieldCheck: Sendable {
  public let check: NamedCheck
  public let severity: Rule.Severity
}

public enum TriggerMode: String, Sendable, CaseIterable {
  case press, hold, continuous
}

/// Where no other value may be the same.
public struct Uniqueness: Sendable, Equatable {
  public enum Scope: String, Sendable, CaseIterable {
    case record, day, form
  }
  public let scope: Scope
  /// Fields that make the key together with this one; columns of the same lines, or header fields.
  public let with: [FieldReference]
}

/// What the same item scanned again does.
public enum OnRepeat: Sendable {
  case add, refuse, ask
  /// Adds 1 to that field of the row.
  case increment(column: Int)
}
