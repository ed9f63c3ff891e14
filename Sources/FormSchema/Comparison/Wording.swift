import DataFormats

/// Keys of fields and lists in the words of whoever writes forms.
enum Wording {
  static let unconfirmable = ": answers that confirm it by that name are refused"

  /// Said in other ways: `id` and `was` by names, `type` and `label` apart, rules and fields one by one.
  private static let saidElsewhere: Set<String> = ["id", "was", "type", "label", "rules", "fields"]

  /// `: it must be filled`
  static func demand(of field: Field) -> String {
    switch field.required?.expression.constant {
    case .boolean(false): ""
    case .boolean(true): ": it must be filled, and answers must give it"
    default: field.required.map { ": it must be filled when \($0.text)" } ?? ""
    }
  }

  /// What the values of a field are, for people who read an export.
  static func kind(_ field: Field) -> String {
    switch field.type {
    case .lines: "rows"
    case .integer: "whole numbers"
    case .decimal: "numbers with decimals"
    case .date: "dates"
    case .time: "times"
    case .datetime: "moments"
    case .boolean: "true or false"
    case .choices: "lists of texts"
    default: "texts"
    }
  }

  /// A node as it would be written on one line.
  static func text(of node: YAMLNode) -> String {
    switch node.content {
    // A space more or less in an expression says nothing else.
    case .scalar(let text, _): text.split(separator: " ").joined(separator: " ")
    case .sequence(let elements): elements.map { text(of: $0) }.joined(separator: ", ")
    case .mapping(let pairs):
      pairs.map { "\($0.key.text ?? ""): \(nested($0.value))" }.joined(separator: ", ")
    }
  }

  private static func nested(_ node: YAMLNode) -> String {
    node.text == nil ? "(\(text(of: node)))" : text(of: node)
  }

  /// What of the keys of a field differs.
  static func changes(from old: YAMLNode?, to new: YAMLNode?) -> [String] {
    FormKeys.field.filter { !saidElsewhere.contains($0) }.compactMap { key in
      let (before, now) = (words(old?[key], key), words(new?[key], key))
      guard before != now else { return nil }
      if key == "required" { return required(before, now) }
      switch (before, now) {
      case (nil, let now?): return now == "true" ? "\(key) is new" : "\(key) is new: \(now)"
      case (let before?, nil): return before == "true" ? "\(key) is gone" : "\(key) is gone, and was \(before)"
      default: return "\(key) is \(now ?? ""), and was \(before ?? "")"
      }
    }
  }

  /// nil where the key is not there, or says what its absence says. A list that is written out is compared value by
  /// value.
  private static func words(_ node: YAMLNode?, _ key: String) -> String? {
    guard let node, key != "choices" || node.text != nil else { return nil }
    let text = text(of: node)
    return ["required", "keep", "upper", "lower"].contains(key) && text == "false" ? nil : text
  }

  private static func required(_ before: String?, _ now: String?) -> String {
    let was = before.map { $0 == "true" ? "always had to be" : "had to be when \($0)" } ?? "need not be"
    switch now {
    case nil: return "it need not be filled any more (it \(was))"
    case "true": return "it must be filled (it \(was)), and answers must give it"
    case let condition?: return "it must be filled when \(condition) (it \(was))"
    }
  }

  static func changes(from old: ChoiceList, to new: ChoiceList) -> [String] {
    var changes: [String] = []
    func list(_ values: [String]) -> String {
      values.prefix(8).joined(separator: ", ") + (values.count > 8 ? " and \(values.count - 8) more" : "")
    }
    let gone = old.options.map(\.value).filter { new.option($0) == nil }
    let added = new.options.map(\.value).filter { old.option($0) == nil }
    let relabelled = new.options.filter { option in old.option(option.value).map { $0.label != option.label } ?? false }
    if !gone.isEmpty {
      changes.append("no longer has \(list(gone)): records that hold it are refused when they are saved anew")
    }
    if !added.isEmpty { changes.append("has \(list(added)) besides") }
    if !relabelled.isEmpty { changes.append("shows \(list(relabelled.map(\.value))) under another label") }
    return changes
  }
}

extension LocalText {
  /// In all its languages.
  var inWords: String {
    texts.map { $0.language.isEmpty ? "'\($0.text)'" : "\($0.language) '\($0.text)'" }.joined(separator: ", ")
  }
}

extension Message {
  /// All of it, to be compared.
  var plain: String {
    languages.map { language, parts in
      language
        + parts.map { part in
          switch part {
          case .text(let text): text.text(in: "")
          case .value(let expression): "{\(expression)}"
          }
        }.joined()
    }.joined(separator: "\n")
  }
}
