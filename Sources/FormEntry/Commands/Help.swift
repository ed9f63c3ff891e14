/// What `--help` prints, made from the table of verbs.
enum Help {
  /// The program's.
  static var text: String {
    var lines = [
      "formentry \(VerbTable.version) - forms for receiving docks: bar codes and keys in, records out", "",
      "Usage: formentry [FORM]    fill a form; without FORM, choose one from a menu",
      "       formentry VERB ...  one of these:", "",
    ]
    lines += columns(VerbTable.verbs.map { ($0.name, $0.summary) })
    lines += ["", "Options of the verbs that work on a station:"]
    lines += columns(VerbOption.common.map { ($0.usage, $0.summary) })
    lines += ["", "Options in place of a verb:"]
    lines += columns(VerbTable.programOptions.map { ($0.usage, $0.summary) })
    lines += ["", "'formentry VERB --help' tells more about a verb. Exit status:"]
    lines += columns(statuses)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A verb's.
  static func text(of verb: Verb) -> String {
    var lines = ["formentry \(verb.name) - \(verb.summary)", ""]
    let usage = wrapped(usage(of: verb), width: 71)
    lines += zip(["Usage: "] + usage.dropFirst().map { _ in "         " }, usage).map { $0 + $1 }
    if !verb.operands.isEmpty { lines += [""] + columns(verb.operands.map { ($0.name, $0.summary) }) }
    lines += ["", "Options:"] + columns((verb.options + [.help]).map { ($0.usage, $0.summary) })
    if verb.isOfStation {
      lines += ["", "Of the station:"] + columns(VerbOption.common.map { ($0.usage, $0.summary) })
    }
    for detail in verb.details { lines += [""] + wrapped(detail, width: 78) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `formentry export FORM --to csv|jsonl [options]`
  static func usage(of verb: Verb) -> String {
    var words = ["formentry", verb.name == VerbTable.usual.name ? "[\(verb.name)]" : verb.name]
    words += verb.operands.map(\.usage)
    words += verb.options.filter(\.isRequired).map(\.usage)
    return (words + ["[options]"]).joined(separator: " ")
  }

  static let statuses = [
    ("0", "done; warnings alone, too"), ("1", "the input was refused, or something was found wrong"),
    ("2", "wrong usage or configuration"), ("3", "the environment failed: disk, camera, terminal"),
  ]

  /// Two columns; the second wrapped, and below the first where that is too wide.
  private static func columns(_ rows: [(String, String)]) -> [String] {
    let left = min(rows.map { $0.0.count }.max() ?? 0, 24) + 4
    let margin = String(repeating: " ", count: left)
    return rows.flatMap { name, text in
      var lines = wrapped(text, width: 78 - left).map { margin + $0 }
      let head = "  " + name
      if head.count + 2 <= left, let first = lines.first {
        lines[0] = head + first.dropFirst(head.count)
        return lines
      }
      return [head] + lines
    }
  }

  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
