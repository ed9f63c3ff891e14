import DataFormats

extension FieldBuilder {
  /// Reads and checks an expression; a fault is told at its place in the file.
  mutating func expression(
    _ node: YAMLNode, _ scope: ExpressionScope, _ key: PlacedExpression.Key
  ) -> (CompiledExpression, CheckedType)? {
    guard let text = node.text else {
      reader.diagnostics.error(
        "not-an-expression", at: node.start, "here should stand an expression, not a list or a map",
        help: "put the whole expression in double quotes")
      return nil
    }
    guard let read = compile(text, scope, position: { node.position(ofScalarOffset: $0) }) else { return nil }
    placed.append(PlacedExpression(key: key, field: current, lines: scope.lines, node: node, compiled: read.0))
    return read
  }

  /// The expression of a computed field: one value.
  mutating func computed(_ node: YAMLNode, _ scope: ExpressionScope) -> CompiledExpression? {
    guard let (compiled, type) = expression(node, scope, .value) else { return nil }
    return isSingle(node, type, "a computed field has one value") ? compiled : nil
  }

  private mutating func compile(
    _ text: String, _ scope: ExpressionScope, position: (Int) -> SourcePosition
  ) -> (CompiledExpression, CheckedType)? {
    guard !reader.diagnostics.isFull else { return nil }
    var checker = TypeChecker(scope: scope)
    do {
      let syntax = try ExpressionParser.parse(text)
      let (expression, type) = try checker.check(syntax)
      var compiled = CompiledExpression(expression: expression, text: text, references: checker.references)
      compiled.comparisons = checker.comparisons
      return (compiled, type)
    } catch {
      let (place, isCut) = (position(error.offset), swallowed(text))
      if isCut != nil, reader.swallowingLines.contains(place.line) { return nil }
      reader.diagnostics.error(error.code, at: place, error.message, help: error.help ?? isCut)
      return nil
    }
  }

  /// In a flow map `{...}` a comma or bracket of an unquoted expression ends it.
  private func swallowed(_ text: String) -> String? {
    let opening = text.utf8.filter { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }.count
    let closing = text.utf8.filter { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "]") }.count
    return opening > closing ? "within { } a comma ends a value: put the whole expression in double quotes" : nil
  }

  /// True or false wanted.
  mutating func condition(
    _ node: YAMLNode, _ scope: ExpressionScope, _ key: PlacedExpression.Key
  ) -> CompiledExpression? {
    guard let (compiled, type) = expression(node, scope, key) else { return nil }
    return isTyped(node, type, .boolean, "\(key.rawValue) wants true or false") ? compiled : nil
  }

  private mutating func isSingle(_ node: YAMLNode, _ type: CheckedType, _ sentence: String) -> Bool {
    guard let rows = type.rows else { return true }
    if rows == .list {
      reader.diagnostics.error("type", at: node.position(ofScalarOffset: 0), "\(sentence), this is a list of them")
    } else {
      reader.diagnostics.error(
        "type", at: node.position(ofScalarOffset: 0), "\(sentence), this is one for each row",
        help: "join the rows: any(...), all(...), sum(...), count(...)")
    }
    return false
  }

  private mutating func isTyped(
    _ node: YAMLNode, _ type: CheckedType, _ wanted: ValueType, _ sentence: String
  ) -> Bool {
    guard isSingle(node, type, sentence) else { return false }
    if let value = type.value, value != wanted {
      reader.diagnostics.error("type", at: node.position(ofScalarOffset: 0), "\(sentence), this is \(value.inWords)")
      return false
    }
    return true
  }

  mutating func filter(_ node: YAMLNode, _ scope: ExpressionScope, _ list: ChoiceList?) -> CompiledExpression? {
    var own = scope
    own.optionColumns = list?.columns ?? []
    guard list != nil else { return nil }
    return condition(node, own, .where)
  }

  /// min or max: of the type of the field; for times and datetimes also the value as it is typed.
  mutating func bound(
    _ node: YAMLNode, _ type: FieldType, _ scope: ExpressionScope, _ key: PlacedExpression.Key
  ) -> CompiledExpression? {
    let wanted = type == .lines ? .number : type.valueType
    // A key that does not belong there is told already.
    guard let wanted, FormKeys.types(of: key.rawValue)?.contains(type) == true else { return nil }
    if let text = node.text, let value = TypedEntry.fixed(text, type) {
      return CompiledExpression(expression: .literal(value), text: text, references: [])
    }
    guard let (compiled, checked) = expression(node, scope, key) else { return nil }
    return isTyped(node, checked, wanted, "\(key.rawValue) wants \(wanted.inWords)") ? compiled : nil
  }

  /// `default`: a text for text fields unless it begins with `=`, else an expression; choices take a list of texts.
  mutating func initial(_ node: YAMLNode, _ type: FieldType, _ scope: ExpressionScope) -> InitialValue? {
    switch type {
    case .text, .choice, .barcode:
      guard let text = node.text, text.hasPrefix("="), node.style != .literal else {
        return reader.text(node, "default").map { .text($0) }
      }
      let body = String(text.dropFirst())
      guard let (compiled, checked) = compile(body, scope, position: { node.position(ofScalarOffset: $0 + 1) }) else {
        return nil
      }
      placed.append(
        PlacedExpression(
          key: .default, field: current, lines: scope.lines, node: node, compiled: compiled, indent: 1))
      return isTyped(node, checked, .text, "the default of this field wants a text") ? .expression(compiled) : nil
    case .choices:
      let nodes = reader.texts(node, "default")
      let texts = nodes.compactMap { reader.text($0, "default") }
      return .expression(
        CompiledExpression(expression: .literal(.texts(texts)), text: texts.joined(separator: " "), references: []))
    default:
      guard let wanted = type.valueType else { return nil }
      if let text = node.text, let value = TypedEntry.fixed(text, type) {
        return .expression(CompiledExpression(expression: .literal(value), text: text, references: []))
      }
      guard let (compiled, checked) = expression(node, scope, .default) else { return nil }
      return isTyped(node, checked, wanted, "the default of this field wants \(wanted.inWords)")
        ? .expression(compiled) : nil
    }
  }

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
    if let id, let node = keys["id"] { reader.checkID(id, at: node.start, what: "the id of a rule") }
    let confirmer = keys["confirm_by"].flatMap { self.confirmer($0, severity) }
    let that = keys["that"].flatMap { condition($0, scope, .that) }
    let say = keys["say"].flatMap { message($0, scope) }
    guard let that, let say else { return nil }
    return Rule(that: that, say: say, severity: severity, id: id, confirmBy: confirmer, position: node.start)
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
    if let pairs = node.pairs {
      return Message(
        languages: pairs.compactMap { pair in
          guard let language = pair.key.text, let parts = parts(of: pair.value, scope) else { return nil }
          return (language, parts)
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
