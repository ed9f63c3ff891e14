import DataFormats

/// A fault in an expression: where (Unicode scalars from 0), what, and what would be right.
struct ExpressionFault: Error {
  let offset: Int
  let code: String
  let message: String
  let help: String?

  init(at offset: Int, _ code: String, _ message: String, help: String? = nil) {
    self.offset = offset
    self.code = code
    self.message = message
    self.help = help
  }
}

struct Token: Equatable {
  enum Kind: Equatable {
    case name(String)
    case number(ExactDecimal)
    case text(String)
    case date(CalendarDate)
    /// An operator, a bracket, a comma, a point.
    case symbol(String)
    case end
  }
  let kind: Kind
  /// In Unicode scalars from 0.
  let range: Range<Int>
}

/// Cuts an expression into tokens.
struct ExpressionLexer {
  private let scalars: [Unicode.Scalar]
  private var at = 0

  /// Longer ones are refused: nobody can read them, and the evaluator recurses over what they hold.
  static let maximumLength = 4000

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  static func tokens(of text: String) throws(ExpressionFault) -> [Token] {
    var lexer = ExpressionLexer(text)
    guard lexer.scalars.count <= maximumLength else {
      throw ExpressionFault(
        at: 0, "expression-too-long", "the expression has more than \(maximumLength) characters",
        help: "split it over computed fields")
    }
    var tokens: [Token] = []
    while let token = try lexer.next() { tokens.append(token) }
    tokens.append(Token(kind: .end, range: lexer.at..<lexer.at))
    return tokens
  }

  private static let symbols = [
    "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".",
  ]

  /// What other languages write, and what this one does.
  private static let foreign = [
    "&&": "and", "||": "or", "<>": "!=", "=>": ">=", "=<": "<=", "&": "and", "|": "or", "!": "not", "=": "==",
    "\"": "'text' in single quotes", "≤": "<=", "≥": ">=", "≠": "!=", "‘": "'", "’": "'", "“": "'", "–": "-", "−": "-",
  ]

  private mutating func next() throws(ExpressionFault) -> Token? {
    while at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
    guard at < scalars.count else { return nil }
    let start = at
    let scalar = scalars[at]
    if isDigit(scalar) { return try number(from: start) }
    if scalar == "'" { return try text(from: start) }
    if isNameStart(scalar) {
      while at < scalars.count, isNameStart(scalars[at]) || isDigit(scalars[at]) { at += 1 }
      return Token(kind: .name(string(start..<at)), range: start..<at)
    }
    for length in [2, 1] where start + length <= scalars.count {
      let candidate = string(start..<start + length)
      if Self.symbols.contains(candidate) {
        at += length
        return Token(kind: .symbol(candidate), range: start..<at)
      }
      if let ours = Self.foreign[candidate] {
        throw ExpressionFault(
          at: start, "unknown-operator", "\(candidate) is not part of this language", help: "write \(ours)")
      }
    }
    throw ExpressionFault(at: start, "unknown-character", "the character \(visible(scalar)) has no meaning here")
  }

  private func peek(_ ahead: Int) -> Unicode.Scalar? {
    at + ahead < scalars.count ? scalars[at + ahead] : nil
  }

  private func visible(_ scalar: Unicode.Scalar) -> String {
    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      ? "U+" + String(scalar.value, radix: 16, uppercase: true) : String(scalar)
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  private func string(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for index in range { text.append(scalars[index]) }
    return String(text)
  }

  private mutating func number(from start: Int) throws(ExpressionFault) -> Token {
    if let token = date(from: start) { return token }
    while at < scalars.count, isDigit(scalars[at]) { at += 1 }
    if peek(0) == ".", let after = peek(1), isDigit(after) {
      at += 1
      while at < scalars.count, isDigit(scalars[at]) { at += 1 }
    }
    if peek(0) == ".", let after = peek(1), isDigit(after) {
      throw ExpressionFault(
        at: at, "bad-number", "a number has one point at most", help: "a date is written year-month-day: 2026-12-31")
    }
    if let after = peek(0), isNameStart(after) {
      throw ExpressionFault(
        at: at, "bad-number", "a number goes straight over into letters",
        help: "put an operator between them, or 'quotes' round a text")
    }
    guard let value = ExactDecimal(string(start..<at)) else {
      throw ExpressionFault(at: start, "bad-number", "the number has more than 38 digits")
    }
    return Token(kind: .number(value), range: start..<at)
  }

  private mutating func date(from start: Int) -> Token? {
    guard start + 10 <= scalars.count, scalars[start + 4] == "-", scalars[start + 7] == "-",
      start + 10 == scalars.count || !isDigit(scalars[start + 10]),
      let date = CalendarDate(iso: string(start..<start + 10))
    else { return nil }
    at = start + 10
    return Token(kind: .date(date), range: start..<at)
  }

  private mutating func text(from start: Int) throws(ExpressionFault) -> Token {
    at += 1
    var value = String.UnicodeScalarView()
    while at < scalars.count {
      if scalars[at] == "'" {
        guard peek(1) == "'" else {
          at += 1
          return Token(kind: .text(String(value)), range: start..<at)
        }
        at += 1
      }
      value.append(scalars[at])
      at += 1
    }
    throw ExpressionFault(
      at: start, "open-text", "the text that begins here has no closing quote",
      help: "write '' for a quote within a text")
  }
}
