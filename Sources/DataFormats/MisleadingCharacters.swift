/// Characters that look like what a form needs, or like nothing at all, and mean something else to a program.
public enum MisleadingCharacters {
  /// The quotes that word processors make of ' and ".
  private static let quotes = "‘’‚‛“”„‟«»".unicodeScalars

  /// The first typographic quote.
  public static func quote(in text: String) -> Unicode.Scalar? { text.unicodeScalars.first(where: quotes.contains) }

  /// Whether the whole text stands in typographic quotes.
  public static func isQuoted(_ text: String) -> Bool {
    guard text.unicodeScalars.count > 1, let first = text.unicodeScalars.first, let last = text.unicodeScalars.last
    else { return false }
    return quotes.contains(first) && quotes.contains(last)
  }

  /// Spaces other than U+0020: U+00A0, U+2000 to U+200A, U+202F, U+205F, U+3000.
  public static func isForeignSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Soft hyphens, joiners, marks of direction and of byte order: nothing is seen of them.
  public static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// What is wrong with a word that should be one of the program's own, where that cannot be seen; nil where nothing
  /// of the kind is in it. One sentence.
  public static func remedy(for word: String) -> String? {
    for scalar in word.unicodeScalars {
      if isForeignSpace(scalar) { return "it holds a space that is none (\(code(scalar))): write an ordinary one" }
      if isUnseen(scalar) { return "it holds a character that cannot be seen (\(code(scalar))): delete it" }
    }
    return quote(in: word).map { "\($0) is no quote of YAML: write ' or \" in its place" }
  }

  /// `U+00A0`
  public static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
