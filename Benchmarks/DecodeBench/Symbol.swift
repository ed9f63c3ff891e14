import Chance

/// A code to be printed on a label: what zint is asked for, and what a reader may say of it.
struct Symbol {
  var kind: Kind
  var zint: [String]
  /// Every spelling that is right: digits with and without the zero in front, element strings with and without FNC1 ...
  var accepted: [String]

  /// A symbology by its name in the tables; `count`: how many of the 200 frames show one.
  struct Kind: Sendable {
    var name: String
    var count: Int
    var isMatrix = false
    let make: @Sendable (inout Chance) -> (zint: [String], accepted: [String])
  }

  init(_ kind: Kind, _ chance: inout Chance) {
    self.kind = kind
    (zint, accepted) = kind.make(&chance)
    if !kind.isMatrix { zint += ["--height=\(chance.number(in: 28...60))"] }
  }

  /// The kinds, each as often as it is in the 200, in a fixed order.
  static let all: [Kind] = kinds.flatMap { Array(repeating: $0, count: $0.count) }

  private static let kinds = [
    Kind(name: "EAN-13", count: 20) { chance in
      let body = "4" + digits(11, &chance)
      return (["-b", "EANX", "-d", body], [body + check(body)])
    },
    Kind(name: "EAN-8", count: 6) { chance in
      let body = digits(7, &chance)
      return (["-b", "EANX", "-d", body], [body + check(body)])
    },
    Kind(name: "UPC-A", count: 20) { chance in
      let body = "0" + digits(10, &chance)
      return (["-b", "UPCA", "-d", body], [body + check(body), "0" + body + check(body)])
    },
    // Zeros left out as they are where the last digit is above 4.
    Kind(name: "UPC-E", count: 6) { chance in
      let (five, last) = (digits(5, &chance), "\(chance.number(in: 5...9))")
      let whole = "0" + five + "0000" + last
      let printed = "0" + five + last
      return (
        ["-b", "UPCE", "-d", printed], [printed + check(whole), whole + check(whole), "0" + whole + check(whole)]
      )
    },
    Kind(name: "Code 128", count: 16) { chance in
      let text = "PO\(digits(7, &chance))-\(chance.one(of: ["A", "C", "KX"]))\(digits(2, &chance))"
      return (["-b", "CODE128", "-d", text], [text])
    },
    Kind(name: "GS1-128", count: 18) { chance in elements("GS1_128", &chance) },
    Kind(name: "Code 39", count: 10) { chance in
      let text = "SKU-" + digits(6, &chance)
      return (["-b", "CODE39", "-d", text], [text])
    },
    Kind(name: "Code 93", count: 6) { chance in
      let text = "BIN " + digits(6, &chance)
      return (["-b", "CODE93", "-d", text], [text])
    },
    Kind(name: "Codabar", count: 4) { chance in
      let text = digits(9, &chance)
      return (["-b", "CODABAR", "-d", "A\(text)B"], ["A\(text)B", text])
    },
    Kind(name: "ITF-14", count: 10) { chance in
      let body = "1" + digits(12, &chance)
      return (["-b", "ITF14", "-d", body], [body + check(body)])
    },
    Kind(name: "DataBar", count: 8) { chance in
      let body = "0" + digits(12, &chance)
      return (["-b", "DBAR_OMN", "-d", body], [body + check(body), "01" + body + check(body)])
    },
    Kind(name: "DataBar Expanded", count: 8) { chance in elements("DBAR_EXP", &chance) },
    Kind(name: "QR", count: 12, isMatrix: true) { chance in
      let text = "https://example.org/lot/" + digits(10, &chance)
      return (["-b", "QRCODE", "-d", text], [text])
    },
    Kind(name: "GS1 QR", count: 6, isMatrix: true) { chance in elements("QRCODE", &chance) },
    Kind(name: "Micro QR", count: 6, isMatrix: true) { chance in
      let text = digits(14, &chance)
      return (["-b", "MICROQR", "-d", text], [text])
    },
    Kind(name: "DataMatrix", count: 12, isMatrix: true) { chance in
      let text = "LOT\(digits(10, &chance)) EXP\(digits(6, &chance))"
      return (["-b", "DATAMATRIX", "-d", text], [text])
    },
    Kind(name: "GS1 DataMatrix", count: 10, isMatrix: true) { chance in elements("DATAMATRIX", &chance) },
    Kind(name: "PDF417", count: 10, isMatrix: true) { chance in
      let text = "SHIP \(digits(10, &chance)) DOCK \(digits(2, &chance)) QTY \(digits(4, &chance))"
      return (["-b", "PDF417", "-d", text], [text])
    },
    Kind(name: "Aztec", count: 12, isMatrix: true) { chance in
      let text = "TRK" + digits(16, &chance)
      return (["-b", "AZTEC", "-d", text], [text])
    },
  ]

  private static func digits(_ count: Int, _ chance: inout Chance) -> String {
    (0..<count).map { _ in "\(chance.number(below: 10))" }.joined()
  }

  /// The check digit of GS1's keys: weights 3 and 1 from the right.
  private static func check(_ body: String) -> String {
    let sum = body.reversed().enumerated().reduce(0) {
      $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 3 : 1)
    }
    return "\((10 - sum % 10) % 10)"
  }

  /// GTIN, expiry date, lot and, now and then, serial number.
  private static func elements(_ barcode: String, _ chance: inout Chance) -> (zint: [String], accepted: [String]) {
    let body = "1" + digits(12, &chance)
    let (month, day) = (chance.number(in: 10...12), chance.number(in: 10...28))
    var parts = [("01", body + check(body)), ("17", "27\(month)\(day)"), ("10", "L" + digits(5, &chance))]
    if chance.happens(0.4) { parts.append(("21", digits(6, &chance))) }
    let text = parts.map { $0.0 + $0.1 + ($0.0 == "10" && parts.count > 3 ? "\u{1D}" : "") }.joined()
    let data = parts.map { "[\($0.0)]\($0.1)" }.joined()
    return (["-b", barcode, "--gs1", "-d", data], [text, text.filter { $0 != "\u{1D}" }])
  }
}
