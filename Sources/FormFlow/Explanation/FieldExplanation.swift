public import DataFormats
public import FormSchema
public import LabelData

/// What a field of an empty form makes of a code or of a typed text, step by step.
public struct FieldExplanation: Sendable {
  /// One thing that the form says of the field, and what came of it.
  public struct Step: Sendable {
    /// The key of the form that it is about: `check`, `rules`.
    public let key: String
    public let message: String
    /// nil where there is nothing to judge yet.
    public let isPassed: Bool?
    /// Where it stands in the form.
    public let position: SourcePosition?
  }

  public let field: FieldReference
  public internal(set) var steps: [Step] = []
  /// Part of the label -> the field that takes it; empty for a typed text, and where it is refused.
  public internal(set) var took: [(part: String, name: String)] = []
  /// Why the field refuses it, or that it goes elsewhere; nil where it is taken.
  public internal(set) var refusal: String?

  public var isTaken: Bool { refusal == nil }

  /// The object that stands beside what the code says.
  public func json(in form: FormDefinition) -> JSONValue {
    let steps = steps.map { step in
      JSONValue.object([
        JSONMember("key", .string(step.key)), JSONMember("line", step.position.map { JSONValue($0.line) } ?? .null),
        JSONMember("passed", step.isPassed.map { .boolean($0) } ?? .null), JSONMember("message", .string(step.message)),
      ])
    }
    return .object([
      JSONMember("form", .string(form.id)), JSONMember("field", .string(form.path(of: field))),
      JSONMember("taken", .boolean(isTaken)), JSONMember("refusal", JSONValue(refusal)),
      JSONMember("took", .object(took.map { JSONMember($0.part, .string($0.name)) })),
      JSONMember("steps", .array(steps)),
    ])
  }

  /// Explains a scan that is aimed at the field, or, where fields of that type take none, the text as it is typed.
  public static func explain(
    _ scan: Scan, to field: FieldReference, of form: FormDefinition, _ surroundings: Surroundings
  ) -> FieldExplanation {
    var explainer = FieldExplainer(form, field, surroundings)
    return explainer.explain(scan)
  }
}
