/// A verb of the command line, as data: the parser, the help, the manual page and the completions are made from it.
struct Verb: Sendable {
  /// `scan`, `records list`
  let name: String
  /// One clause, without a full stop.
  let summary: String
  let operands: [Operand]
  /// Its own options; `--help` comes besides.
  let options: [VerbOption]
  /// Whether it works on the store and forms of this station: it takes the common options.
  let isOfStation: Bool
  /// Sentences for the long help and the manual page.
  let details: [String]

  init(
    _ name: String, _ summary: String, operands: [Operand] = [], options: [VerbOption] = [], isOfStation: Bool = false,
    details: [String] = []
  ) {
    (self.name, self.summary, self.operands, self.options) = (name, summary, operands, options)
    (self.isOfStation, self.details) = (isOfStation, details)
  }

  /// `["scan"]`, `["records", "list"]`
  var words: [String] { name.split(separator: " ").map(String.init) }

  var allOptions: [VerbOption] { options + (isOfStation ? VerbOption.common : []) + [.help] }

  func option(named name: String) -> VerbOption? { allOptions.first { $0.name == name } }
}

/// What a value is, for the completions.
enum Completion: Sendable {
  case nothing, file, directory
  /// The id or the path of a form.
  case form
}

/// A word of the command line that is no option.
struct Operand: Sendable {
  enum Count: Sendable {
    case optional, one, some
  }

  /// In capitals: FORM.
  let name: String
  let count: Count
  let summary: String
  let completion: Completion

  init(_ name: String, _ count: Count, _ summary: String, _ completion: Completion = .nothing) {
    (self.name, self.count, self.summary, self.completion) = (name, count, summary, completion)
  }

  /// `[FORM]`, `FORM`, `PATH...`
  var usage: String {
    switch count {
    case .optional: "[\(name)]"
    case .one: name
    case .some: "\(name)..."
    }
  }
}

/// An option of the command line.
struct VerbOption: Sendable {
  /// Without dashes.
  let name: String
  /// What its value is called, in capitals; nil for an option without one.
  let value: String?
  let summary: String
  /// The only values that it takes; empty for any.
  let choices: [String]
  let completion: Completion
  let isRequired: Bool

  init(
    _ name: String, _ value: String? = nil, _ summary: String, choices: [String] = [],
    completion: Completion = .nothing,
    isRequired: Bool = false
  ) {
    (self.name, self.value, self.summary) = (name, value, summary)
    (self.choices, self.completion, self.isRequired) = (choices, completion, isRequired)
  }

  /// `--to csv|jsonl`, `--out DIR`, `--all`
  var usage: String {
    guard let value else { return "--\(name)" }
    return "--\(name) " + (choices.isEmpty || choices.count > 4 ? value : choices.joined(separator: "|"))
  }
}
