public import DataFormats

extension Expression {
  /// The value where no field, no list and no clock has a say in it; nil where one has.
  public var constant: FieldValue? {
    switch self {
    case .literal(let value): value
    case .negated(let operand): operand.constant.number.flatMap(\.negated).map { .number($0) }
    case .arithmetic(let operation, let left, let right): operation.apply(left.constant, right.constant)
    default: nil
    }
  }

  /// The texts of a list that is written out; nil for anything else.
  var constantTexts: [String]? {
    guard case .list(let elements) = self else { return nil }
    let texts = elements.compactMap { $0.constant.text }
    return texts.count == elements.count ? texts : nil
  }
}

extension CompiledExpression {
  /// The number that it always is; nil for anything else.
  public var constantNumber: ExactDecimal? { expression.constant.number }
}
