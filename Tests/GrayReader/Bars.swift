/// Codes as modules, "1" for a bar, from tables of their own.
enum Bars {
  private static let odd = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
  ]
  private static let even = odd.map { String($0.reversed().map { $0 == "1" ? "0" : "1" }) }
  private static let right = odd.map { String($0.map { $0 == "1" ? "0" : "1" }) }
  private static let parities = [
    "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO",
  ]
  private static let shortParities = [
    "EEEOOO", "EEOEOO", "EEOOEO", "EEOOOE", "EOEEOO", "EOOEEO", "EOOOEE", "EOEOEO", "EOEOOE", "EOOEOE",
  ]

  private static func values(_ digits: String) -> [Int] { digits.compactMap(\.wholeNumberValue) }

  /// 13 digits, the last of which is printed as it is given.
  static func ean13(_ digits: String) -> String {
    let values = values(digits)
    let left = zip(values[1...6], parities[values[0]]).map { $1 == "O" ? odd[$0] : even[$0] }
    return "101" + left.joined() + "01010" + values[7...12].map { right[$0] }.joined() + "101"
  }

  /// 8 digits.
  static func ean8(_ digits: String) -> String {
    let values = values(digits)
    return "101" + values[0...3].map { odd[$0] }.joined() + "01010" + values[4...7].map { right[$0] }.joined() + "101"
  }

  /// 8 digits: number system 0 or 1, six digits, the check digit of the long form.
  static func upcE(_ digits: String) -> String {
    let values = values(digits)
    let parity = shortParities[values[7]].map { values[0] == 0 ? $0 : $0 == "E" ? "O" : "E" }
    return "101" + zip(values[1...6], parity).map { $1 == "O" ? odd[$0] : even[$0] }.joined() + "010101"
  }

  /// Code 39's own pattern of wide and narrow bars, for some letters, between its asterisks.
  static func code39(_ text: String) -> String {
    let patterns: [Character: String] = [
      "*": "nwnnwnwnn", "A": "wnnnnwnnw", "B": "nnwnnwnnw", "C": "wnwnnwnnn", "D": "nnnnwwnnw", "1": "wnnwnnnnw",
      "2": "nnwwnnnnw", "3": "wnwwnnnnn", "4": "nnnwwnnnw",
    ]
    return ("*" + text + "*").map { letter in
      (patterns[letter] ?? "").enumerated().map { index, width in
        String(repeating: index % 2 == 0 ? "1" : "0", count: width == "w" ? 3 : 1)
      }.joined()
    }.joined(separator: "0")
  }

  /// Interleaved 2 of 5.
  static func interleaved(_ digits: String) -> String {
    let patterns = ["nnwwn", "wnnnw", "nwnnw", "wwnnn", "nnwnw", "wnwnn", "nwwnn", "nnnww", "wnnwn", "nwnwn"]
    let values = values(digits)
    var modules = "1010"
    for pair in stride(from: 0, to: values.count - 1, by: 2) {
      for (bar, space) in zip(patterns[values[pair]], patterns[values[pair + 1]]) {
        modules += String(repeating: "1", count: bar == "w" ? 3 : 1)
        modules += String(repeating: "0", count: space == "w" ? 3 : 1)
      }
    }
    return modules + "11101"
  }

  /// Code 128 as its widths: each symbol six elements of 1 to 4 modules, 11 in all.
  static func code128(_ widths: [String]) -> String {
    (["211214"] + widths + ["2331112"]).map { symbol in
      symbol.enumerated().map { String(repeating: $0 % 2 == 0 ? "1" : "0", count: $1.wholeNumberValue ?? 1) }.joined()
    }.joined()
  }

  /// Bars and spaces of 1 to 4 modules that mean nothing.
  static func random(_ modules: Int, _ generator: inout Generator) -> String {
    var text = "101"
    while text.count < modules - 3 {
      let next: Character = text.last == "1" ? "0" : "1"
      text += String(repeating: next, count: Int(generator.next() % 4) + 1)
    }
    return String(text.prefix(modules - 3)) + (text.dropFirst(modules - 4).first == "1" ? "010" : "101") + "1"
  }
}

/// Numbers that are the same each time (SplitMix64).
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// About normal, with a standard deviation of 1.
  mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double(next() >> 11) / 0x1p53 }
  }
}
