import DataFormats

/// What changed from one version of a form to another, and what would break.
public struct FormComparison {
  private let old: Side
  private let new: Side
  public private(set) var changes: [FormChange] = []

  /// A form with its file's own words.
  struct Side {
    let form: FormDefinition
    let root: YAMLNode
  }

  /// nil where one of the two is at fault.
  public init?(_ old: FormReading, _ new: FormReading) {
    guard let old = Side(old), let new = Side(new) else { return nil }
    (self.old, self.new) = (old, new)
    compareHeads()
    compareFields(old.form.fields, new.form.fields, within: nil)
    compareLists()
    compareRules(old.form.rules, new.form.rules, of: "the form")
    compareExpectation()
  }

  /// Besides what changed: what whoever puts the new version in place should know. Empty where nothing changed.
  public var advice: [String] {
    guard old.form.hash != new.form.hash, old.form.id == new.form.id else { return [] }
    let version = old.form.version
    var advice: [String] = []
    if new.form.version == version, !changes.isEmpty {
      advice.append("Raise version: both say \(version), so records of the two cannot be told apart.")
    } else if new.form.version < version {
      advice.append(
        "Raise version above \(version): of two files of one form side by side the higher version is opened.")
    }
    advice.append(
      "Records begun with version \(version) and not completed are gone on with only in its file: complete them first, "
        + "or keep that file beside the new one.")
    return advice
  }

  private mutating func add(_ text: String, _ breaks: [(what: FormChange.Break, why: String)] = []) {
    changes.append(FormChange(text, breaks: breaks))
  }

  // MARK: The form

  private mutating func compareHeads() {
    let (old, new) = (old.form, new.form)
    if old.id != new.id {
      add(
        "The form is called \(new.id), and was \(old.id): it is another form",
        [
          (.exports, "its records are exported apart from those of \(old.id)"),
          (.drafts, "records of \(old.id) that are not completed are not offered in it"),
          (.records, "what is unique among the records of \(old.id) is not looked for there any more"),
        ])
    }
    if old.title != new.title { add("The title is \(new.title.inWords), and was \(old.title.inWords)") }
  }

  private mutating func compareExpectation() {
    let words = [old, new].map { $0.root["expects"].map { Wording.text(of: $0) } }
    guard words[0] != words[1] else { return }
    switch (words[0], words[1]) {
    case (nil, let now?): add("expects is new: records are held against notices (\(now))")
    case (_?, nil): add("expects is gone: records are no longer held against notices")
    case (let before, let now): add("expects is \(now ?? ""), and was \(before ?? "")")
    }
  }

  // MARK: Fields

  /// Of the form, or of lines.
  private mutating func compareFields(_ olds: [Field], _ news: [Field], within lines: (old: String, new: String)?) {
    func name(_ field: Field, _ id: String) -> String {
      "\(field.label.text(in: "")) (\(lines.map { id == "old" ? "\($0.old)." : "\($0.new)." } ?? "")\(field.id))"
    }
    var pairs: [(old: Field, new: Field)] = []
    for field in news {
      let before =
        olds.first { $0.id == field.id }
        ?? olds.first { old in
          field.was.contains(old.id) && !news.contains { $0.id == old.id }
        }
      if let before { pairs.append((before, field)) }
    }
    let gone = olds.filter { old in !pairs.contains { $0.old.id == old.id } }
    let added = news.filter { new in !pairs.contains { $0.new.id == new.id } }
    for field in gone {
      // The same under another name, perhaps: then its values would be lost for want of a word.
      let heir =
        added.first { $0.type == field.type && $0.label == field.label }
        ?? (gone.count == 1 && added.count == 1
          && added[0].type == field.type ? added[0] : nil)
      addGone(field, name(field, "old"), heir)
    }
    for field in added {
      add("\(name(field, "new")) is new, of type \(field.type.rawValue)\(Wording.demand(of: field))")
    }
    for (old, new) in pairs { compare(old, new, name(new, "new"), within: lines) }
    let (before, after) = (pairs.map(\.old.id).filter { id in olds.contains { $0.id == id } }, pairs)
    let sorted = olds.filter { old in before.contains(old.id) }.map(\.id)
    if sorted != after.map(\.old.id) { add("The fields\(lines.map { " of \($0.new)" } ?? "") stand in another order") }
  }

  private mutating func addGone(_ field: Field, _ name: String, _ heir: Field?) {
    guard field.type != .note else { return add("The note \(name) is gone") }
    let hint = heir.map { "; if it is called \($0.id) now, write was: [\(field.id)] there" } ?? ""
    let what = field.type == .lines ? "its table gets no rows any more" : "its column stays empty from now on"
    var breaks: [(what: FormChange.Break, why: String)] = [(.exports, what + hint)]
    if field.type != .computed { breaks.append((.drafts, "what was entered there has no place any more")) }
    add("\(name) is gone", breaks)
  }

  private mutating func compare(_ old: Field, _ new: Field, _ name: String, within lines: (old: String, new: String)?) {
    if old.id != new.id {
      add("\(name) was called \(old.id): exports join the two under the new name, \(new.id)")
    }
    for former in old.was where former != new.id && !new.was.contains(former) {
      add(
        "\(name) does not say any more that it was \(former)",
        [(.exports, "values of the time when it was called \(former) get a column of their own: keep was: [\(former)]")]
      )
    }
    if old.type != new.type || old.valueType != new.valueType { addType(old, new, name) }
    if old.label != new.label {
      add("\(name) was labelled \(old.label.inWords)")
    }
    for text in Wording.changes(
      from: self.old.node(of: old, within: lines?.old), to: self.new.node(of: new, within: lines?.new))
    {
      add("\(name): \(text)")
    }
    if old.type == .choice || old.choices != nil, new.choices != nil { compareOptions(old, new, name) }
    compareRules(old.rules, new.rules, of: name)
    if old.type == .lines, new.type == .lines {
      compareFields(old.columns, new.columns, within: (old.id, new.id))
    }
  }

  private mutating func addType(_ old: Field, _ new: Field, _ name: String) {
    guard old.type != new.type else {
      let types = (old.valueType?.inWords ?? "nothing", new.valueType?.inWords ?? "nothing")
      return add(
        "\(name) computes \(types.1), and was \(types.0)",
        [
          (.exports, "its column holds \(types.1) where it held \(types.0)"),
          (.records, "docks with the old version go on writing \(types.0)"),
        ])
    }
    let text = "\(name) is of type \(new.type.rawValue), and was \(old.type.rawValue)"
    // Texts stay texts: a choice that becomes a text, a text that is scanned.
    let isSame = old.valueType == new.valueType && old.valueType != nil && old.type != .integer && old.type != .decimal
    guard !isSame, old.type != .note, new.type != .note else { return add(text) }
    add(
      text,
      [
        (.exports, "its column holds \(Wording.kind(new)) where it held \(Wording.kind(old))"),
        (.drafts, "what was entered there may be no \(new.type.rawValue) any more"),
        (.records, "docks with the old version go on writing \(Wording.kind(old))"),
      ])
  }

  // MARK: Lists

  /// Lists that stand by themselves; those of a field stand with it.
  private mutating func compareLists() {
    for name in new.form.lists.keys.sorted() {
      guard let before = old.form.lists[name], let now = new.form.lists[name] else { continue }
      for text in Wording.changes(from: before, to: now) { add("The list \(name): \(text)") }
    }
  }

  private mutating func compareOptions(_ old: Field, _ new: Field, _ name: String) {
    func isInline(_ side: Side, _ list: ChoiceList?) -> Bool {
      !side.form.lists.values.contains { $0.options.map(\.value) == list?.options.map(\.value) }
    }
    guard let before = old.choices, let now = new.choices, isInline(self.old, before) || isInline(self.new, now) else {
      return
    }
    for text in Wording.changes(from: before, to: now) { add("\(name): its list \(text)") }
  }

  // MARK: Rules

  private mutating func compareRules(_ olds: [Rule], _ news: [Rule], of owner: String) {
    func same(_ a: Rule, _ b: Rule) -> Bool { a.id != nil && a.id == b.id || a.that.text == b.that.text }
    for rule in olds where !news.contains(where: { same(rule, $0) }) {
      add("The rule \(rule.name) of \(owner) is gone" + (rule.severity == .warning ? Wording.unconfirmable : ""))
    }
    for rule in news {
      guard let before = olds.first(where: { same($0, rule) }) else {
        let what = rule.severity == .error ? "records that break it are refused" : "it must be confirmed"
        add("The rule \(rule.name) of \(owner) is new: \(what)")
        continue
      }
      if before.that.text != rule.that.text {
        add("The rule \(rule.name) of \(owner) wants \(rule.that.text), and wanted \(before.that.text)")
      }
      if before.name != rule.name, before.that.text == rule.that.text {
        add("The rule \(before.name) of \(owner) is called \(rule.name) now\(Wording.unconfirmable)")
      }
      if before.severity != rule.severity {
        let now = rule.severity == .error ? "refuses records, and only warned" : "only warns, and refused records"
        add("The rule \(rule.name) of \(owner) \(now)")
      }
      if before.say.plain != rule.say.plain { add("The rule \(rule.name) of \(owner) says it in other words") }
      if before.confirmBy?.name != rule.confirmBy?.name {
        let by = rule.confirmBy.map { "only by \($0.name.isEmpty ? "its list" : $0.name)" } ?? "by every clerk"
        add("The rule \(rule.name) of \(owner) is confirmed \(by)")
      }
    }
  }
}

extension FormComparison.Side {
  init?(_ reading: FormReading) {
    guard let form = reading.form, let source = reading.source, let root = try? YAMLNode.read(source) else {
      return nil
    }
    (self.form, self.root) = (form, root)
  }

  /// The field as its file has it.
  func node(of field: Field, within lines: String?) -> YAMLNode? {
    let fields = lines.flatMap { id in root["fields"]?.elements?.first { $0["id"]?.text == id } } ?? root
    return fields["fields"]?.elements?.first { $0["id"]?.text == field.id }
  }
}
