/// The forms of these tests, and codes for them.
enum Forms {
  static let all = ["cold_store": coldStore, "comeback": comeback]

  static let coldStore = #"""
    form: cold_store
    title: Cold store intake
    version: 2
    choices:
      hauliers: [UPS, DHL, Dachser, {value: OTHER, label: Another one}]
    fields:
      - {id: notice, label: Notice, type: text, required: true, keep: true, pattern: 'N-\d{3,6}', hint: The number on the notice}
      - {id: haulier, label: Haulier, type: choice, choices: hauliers, required: true}
      - id: pallet
        label: Pallet
        type: barcode
        takes: "00"
        check: sscc
        required: true
        unique: form
        fills: {"02": article, "10": lot, "15": best_before, "37": cases}
      - {id: article, label: Article, type: text, check: gtin}
      - {id: lot, label: Lot, type: text, upper: true}
      - {id: best_before, label: Best before, type: date}
      - {id: cases, label: Cases, type: integer, min: 1, max: 9999, required: true}
      - {id: celsius, label: Celsius, type: decimal, decimals: 1, when: haulier == 'DHL'}
    rules:
      - {that: cases <= 500, say: 'That is {cases} cases', severity: warning, id: many}
    """#

  static let comeback = #"""
    form: comeback
    title: {en: Goods coming back, de: Rücksendungen}
    version: 1
    fields:
      - {id: slip, label: Slip, type: barcode, required: true}
      - id: items
        label: Items
        type: lines
        min: 1
        max: 40
        on_repeat: increment pieces
        fields:
          - {id: code, label: Code, type: barcode, check: gtin, required: true}
          - {id: pieces, label: Pieces, type: integer, min: 1, default: 1}
          - {id: state, label: State, type: choice, choices: [new, opened, broken], required: true}
          - {id: remark, label: Remark, type: text, when: state == 'broken', required: state == 'broken'}
      - {id: total, label: Total, type: computed, value: sum(items.pieces)}
      - {id: refund, label: Refund, type: decimal, decimals: 2, min: 0}
      - {id: sealed, label: Sealed, type: boolean}
      - {id: seen, label: Seen, type: datetime, default: now()}
    """#

  /// One bar code that takes anything, and a text.
  static let plain = """
    form: plain
    title: Plain codes
    version: 1
    fields:
      - {id: code, label: Code, type: barcode, required: true}
      - {id: words, label: Words, type: text}
    """

  static let long = """
    form: long
    title: A long form
    version: 1
    fields:
    \((1...30).map { "  - {id: f\($0), label: Field \($0), type: text}" }.joined(separator: "\n"))
    """

  static let pens = "4006381333931"
  static let tissues = "36000291452"
  static func pallet(_ number: Int) -> String { checked("0012345\(10_000_000_00 + number)") }
  /// The label of a pallet, as a scanner set up for GS1 sends it.
  static func label(_ number: Int, lot: String = "LOT7", cases: String = "48") -> String {
    "]C100\(pallet(number))02040063813339311531123137\(cases)\u{1d}10\(lot)"
  }

  /// With the check digit of GS1 numbers at its end.
  static func checked(_ digits: String) -> String {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset % 2 == 0 ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}
