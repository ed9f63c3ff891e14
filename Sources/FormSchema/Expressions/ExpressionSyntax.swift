/// An expression as it was written: shape and places, no types yet.
struct ExpressionSyntax {
  indirect enum Shape {
    case literal(FieldValue)
    case name(String)
    /// `lines.quantity`, `option.for_rma`
    case path(String, String)
    case list([ExpressionSyntax])
    case unary(String, ExpressionSyntax)
    case binary(String, ExpressionSyntax, ExpressionSyntax)
    case isBlank(ExpressionSyntax, negated: Bool)
    case call(String, [ExpressionSyntax])
    case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
  }
  let shape: Shape
  /// Unicode scalars from 0.
  let range: Range<Int>

  var start: Int { range.lowerBound }
}
