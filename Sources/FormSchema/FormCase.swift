public import DataFormats

/// One of the form's own tests: answers, and what must come of them.
public struct FormCase: Sendable {
  /// A name that the case gives, with its place in the file.
  public struct Named: Sendable {
    public let name: String
    public let position: SourcePosition
  }

  /// A value that must be saved.
  public struct Wanted: Sendable {
    public let name: String
    /// null: the field must not be in the record.
    public let value: JSONValue
    public let position: SourcePosition
  }

  public let name: String
  public let position: SourcePosition
  /// The clock of the case; nil is that of the station.
  public let now: Instant?
  /// Answers that are saved first, each as `fill --answers` takes it.
  public let before: [(answer: JSONValue, position: SourcePosition)]
  /// The answer itself, its scans and overrides among it.
  public let answer: JSONValue
  /// Among the values of the saved record; nil: nothing is said of them.
  public let saved: (values: [Wanted], position: SourcePosition)?
  /// Among the refused fields; nil: nothing is said of them.
  public let refused: [Named]?
  /// Rules that must have warned, confirmed or not, as records name them.
  public let warned: [Named]
}

extension FormDefinition {
  /// The form's rules with the fields that they stand on; nil is the form itself.
  public var placedRules: [(field: FieldReference?, rule: Rule)] {
    fields.enumerated().flatMap { index, field in
      field.columns.enumerated().flatMap { column, inner in
        inner.rules.map { (FieldReference(field: index, column: column), $0) }
      } + field.rules.map { (FieldReference(field: index), $0) }
    } + rules.map { (nil, $0) }
  }
}
