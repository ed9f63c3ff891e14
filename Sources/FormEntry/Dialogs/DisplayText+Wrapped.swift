extension DisplayText {
  /// `text` in lines of at most `columns`, broken at spaces where there are any, and at line feeds.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      if width(String(line)) <= columns { return [String(line)] }
      var lines: [String] = []
      var current = ""
      for word in line.split(separator: " ") {
        let joined = current.isEmpty ? String(word) : current + " " + word
        if width(joined) <= columns {
          current = joined
          continue
        }
        if !current.isEmpty { lines.append(current) }
        // In one pass: a text that was pasted may be a single word of a million characters.
        var piece = String.UnicodeScalarView()
        var used = 0
        for scalar in word.unicodeScalars {
          let own = width(scalar)
          // A wide character in a column too narrow for it: nothing of it can be shown.
          guard own <= columns else { return lines + (piece.isEmpty ? [] : [String(piece)]) }
          if used + own > columns {
            lines.append(String(piece))
            (piece, used) = (String.UnicodeScalarView(), 0)
          }
          piece.append(scalar)
          used += own
        }
        current = String(piece)
      }
      return lines + [current]
    }
  }
  /// At most `rows` of these lines; the last one ends with an ellipsis where more follow.
  static func wrapped(_ text: String, columns: Int, rows: Int) -> [String] {
    let lines = wrapped(text, columns: columns)
    guard lines.count > rows, rows > 0 else { return Array(lines.prefix(max(0, rows))) }
    return Array(lines.prefix(rows - 1)) + [clipped(lines[rows - 1], columns: columns - 1).text + "…"]
  }
}
