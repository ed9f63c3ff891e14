import DataFormats

extension FormReader {
  mutating func readLists(_ node: YAMLNode) {
    guard let pairs = node.pairs else {
      diagnostics.error(
        "not-a-mapping", at: node.start, "choices names lists: `carriers: [UPS, FedEx]`")
      return
    }
    for pair in pairs {
      guard let name = pair.key.text else { continue }
      checkID(name, at: pair.key.start, what: "the name of a list")
      if let list = list(pair.value, name) { lists[name] = list } else { brokenLists.insert(name) }
    }
  }

  /// A list written out, or `{file: ..., value: ..., label: ...}`.
  mutating func list(_ node: YAMLNode, _ name: String) -> ChoiceList? {
    if node.pairs != nil { return fileList(node, name) }
    guard let elements = node.elements else {
      diagnostics.error(
        "not-a-list", at: node.start, "the list \(name) is written [A, B, C], or {file: ..., value: ..., label: ...}")
      return nil
    }
    var options: [ChoiceList.Option] = []
    var columns = FormKeys.option
    var seen: Set<String> = []
    for element in elements {
      guard let option = option(element, columns: &columns) else { continue }
      if !seen.insert(option.value).inserted {
        diagnostics.error("duplicate-choice", at: element.start, "\(option.value) stands twice in the list")
      }
      options.append(option)
    }
    if elements.isEmpty { diagnostics.error("empty-list", at: node.start, "the list \(name) holds nothing to choose") }
    return ChoiceList(options: options, columns: columns)
  }

  private mutating func option(_ node: YAMLNode, columns: inout [String]) -> ChoiceList.Option? {
    guard let pairs = node.pairs else {
      return text(node, "a choice").map { ChoiceList.Option(value: $0, label: LocalText($0), columns: ["value": $0]) }
    }
    var texts: [String: String] = [:]
    var label: LocalText?
    for pair in pairs {
      guard let key = pair.key.text else { continue }
      if key == "label" {
        label = localText(pair.value, key)
      } else {
        texts[key] = text(pair.value, key)
      }
      if !columns.contains(key) { columns.append(key) }
    }
    guard let value = texts["value"] else {
      missing("value", in: node, what: "a choice", help: "for example: {value: OTHER, label: Another carrier}")
      return nil
    }
    texts["label"] = label?.text(in: "") ?? value
    return ChoiceList.Option(value: value, label: label ?? LocalText(value), columns: texts)
  }

  private mutating func fileList(_ node: YAMLNode, _ name: String) -> ChoiceList? {
    guard let keys = keys(of: node, known: FormKeys.list, what: "a list from a file") else { return nil }
    guard let fileNode = keys["file"], let file = text(fileNode, "file"), let valueNode = keys["value"],
      let value = text(valueNode, "value")
    else {
      for key in ["file", "value"] where keys[key] == nil { missing(key, in: node, what: "a list from a file") }
      return nil
    }
    let table: CSVTable
    let bytes: [UInt8]
    do {
      bytes = try SourceText.bytes(ofFile: sibling(file), limit: CSVLimits.standard.bytes)
      table = try CSVTable(parsing: bytes)
    } catch {
      diagnostics.error("list-file", at: fileNode.start, "the list file \(file): \(error)")
      return nil
    }
    let labelNode = keys["label"]
    let label = labelNode.flatMap { text($0, "label") } ?? value
    for (column, place) in [(value, valueNode), (label, labelNode ?? valueNode)] where !table.header.contains(column) {
      let guess = closestMatch(to: column, in: table.header).map { "did you mean \($0)?" }
      diagnostics.error(
        "unknown-column", at: place.start, "\(file) has no column \(column)",
        help: guess ?? "its columns are: \(table.header.joined(separator: ", "))")
      return nil
    }
    listHashes.append((file, "sha256:" + SHA256.hexadecimal(bytes)))
    return ChoiceList(options: table.options(value: value, label: label), columns: table.header)
  }

  /// Where notices of that name lie: beside the form, and in the station's folder of notices.
  func noticePattern(_ file: String) -> (pattern: String, folders: [String]) {
    let path = sibling(file)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let beside = parts.dropLast().joined(separator: "/")
    let folder = parts.count == 1 ? "." : beside.isEmpty ? "/" : beside
    return (String(parts.last ?? ""), [folder] + (notices.map { [$0] } ?? []).filter { $0 != folder })
  }

  private func sibling(_ file: String) -> String {
    FormDefinition.path(of: file, beside: source.path)
  }
}

extension CSVTable {
  func options(value: String, label: String) -> [ChoiceList.Option] {
    rows.map { row in
      let columns = Dictionary(zip(header, row), uniquingKeysWith: { first, _ in first })
      return ChoiceList.Option(
        value: columns[value] ?? "", label: LocalText(columns[label] ?? ""), columns: columns)
    }.filter { !$0.value.isEmpty }
  }
}
