import DataFormats
import LabelData

/// The keys that speak of codes and lists.
extension FieldBuilder {
  mutating func check(_ node: YAMLNode) -> FieldCheck? {
    guard node.pairs != nil else {
      return reader.oneOf(NamedCheck.allCases, node, what: "check").map { FieldCheck(check: $0, severity: .error) }
    }
    guard let keys = reader.keys(of: node, known: FormKeys.check, what: "a check") else { return nil }
    guard let name = keys["is"] else {
      reader.missing("is", in: node, what: "a check", help: "for example: {is: ups, severity: warning}")
      return nil
    }
    let severity = keys["severity"].map { ruleSeverity($0) } ?? .error
    return reader.oneOf(NamedCheck.allCases, name, what: "check").map { FieldCheck(check: $0, severity: severity) }
  }

  mutating func symbologies(_ node: YAMLNode) -> Set<Symbology> {
    Set(reader.texts(node, "symbologies").compactMap { reader.oneOf(Symbology.allCases, $0, what: "symbology") })
  }

  /// The parts that a field wants; `whole` alone is the absence of parts. Every code is there as a whole: what stands
  /// after it would never be taken.
  mutating func takes(_ node: YAMLNode) -> [String] {
    let nodes = reader.texts(node, "takes")
    guard let whole = nodes.firstIndex(where: { $0.text == "whole" }) else { return parts(node, "takes") }
    if whole + 1 < nodes.count {
      reader.diagnostics.warning(
        "unreachable-part", at: nodes[whole + 1].start,
        "what stands after whole is never taken: the whole code is always there",
        help: "put whole at the end")
    }
    let before = nodes[..<whole].compactMap { part($0, "takes") }
    return before.isEmpty ? [] : before + ["whole"]
  }

  mutating func parts(_ node: YAMLNode, _ key: String) -> [String] {
    reader.texts(node, key).compactMap { part($0, key) }
  }

  private mutating func part(_ node: YAMLNode, _ key: String) -> String? {
    guard let text = node.text else {
      reader.diagnostics.error("not-a-text", at: node.start, "\(key) names parts of a label, for example \"00\"")
      return nil
    }
    guard LabelPart.isKnown(text) else {
      reader.diagnostics.error(
        "unknown-part", at: node.start, "\(text) is no GS1 application identifier and no MH10.8.2 data identifier",
        help: LabelPart.isKnown(text.uppercased())
          ? "did you mean \(text.uppercased())?"
          : "for example \"00\" SSCC, \"01\" GTIN, \"10\" lot, \"17\" expiry, \"37\" count, 1P part, Q quantity")
      return nil
    }
    return text
  }

  mutating func fills(_ node: YAMLNode, in lines: Int?) -> [(part: String, target: FieldReference)] {
    guard let pairs = node.pairs else {
      reader.diagnostics.error(
        "not-a-mapping", at: node.start, "fills says which part goes to which field: {\"10\": lot, \"37\": quantity}")
      return []
    }
    return pairs.compactMap { pair in
      guard let part = part(pair.key, "fills"), let target = target(pair.value, in: lines) else { return nil }
      checkFit(of: part, target, at: pair.value.start)
      return (part, target)
    }
  }

  private mutating func target(_ node: YAMLNode, in lines: Int?) -> FieldReference? {
    guard let name = node.text else {
      reader.diagnostics.error("not-a-text", at: node.start, "fills wants the name of a field")
      return nil
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, let field = raw.firstIndex(where: { $0.id == parts[0] && $0.type == .lines }),
      let column = raw[field].columns.firstIndex(where: { $0.id == parts[1] })
    {
      return FieldReference(field: field, column: column)
    }
    if let lines, let column = raw[lines].columns.firstIndex(where: { $0.id == name }) {
      return FieldReference(field: lines, column: column)
    }
    if let field = raw.firstIndex(where: { $0.id == name && $0.type != .lines }) { return FieldReference(field: field) }
    let known = raw.flatMap { field in
      field.type == .lines ? field.columns.map { "\(field.id).\($0.id)" } : [field.id]
    }
    reader.diagnostics.error(
      "unknown-field", at: node.start, "fills names a field that is not there: \(name)",
      help: closestMatch(to: name, in: known).map { "did you mean \($0)?" })
    return nil
  }

  /// A lot number cannot go to a date field.
  private mutating func checkFit(of part: String, _ target: FieldReference, at position: SourcePosition) {
    let field = target.column.map { raw[target.field].columns[$0] } ?? raw[target.field]
    guard let type = field.type else { return }
    let fits: Bool
    switch type {
    case .text, .barcode, .choice: fits = true
    case .date: fits = PartKind(ofPart: part) == .date
    case .integer: fits = PartKind(ofPart: part) == .count
    case .decimal: fits = [.measure, .count].contains(PartKind(ofPart: part))
    default: fits = false
    }
    if !fits {
      reader.diagnostics.error(
        "unfit-part", at: position, "what \(part) says does not fit \(field.id), a field of type \(type.rawValue)",
        help: type == .computed ? "a computed field takes no input" : nil)
    }
  }

  mutating func choiceList(_ node: YAMLNode) -> ChoiceList? {
    guard let name = node.text else { return reader.list(node, "choices") }
    if let list = reader.lists[name] { return list }
    if reader.brokenLists.contains(name) { return nil }
    reader.diagnostics.error(
      "unknown-list", at: node.start, "there is no list \(name)",
      help: closestMatch(to: name, in: reader.lists.keys.sorted()).map { "did you mean \($0)?" }
        ?? (name.utf8.contains(UInt8(ascii: ","))
          ? "put the entries in brackets: [\(name)]" : "lists stand under choices: at the top of the form"))
    return nil
  }

  mutating func unique(_ node: YAMLNode, in lines: Int?) -> Uniqueness? {
    guard node.pairs != nil else {
      return reader.oneOf(Uniqueness.Scope.allCases, node, what: "unique").map { Uniqueness(scope: $0, with: []) }
    }
    guard let keys = reader.keys(of: node, known: FormKeys.unique, what: "unique") else { return nil }
    guard let scopeNode = keys["in"] else {
      reader.missing("in", in: node, what: "unique", help: "for example: {in: form, with: [gtin]}")
      return nil
    }
    let with = (keys["with"].map { reader.texts($0, "with") } ?? []).compactMap { target($0, in: lines) }
    return reader.oneOf(Uniqueness.Scope.allCases, scopeNode, what: "unique").map { Uniqueness(scope: $0, with: with) }
  }

  mutating func onRepeat(_ node: YAMLNode, _ columns: [RawField]) -> OnRepeat {
    let words = (node.text ?? "").split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("add", 1): return .add
    case ("refuse", 1): return .refuse
    case ("ask", 1): return .ask
    case ("increment", 2):
      guard let column = columns.firstIndex(where: { $0.id == words[1] }) else {
        reader.diagnostics.error(
          "unknown-field", at: node.position(ofScalarOffset: 10), "there is no field \(words[1]) in these lines",
          help: closestMatch(to: words[1], in: columns.map(\.id)).map { "did you mean \($0)?" })
        return .add
      }
      if let type = columns[column].type, type != .integer, type != .decimal {
        reader.diagnostics.error(
          "type", at: node.position(ofScalarOffset: 10),
          "increment wants a number, \(words[1]) is of type \(type.rawValue)")
      }
      return .increment(column: column)
    default:
      reader.diagnostics.error(
        "unknown-on_repeat", at: node.start, "on_repeat is add, refuse, ask or increment FIELD",
        help: words.first.flatMap { closestMatch(to: $0, in: ["add", "refuse", "ask", "increment"]) }
          .map { "did you mean \($0)?" })
      return .add
    }
  }
}
