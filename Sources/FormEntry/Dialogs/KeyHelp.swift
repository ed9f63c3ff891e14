/// Keys and what they do, as the last line of the screen tells it.
struct KeyHelp {
  /// `Up Down PgUp PgDn`
  let keys: String
  /// The same keys where there is no room for more: `↑↓ Pg`.
  let short: String
  let word: String

  init(_ keys: String, short: String? = nil, _ word: String) {
    (self.keys, self.short, self.word) = (keys, short ?? keys, word)
  }

  /// Every key is named, at every size: closer together where it is narrow, and then without words.
  static func line(_ helps: [KeyHelp], columns: Int) -> String {
    let named = helps.map { "\($0.keys) \($0.word)" }
    let lines = [named.joined(separator: "   "), named.joined(separator: " ")]
    return lines.first { DisplayText.width($0) <= columns } ?? helps.map(\.short).joined(separator: " ")
  }
}
