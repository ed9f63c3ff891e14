/// Why a text does not pass a check.
enum CheckFault {
  /// It has another length, or other characters; the sentence says what such a text looks like.
  case shape(String)
  /// It looks like one, and its check digit is another. `name` is without its article: `UPS number`.
  case checkDigit(name: String, expected: UInt8, found: UInt8)

  /// One sentence: what is wrong, and what would be right.
  var message: String {
    switch self {
    case .shape(let sentence): sentence
    case .checkDigit(let name, let expected, let found):
      "The \(Self.word(expected)) of this \(name) should be \([expected].text), not \(displayable([found].text))"
    }
  }

  /// `check digit`; `check character` where it may be a letter.
  static func word(_ expected: UInt8) -> String { isDigit(expected) ? "check digit" : "check character" }
}

/// What a text would be but for its check digit.
struct NearMiss {
  let check: NamedCheck
  let name: String
  let expected: UInt8
  let found: UInt8

  /// `14 digits: as a GTIN the check digit should be 5, it is 3`; kinds that want the same digit share a sentence.
  static func sentences(_ all: [NearMiss], of text: String) -> [String] {
    let digits = Array(text.utf8).filter { $0 != 0x20 }
    let start = digits.areDigits ? "\(digits.count) digits: as " : "As "
    var sentences: [String] = []
    var isTold = Set<Int>()
    for (index, miss) in all.enumerated() where !isTold.contains(index) {
      let alike = all.indices.filter { all[$0].expected == miss.expected && all[$0].found == miss.found }
      isTold.formUnion(alike)
      let names = alike.map { article(all[$0].name) + all[$0].name }.joined(separator: " or ")
      let word = CheckFault.word(miss.expected)
      sentences.append(
        "\(start)\(names) the \(word) should be \([miss.expected].text), it is \(displayable([miss.found].text))")
    }
    return sentences
  }

  private static func article(_ name: String) -> String {
    ["SSCC", "IMEI", "Old", "air"].contains { name.utf8.starts(with: $0.utf8) } ? "an " : "a "
  }
}
