/// A key of the form language: what may stand behind it, and what it means, for the reader and for editors.
struct FormKey: Sendable {
  let name: String
  /// Made when an editor asks for it: a form that is filled never does.
  let shape: @Sendable () -> KeyShape
  /// One sentence.
  let about: String
  /// Of a field: the types that it may stand on.
  let types: [FieldType]
  let isRequired: Bool

  init(
    _ name: String, _ shape: @autoclosure @escaping @Sendable () -> KeyShape, _ about: String,
    on types: [FieldType] = [], isRequired: Bool = false
  ) {
    (self.name, self.shape, self.about, self.types, self.isRequired) = (name, shape, about, types, isRequired)
  }
}

/// What may stand behind a key. A scalar in the place of a text is taken as it was typed, whatever YAML makes of it.
indirect enum KeyShape: Sendable {
  case text
  /// For people: a text, or one for each language.
  case people
  case wholeNumber(ClosedRange<Int>)
  case truth
  case expression
  /// Of a field, a list or a rule.
  case id
  /// Of a form: no verb of the command line besides.
  case formID
  case instant
  case oneOf([String])
  /// Texts of this pattern.
  case pattern(String)
  /// Anything, also nothing.
  case anything
  case list(KeyShape)
  /// Names of its own for each entry.
  case map(KeyShape)
  /// Ids for each entry.
  case named(KeyShape)
  case keys([FormKey])
  /// Keys that are known, and others of this shape.
  case keysAndMore([FormKey], KeyShape)
  case either([KeyShape])
  /// A shape that stands in several places: its name.
  case shared(Shared)

  enum Shared: String, CaseIterable, Sendable {
    case field, column, rule, list, answer, scan, override
    case formCase = "case"
  }

  /// One, or a list of them.
  static func oneOrMore(_ shape: KeyShape) -> KeyShape { .either([shape, .list(shape)]) }
}

extension [FormKey] {
  var names: [String] { map(\.name) }
}
