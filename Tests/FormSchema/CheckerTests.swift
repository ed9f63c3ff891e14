import DataFormats
import FormSchema
import Testing

/// What the checker says of forms that can be read and yet are not what was meant. One spot, one sentence.
@Suite("The checker")
struct CheckerTests {
  /// `line:column severity code`, and a word of the message.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let form: String
    let told: [(place: String, word: String)]

    init(_ name: String, _ form: String, _ told: (String, String)...) {
      self.name = name
      self.form = "form: t\ntitle: T\nversion: 1\n" + form
      self.told = told.map { (place: $0.0, word: $0.1) }
    }

    var testDescription: String { name }
  }

  static func tell(_ text: String) -> [Diagnostic] {
    FormReader.read(SourceText(path: "t.yaml", text: text)).diagnostics
  }

  static func expect(_ expected: Case) {
    let found = tell(expected.form)
    let places = found.map { "\($0.position.line):\($0.position.column) \($0.severity.rawValue) \($0.code)" }
    #expect(places == expected.told.map(\.place), "\(found.map(\.message))")
    for (diagnostic, wanted) in zip(found, expected.told) {
      #expect(diagnostic.message.contains(wanted.word), "\(diagnostic.message)")
    }
  }

  // MARK: Rules

  private static let quantity = """
    fields:
      - {id: quantity, label: Q, type: integer, min: 1, max: 99}
      - {id: damaged, label: D, type: integer, min: 0}
      - {id: weight, label: W, type: decimal}
      - {id: carrier, label: C, type: choice, choices: [UPS, DHL]}
      - {id: lot, label: L, type: text, max_length: 5}
      - {id: due, label: Due, type: date}
      - {id: flag, label: F, type: boolean}
      - {id: reason, label: R, type: text, when: carrier == 'UPS'}
      - id: rows
        label: Rows
        type: lines
        max: 9
        fields:
          - {id: num, label: Num, type: integer, min: 0}
          - {id: m, label: M, type: integer}
      - id: others
        label: Others
        type: lines
        fields: [{id: k, label: K, type: integer}]
    rules:

    """

  struct Rule: CustomTestStringConvertible, Sendable {
    let that: String
    /// nil: nothing is said.
    let code: String?
    init(_ that: String, _ code: String? = nil) { (self.that, self.code) = (that, code) }
    var testDescription: String { "\(that): \(code ?? "nothing")" }
  }

  static let rules: [Rule] = [
    Rule("quantity > 10 and quantity < 5", "never-holds"), Rule("quantity > 10 or quantity < 5"),
    Rule("quantity > 10 and quantity < 11", "never-holds"), Rule("weight > 10 and weight < 11"),
    Rule("quantity >= 1", "never-fails"), Rule("quantity > 0", "never-fails"), Rule("quantity > 1"),
    Rule("quantity <= 100", "never-fails"), Rule("quantity < 1", "never-holds"), Rule("quantity == 1.5", "never-holds"),
    Rule("quantity != 100", "never-fails"), Rule("quantity != 99"), Rule("not (quantity < 1)", "never-fails"),
    Rule("quantity < 5 or quantity >= 5", "never-fails"), Rule("quantity in [100, 200]", "never-holds"),
    Rule("quantity in [99, 200]"), Rule("damaged <= quantity"),
    Rule("damaged <= quantity and damaged > quantity", "never-holds"),
    Rule("damaged + quantity >= 1", "never-fails"), Rule("damaged + quantity >= 2"),
    Rule("damaged >= -1", "never-fails"),
    Rule("0 - damaged <= 0", "never-fails"), Rule("2 * quantity <= 198", "never-fails"), Rule("2 * quantity <= 197"),
    Rule("quantity > 90 and damaged - quantity > 9 and damaged < 95", "never-holds"),
    Rule("carrier == 'UPS' and carrier == 'DHL'", "never-holds"),
    Rule("carrier == 'UPS' or carrier == 'DHL'", "never-fails"),
    Rule("carrier != 'UPS' and carrier != 'DHL'", "never-holds"), Rule("carrier in ['UPS', 'DHL']", "never-fails"),
    Rule("carrier == 'UPS' and lot is not blank"), Rule("lot == 'too long'", "never-holds"),
    Rule("length(lot) < 6", "never-fails"),
    Rule("length(lot) > 5", "never-holds"), Rule("length(lot) > 4"), Rule("length(lot) >= 0", "never-fails"),
    Rule("due >= today() and due < today()", "never-holds"),
    Rule("due >= today() + 30 and due < today() + 30", "never-holds"),
    Rule("due >= today() - 30 and due < today() + 30"), Rule("due > 2026-01-31 and due < 2026-01-01", "never-holds"),
    Rule("days_between(today(), due) > 5 and due < today()", "never-holds"), Rule("month(due) <= 12", "never-fails"),
    Rule("flag and not flag", "never-holds"), Rule("flag or not flag", "never-fails"), Rule("flag == true"),
    Rule("flag == true and flag == false", "never-holds"), Rule("quantity is blank and quantity > 5", "never-holds"),
    Rule("quantity is blank or quantity > 5"), Rule("quantity is blank or quantity is not blank", "never-fails"),
    Rule("count(rows) <= 9", "never-fails"), Rule("count(rows) >= 0", "never-fails"),
    Rule("count(rows) > 9", "never-holds"),
    Rule("sum(rows.num) >= 0", "never-fails"), Rule("sum(rows.m) >= 0"),
    Rule("any(rows.num > 1) and not any(rows.num > 1)", "never-holds"),
    Rule("reason == 'x' and carrier == 'DHL'", "never-holds"), Rule("reason == 'x' and carrier == 'UPS'"),
    Rule("if quantity > 5 then quantity < 3 else false", "never-holds"),
    Rule("matches(lot, 'a') and not matches(lot, 'a')", "never-holds"),
    Rule("upper(lot) == lower(lot)"), Rule("lot == reason and lot != reason", "never-holds"),
    Rule("previous(quantity) < 5"),
    Rule("carrier == 'Dhl'", "unlisted-choice"), Rule("not any([carrier] == 'x')"), Rule("quantity * damaged > 5"),
    Rule("any(rows.num == others.k)", "mixed-rows"), Rule("sum(rows.num) == sum(others.k)"),
    Rule("any(rows.num > rows.m)"),
    Rule("any(max(rows.num, others.k) > 1)", "mixed-rows"), Rule("any(rows.num == [1, 2])", "mixed-rows"),
  ]

  @Test("finds rules that say nothing", arguments: rules)
  func rule(_ rule: Rule) {
    let quoted = "'" + rule.that.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    let text = "form: t\ntitle: T\nversion: 1\n" + Self.quantity + "  - {that: \(quoted), say: Wrong}\n"
    #expect(Self.tell(text).map(\.code) == (rule.code.map { [$0] } ?? []), "\(Self.tell(text).map(\.message))")
  }

  // MARK: Whole forms

  static let forms: [Case] = [
    Case(
      "a field that is never shown",
      """
      fields:
        - {id: a, label: A, type: integer, max: 5}
        - {id: b, label: B, type: text, when: a > 5}
        - {id: c, label: C, type: text, when: false}
        - {id: d, label: D, type: text, required: a > 9}
      """, ("6:41 warning unreachable-field", "b is never shown"),
      ("7:41 warning unreachable-field", "c is never shown"),
      ("8:45 warning never-required", "d is never required")),
    Case(
      "a field of rows that is never shown, and one behind a hidden one",
      """
      fields:
        - {id: a, label: A, type: choice, choices: [u, v]}
        - {id: b, label: B, type: choice, choices: [p, q], when: a == 'u'}
        - {id: c, label: C, type: text, when: b == 'p' and a == 'v'}
        - id: rows
          label: R
          type: lines
          fields:
            - {id: num, label: Num, type: integer, min: 3}
            - {id: m, label: M, type: integer, when: num < 3}
      """, ("7:41 warning unreachable-field", "c is never"), ("13:48 warning unreachable-field", "rows.m is never")),
    Case(
      "bounds",
      """
      fields:
        - {id: a, label: A, type: integer, min: 5, max: -5}
        - {id: b, label: B, type: date, min: 2026-02-01, max: 2026-01-01}
        - {id: c, label: C, type: text, min_length: 5, max_length: 3}
        - {id: d, label: D, type: time, min: '12:30', max: '08:00'}
        - {id: e, label: E, type: lines, min: 3, max: 2, fields: [{id: f, label: F, type: text}]}
      """, ("5:51 error min-over-max", "min 5 is above max -5"), ("6:57 error min-over-max", "2026-02-01"),
      ("7:62 error min-over-max", "min_length 5"), ("8:54 error min-over-max", "12:30"),
      ("9:49 error min-over-max", "3")),
    Case(
      "defaults that their field refuses",
      """
      fields:
        - {id: a, label: A, type: integer, min: 5, default: 4}
        - {id: b, label: B, type: text, pattern: '[A-Z]+', default: ab}
        - {id: c, label: C, type: choice, choices: [u, v], default: z}
        - {id: d, label: D, type: choices, choices: [u, v], default: [u, q]}
        - {id: e, label: E, type: decimal, decimals: 1, default: 1.25}
        - {id: f, label: F, type: integer, default: 3, rules: [{that: f > 3, say: More}]}
        - {id: g, label: G, type: barcode, check: sscc, default: '001234567890123453'}
        - {id: h, label: H, type: integer, default: i}
        - {id: i, label: I, type: integer, default: h}
        - {id: j, label: J, type: text, default: = upper(k) }
        - {id: k, label: K, type: text, max_length: 2, default: abc}
      """, ("5:55 warning default-refused", "min is 5"), ("6:63 warning default-refused", "pattern"),
      ("7:63 error default-not-in-list", "z"), ("8:64 error default-not-in-list", "q"),
      ("9:60 warning default-refused", "decimal"), ("10:47 warning default-refused", "breaks the rule f > 3"),
      ("11:60 warning default-refused", "check digit"), ("12:47 warning default-too-early", "i is still blank"),
      ("14:45 warning default-too-early", "k is still blank"), ("15:59 warning default-refused", "max_length")),
    Case(
      "two circles, and what hangs on one",
      """
      fields:
        - {id: a, label: A, type: computed, value: b + 1}
        - {id: b, label: B, type: computed, value: a + 1}
        - {id: c, label: C, type: computed, value: c}
        - {id: d, label: D, type: computed, value: a + 1}
        - {id: e, label: E, type: integer, when: e > 1}
      """, ("5:46 error circle", "a and b"), ("7:46 error circle", "c needs its own"), ("9:44 error circle", "e needs")),
    Case(
      "weak symbologies",
      """
      fields:
        - {id: a, label: A, type: barcode, symbologies: [codabar]}
        - {id: b, label: B, type: barcode, symbologies: [itf], min_length: 6, max_length: 6}
        - {id: c, label: C, type: barcode, symbologies: [itf], check: gtin}
      """, ("5:51 warning weak-symbology", "codabar")),
    Case(
      "a text that is on no list, in every place",
      """
      choices: {states: [new, {value: old, age: '9'}]}
      fields:
        - {id: a, label: A, type: choice, choices: states}
        - {id: b, label: B, type: text, when: "a in ['new', 'odl']", required: a != 'nwe'}
        - {id: c, label: C, type: computed, value: "if a == 'x' then 1 else 2"}
      """, ("7:55 warning unlisted-choice", "a is never 'odl'"), ("7:79 warning unlisted-choice", "'nwe'"),
      ("8:55 warning unlisted-choice", "'x'")),
    Case(
      "rules of one id, and of an id that is taken",
      """
      fields:
        - {id: a, label: A, type: integer, rules: [{that: a > 1, say: W, id: many}]}
      rules:
        - {that: a > 2, say: W, id: many}
        - {that: a > 3, say: W, id: check}
        - {that: a > 4, say: W, id: a}
      """, ("7:31 error duplicate-id", "first on line 5"), ("8:31 error reserved-id", "own check")),
    Case(
      "a list that is narrowed down by what comes later",
      """
      choices: {states: [{value: new, of: box}, {value: wet, of: bag}]}
      fields:
        - {id: a, label: A, type: choice, choices: states, where: option.of == b}
        - {id: b, label: B, type: text}
        - {id: c, label: C, type: choice, choices: states, where: option.of == b and option.value != c}
        - {id: d, label: D, type: text, where: b == 'x'}
        - {id: e, label: E, type: choice, choices: states, where: option.off == b}
        - {id: f, label: F, type: choice, choices: gone, where: option.of == b}
        - id: rows
          label: R
          type: lines
          fields:
            - {id: g, label: G, type: choice, choices: states, where: option.of == h}
            - {id: h, label: H, type: text}
            - {id: i, label: I, type: choice, choices: states, where: option.of == h}
      """, ("6:61 warning where-looks-ahead", "b stands further down"),
      ("8:61 warning where-looks-ahead", "its own field"), ("9:42 error where-without-list", "narrows a list"),
      ("10:68 error unknown-column", "off"), ("11:46 error unknown-list", "gone"),
      ("16:65 warning where-looks-ahead", "rows.h stands further down")),
    Case(
      "texts in several languages",
      """
      fields:
        - {id: a, label: {en: A, de: Ä, pt-BR: A}, type: text}
        - {id: b, label: {english: B}, hint: {}, type: text}
        - {id: c, label: C, type: text, pattern: x, say: {en: Wrong, DE: Falsch}}
      """, ("6:21 error unknown-language", "english"), ("6:40 error empty-value", "hint"),
      ("7:64 error unknown-language", "DE")),
    Case(
      "a part that is waited for, and that no field takes",
      """
      fields:
        - id: a
          label: A
          type: barcode
          takes: '00'
          together: ['00', '02', '37', '10']
          fills: {'37': b}
        - {id: b, label: B, type: integer}
        - {id: c, label: C, type: barcode, takes: '10'}
      """, ("9:22 warning unticked-part", "no field takes 02")),
    Case(
      "capitals and small letters at once",
      """
      fields:
        - {id: a, label: A, type: text, upper: true, lower: true}
        - {id: b, label: B, type: text, upper: true, lower: false}
      """, ("5:55 error upper-and-lower", "capitals")),
    Case(
      "a column where one value is wanted",
      """
      fields:
        - id: rows
          label: R
          type: lines
          fields: [{id: num, label: Num, type: integer}]
        - {id: a, label: A, type: computed, value: rows.num}
        - {id: b, label: B, type: computed, value: 'rows.num + 1'}
        - {id: c, label: C, type: computed, value: '[1, 2]'}
      """, ("9:46 error type", "one for each row"), ("10:47 error type", "one for each row"),
      ("11:47 error type", "a list of them")),
    Case(
      "nothing follows from one mistake",
      """
      fields:
        - {id: a, label: A, type: intger}
        - {id: b, label: B, type: computed, value: a + 1}
        - {id: c, label: C, type: text, when: b > 'x'}
        - {id: d, label: D, type: text, when: nosuch == 1}
        - {id: e, label: E, type: choice, choices: gone}
        - {id: f, label: F, type: text, when: e == 'x'}
      rules:
        - {that: a > 1 and d == 'x', say: '{a} {f}'}
      """, ("5:29 error unknown-type", "intger"), ("8:41 error unknown-field", "nosuch"),
      ("9:46 error unknown-list", "gone")),
    Case(
      "the spot within block texts and behind anchors",
      """
      fields:
        - id: a
          label: A
          type: integer
          rules:
            - that: |
                a > 1 and
                  nosuch > 2
              say: W
            - that: >-
                a > 1
                and a < 1
              say: &w W
        - id: b
          label: *w
          type: integer
          required: &cond "a >\\x20gone"
        - id: c
          label: C
          type: integer
          required: *cond
      """, ("11:13 error unknown-field", "nosuch"), ("14:11 warning never-holds", "never hold"),
      ("20:29 error unknown-field", "gone")),
  ]

  @Test("points at the spot, once", arguments: forms)
  func form(_ expected: Case) { Self.expect(expected) }
}
