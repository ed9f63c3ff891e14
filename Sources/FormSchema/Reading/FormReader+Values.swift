import DataFormats

extension FormReader {
  /// A text place takes the characters as typed; a plain scalar that other YAML readers take for something else is
  /// pointed at.
  mutating func text(_ node: YAMLNode, _ key: String) -> String? {
    guard let text = node.text else {
      diagnostics.error("not-a-text", at: node.start, "\(key) is a text, not a list or a map")
      return nil
    }
    if node.style == .plain, node.isNull {
      diagnostics.error(
        "empty-value", at: node.start, "\(key) has no value", help: "write a text, or leave the key out")
      return nil
    }
    warnAboutPlain(node, text)
    return text
  }

  /// `label: Dock #3`: YAML takes what follows ` #` for a comment. Comments that are meant as such stand apart.
  private mutating func warnAboutComment(_ node: YAMLNode) {
    guard node.style == .plain, node.start.line == node.end.line, node.end.column < Self.shortLine else { return }
    let at = source.byte(at: node.end)
    let rest = source.bytes[min(at, source.bytes.count)...].prefix(3)
    guard rest.prefix(2).elementsEqual(" #".utf8), ![0x20, 0x09].contains(rest.dropFirst(2).first ?? 0) else { return }
    diagnostics.warning(
      "lost-comment", at: SourcePosition(line: node.end.line, column: node.end.column + 1),
      "what follows # is a comment here, and no part of the text", help: "put the whole text in quotes")
  }

  private static let shortLine = 300

  private mutating func warnAboutPlain(_ node: YAMLNode, _ text: String) {
    warnAboutComment(node)
    guard node.style == .plain, let why = YAMLScalar.looksDifferentElsewhere(text) else { return }
    diagnostics.warning("ambiguous-scalar", at: node.start, why, help: "quote it: '\(text)'")
  }

  mutating func localText(_ node: YAMLNode, _ key: String) -> LocalText? {
    guard let pairs = node.pairs else { return text(node, key).map { LocalText($0) } }
    var texts: [(language: String, text: String)] = []
    for pair in pairs {
      guard let language = pair.key.text, let value = text(pair.value, key) else { continue }
      texts.append((language, value))
    }
    if pairs.isEmpty { diagnostics.error("empty-value", at: node.start, "\(key) has no text in any language") }
    return texts.isEmpty ? nil : LocalText(texts)
  }

  mutating func wholeNumber(_ node: YAMLNode, _ key: String, atLeast minimum: Int) -> Int? {
    guard let text = node.text, node.style == .plain, let number = YAMLScalar.integer(text), number >= minimum else {
      diagnostics.error("not-a-whole-number", at: node.start, "\(key) is a whole number, \(minimum) or more")
      return nil
    }
    return number
  }

  mutating func truth(_ node: YAMLNode?, _ key: String) -> Bool {
    guard let node else { return false }
    if node.style == .plain, let text = node.text, let truth = YAMLScalar.boolean(text) { return truth }
    diagnostics.error("not-true-or-false", at: node.start, "\(key) is true or false")
    return false
  }

  /// One of a set of words; `synonyms` are what others call them, in small letters.
  mutating func oneOf<T: RawRepresentable>(
    _ all: [T], _ node: YAMLNode, what: String, synonyms: [String: String] = [:]
  ) -> T?
  where T.RawValue == String {
    let names = all.map(\.rawValue)
    guard let text = node.text else {
      diagnostics.error("not-a-text", at: node.start, "\(what) is one of: \(names.joined(separator: ", "))")
      return nil
    }
    if let value = all.first(where: { $0.rawValue == text }) { return value }
    let guess = (synonyms[text.lowercased()] ?? closestMatch(to: text, in: names)).map { "did you mean \($0)?" }
    diagnostics.error(
      "unknown-\(what)", at: node.start, "there is no \(what) \(text)",
      help: guess ?? "it is one of: \(names.joined(separator: ", "))")
    return nil
  }

  /// A text, or a list of texts.
  mutating func texts(_ node: YAMLNode, _ key: String) -> [YAMLNode] {
    if let elements = node.elements { return elements }
    return node.text == nil ? [] : [node]
  }
}
