/// One line of the table of application identifiers (GS1 General Specifications, release of January 2026): a code or a
/// range of codes, what the value is made of and which others it goes with.
struct Entry: Sendable {
  /// The first and the last code, as numbers of four digits: shorter ones are filled with zeros on the right.
  let first: Int
  let last: Int
  let title: String
  /// What the value is made of, from left to right; only the last part may vary in length.
  let components: [Component]
  /// Each of these lists must be met: one of its groups (`01`, `01+21`, `31nn`: n is any digit) is there.
  let needs: [String]
  /// None of these may be there: `255,37`, `310n`.
  let excludes: String

  /// `codes` is `00` or `3100-3105`.
  init(_ codes: String, _ title: String, _ components: Component..., needs: [String] = [], excludes: String = "") {
    let ends = codes.utf8.split(separator: UInt8(ascii: "-"))
    self.first = Self.key(ends[0])
    self.last = Self.key(ends[ends.count - 1])
    self.title = title
    self.components = components
    self.needs = needs
    self.excludes = excludes
  }

  /// In the order of their codes.
  static let table: [Entry] = items + measures + tradeAndParties + transport + products + assets

  /// The entry of a code of two to four digits; how many it has, its first two tell, so no two codes share a key.
  static func find(_ code: ArraySlice<UInt8>) -> Entry? {
    let key = key(code)
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if table[middle].first <= key { low = middle + 1 } else { high = middle }
    }
    guard low > 0, key <= table[low - 1].last else { return nil }
    return table[low - 1]
  }

  private static func key(_ code: some Collection<UInt8>) -> Int {
    (code.count..<4).reduce(code.number) { key, _ in key * 10 }
  }

  var minimumLength: Int { components.reduce(0) { $0 + ($1.isOptional ? 0 : $1.minimum) } }
  var maximumLength: Int { components.reduce(0) { $0 + $1.maximum } }
}

/// A part of an element's value.
struct Component: Sendable {
  enum Characters: Sendable {
    case digits
    /// GS1 character set 82.
    case text
    /// GS1 character set 39: part numbers.
    case part
    /// GS1 character set 64: base64url.
    case base64
  }

  let characters: Characters
  let minimum: Int
  let maximum: Int
  let rules: [ContentRule]
  var isOptional = false

  static func digits(_ length: Int, _ rules: ContentRule...) -> Component {
    Component(characters: .digits, minimum: length, maximum: length, rules: rules)
  }

  static func digits(upTo length: Int, _ rules: ContentRule...) -> Component {
    Component(characters: .digits, minimum: 1, maximum: length, rules: rules)
  }

  static func text(_ length: Int, _ rules: ContentRule...) -> Component {
    Component(characters: .text, minimum: length, maximum: length, rules: rules)
  }

  static func text(upTo length: Int, _ rules: ContentRule...) -> Component {
    Component(characters: .text, minimum: 1, maximum: length, rules: rules)
  }

  static func part(upTo length: Int, _ rules: ContentRule...) -> Component {
    Component(characters: .part, minimum: 1, maximum: length, rules: rules)
  }

  static func base64(upTo length: Int, _ rules: ContentRule...) -> Component {
    Component(characters: .base64, minimum: 1, maximum: length, rules: rules)
  }

  static func optional(_ component: Component) -> Component {
    var copy = component
    copy.isOptional = true
    return copy
  }

  /// What is wrong with this part of a value, its length apart; nil where it is right.
  func fault(in value: ArraySlice<UInt8>) -> String? {
    if let fault = characters.fault(in: value) { return fault }
    for rule in rules {
      if let fault = rule.fault(in: value) { return fault }
    }
    return nil
  }
}

extension Component.Characters {
  /// In the order of their values in check character pairs.
  static let set82 = Array("!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  func fault(in value: ArraySlice<UInt8>) -> String? {
    var value = value
    if self == .base64 {
      let padding = value.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard padding == 0 || (padding <= 2 && value.count % 3 == 0) else { return "the = at the end are not right" }
      value = value.dropLast(padding)
    }
    guard let wrong = value.firstIndex(where: { !contains($0) }) else { return nil }
    // A character beyond ASCII is shown whole.
    let shown = value[wrong...].text.unicodeScalars.first.map { displayable(String($0)) } ?? ""
    switch self {
    case .digits: return "only digits belong here, not \(shown)"
    case .text: return "the character \(shown) may not stand in GS1 data"
    case .part: return "only digits, capitals, # - and / belong here, not \(shown)"
    case .base64: return "only letters, digits, - and _ belong here, not \(shown)"
    }
  }

  private func contains(_ byte: UInt8) -> Bool {
    switch self {
    case .digits: isDigit(byte)
    case .text: Self.set82.contains(byte)
    case .part: isDigit(byte) || isCapital(byte) || byte == 0x23 || byte == 0x2D || byte == 0x2F
    case .base64: isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F
    }
  }
}
