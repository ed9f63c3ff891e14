import Chance

/// Makes new forms of old ones. The same seed makes the same forms.
struct Mutator {
  private var chance: Chance
  private let seeds: [[UInt8]]

  init(seed: UInt64, seeds: [[UInt8]]) {
    chance = Chance(seed: seed)
    self.seeds = seeds
  }

  mutating func form() -> [UInt8] {
    var bytes = chance.one(of: seeds)
    for _ in 0...chance.number(below: 6) { change(&bytes) }
    return Array(bytes.prefix(1_000_000))
  }

  private static let pieces: [[UInt8]] =
    [
      "\n", "\t", " ", ": ", "- ", "{", "}", "[", "]", "'", "\"", "#", " #", "&a ", "*a", "|\n", ">-\n", "---\n",
      "!!str ",
      "? ", "\u{0}", "\u{FEFF}", "é", "𝔸", "\r", "<<: ", "null", "~", "true", "1e5", "02142", "-1",
      "99999999999999999999",
      "0.1", "2026-02-30", "type: lines", "type: computed", "value: ", "when: ", "min: ", "max: ", "was: [a]",
      "choices: [a, b]", "pattern: '(a+)+$'", "takes: '00'", "unique: form", "expects: {file: '*.csv', key: a}",
      "where: option.a == b",
      "rules: [{that: a > 1, say: '{a}'}]", "confirm_by: a", "on_repeat: increment a", "required: true", "keep: true",
      "default: = a", "decimals: 3", "symbologies: [itf]", "fills: {'10': lot}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x80]]

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes = chance.one(of: seeds)
      return
    }
    let at = chance.number(below: bytes.count + 1)
    let length = chance.number(below: min(200, bytes.count - at))
    switch chance.number(below: 10) {
    case 0: bytes.insert(UInt8(truncatingIfNeeded: chance.next()), at: at)
    case 1: bytes.removeSubrange(at..<at + length)
    case 2, 3: bytes.insert(contentsOf: chance.one(of: Self.pieces), at: at)
    case 4: bytes.insert(contentsOf: bytes[at..<at + length], at: chance.number(below: bytes.count))
    case 5:
      let piece = Array(bytes[at..<at + length])
      for _ in 0..<min(chance.number(below: 300), 200_000 / max(1, piece.count)) {
        bytes.insert(contentsOf: piece, at: at)
      }
    case 6:
      let other = chance.one(of: seeds)
      let from = chance.number(below: other.count)
      bytes.insert(contentsOf: other[from..<min(other.count, from + 300)], at: at)
    case 7: swapLines(&bytes)
    case 8: bytes.replaceSubrange(at..<at + min(length, 12), with: chance.one(of: Self.words))
    default: indent(&bytes)
    }
  }

  private mutating func swapLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    lines.swapAt(chance.number(below: lines.count), chance.number(below: lines.count))
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private mutating func indent(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let line = chance.number(below: lines.count)
    if chance.number(below: 2) == 0 {
      lines[line].insert(contentsOf: [0x20, 0x20], at: 0)
    } else {
      lines[line] = Array(lines[line].dropFirst(2))
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  // MARK: Expressions

  private static let words: [[UInt8]] = tokens.map { Array($0.utf8) }

  private static let tokens = [
    "a", "b", "t", "d", "flag", "c", "many", "rows", "rows.n", "rows.m", "others.k", "list", "1", "12.5", "0", "-1",
    "'x'", "'a'", "''",
    "2026-11-30", "true", "false", "(", ")", "[", "]", ",", ".", "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">",
    ">=", "in",
    "and", "or", "not", "is blank", "is not blank", "if", "then", "else", "today()", "now()", "length(t)", "upper(t)",
    "sum(rows.n)",
    "count(rows)", "any(", "all(", "min(", "max(", "abs(", "round(", "number(t)", "left(t, 2)", "substring(t, 1, 2)",
    "matches(t, '",
    "')", "lookup(list, t, 'label')", "previous(a)", "expected(a)", "valid(t, gtin)", "gtin14(t)", "days_between(",
    "year(d)", "option.label",
    "99999999999999999999999999999999999999", "\u{0}", "é", "\"", "&&", "=", "!", "null",
  ]

  private mutating func expression(_ depth: Int = 0) -> String {
    if depth > 5 || chance.number(below: 4) == 0 {
      return chance.one(of: [
        "a", "b", "t", "d", "flag", "c", "1", "2.5", "'x'", "'p'", "today()", "2026-01-01", "rows.n", "true",
      ])
    }
    let (x, y) = (expression(depth + 1), expression(depth + 1))
    switch chance.number(below: 12) {
    case 0: return "(\(x) \(chance.one(of: ["+", "-", "*", "/", "%"])) \(y))"
    case 1, 2, 3: return "\(x) \(chance.one(of: ["==", "!=", "<", "<=", ">", ">="])) \(y)"
    case 4, 5: return "(\(x) \(chance.one(of: ["and", "or"])) \(y))"
    case 6: return "not (\(x))"
    case 7: return "\(x) is \(chance.one(of: ["", "not "]))blank"
    case 8: return "if \(x) then \(y) else \(expression(depth + 1))"
    case 9:
      return "\(chance.one(of: ["sum", "count", "any", "all", "min", "max", "abs", "length", "upper", "number"]))(\(x))"
    case 10: return "\(x) in [\(y), \(expression(depth + 1))]"
    default: return "\(chance.one(of: ["max", "min", "round", "days_between", "left"]))(\(x), \(y))"
    }
  }

  mutating func formAroundExpression() -> [UInt8] {
    var text: String
    if chance.number(below: 3) == 0 {
      text = (0...chance.number(below: 30)).map { _ in chance.one(of: Self.tokens) }.joined(
        separator: chance.number(below: 4) == 0 ? "" : " ")
    } else {
      text = expression()
      for _ in 0..<chance.number(below: 3) {
        text.insert(
          contentsOf: " " + chance.one(of: Self.tokens) + " ",
          at: text.index(text.startIndex, offsetBy: chance.number(below: text.count + 1)))
      }
    }
    if chance.number(below: 50) == 0 {
      let joint = chance.one(of: [" and ", " + ", " or ", "(", "not ", " == "])
      text = Array(repeating: text, count: 1 + chance.number(below: 400)).joined(separator: joint)
    }
    let quoted = "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    let body =
      chance.number(below: 6) == 0 ? "|\n      " + text.split(separator: " ").joined(separator: "\n      ") : quoted
    let form = """
      form: t
      title: T
      version: 1
      choices: {list: [x, y]}
      fields:
        - {id: a, label: A, type: integer, min: 1, max: 9}
        - {id: b, label: B, type: decimal, when: a > 2}
        - {id: t, label: T, type: text, max_length: 9}
        - {id: d, label: D, type: date}
        - {id: flag, label: F, type: boolean}
        - {id: c, label: C, type: choice, choices: [p, q]}
        - {id: many, label: M, type: choices, choices: list}
        - {id: rows, label: R, type: lines, fields: [{id: n, label: N, type: integer, min: 0}, {id: m, label: M, type: text}]}
        - {id: others, label: O, type: lines, fields: [{id: k, label: K, type: integer}]}
        - id: v
          label: V
          type: \(chance.one(of: ["computed", "text", "integer", "date", "choice"]))
          \(chance.one(of: ["value", "when", "required", "min", "default", "where"])): \(body)
      rules:
        - that: \(body)
          say: "{\(chance.one(of: Self.tokens).filter { $0 != "\"" && $0 != "\u{0}" })}"

      """
    return Array(form.utf8)
  }
}
