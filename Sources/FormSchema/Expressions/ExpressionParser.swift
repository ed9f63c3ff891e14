/// Reads an expression; from loose to tight: if, or, and, not, comparisons, + -, * / %, unary -, calls.
struct ExpressionParser {
  private let tokens: [Token]
  private var at = 0
  private var depth = 0

  /// The parser and the evaluator recurse; no readable rule nests this deep.
  private static let maximumDepth = 64

  static let keywords: [String] = [
    "and", "or", "not", "in", "is", "blank", "if", "then", "else", "true", "false", "option",
  ]

  static func parse(_ text: String) throws(ExpressionFault) -> ExpressionSyntax {
    var parser = ExpressionParser(tokens: try ExpressionLexer.tokens(of: text))
    guard parser.current.kind != .end else {
      throw ExpressionFault(at: 0, "empty-expression", "here should stand an expression")
    }
    let syntax = try parser.expression()
    guard parser.current.kind == .end else {
      if parser.isCommaInNumber {
        throw ExpressionFault(
          at: parser.current.range.lowerBound, "bad-number", "a number has no comma",
          help: "decimals stand behind a point, thousands without a mark: 1000.5")
      }
      throw parser.unexpected("an operator or the end of the expression should stand here")
    }
    return syntax
  }

  private init(tokens: [Token]) {
    self.tokens = tokens
  }

  private var current: Token { tokens[at] }

  private mutating func advance() {
    if at < tokens.count - 1 { at += 1 }
  }

  private func isSymbol(_ symbol: String) -> Bool { current.kind == .symbol(symbol) }
  private func isWord(_ word: String) -> Bool { current.kind == .name(word) }

  /// `18,5`: a comma right between two numbers.
  private var isCommaInNumber: Bool {
    guard isSymbol(","), at > 0, at + 1 < tokens.count else { return false }
    let (left, right) = (tokens[at - 1], tokens[at + 1])
    guard case .number = left.kind, case .number = right.kind else { return false }
    return left.range.upperBound == current.range.lowerBound && current.range.upperBound == right.range.lowerBound
  }

  private func unexpected(_ wanted: String) -> ExpressionFault {
    ExpressionFault(at: current.range.lowerBound, "syntax", wanted)
  }

  private mutating func expect(symbol: String, _ wanted: String) throws(ExpressionFault) {
    guard isSymbol(symbol) else { throw unexpected(wanted) }
    advance()
  }

  private mutating func expect(word: String) throws(ExpressionFault) {
    guard isWord(word) else {
      throw ExpressionFault(
        at: current.range.lowerBound, "syntax", "here should stand \(word)", help: "the form is: if A then B else C")
    }
    advance()
  }

  private mutating func nested(
    _ body: (inout ExpressionParser) throws(ExpressionFault) -> ExpressionSyntax
  ) throws(ExpressionFault) -> ExpressionSyntax {
    guard depth < Self.maximumDepth else {
      throw ExpressionFault(
        at: current.range.lowerBound, "too-deep",
        "brackets and conditions are nested more than \(Self.maximumDepth) deep",
        help: "split the expression over computed fields")
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func expression() throws(ExpressionFault) -> ExpressionSyntax {
    try nested { (parser) throws(ExpressionFault) in
      guard parser.isWord("if") else { return try parser.leftAssociative(0) }
      let start = parser.current.range.lowerBound
      parser.advance()
      let condition = try parser.expression()
      try parser.expect(word: "then")
      let first = try parser.expression()
      try parser.expect(word: "else")
      let second = try parser.expression()
      return ExpressionSyntax(shape: .conditional(condition, first, second), range: start..<second.range.upperBound)
    }
  }

  /// The levels of operators that chain to the left; between `and` and `+` stand not and the comparisons.
  private static let levels: [[String]] = [["or"], ["and"], ["+", "-"], ["*", "/", "%"]]

  private mutating func operand(below level: Int) throws(ExpressionFault) -> ExpressionSyntax {
    switch level {
    case 1: try negation()
    case Self.levels.count - 1: try unary()
    default: try leftAssociative(level + 1)
    }
  }

  private mutating func leftAssociative(_ level: Int) throws(ExpressionFault) -> ExpressionSyntax {
    var left = try operand(below: level)
    while let name = operatorName(among: Self.levels[level]) {
      advance()
      let right = try operand(below: level)
      left = ExpressionSyntax(
        shape: .binary(name, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
    return left
  }

  private func operatorName(among names: [String]) -> String? {
    switch current.kind {
    case .symbol(let symbol) where names.contains(symbol): symbol
    case .name(let word) where names.contains(word): word
    default: nil
    }
  }

  private mutating func negation() throws(ExpressionFault) -> ExpressionSyntax {
    guard isWord("not") else { return try comparison() }
    let start = current.range.lowerBound
    advance()
    let operand = try nested { (parser) throws(ExpressionFault) in try parser.negation() }
    return ExpressionSyntax(shape: .unary("not", operand), range: start..<operand.range.upperBound)
  }

  private static let comparisons = ["==", "!=", "<", "<=", ">", ">=", "in"]

  private mutating func comparison() throws(ExpressionFault) -> ExpressionSyntax {
    var left = try leftAssociative(2)
    if isWord("is") {
      advance()
      let negated = isWord("not")
      if negated { advance() }
      guard isWord("blank") else { throw unexpected("after is should stand blank or not blank") }
      let end = current.range.upperBound
      advance()
      left = ExpressionSyntax(shape: .isBlank(left, negated: negated), range: left.range.lowerBound..<end)
    } else if let name = operatorName(among: Self.comparisons) {
      advance()
      let right = try leftAssociative(2)
      left = ExpressionSyntax(
        shape: .binary(name, left, right), range: left.range.lowerBound..<right.range.upperBound)
    }
    if operatorName(among: Self.comparisons) != nil || isWord("is") {
      throw ExpressionFault(
        at: current.range.lowerBound, "chained-comparison", "comparisons do not chain",
        help: "write a < b and b < c")
    }
    return left
  }

  private mutating func unary() throws(ExpressionFault) -> ExpressionSyntax {
    guard isSymbol("-") else { return try primary() }
    let start = current.range.lowerBound
    advance()
    let operand = try nested { (parser) throws(ExpressionFault) in try parser.unary() }
    return ExpressionSyntax(shape: .unary("-", operand), range: start..<operand.range.upperBound)
  }

  private mutating func primary() throws(ExpressionFault) -> ExpressionSyntax {
    let token = current
    switch token.kind {
    case .number(let number): return literal(.number(number))
    case .text(let text): return literal(.text(text))
    case .date(let date): return literal(.date(date))
    case .symbol("("):
      advance()
      let inner = try expression()
      let end = current.range.upperBound
      try expect(symbol: ")", "the bracket opened before is not closed here: ) or an operator is missing")
      return ExpressionSyntax(shape: inner.shape, range: token.range.lowerBound..<end)
    case .symbol("["):
      advance()
      let (elements, end) = try elements(until: "]")
      return ExpressionSyntax(shape: .list(elements), range: token.range.lowerBound..<end)
    case .name("true"): return literal(.boolean(true))
    case .name("false"): return literal(.boolean(false))
    case .name(let name) where name == "option" || !Self.keywords.contains(name): return try named(name)
    case .end: throw unexpected("the expression ends where a value should stand")
    default: throw unexpected("here should stand a value: a field, 'a text', a number, a date or a function")
    }
  }

  private mutating func literal(_ value: FieldValue) -> ExpressionSyntax {
    defer { advance() }
    return ExpressionSyntax(shape: .literal(value), range: current.range)
  }

  private mutating func named(_ name: String) throws(ExpressionFault) -> ExpressionSyntax {
    let start = current.range
    advance()
    if isSymbol("(") {
      advance()
      let (arguments, end) = try elements(until: ")")
      return ExpressionSyntax(shape: .call(name, arguments), range: start.lowerBound..<end)
    }
    if isSymbol(".") {
      advance()
      guard case .name(let member) = current.kind else {
        throw unexpected("after the point should stand the name of a field")
      }
      let end = current.range.upperBound
      advance()
      return ExpressionSyntax(shape: .path(name, member), range: start.lowerBound..<end)
    }
    return ExpressionSyntax(shape: .name(name), range: start)
  }

  private mutating func elements(until close: String) throws(ExpressionFault) -> ([ExpressionSyntax], Int) {
    var elements: [ExpressionSyntax] = []
    if !isSymbol(close) {
      elements.append(try expression())
      while isSymbol(",") {
        advance()
        elements.append(try expression())
      }
    }
    let end = current.range.upperBound
    try expect(symbol: close, "here should stand , or \(close)")
    return (elements, end)
  }
}
