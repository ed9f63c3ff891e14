import DataFormats
import LabelData

/// Reads the form's own tests. What they name must be there: a case that can never pass helps nobody.
struct CaseReader {
  let raw: [RawField]
  /// Ids and expressions of all rules.
  let rules: [String]
  /// Whether all fields and rules are known: what is missing after another fault is not told a second time.
  let isWhole: Bool
  var reader: FormReader

  mutating func cases(_ node: YAMLNode) -> [FormCase] {
    guard let elements = node.elements else {
      reader.diagnostics.error(
        "not-a-list", at: node.start, "cases is a list: each case begins with `- name: ...`")
      return []
    }
    return elements.compactMap { formCase($0) }
  }

  private mutating func formCase(_ node: YAMLNode) -> FormCase? {
    guard let keys = reader.keys(of: node, known: FormKeys.formCase, what: "a case") else { return nil }
    if keys["name"] == nil { reader.missing("name", in: node, what: "a case") }
    let refusedNodes = keys["refused"].map { reader.texts($0, "refused") }
    if let refused = keys["refused"], keys["saved"] != nil {
      reader.diagnostics.error(
        "saved-and-refused", at: refused.start, "an answer is either saved or refused: a case has only one of the two")
    } else if keys["saved"] == nil, keys["refused"] == nil, keys["warned"] == nil {
      reader.diagnostics.error(
        "no-outcome", at: node.start, "this case does not say what must come of it",
        help: "saved: {FIELD: VALUE}, or refused: [FIELD], or warned: [RULE]")
    }
    // A field that is not there may be what the case is about.
    let expected = Set((refusedNodes ?? []).compactMap(\.text))
    var answer = keys["answers"].map { self.answer($0, sparing: expected) } ?? []
    for key in ["scans", "overrides"] {
      guard let node = keys[key] else { continue }
      if answer.contains(where: { $0.name == key }) {
        reader.diagnostics.error("duplicate-key", at: node.start, "\(key) stands beside answers and within them")
      }
      answer.append(JSONMember(key, key == "scans" ? scans(node) : overrides(node)))
    }
    return FormCase(
      name: keys["name"].flatMap { reader.text($0, "name") } ?? "", position: node.start,
      now: keys["now"].flatMap { now($0) }, before: keys["before"].map { before($0) } ?? [],
      answer: .object(answer), saved: keys["saved"].map { (saved($0), $0.start) },
      refused: refusedNodes?.compactMap { refused($0, answer) },
      warned: (keys["warned"].map { reader.texts($0, "warned") } ?? []).compactMap { rule($0, "warned") })
  }

  private mutating func now(_ node: YAMLNode) -> Instant? {
    let instant = node.text.flatMap { Instant($0) }
    if instant == nil {
      reader.diagnostics.error(
        "bad-instant", at: node.start, "now is a moment with its offset from UTC",
        help: "for example: now: 2026-11-30T08:00:00+01:00")
    }
    return instant
  }

  private mutating func before(_ node: YAMLNode) -> [(answer: JSONValue, position: SourcePosition)] {
    guard let elements = node.elements else {
      reader.diagnostics.error("not-a-list", at: node.start, "before is a list of answers, which are saved first")
      return []
    }
    return elements.map { (.object(answer($0, sparing: [])), $0.start) }
  }

  // MARK: Answers

  private mutating func answer(_ node: YAMLNode, sparing expected: Set<String>) -> [JSONMember] {
    guard let pairs = node.pairs else {
      reader.diagnostics.error("not-a-mapping", at: node.start, "answers are `field: value` pairs")
      return []
    }
    return pairs.compactMap { pair in
      guard let name = pair.key.text else { return nil }
      switch name {
      case "scans": return JSONMember(name, scans(pair.value))
      case "overrides": return JSONMember(name, overrides(pair.value))
      default:
        checkValue(pair, name, sparing: expected)
        return JSONMember(name, Self.json(pair.value))
      }
    }
  }

  /// A field of the form; within rows, a field of theirs.
  private mutating func checkValue(_ pair: YAMLPair, _ name: String, sparing expected: Set<String>) {
    guard let field = field(named: name, at: pair.key, sparing: expected), field.type == .lines else { return }
    for row in pair.value.elements ?? [] {
      for cell in row.pairs ?? [] {
        guard let column = cell.key.text, !field.columns.contains(where: { $0.id == column }) else { continue }
        if expected.contains(where: { $0.hasPrefix(name + "[") && $0.hasSuffix("." + column) }) { continue }
        unknown(cell.key, "the rows of \(name) have no field \(column)", near: column, field.columns.map(\.id))
      }
    }
  }

  private mutating func field(named name: String, at node: YAMLNode, sparing expected: Set<String>) -> RawField? {
    let found = raw.first { $0.id == name && $0.type != .note }
    if found == nil, !expected.contains(name) {
      unknown(node, "there is no field \(name)", near: name, raw.filter { $0.type != .note }.map(\.id))
    }
    return found
  }

  private mutating func unknown(_ node: YAMLNode, _ message: String, near name: String, _ known: [String]) {
    guard isWhole else { return }
    reader.diagnostics.error(
      "unknown-field", at: node.start, message,
      help: closestMatch(to: name, in: known).map { "did you mean \($0)?" })
  }

  private mutating func scans(_ node: YAMLNode) -> JSONValue {
    guard let elements = node.elements else {
      reader.diagnostics.error(
        "not-a-list", at: node.start, "scans is a list of texts as a scanner sends them, or {image: ...}")
      return .array([])
    }
    return .array(elements.map { scan($0) })
  }

  private mutating func scan(_ node: YAMLNode) -> JSONValue {
    if node.pairs == nil {
      _ = node.elements.map { _ in
        reader.diagnostics.error("not-a-text", at: node.start, "a scan is a text, or {field, text}, or {image}")
      }
      return Self.json(node)
    }
    let keys = reader.keys(of: node, known: FormKeys.scan, what: "a scan") ?? [:]
    if (keys["text"] == nil) == (keys["image"] == nil) {
      reader.diagnostics.error(
        "missing-key", at: node.start, "a scan has a text or an image, and only one of them",
        help: "for example: {field: sscc, text: '...'}, or {image: labels/pallet.png}")
    }
    if let symbology = keys["symbology"] { _ = reader.oneOf(Symbology.allCases, symbology, what: "symbology") }
    if let aim = keys["field"], let name = aim.text, !paths.contains(name) {
      unknown(aim, "there is no field \(name)", near: name, paths)
    }
    return Self.json(node)
  }

  /// `sscc`, `lines.gtin`
  private var paths: [String] {
    raw.flatMap { field in field.type == .lines ? field.columns.map { "\(field.id).\($0.id)" } : [field.id] }
  }

  private mutating func overrides(_ node: YAMLNode) -> JSONValue {
    .array(
      reader.texts(node, "overrides").map { element in
        if element.pairs != nil {
          let keys = reader.keys(of: element, known: FormKeys.override, what: "an override")
          if let rule = keys?["rule"] { _ = self.rule(rule, "overrides") }
        } else {
          _ = rule(element, "overrides")
        }
        return Self.json(element)
      })
  }

  // MARK: What must come of it

  private mutating func saved(_ node: YAMLNode) -> [FormCase.Wanted] {
    guard let pairs = node.pairs else {
      reader.diagnostics.error(
        "not-a-mapping", at: node.start, "saved names values of the record: {total: 12}",
        help: "saved: {} says that it is saved, whatever it holds")
      return []
    }
    return pairs.compactMap { pair in
      guard let name = pair.key.text else { return nil }
      checkValue(pair, name, sparing: [])
      return FormCase.Wanted(name: name, value: Self.json(pair.value), position: pair.key.start)
    }
  }

  /// A name as refusals have it: `sscc`, `lines[0].lot`, `lines[0]`, `scans[1]`, "".
  private mutating func refused(_ node: YAMLNode, _ answer: [JSONMember]) -> FormCase.Named? {
    guard let name = node.text else {
      reader.diagnostics.error(
        "not-a-text", at: node.start, "refused is a list of names: [sscc, 'lines[0].lot'], '' is a rule of the form",
        help: "a name with brackets stands in quotes")
      return nil
    }
    let named = FormCase.Named(name: name, position: node.start)
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let head = String(parts[0].prefix { $0 != "[" })
    if name.isEmpty || ["scans", "overrides"].contains(head) || answer.contains(where: { $0.name == name }) {
      return named
    }
    guard let field = raw.first(where: { $0.id == head }) else {
      unknown(node, "there is no field \(head)", near: head, raw.map(\.id))
      return named
    }
    if parts.count == 2, field.type == .lines, head == parts[0] {
      reader.diagnostics.error(
        "no-row", at: node.start, "\(name) does not say which row: they count from 0",
        help: "for example: '\(head)[0].\(parts[1])'")
    }
    return named
  }

  private mutating func rule(_ node: YAMLNode, _ key: String) -> FormCase.Named? {
    guard let name = node.text else {
      reader.diagnostics.error("not-a-text", at: node.start, "\(key) names rules by their ids")
      return nil
    }
    let known = rules + ["check", "expects"]
    if isWhole, !known.contains(name) {
      reader.diagnostics.error(
        "unknown-rule", at: node.start, "there is no rule \(name)",
        help: closestMatch(to: name, in: known).map { "did you mean \($0)?" }
          ?? "rules are named by their id, or by what stands behind that:")
    }
    return FormCase.Named(name: name, position: node.start)
  }

  /// Scalars are texts as typed, which is how answers take them; what YAML calls null is blank.
  private static func json(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .scalar(let text, _): node.isNull ? .null : .string(textWithControls(fromBraces: text))
    case .sequence(let elements): .array(elements.map { json($0) })
    case .mapping(let pairs): .object(pairs.map { JSONMember($0.key.text ?? "", json($0.value)) })
    }
  }
}
