import CSystem

/// Text as cells: how wide it is, and what of it may reach a terminal.
enum DisplayText {
  /// Columns that `text` takes once it is made `visible`.
  static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  static func width(_ scalar: Unicode.Scalar) -> Int { max(0, Int(csystem_display_width(scalar.value))) }

  /// `text` with everything that a terminal would obey, or that would reorder the line, replaced by a sign: GS shows as
  /// `␝`. Where only ASCII can be shown, other characters become their nearest ASCII sign or `?`.
  static func visible(_ text: String, unicode: Bool = true) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    var combining = 0
    for scalar in text.unicodeScalars {
      var shown = sign(for: scalar) ?? scalar
      let width = csystem_display_width(shown.value)
      if width < 0 { shown = "\u{fffd}" }
      combining = width == 0 ? combining + 1 : 0
      if combining > 4 { continue }  // a cell holds five characters
      if unicode {
        result.append(shown)
      } else if scalar.value < 0x20 {
        result.append("^")
        result.append(Unicode.Scalar(UInt8(scalar.value) + 0x40))
      } else if width != 0 {
        result.append(shown.isASCII ? shown : ascii[shown] ?? "?")
        if width == 2 { result.append("?") }
      }
    }
    return String(result)
  }

  /// As much of `text` as fits into `columns`, with its width. A wide character that would be cut is left out.
  static func clipped(_ text: String, columns: Int) -> (text: String, width: Int) {
    var width = 0
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let own = Self.width(scalar)
      if width + own > columns { break }
      width += own
      result.append(scalar)
    }
    return (String(result), width)
  }

  private static func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7f: "\u{2421}"
    case 0x80...0x9f: "\u{fffd}"
    case 0x061c, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb: "\u{fffd}"
    default: nil
    }
  }

  private static let ascii: [Unicode.Scalar: Unicode.Scalar] = [
    "✓": "+", "✗": "x", "▾": "v", "▴": "^", "▸": ">", "◂": "<", "↑": "^", "↓": "v", "─": "-", "━": "-", "│": "|",
    "·": ".", "…": "~",
    "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "°": "o", "•": "*", "×": "x", "\u{a0}": " ",
  ]
}
