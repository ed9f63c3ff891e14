import DataFormats

/// What the words of a command line ask for.
enum CommandLineAnswer: Sendable {
  case run(Request)
  /// The help of a verb, or of the program.
  case help(Verb?)
  case version, manual, formIDs
  case completions(String)
}

/// A verb with its operands and options.
struct Request: Sendable {
  let verb: Verb
  var operands: [String] = []
  /// In the order of the command line; a later one of the same name counts.
  var options: [(name: String, value: String)] = []
  /// The words besides the verb as they were given.
  var words: [String] = []
  /// Whether the verb was left out.
  var isImplied = false
}

/// Wrong usage, in one sentence.
struct UsageFault: Error {
  let message: String
  /// Whose help tells more.
  let verb: Verb?

  init(_ message: String, _ verb: Verb?) {
    (self.message, self.verb) = (message, verb)
  }
}

/// Reads a command line by the table of verbs.
struct OptionParser {
  private let words: [String]

  /// Without the program's own name.
  init(_ words: [String]) {
    self.words = words
  }

  func parse() throws(UsageFault) -> CommandLineAnswer {
    if let asked = try programOption() { return asked }
    let (verb, rest) = try splitVerb()
    do {
      return try read(verb, rest)
    } catch {
      // Words that make no sense to the verb that stands for none were probably meant for a verb that was misspelt.
      guard verb == nil, let word = rest.first(where: { !$0.hasPrefix("-") }),
        let near = closestMatch(to: word, in: VerbTable.firstWords)
      else { throw error }
      throw UsageFault("there is no verb \(Self.shown(word)): did you mean \(near)?", nil)
    }
  }

  private func read(_ verb: Verb?, _ others: [String]) throws(UsageFault) -> CommandLineAnswer {
    var rest = others
    var request = Request(verb: verb ?? VerbTable.usual)
    request.words = rest
    request.isImplied = verb == nil
    while let word = rest.first {
      rest.removeFirst()
      if word == "--" {
        request.operands += rest
        break
      } else if word == "-h" || word == "--help" {
        return .help(verb)
      } else if word.hasPrefix("--") {
        try Self.take(word, &rest, into: &request)
      } else if word.hasPrefix("-"), word != "-" {
        throw UsageFault(
          "there is no option \(Self.shown(word)); a word that begins with - stands behind --", request.verb)
      } else {
        request.operands.append(word)
      }
    }
    try Self.check(request)
    return .run(request)
  }

  /// An option that stands in place of a verb.
  private func programOption() throws(UsageFault) -> CommandLineAnswer? {
    guard let first = words.first else { return nil }
    let parts = Self.parts(of: first)
    switch parts.name {
    case "-h", "--help": return .help(nil)
    case "--version": return .version
    case "--man": return .manual
    case "--form-ids": return .formIDs
    case "--completions":
      let shells = VerbTable.programOptions.first { $0.name == "completions" }?.choices ?? []
      let shell = parts.value ?? words.dropFirst().first ?? ""
      guard shells.contains(shell) else {
        throw UsageFault("--completions wants \(Self.list(shells)), not '\(Self.shown(shell))'", nil)
      }
      return .completions(shell)
    default: return nil
    }
  }

  /// The verb, and the other words: options may stand before it.
  private func splitVerb() throws(UsageFault) -> (Verb?, [String]) {
    var at = 0
    while at < words.count, words[at].hasPrefix("-"), words[at] != "-", words[at] != "--" {
      at += Self.takesValue(words[at]) ? 2 : 1
    }
    guard at < words.count, VerbTable.firstWords.contains(words[at]) else { return (nil, words) }
    var rest = words
    let first = rest.remove(at: at)
    let verbs = VerbTable.verbs(beginning: first)
    guard verbs[0].words.count > 1 else { return (verbs[0], rest) }
    let second = at < rest.count ? rest[at] : nil
    if let verb = verbs.first(where: { $0.words[1] == second }) {
      rest.remove(at: at)
      return (verb, rest)
    }
    if second == "-h" || second == "--help" { return (nil, ["--help"]) }
    let seconds = verbs.map { $0.words[1] }
    let near = second.flatMap { closestMatch(to: $0, in: seconds) }.map { ": did you mean \($0)?" } ?? ""
    throw UsageFault(
      "\(first) wants \(Self.list(seconds))" + (second.map { ", not '\(Self.shown($0))'" } ?? "") + near, nil)
  }

  private static func takesValue(_ word: String) -> Bool {
    VerbTable.verbs.lazy.flatMap(\.allOptions).first { "--" + $0.name == word }?.value != nil
  }

  /// `--name=value`
  private static func parts(of word: String) -> (name: String, value: String?) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private static func take(_ word: String, _ rest: inout [String], into request: inout Request) throws(UsageFault) {
    let verb = request.verb
    let parts = parts(of: String(word.dropFirst(2)))
    guard let option = verb.option(named: parts.name) else {
      let near = closestMatch(to: parts.name, in: verb.allOptions.map(\.name)).map { ": did you mean --\($0)?" } ?? ""
      throw UsageFault("\(verb.name) has no option --\(shown(parts.name))\(near)", verb)
    }
    guard let wanted = option.value else {
      guard parts.value == nil else { throw UsageFault("--\(option.name) takes no value", verb) }
      request.options.append((option.name, ""))
      return
    }
    let value: String
    if let given = parts.value {
      value = given
    } else if let next = rest.first, !next.hasPrefix("--") {
      value = next
      rest.removeFirst()
    } else {
      let follows = rest.first.map { ", here follows \(shown($0))" } ?? ""
      throw UsageFault("--\(option.name) wants \(wanted)\(follows)", verb)
    }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      let near = closestMatch(to: value, in: option.choices).map { "did you mean \($0)?" }
      throw UsageFault("--\(option.name) knows no \(shown(value)): \(near ?? "it takes " + list(option.choices))", verb)
    }
    request.options.append((option.name, value))
  }

  private static func check(_ request: Request) throws(UsageFault) {
    let verb = request.verb
    let count = request.operands.count
    if let missing = verb.operands.first(where: { $0.count != .optional }), count == 0 {
      throw UsageFault("\(verb.name) wants \(missing.usage): \(missing.summary)", verb)
    }
    if verb.operands.last?.count != .some, count > verb.operands.count {
      let wanted = verb.operands.isEmpty ? "no words" : "only one \(verb.operands[0].name)"
      throw UsageFault("\(verb.name) takes \(wanted), not '\(shown(request.operands[verb.operands.count]))' too", verb)
    }
    for option in verb.allOptions
    where option.isRequired && !request.options.contains(where: { $0.name == option.name }) {
      throw UsageFault("\(verb.name) wants \(option.usage): \(option.summary)", verb)
    }
  }

  private static func shown(_ word: String) -> String { word.prefix(60).withVisibleControls }

  private static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }
}
