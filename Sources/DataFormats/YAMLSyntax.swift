/// libyaml's findings in the words of somebody who writes a form, not a parser.
enum YAMLSyntax {
  /// - Parameters:
  ///   - place: where the reading stopped
  ///   - begun: where the thing that was being read begins
  static func fault(
    problem: String, context: String, at place: SourcePosition, begun: SourcePosition, in source: SourceText
  ) -> YAMLFault {
    if let slip = YAMLBlanks.tabs(at: place.line, in: source) {
      return YAMLFault(slip.message, at: slip.start, help: slip.help)
    }
    switch problem {
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      let (open, close) = problem.hasSuffix("'}'") ? ("{", "}") : ("[", "]")
      var fault = unclosed(open, close, at: place, begun: begun, in: source)
      fault.opened = begun
      return fault
    case "found unexpected end of stream", "found unexpected document indicator":
      return YAMLFault("the quoted text that begins here has no closing quote", at: begun)
    case "mapping values are not allowed in this context", "found unexpected ':'":
      return strayColon(at: place, in: source)
    case "could not find expected ':'": return missingColon(at: place, begun: begun, in: source)
    case "did not find expected key":
      return misplaced("a key", at: place, begun: begun, what: "the mapping", in: source)
    case "did not find expected '-' indicator":
      return misplaced("- and an entry", at: place, begun: begun, what: "the list", in: source)
    case "block sequence entries are not allowed in this context":
      return YAMLFault(
        "a list can't begin here: - must stand first on a line of its own", at: place,
        help: "put the - on the next line, indented, or the text in quotes")
    case "mapping keys are not allowed in this context":
      return YAMLFault("a key can't begin here", at: place, help: "a text that begins with ? goes in quotes")
    case "found character that cannot start any token": return strangeStart(at: place, in: source)
    case "did not find expected node content" where source.byte(at: place) >= source.bytes.count:
      return YAMLFault("the file ends within a [ or { that is not closed", at: place)
    case "did not find expected node content":
      return YAMLFault("here should stand a value", at: place, help: "a text that begins with , ] or } goes in quotes")
    case "found unknown escape character":
      return YAMLFault(
        "in double quotes, \\ has a meaning, and none before this character", at: place,
        help: "use single quotes, or write \\\\ for one \\")
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return YAMLFault(
        "this escape names no character", at: place, help: "\\x takes 2 hexadecimal digits, \\u 4, \\U 8")
    case "found an indentation indicator equal to 0":
      return YAMLFault("the indentation after | or > is 1 to 9", at: place)
    case "did not find expected comment or line break":
      return YAMLFault(
        "here the line should end", at: place,
        help: context.hasSuffix("block scalar") ? "the text after | or > begins on the next line" : nil)
    case "did not find expected <document start>":
      return YAMLFault(
        "this does not belong to what stands before it", at: place, help: "check the indentation and brackets above")
    case "did not find expected alphabetic or numeric character":
      return YAMLFault(
        "after & or * should stand a name of letters and digits", at: place,
        help: "a text that begins with & or * goes in quotes")
    case "found undefined tag handle":
      return YAMLFault("tags are not read here", at: place, help: "a text that begins with ! goes in quotes")
    default:
      if context.hasSuffix("tag") {
        return YAMLFault("this tag is not well formed", at: place, help: "a text that begins with ! goes in quotes")
      }
      if context.hasSuffix("directive") {
        return YAMLFault("this line that begins with % is no YAML directive", at: place, help: "delete it")
      }
      return YAMLFault("this is not YAML: \(problem.isEmpty ? "something is missing" : problem)", at: place)
    }
  }

  private static func unclosed(
    _ open: String, _ close: String, at place: SourcePosition, begun: SourcePosition, in source: SourceText
  ) -> YAMLFault {
    let begin = "the \(open) begun on line \(begun.line), column \(begun.column)"
    let next = source.bytes[source.byte(at: place)...].first
    switch next {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard place.line == begun.line else { break }
      return YAMLFault(
        "\(begin), wants , or \(close) before this", at: place,
        help: "a text that holds , [ ] { } goes in quotes as a whole")
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      return YAMLFault("\(begin), must be closed by \(close) before this", at: place)
    case UInt8(ascii: ":"):
      guard place.line == begun.line else { break }
      return YAMLFault(
        "\(begin), wants , or \(close) before this", at: place, help: "a text that holds : goes in quotes")
    default: break
    }
    return YAMLFault(
      "\(begin), is not closed: here should stand , or \(close)", at: place,
      help: "line \(begun.line) probably lacks a \(close)")
  }

  private static func strayColon(at place: SourcePosition, in source: SourceText) -> YAMLFault {
    if let quote = MisleadingCharacters.quote(in: source.line(place.line)) {
      return YAMLFault(
        "a second ':' on one line can't make a key", at: place,
        help: "\(quote) is no quote of YAML: write ' or \" round the text")
    }
    let line = Array(source.line(place.line).unicodeScalars.prefix(max(0, place.column - 1)))
    // A colon earlier on the line makes this the second; without one, the key stands deeper than its place allows.
    let isSecond = zip(line, line.dropFirst()).contains { $0 == ":" && $1 == " " }
    return isSecond
      ? YAMLFault(
        "a second ':' on one line can't make a key", at: place, help: "put the text that holds ': ' in quotes")
      : YAMLFault(
        "no key can stand here", at: place,
        help: "check that this line begins in the same column as its neighbours, and that the value above it has ended")
  }

  private static func missingColon(
    at place: SourcePosition, begun: SourcePosition, in source: SourceText
  ) -> YAMLFault {
    let word = source.line(begun.line).unicodeScalars.dropFirst(begun.column - 1)
    let text = String(String.UnicodeScalarView(word.prefix(30))).trimmingSpaces
    return YAMLFault(
      "'\(text)' is no key: ': ' and a value are missing", at: begun, help: "a key is followed by a colon and a space")
  }

  private static func misplaced(
    _ wanted: String, at place: SourcePosition, begun: SourcePosition, what: String, in source: SourceText
  ) -> YAMLFault {
    let before = String(String.UnicodeScalarView(source.line(place.line).unicodeScalars.prefix(place.column - 1)))
    let help =
      if !before.trimmingSpaces.isEmpty {
        "a text with quotes, brackets, & or * in it goes in quotes as a whole"
      } else if place.column == begun.column {
        "what belongs to an entry begins below its first word, and not below the -"
      } else {
        "it begins in column \(place.column), \(what) in column \(begun.column)"
      }
    return YAMLFault("here should stand \(wanted) of \(what) begun on line \(begun.line)", at: place, help: help)
  }

  private static func strangeStart(at place: SourcePosition, in source: SourceText) -> YAMLFault {
    let next = source.bytes[source.byte(at: place)...].first ?? 0
    guard (0x21..<0x7F).contains(next) else { return YAMLFault("nothing can begin with this character", at: place) }
    let character = Unicode.Scalar(next)
    return YAMLFault("a text can't begin with \(character)", at: place, help: "put it in quotes")
  }
}

extension String {
  /// Without the spaces (U+0020 alone) at both ends.
  public var trimmingSpaces: String {
    let utf8 = utf8
    guard utf8.first == 0x20 || utf8.last == 0x20 else { return self }
    guard let first = utf8.firstIndex(where: { $0 != 0x20 }), let last = utf8.lastIndex(where: { $0 != 0x20 })
    else { return "" }
    return String(self[first...last])
  }
}
