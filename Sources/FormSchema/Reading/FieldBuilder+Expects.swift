import DataFormats

/// `was`, and the advance ship notice that records are held against.
extension FieldBuilder {
  /// What a field was called before; nobody else may be called so, or have been.
  mutating func formerNames(_ node: YAMLNode) -> [String] {
    var names: [String] = []
    for node in reader.texts(node, "was") {
      guard let name = reader.text(node, "was") else { continue }
      reader.checkID(name, at: node.start, what: "the older name of a field")
      let beside = siblings
      if beside.contains(where: { $0.id == name }) {
        reader.diagnostics.error(
          "former-name-in-use", at: node.start, "a field of this form is still called \(name)",
          help: "was names what this field was called in earlier versions")
      } else if names.contains(name) || !claimed.insert(Claim(lines: lines(of: current), name: name)).inserted {
        reader.diagnostics.error(
          "former-name-twice", at: node.start, "\(name) stands under was twice: its values can join only one field")
      }
      names.append(name)
    }
    return names
  }

  private func lines(of reference: FieldReference?) -> Int? { reference?.column == nil ? nil : reference?.field }

  private var siblings: [RawField] { lines(of: current).map { raw[$0].columns } ?? raw }

  /// `expects`; answers nil, and sets that nothing is known of it, where it is at fault.
  mutating func expectation(_ node: YAMLNode) -> Expectation? {
    scope.advised = .unknown
    guard let keys = reader.keys(of: node, known: FormKeys.expects, what: "expects") else { return nil }
    for key in ["file", "key"] where keys[key] == nil {
      reader.missing(
        key, in: node, what: "expects", help: key == "key" ? "for example: key: sscc" : "for example: file: asn-*.csv")
    }
    let unknown = keys["unknown"].map { reader.oneOf(Expectation.Unknown.allCases, $0, what: "unknown") } ?? .warn
    let key = keys["key"].flatMap { adviceKey($0) }
    let lines = keys["lines"].map { adviceLines($0) } ?? []
    guard let fileNode = keys["file"], let file = reader.text(fileNode, "file"), let key, let lines, let unknown else {
      return nil
    }
    let files = AdviceFiles(reader.noticePattern(file), keyColumn: key.pair.column)
    let advice = files.read()
    guard tell(advice, fileNode, file, [key] + lines) else { return nil }
    let header =
      advice.columns.isEmpty
      ? nil
      : Set(
        raw.indices.filter { advice.columns.contains(raw[$0].id) || $0 == key.pair.field.field })
    scope.advised = .fields(header: header, lines: Set(lines.map(\.pair.field)), key: key.pair.field)
    return Expectation(
      files: files, key: key.pair, lines: lines.map(\.pair), unknown: unknown, advice: advice)
  }

  /// A pair with the place of its column in the file.
  private struct PlacedPair {
    let pair: Expectation.Pair
    let position: SourcePosition
  }

  private mutating func adviceKey(_ node: YAMLNode) -> PlacedPair? {
    if let pairs = node.pairs {
      guard pairs.count == 1, let pair = pairs.first else {
        reader.diagnostics.error("one-key", at: node.start, "key names one field: sscc, or {sscc: pallet_no}")
        return nil
      }
      return headerPair(pair.key, column: pair.value)
    }
    return headerPair(node, column: node)
  }

  private mutating func headerPair(_ node: YAMLNode, column: YAMLNode) -> PlacedPair? {
    guard let name = reader.text(node, "key"), let columnName = reader.text(column, "key") else { return nil }
    guard let field = raw.firstIndex(where: { $0.id == name }) else {
      reader.diagnostics.error(
        "unknown-field", at: node.start, "there is no field \(name)",
        help: closestMatch(to: name, in: raw.map(\.id)).map { "did you mean \($0)?" })
      return nil
    }
    guard let type = raw[field].type else { return nil }
    guard [.text, .barcode, .choice, .integer, .date].contains(type) else {
      reader.diagnostics.error(
        "unfit-key", at: node.start, "\(name) is of type \(type.rawValue), which names nothing that could be advised",
        help: "the key is a field of the form such as the pallet's number, not one of its rows")
      return nil
    }
    return PlacedPair(
      pair: Expectation.Pair(field: FieldReference(field: field), column: columnName), position: column.start)
  }

  /// nil after a fault.
  private mutating func adviceLines(_ node: YAMLNode) -> [PlacedPair]? {
    guard let pairs = node.pairs else {
      reader.diagnostics.error(
        "not-a-mapping", at: node.start, "lines says which column advises which field of the rows: {quantity: pieces}")
      return nil
    }
    var found: [PlacedPair] = []
    var isWhole = true
    let names = pairs.compactMap(\.key.text)
    let all = raw.indices.filter { raw[$0].type == .lines }
    func has(_ lines: Int, _ name: String) -> Bool {
      raw[lines].columns.contains { $0.id == name || "\(raw[lines].id).\($0.id)" == name }
    }
    // Of several lines, those that have most of the fields are meant.
    let lines = all.max { a, b in names.filter { has(a, $0) }.count < names.filter { has(b, $0) }.count }
    guard let lines else {
      reader.diagnostics.error("no-lines", at: node.start, "this form has no lines that a notice could advise")
      return nil
    }
    for pair in pairs {
      guard let name = reader.text(pair.key, "lines"), let column = reader.text(pair.value, "lines") else {
        isWhole = false
        continue
      }
      let short = name.hasPrefix(raw[lines].id + ".") ? String(name.dropFirst(raw[lines].id.count + 1)) : name
      guard let field = raw[lines].columns.firstIndex(where: { $0.id == short }) else {
        reader.diagnostics.error(
          "unknown-field", at: pair.key.start, "the rows of \(raw[lines].id) have no field \(name)",
          help: closestMatch(to: short, in: raw[lines].columns.map(\.id)).map { "did you mean \($0)?" })
        isWhole = false
        continue
      }
      found.append(
        PlacedPair(
          pair: Expectation.Pair(field: FieldReference(field: lines, column: field), column: column),
          position: pair.value.start))
    }
    return isWhole ? found : nil
  }

  /// Whether the columns that are named are there. Files come and go: without any of them nothing is wrong yet.
  private mutating func tell(_ advice: Advice, _ node: YAMLNode, _ file: String, _ pairs: [PlacedPair]) -> Bool {
    if advice.columns.isEmpty, advice.faults.isEmpty {
      reader.diagnostics.warning(
        "no-notice", at: node.start, "no file fits \(file) yet: until one comes, everything counts as not advised",
        help: "notices lie beside the form, or in the folder that the configuration calls notices")
      return true
    }
    var isWhole = true
    var isKeyThere = true
    for (number, pair) in pairs.enumerated() where !advice.columns.isEmpty {
      guard !advice.columns.contains(pair.pair.column) else { continue }
      isWhole = false
      if number == 0 { isKeyThere = false }
      let columns = advice.columns.sorted()
      let guess = closestMatch(to: pair.pair.column, in: columns).map { "did you mean \($0)?" }
      reader.diagnostics.error(
        "unknown-column", at: pair.position, "no file that fits \(file) has a column \(pair.pair.column)",
        help: guess ?? "the columns are: \(columns.joined(separator: ", "))")
    }
    for fault in advice.faults where isKeyThere {
      reader.diagnostics.warning(
        "notice-file", at: node.start, "\(fault.file) is left out: \(fault.why)",
        help: "what it advises counts as not advised until it is put right")
    }
    return isWhole
  }
}

/// An older name that a field lays claim to.
struct Claim: Hashable {
  let lines: Int?
  let name: String
}
