import Configuration

/// The manual page formentry(1), made from the table of verbs, the settings and the keys. It is written in man(7).
enum ManPage {
  static var text: String {
    var lines = [".TH FORMENTRY 1 \"\" \"formentry \(VerbTable.version)\" \"User Commands\""]
    lines += section("NAME") + ["formentry \\- forms for receiving docks: bar codes and keys in, records out"]
    lines += section("SYNOPSIS") + synopsis
    lines +=
      section("DESCRIPTION")
      + paragraphs([
        "formentry shows forms that are written in YAML as dialogs on a terminal, takes bar codes from cameras and "
          + "scanners into their fields, checks everything by the form's rules and saves completed records as JSON lines.",
        "Every verb works without a terminal except the dialogs themselves. Messages go to the standard error.",
      ])
    lines += section("COMMANDS") + VerbTable.verbs.flatMap(command)
    lines += section("COMMON OPTIONS") + VerbOption.common.flatMap(entry)
    lines += section("PROGRAM OPTIONS") + VerbTable.programOptions.flatMap(entry)
    lines += section("KEYS") + keys
    lines += section("CONFIGURATION") + settings
    lines += section("FILES") + files
    lines += section("EXIT STATUS") + Help.statuses.flatMap { tagged(".B \($0.0)", $0.1) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var synopsis: [String] {
    VerbTable.verbs.flatMap { [escaped(Help.usage(of: $0)), ".br"] }.dropLast()
  }

  private static func command(_ verb: Verb) -> [String] {
    var lines = [".SS \(escaped(verb.name))"]
    lines += paragraphs([verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + "."])
    lines += verb.operands.flatMap { tagged(".I \(escaped($0.usage))", $0.summary) }
    lines += verb.options.flatMap(entry)
    return lines + paragraphs(verb.details)
  }

  private static func entry(_ option: VerbOption) -> [String] { tagged(".B \(escaped(option.usage))", option.summary) }

  private static var keys: [String] {
    KeyAction.allCases.flatMap { action in
      tagged(".B \(escaped(action.rawValue))", action.usualKeys.map(\.description).joined(separator: ", "))
    } + paragraphs(["The names on the left stand under 'keys' in the configuration, with one key or a list of keys."])
  }

  private static var settings: [String] {
    let intro =
      "A configuration is a YAML file of these settings. Each can also be set by the variable FORMENTRY_ and its name "
      + "in capitals, which wins over the files; options win over both."
    return paragraphs([intro]) + Setting.all.flatMap { tagged(".B \(escaped($0.name))", "\($0.about): \($0.wants)") }
      + tagged(".B keys", "keys of the dialogs: see KEYS")
      + tagged(".B FORMENTRY_NOW", "in the environment alone: fixes the clock to an instant with offset, for tests")
  }

  private static var files: [String] {
    tagged(".I /etc/formentry/config.yaml", "the configuration of the machine")
      + tagged(".I $XDG_CONFIG_HOME/formentry/config.yaml", "the user's, read after it")
      + tagged(".I ./Forms, /etc/formentry/forms", "where forms are looked for after --forms and FORMENTRY_FORMS")
      + tagged(".I $XDG_DATA_HOME/formentry", "the store, where none is configured")
  }

  private static func section(_ name: String) -> [String] { [".SH \(name)"] }

  private static func tagged(_ head: String, _ text: String) -> [String] { [".TP", head, escaped(text)] }

  private static func paragraphs(_ texts: [String]) -> [String] { texts.flatMap { [".PP", escaped($0)] } }

  /// Backslashes and hyphens have a meaning, and so have points and quotes at the beginning of a line.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case ".", "'": escaped += escaped.isEmpty ? "\\&\(character)" : String(character)
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
