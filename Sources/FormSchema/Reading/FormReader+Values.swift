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
    if node.style == .plain, MisleadingCharacters.isQuoted(text) {
      diagnostics.warning(
        "typographic-quotes", at: node.start, "these quotes are part of the text: YAML's own are ' and \"",
        help: "write ' or \" in their place, or put the whole text in them")
    }
    guard node.style == .plain, let why = YAMLScalar.looksDifferentElsewhere(text) else { return }
    diagnostics.warning("ambiguous-scalar", at: node.start, why, help: "quote it: '\(text)'")
  }

  mutating func localText(_ node: YAMLNode, _ key: String) -> LocalText? {
    guard node.pairs != nil else { return text(node, key).map { LocalText($0) } }
    let texts = languages(of: node, key).compactMap { language, node in text(node, key).map { (language, $0) } }
    return texts.isEmpty ? nil : LocalText(texts)
  }

  /// The texts of a map by language.
  mutating func languages(of node: YAMLNode, _ key: String) -> [(language: String, node: YAMLNode)] {
    let pairs = node.pairs ?? []
    if pairs.isEmpty { diagnostics.error("empty-value", at: node.start, "\(key) has no text in any language") }
    return pairs.compactMap { pair in
      guard let language = pair.key.text else { return nil }
      guard isLanguage(language) else {
        diagnostics.error(
          "unknown-language", at: pair.key.start,
          "\(key) in several languages names each by its tag: \(language) is none",
          help: pair.value.isNull
            ? "a text that holds a comma goes in quotes" : "for example: {en: Quantity, de: Menge, pt-BR: Quantidade}")
        return nil
      }
      return (language, pair.value)
    }
  }

  /// Two or three small letters, and more behind a hyphen (BCP 47).
  private func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let primary = parts.first, (2...3).contains(primary.count) else { return false }
    return primary.allSatisfy { $0 &- 0x61 < 26 }
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
      }
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
    let meant = node.text.flatMap { TypeChecker.truths[$0.lowercased()] }
    diagnostics.error(
      "not-true-or-false", at: node.start, "\(key) is true or false",
      help: meant.map { node.style == .plain ? "did you mean \($0)?" : "write \($0) without quotes" })
    return false
  }

  /// One of a set of words; `synonyms` are what others call them, in small letters.
  mutating func oneOf<T: RawRepresentable>(
    _ all: [T], _ node: YAMLNode, what: String, synonyms: @autoclosure () -> [String: String] = [:]
  ) -> T?
  where T.RawValue == String {
    if let text = node.text, let value = all.first(where: { $0.rawValue == text }) { return value }
    let names = all.map(\.rawValue)
    guard let text = node.text else {
      diagnostics.error("not-a-text", at: node.start, "\(what) is one of: \(names.joined(separator: ", "))")
      return nil
    }
    let guess =
      MisleadingCharacters.remedy(for: text)
      ?? (synonyms()[text.lowercased()] ?? closestMatch(to: text, in: names)).map { "did you mean \($0)?" }
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
