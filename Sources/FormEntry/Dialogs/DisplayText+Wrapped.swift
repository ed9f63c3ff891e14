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
        var rest = String(word)
        while width(rest) > columns {
          let piece = clipped(rest, columns: columns).text
          // A wide character in a column too narrow for it: nothing of it can be shown.
          guard !piece.isEmpty else { return lines }
          lines.append(piece)
          rest = String(rest.unicodeScalars.dropFirst(piece.unicodeScalars.count))
        }
        current = rest
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
