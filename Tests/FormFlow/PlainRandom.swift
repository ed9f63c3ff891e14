import FormSchema

/// Forms and answers that chance makes; the same seed makes the same ones.
struct PlainRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// splitmix64
  private mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }

  private mutating func one<T>(of all: [T]) -> T { all[number(below: all.count)] }
  private mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  // MARK: Forms

  private static let keys: [FieldType: [String]] = [
    .text: [
      "pattern: '[A-Z]{1,4}'", "pattern: '(A|B)+'", "pattern: '\\d*[A-Z]?'", "max_length: 3", "min_length: 2",
      "upper: true", "lower: true", "choices: short", "choices: long", "default: A", "default: \"= 'b'\"",
      "unique: form", "unique: record", "check: luhn",
    ],
    .barcode: [
      "check: gtin", "check: {is: any-carrier, severity: warning}", "check: ups", "takes: '00'", "unique: day",
      "choices: long", "pattern: '[0-9A-Z]+'",
    ],
    .integer: [
      "min: 1", "max: 50", "min: -3", "default: 4", "unique: form", "min: 2.5", "default: today() - 2026-11-20",
    ],
    .decimal: ["decimals: 1", "min: 0.5", "max: 12.25", "default: 1.50", "decimals: 0"],
    .boolean: ["default: true", "default: false"],
    .date: ["min: today()", "max: 2027-01-01", "default: 2026-12-24", "default: today()"],
    .time: ["min: '08:00'"], .datetime: [],
    .choice: ["where: option.colour == 'red'", "default: A", "choices: short", "choices: [A]", "unique: form"],
    .choices: ["default: [A]"],
  ]

  mutating func form() -> String {
    let types = (0..<1 + number(below: 6)).map { _ in one(of: FieldType.allCases.filter { Self.keys[$0] != nil }) }
    var fields = types.enumerated().map { "  - {\(field("f\($0)", $1, types, "f"))}" }
    if chance(40) {
      let inner = (0..<1 + number(below: 3)).map { _ in one(of: [FieldType.text, .integer, .date, .choice, .barcode]) }
      let columns = inner.enumerated().map { "      - {\(field("c\($0)", $1, inner, "c"))}" }
      let bounds = one(of: ["", "    min: 1\n", "    max: 1\n"])
      let rule = chance(30) ? "    rules: [{that: \"\(condition(inner, "c"))\", say: row}]\n" : ""
      let head = "  - id: rows\n    label: Rows\n    type: lines\n\(bounds)\(rule)    fields:\n"
      fields.append(head + columns.joined(separator: "\n"))
      fields.append("  - {id: total, label: Total, type: computed, value: \"count(rows)\(one(of: ["", " * 2"]))\"}")
    }
    let rules = (0..<number(below: 3)).map { _ in
      "  - {that: \"\(condition(types, "f"))\", say: x, severity: \(one(of: ["error", "warning"]))}"
    }
    return """
      form: random
      title: Random
      version: 1
      choices:
        short: [{value: A, colour: red}, {value: B, colour: blue}, {value: '12', colour: red}]
        long: [\((0..<20).map { "L\($0)" }.joined(separator: ", ")), A, '4006381333931']
      fields:
      \(fields.joined(separator: "\n"))
      \(rules.isEmpty ? "" : "rules:\n" + rules.joined(separator: "\n"))

      """
  }

  private mutating func field(_ id: String, _ type: FieldType, _ others: [FieldType], _ letter: String) -> String {
    var keys: [String] = []
    for key in Self.keys[type] ?? [] where chance(18) {
      let name = key.prefix { $0 != ":" }
      if !keys.contains(where: { $0.prefix { $0 != ":" } == name }) { keys.append(key) }
    }
    if type == .choice || type == .choices, !keys.contains(where: { $0.hasPrefix("choices") }) {
      keys.append("choices: short")
    }
    if chance(25) { keys.append(chance(50) ? "required: true" : "required: \"\(condition(others, letter))\"") }
    if chance(15) { keys.append("when: \"\(condition(others, letter))\"") }
    if chance(15) { keys.append("rules: [{that: \"\(condition(others, letter))\", say: y}]") }
    return (["id: \(id)", "label: L", "type: \(type.rawValue)"] + keys).joined(separator: ", ")
  }

  private mutating func condition(_ types: [FieldType], _ letter: String) -> String {
    let index = number(below: types.count)
    let name = "\(letter)\(index)"
    let all: [String] =
      switch types[index] {
      case .text, .barcode, .choice:
        [
          "\(name) == 'A'", "\(name) != 'b'", "\(name) in ['A', 'B', '12']", "length(\(name)) < 3",
          "\(name) is not blank", "matches(\(name), '[A-Z]+')", "valid(\(name), gtin)",
          "lookup(short, \(name), 'colour') == 'red'", "previous(f1) == 'A'",
        ]
      case .integer, .decimal: ["\(name) < 10", "\(name) * 2 + 1 >= 3.0", "\(name) is blank", "abs(\(name)) == 4"]
      case .boolean: ["\(name)", "not \(name)", "\(name) is blank"]
      case .date: ["\(name) >= today()", "\(name) + 30 > 2026-12-24", "\(name) is not blank"]
      default: ["\(name) is blank", "\(name) is not blank"]
      }
    let found = one(of: all)
    return chance(20) ? "\(found) \(one(of: ["or", "and"])) \(condition(types, letter))" : found
  }

  // MARK: Answers

  private static let good: [FieldType: [String]] = [
    .text: [#""A""#, #""AB""#, #""b""#, #""L7""#, #""12""#, "12"],
    .barcode: [#""4006381333931""#, #""1Z12345E1512345676""#, #""A""#],
    .integer: ["1", "4", "12", #""4""#, "50"], .decimal: ["1.5", "2", "12.25", #""1.50""#],
    .boolean: ["true", "false"], .date: [#""2026-12-24""#, #""2026-11-30""#],
    .choice: [#""A""#, #""B""#, "12"], .choices: [#"["A"]"#],
    .time: [#""08:14""#], .datetime: [#""2026-11-30 08:14""#],
  ]
  private static let odd = [
    "null", #""""#, #"" A ""#, #""a""#, #""é""#, #""\u0041""#, "0", "-0", "-3", "1e1", "1.0", "01", "true", #""yes""#,
    "[]", "{}", #"["A","B"]"#, #""2026-02-30""#, #""271231""#, "99999999999999999999", #""1Z 12345E1512345676""#,
    #""00001234567890123457""#, #""04006381333931""#, #""A\n""#, "\"A\u{7F}\"", "0.50", #"" 4""#, #""1,5""#, #""L19""#,
  ]

  private mutating func value(of type: FieldType) -> String {
    chance(80) ? one(of: Self.good[type] ?? Self.odd) : one(of: Self.odd)
  }

  private mutating func object(_ fields: [Field]) -> String {
    var members: [String] = []
    for field in fields where chance(field.type == .computed ? 3 : 80) {
      let rows = (0..<number(below: 4)).map { _ in object(field.columns) }
      let value = field.type == .lines && chance(95) ? "[\(rows.joined(separator: ","))]" : value(of: field.type)
      members.append("\"\(field.id)\":\(value)")
    }
    if chance(20) { members.shuffle(using: &self) }
    if chance(3), let first = members.first { members.append(first) }
    if chance(3) { members.append(one(of: [#""x":1"#, #""scans":["A"]"#, #""overrides":[]"#])) }
    let space = chance(10) ? " " : ""
    return "{\(space)\(members.joined(separator: ",\(space)"))\(space)}"
  }

  mutating func answer(of form: FormDefinition) -> String {
    let answer = object(form.fields)
    return chance(10) ? changed(answer) : answer
  }

  private static let pieces = [
    "\"", "\\", ",", ":", "{", "}", "[", "]", "0", "1", "-", ".", "e", " ", "null", "true", "A", "é", "\t", "\r",
  ]

  /// A few characters of it gone, or others between them.
  mutating func changed(_ answer: String) -> String {
    var characters = Array(answer)
    for _ in 0...number(below: 2) where !characters.isEmpty {
      let at = number(below: characters.count)
      if chance(50) { characters.remove(at: at) } else { characters.insert(contentsOf: one(of: Self.pieces), at: at) }
    }
    return String(characters)
  }
}

extension PlainRandom: RandomNumberGenerator {
  mutating func next() -> UInt64 { UInt64(number(below: Int.max)) }
}
