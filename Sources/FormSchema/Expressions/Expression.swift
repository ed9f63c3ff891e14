public import DataFormats
public import LabelData

/// A checked expression: every name is resolved and every type fits.
public indirect enum Expression: Sendable {
  case literal(FieldValue)
  /// A field of the form, by its index.
  case field(Int)
  /// A field of the row at hand, by its index within the lines.
  case own(Int)
  /// A field of all rows.
  case column(lines: Int, field: Int)
  case rowCount(lines: Int)
  /// A column of the choice list at hand, in `where` only.
  case option(String)
  case list([Expression])
  case not(Expression)
  case negated(Expression)
  case logic(Logic, Expression, Expression)
  case comparison(Comparison, Expression, Expression)
  case membership(Expression, in: Expression)
  case arithmetic(Arithmetic, Expression, Expression)
  case isBlank(Expression, negated: Bool)
  case conditional(Expression, then: Expression, else: Expression)
  case call(Function, [Expression])
  case lookup(list: String, key: Expression, column: String)
  /// The value of a header field in the last saved record of this form.
  case previous(Int)
  case valid(Expression, NamedCheck)
  /// What the notice advises for a field of the form, a field of the row at hand, a field of all rows.
  case expectedField(Int)
  case expectedOwn(Int)
  case expectedColumn(lines: Int, field: Int)

  public enum Logic: Sendable {
    case and, or
  }

  public enum Comparison: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
  }

  public enum Arithmetic: String, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case modulo = "%"
  }
}

/// The functions that take values alone; lookup, previous and valid name things and are expressions of their own.
public enum Function: String, Sendable, CaseIterable {
  case today, now
  case length, upper, lower, trim, left, right, substring, matches, number
  case round, abs, min, max
  case sum, count, any, all
  case daysBetween = "days_between"
  case year, month, day, gtin14
}

/// What an expression gives: a value, or a column of values (one a row).
public enum ExpressionResult: Sendable {
  case single(FieldValue?)
  case column([FieldValue?])
}

/// A checked expression with what it was made from.
public struct CompiledExpression: Sendable {
  public let expression: Expression
  /// As the form's author wrote it; it names a rule that has no id.
  public let text: String
  /// What it reads: fields of the form, and fields of the rows.
  public let references: Set<FieldReference>
  /// Texts that fields are compared with, and where in the text they stand.
  var comparisons: [ComparedText] = []
}

/// A field compared with a text that is written out.
struct ComparedText: Sendable {
  let field: FieldReference
  let text: String
  /// Unicode scalars of the expression, from 0.
  let offset: Int
}

/// A field of the form, or a field of a lines field.
public struct FieldReference: Hashable, Sendable {
  public let field: Int
  public let column: Int?

  public init(field: Int, column: Int? = nil) {
    self.field = field
    self.column = column
  }
}

/// What an evaluation may ask. Hidden fields and values that are not of their type are blank here.
public protocol EvaluationContext {
  func value(ofField index: Int) -> FieldValue?
  /// A field of the row at hand.
  func value(ofOwn column: Int) -> FieldValue?
  func values(ofLines lines: Int, column: Int) -> [FieldValue?]
  func rowCount(ofLines lines: Int) -> Int
  func option(_ column: String) -> FieldValue?
  func lookup(list: String, key: FieldValue, column: String) -> FieldValue?
  func previous(field index: Int) -> FieldValue?
  func expected(field index: Int) -> FieldValue?
  func expected(own column: Int) -> FieldValue?
  func expected(ofLines lines: Int, column: Int) -> [FieldValue?]
  var now: Instant { get }
}

/// Where nothing is advised.
extension EvaluationContext {
  public func expected(field index: Int) -> FieldValue? { nil }
  public func expected(own column: Int) -> FieldValue? { nil }
  public func expected(ofLines lines: Int, column: Int) -> [FieldValue?] { [] }
}
