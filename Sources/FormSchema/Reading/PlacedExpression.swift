import DataFormats

/// An expression with its place in the file.
struct PlacedExpression {
  enum Key: String {
    case when, required, that, value, min, max, `where`, `default`
  }

  let key: Key
  /// The field that it stands on; nil for a rule of the form.
  let field: FieldReference?
  /// The lines whose rows it speaks of.
  let lines: Int?
  let node: YAMLNode
  let compiled: CompiledExpression
  /// Where it begins in the text of the node.
  var indent = 0

  /// The place of a Unicode scalar of the expression, from 0.
  func position(_ offset: Int = 0) -> SourcePosition { node.position(ofScalarOffset: indent + offset) }
}
