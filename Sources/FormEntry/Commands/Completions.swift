/// Scripts that complete command lines in shells, made from the table of verbs.
enum Completions {
  static func script(for shell: String) -> String {
    switch shell {
    case "zsh": zsh
    case "fish": fish
    default: bash
    }
  }

  private static var programWords: [String] { VerbTable.programOptions.map { "--" + $0.name } }

  /// Verbs of one first word, `records` with its three.
  private static func verbs(of first: String) -> [Verb] { VerbTable.verbs.filter { $0.words[0] == first } }

  private static var options: [VerbOption] {
    var known: Set<String> = []
    return (VerbTable.verbs.flatMap(\.allOptions) + VerbTable.programOptions).filter { known.insert($0.name).inserted }
  }
}

extension Completions {
  private static var bash: String {
    var lines = [
      "# bash completion of formentry", "_formentry() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"",
      "  local verb=\"${COMP_WORDS[1]}\" second=\"${COMP_WORDS[2]}\"", "  COMPREPLY=()", "  case \"$before\" in",
    ]
    for option in options where option.value != nil {
      lines.append("    --\(option.name)) \(bash(option)); return ;;")
    }
    lines += [
      "  esac", "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W \"\((VerbTable.firstWords + programWords).joined(separator: " ")) $(formentry --form-ids 2>/dev/null)\" -- \"$word\"))",
      "    return", "  fi", "  case \"$verb\" in",
    ]
    for first in VerbTable.firstWords {
      let verbs = verbs(of: first)
      if verbs[0].words.count > 1 {
        lines += ["    \(first))", "      if [ \"$COMP_CWORD\" -eq 2 ]; then"]
        lines.append(
          "        COMPREPLY=($(compgen -W \"\(verbs.map { $0.words[1] }.joined(separator: " "))\" -- \"$word\"))")
        lines += ["        return", "      fi", "      case \"$second\" in"]
        lines += verbs.map { "        \($0.words[1])) \(bash($0)) ;;" }
        lines += ["      esac ;;"]
      } else {
        lines.append("    \(first)) \(bash(verbs[0])) ;;")
      }
    }
    lines.append("    *) \(bash(VerbTable.usual)) ;;")
    return (lines + ["  esac", "}", "complete -F _formentry formentry"]).joined(separator: "\n") + "\n"
  }

  private static func bash(_ option: VerbOption) -> String {
    if !option.choices.isEmpty {
      return "COMPREPLY=($(compgen -W \"\(option.choices.joined(separator: " "))\" -- \"$word\"))"
    }
    return bash(option.completion, words: [])
  }

  private static func bash(_ verb: Verb) -> String {
    bash(verb.operands.last?.completion ?? .nothing, words: verb.allOptions.map { "--" + $0.name })
  }

  private static func bash(_ completion: Completion, words: [String]) -> String {
    let files =
      switch completion {
      case .nothing: ""
      case .file: " -f"
      case .directory: " -d"
      case .form: " -f"
      }
    let ids = completion == .form ? " $(formentry --form-ids 2>/dev/null)" : ""
    return "COMPREPLY=($(compgen\(files) -W \"\(words.joined(separator: " "))\(ids)\" -- \"$word\"))"
  }
}

extension Completions {
  private static var zsh: String {
    var lines = ["#compdef formentry", "_formentry() {", "  local -a verbs", "  verbs=("]
    for first in VerbTable.firstWords {
      let verbs = verbs(of: first)
      let summary = verbs.count == 1 ? verbs[0].summary : verbs.map { $0.words[1] }.joined(separator: ", ")
      lines.append("    \(quoted("\(first):\(summary)"))")
    }
    lines += [
      "  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs",
      "    compadd -- $(formentry --form-ids 2>/dev/null)",
      "    compadd -- \(programWords.joined(separator: " "))", "    _files -g '*.yaml'", "    return", "  fi",
      "  case \"$words[2]\" in",
    ]
    for first in VerbTable.firstWords {
      let verbs = verbs(of: first)
      if verbs[0].words.count > 1 {
        lines += ["    \(first))", "      if (( CURRENT == 3 )); then"]
        lines += [
          "        compadd -- \(verbs.map { $0.words[1] }.joined(separator: " "))", "        return", "      fi",
        ]
        lines.append("      case \"$words[3]\" in")
        lines += verbs.map { "        \($0.words[1])) \(zsh($0)) ;;" }
        lines.append("      esac ;;")
      } else {
        lines.append("    \(first)) \(zsh(verbs[0])) ;;")
      }
    }
    lines.append("    *) \(zsh(VerbTable.usual)) ;;")
    return (lines + ["  esac", "}", "_formentry \"$@\""]).joined(separator: "\n") + "\n"
  }

  private static func zsh(_ verb: Verb) -> String {
    var words = ["_arguments"]
    for option in verb.allOptions {
      let value = option.value.map { ":\($0.lowercased()):\(zsh(option.completion, option.choices))" } ?? ""
      words.append(quoted("--\(option.name)[\(escaped(option.summary, ":", as: "\\:"))]\(value)"))
    }
    let action = verb.operands.last.map { zsh($0.completion, []) } ?? ""
    if !action.isEmpty { words.append(quoted("*:\(verb.operands.last?.name.lowercased() ?? ""):\(action)")) }
    return words.joined(separator: " ")
  }

  private static func zsh(_ completion: Completion, _ choices: [String]) -> String {
    if !choices.isEmpty { return "(\(choices.joined(separator: " ")))" }
    return switch completion {
    case .nothing: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .form: "{compadd -- $(formentry --form-ids 2>/dev/null); _files -g \"*.yaml\"}"
    }
  }
}

extension Completions {
  private static var fish: String {
    var lines = ["# fish completion of formentry", "complete -c formentry -f"]
    let noVerb = "not __fish_seen_subcommand_from \(VerbTable.firstWords.joined(separator: " "))"
    lines.append("complete -c formentry -n \(quoted(noVerb)) -a '(formentry --form-ids 2>/dev/null)' -d form")
    lines += VerbTable.programOptions.map { "complete -c formentry -n \(quoted(noVerb)) \(fish($0))" }
    for first in VerbTable.firstWords {
      let verbs = verbs(of: first)
      let summary = verbs.count == 1 ? verbs[0].summary : verbs.map { $0.words[1] }.joined(separator: ", ")
      lines.append("complete -c formentry -n \(quoted(noVerb)) -a \(first) -d \(quoted(summary))")
      for verb in verbs {
        var condition = "__fish_seen_subcommand_from \(first)"
        if verb.words.count > 1 {
          let seconds = verbs.map { $0.words[1] }.joined(separator: " ")
          lines.append(
            "complete -c formentry -n \(quoted("\(condition); and not __fish_seen_subcommand_from \(seconds)")) "
              + "-a \(verb.words[1]) -d \(quoted(verb.summary))")
          condition += "; and __fish_seen_subcommand_from \(verb.words[1])"
        }
        if let operand = verb.operands.last, operand.completion != .nothing {
          let ids = operand.completion == .form ? " -a '(formentry --form-ids 2>/dev/null)'" : ""
          lines.append("complete -c formentry -n \(quoted(condition)) -F\(ids)")
        }
        lines += verb.allOptions.map { "complete -c formentry -n \(quoted(condition)) \(fish($0))" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fish(_ option: VerbOption) -> String {
    var words = ["-l \(option.name)"]
    if option.value != nil { words.append("-r") }
    if !option.choices.isEmpty { words.append("-a \(quoted(option.choices.joined(separator: " ")))") }
    if option.completion != .nothing { words.append("-F") }
    return words.joined(separator: " ") + " -d \(quoted(option.summary))"
  }

  /// In single quotes, as all three shells read them.
  private static func quoted(_ text: String) -> String { "'" + escaped(text, "'", as: "'\\''") + "'" }

  private static func escaped(_ text: String, _ sign: Character, as written: String) -> String {
    text.split(separator: sign, omittingEmptySubsequences: false).joined(separator: written)
  }
}
