import DataFormats

/// Rules and what they say.
extension FieldBuilder {
  mutating func rules(_ node: YAMLNode, in scope: ExpressionScope) -> [Rule] {
    guard let elements = node.elements else {
      reader.diagnostics.error("not-a-list", at: node.start, "rules is a list: each rule begins with `- that: ...`")
      return []
    }
    return elements.compactMap { rule($0, scope) }
  }

  private mutating func rule(_ node: YAMLNode, _ scope: ExpressionScope) -> Rule? {
    guard let keys = reader.keys(of: node, known: FormKeys.rule, what: "a rule") else { return nil }
    for key in ["that", "say"] where keys[key] == nil { reader.missing(key, in: node, what: "a rule") }
    let severity = keys["severity"].map { ruleSeverity($0) } ?? .error
    let id = keys["id"].flatMap { reader.text($0, "id") }
    if let id, let node = keys["id"] { checkRuleID(id, at: node.start) }
    let confirmer = keys["confirm_by"].flatMap { self.confirmer($0, severity) }
    let that = keys["that"].flatMap { condition($0, scope, .that) }
    let say = keys["say"].flatMap { message($0, scope) }
    guard let that, let say else { return nil }
    return Rule(that: that, say: say, severity: severity, id: id, confirmBy: confirmer, position: node.start)
  }

  /// Overrides name a rule by its id: that must be one rule, and none that a field has of itself.
  private mutating func checkRuleID(_ id: String, at position: SourcePosition) {
    reader.checkID(id, at: position, what: "the id of a rule")
    if FormKeys.ownRules.contains(id) {
      reader.diagnostics.error(
        "reserved-id", at: position, "\(id) is how overrides name what a field's own \(id) warns of",
        help: "give this rule another id")
    } else if let line = ruleIDs.updateValue(position.line, forKey: id) {
      ruleIDs[id] = line
      reader.diagnostics.error(
        "duplicate-id", at: position, "the id \(id) is used for two rules (first on line \(line))",
        help: "give this rule an id of its own")
    }
  }

  private mutating func confirmer(_ node: YAMLNode, _ severity: Rule.Severity) -> Confirmer? {
    guard severity == .warning else {
      reader.diagnostics.error(
        "confirmed-error", at: node.start, "confirm_by stands on warnings only: an error cannot be confirmed",
        help: "add severity: warning")
      return nil
    }
    return choiceList(node).map { Confirmer(name: node.text ?? "", list: $0) }
  }

  mutating func ruleSeverity(_ node: YAMLNode) -> Rule.Severity {
    switch node.text {
    case "error": return .error
    case "warning": return .warning
    default:
      reader.diagnostics.error("unknown-severity", at: node.start, "severity is error or warning")
      return .error
    }
  }

  /// A message with `{...}` places.
  mutating func message(_ node: YAMLNode, _ scope: ExpressionScope) -> Message? {
    if node.pairs != nil {
      return Message(
        languages: reader.languages(of: node, "say").compactMap { language, node in
          parts(of: node, scope).map { (language, $0) }
        })
    }
    return parts(of: node, scope).map { Message(languages: [("", $0)]) }
  }

  private mutating func parts(of node: YAMLNode, _ scope: ExpressionScope) -> [Message.Part]? {
    guard let text = reader.text(node, "say") else { return nil }
    var parts: [Message.Part] = []
    var plain = ""
    var inside: String?
    var start = 0
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      if let body = inside {
        if scalar == "}" {
          guard let (compiled, type) = compile(body, scope, position: { node.position(ofScalarOffset: start + $0) })
          else {
            return nil
          }
          if type.isColumn {
            reader.diagnostics.error(
              "type", at: node.position(ofScalarOffset: start), "a message shows single values, not one for each row")
          }
          parts.append(.value(compiled.expression))
          inside = nil
        } else {
          inside = body + String(scalar)
        }
      } else if scalar == "{" {
        if !plain.isEmpty { parts.append(.text(LocalText(plain))) }
        plain = ""
        inside = ""
        start = offset + 1
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    if inside != nil {
      reader.diagnostics.error(
        "open-brace", at: node.position(ofScalarOffset: start - 1), "the { that begins here has no }",
        help: "a message shows the value of a field as {field}")
      return nil
    }
    if !plain.isEmpty { parts.append(.text(LocalText(plain))) }
    return parts
  }
}
