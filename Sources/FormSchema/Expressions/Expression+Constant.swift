extension Expression {
  /// True or false where no field, no list and no clock has a say in it; nil where one has.
  var constantTruth: Bool? {
    switch self {
    case .literal(let value): Optional(value).truth
    case .not(let operand): operand.constantTruth.map { !$0 }
    case .logic(let logic, let left, let right): logic.combine(left.constantTruth, right.constantTruth)
    case .comparison(let comparison, let left, let right):
      comparison.compare(left.constant, right.constant).truth
    default: nil
    }
  }

  /// The value where no field, no list and no clock has a say in it; nil where one has.
  var constant: FieldValue? {
    switch self {
    case .literal(let value): value
    case .negated(let operand): operand.constant.number.flatMap(\.negated).map { .number($0) }
    case .arithmetic(let operation, let left, let right): operation.apply(left.constant, right.constant)
    default: constantTruth.map { .boolean($0) }
    }
  }
}
