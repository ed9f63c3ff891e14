import DataFormats

/// A field as the file has it: its keys, before any of them is given a meaning.
struct RawField {
  let node: YAMLNode
  let keys: [String: YAMLNode]
  let id: String
  /// nil after a fault in it that is told already.
  let type: FieldType?
  /// The fields of lines.
  let columns: [RawField]

  var position: SourcePosition { keys["id"]?.start ?? node.start }
}

extension FormReader {
  /// The pairs of a mapping by key; a key that is not `known` is a fault.
  mutating func keys(
    of node: YAMLNode, known: [String], what: String, isKnown: (String) -> Bool = { _ in true }
  ) -> [String: YAMLNode]? {
    guard let pairs = node.pairs else {
      diagnostics.error(
        "not-a-mapping", at: node.start, "\(what) is written as `key: value` pairs",
        help: known == FormKeys.field ? "for example: id: lot" : "the keys are: \(known.joined(separator: ", "))")
      return nil
    }
    var keys: [String: YAMLNode] = [:]
    for pair in pairs {
      guard let key = pair.key.text else { continue }
      guard known.contains(key) else {
        unknownKey(pair.key, key, known: known, what: what)
        continue
      }
      keys[key] = pair.value
    }
    return keys
  }

  private mutating func unknownKey(_ node: YAMLNode, _ key: String, known: [String], what: String) {
    if key.contains(where: { ")](".contains($0) }) {
      swallowingLines.insert(node.start.line)
      diagnostics.error(
        "swallowed-comma", at: node.start, "a comma or bracket of an expression was taken for the end of its value",
        help: "put the whole expression in double quotes")
      return
    }
    let guess =
      MisleadingCharacters.remedy(for: key) ?? closestMatch(to: key, in: known).map { "did you mean \($0)?" }
    diagnostics.error(
      "unknown-key", at: node.start, "\(what) has no key \(key)",
      help: guess ?? "the keys are: \(known.joined(separator: ", "))")
  }

  mutating func rawFields(_ node: YAMLNode, inLines: Bool) -> [RawField] {
    guard let elements = node.elements else {
      diagnostics.error("not-a-list", at: node.start, "fields is a list: each field begins with `- id: ...`")
      return []
    }
    if elements.isEmpty {
      diagnostics.error("no-fields", at: node.start, "there is no field here; a form needs at least one")
    }
    if elements.count > Self.maximumFields {
      diagnostics.error("too-many-fields", at: node.start, "there are more than \(Self.maximumFields) fields here")
      return []
    }
    var seen: [String: Int] = [:]
    var fields: [RawField] = []
    for element in elements {
      guard let field = rawField(element, inLines: inLines) else { continue }
      if let line = seen[field.id] {
        diagnostics.error(
          "duplicate-id", at: field.position, "the id \(field.id) is used twice (first on line \(line))",
          help: "give this field an id of its own")
        continue
      }
      seen[field.id] = field.position.line
      fields.append(field)
    }
    return fields
  }

  private mutating func rawField(_ node: YAMLNode, inLines: Bool) -> RawField? {
    guard let keys = keys(of: node, known: FormKeys.field, what: "a field") else { return nil }
    guard let idNode = keys["id"], let id = text(idNode, "id") else {
      if keys["id"] == nil { missing("id", in: node, what: "a field") }
      return nil
    }
    checkID(id, at: idNode.start, what: "the id of a field")
    let type = fieldType(keys, in: node)
    if let type { checkKeys(keys, fit: type, node: node) }
    if inLines, type == .lines {
      diagnostics.error("nested-lines", at: node.start, "lines cannot stand within lines")
      return nil
    }
    let columns: [RawField]
    if type == .lines {
      if let fields = keys["fields"] {
        columns = rawFields(fields, inLines: true)
      } else {
        missing("fields", in: node, what: "lines")
        columns = []
      }
    } else {
      columns = []
    }
    return RawField(node: node, keys: keys, id: id, type: type, columns: columns)
  }

  private mutating func fieldType(_ keys: [String: YAMLNode], in node: YAMLNode) -> FieldType? {
    guard let typeNode = keys["type"] else {
      missing(
        "type", in: node, what: "a field",
        help: "the types are: \(FieldType.allCases.map(\.rawValue).joined(separator: ", "))")
      return nil
    }
    return oneOf(FieldType.allCases, typeNode, what: "type", synonyms: FieldType.synonyms)
  }

  private mutating func checkKeys(_ keys: [String: YAMLNode], fit type: FieldType, node: YAMLNode) {
    for pair in node.pairs ?? [] {
      guard let key = pair.key.text, let types = FormKeys.types(of: key), !types.contains(type) else { continue }
      let names = FieldType.allCases.filter(types.contains).map(\.rawValue).joined(separator: ", ")
      diagnostics.error(
        "misplaced-key", at: pair.key.start, "\(key) does not belong on a field of type \(type.rawValue)",
        help: "it stands on: \(names)")
    }
  }

  mutating func checkID(_ id: String, at position: SourcePosition, what: String) {
    let letters = "a"..."z"
    let isValid = id.unicodeScalars.enumerated().allSatisfy { index, scalar in
      letters.contains(String(scalar)) || index > 0 && (scalar == "_" || ("0"..."9").contains(scalar))
    }
    if !isValid || id.isEmpty {
      diagnostics.error(
        "bad-id", at: position, "\(what) is made of small letters a-z, digits and _, and begins with a letter",
        help: MisleadingCharacters.remedy(for: id) ?? "for example: received_by")
    } else if FormKeys.reserved.contains(id) {
      diagnostics.error("reserved-id", at: position, "\(id) is a word of the form language and cannot be an id")
    }
  }

  mutating func missing(_ key: String, in node: YAMLNode, what: String, help: String? = nil) {
    diagnostics.error("missing-key", at: node.start, "\(what) needs the key \(key)", help: help)
  }
}
