import FormSchema

extension FormState {
  /// An answer that is none of the question's keys changes nothing.
  mutating func answer(_ key: Character, reason: String?, _ surroundings: Surroundings) -> [Effect] {
    guard let asked = question, asked.choices.contains(where: { $0.key == key }) else { return [] }
    question = nil
    notice = nil
    var effects = carryOut(asked, key, reason: reason, surroundings)
    // What was scanned meanwhile, in its order, until another question comes up.
    while question == nil, !waiting.isEmpty, !effects.contains(where: \.endsRecord) {
      effects += take(waiting.removeFirst(), surroundings).effects
    }
    return effects
  }

  private mutating func carryOut(
    _ asked: Question, _ key: Character, reason: String?, _ surroundings: Surroundings
  ) -> [Effect] {
    switch asked.kind {
    case .replace:
      guard let scan = asked.scan else { return [] }
      switch key {
      case "1":
        scanForNext = scan
        let effects = complete(surroundings)
        // It cannot be saved yet: then the scan is not for this record, and must be made again.
        if question == nil, !effects.contains(where: \.endsRecord) { scanForNext = nil }
        return effects
      case "2": return take(scan, surroundings, mayReplace: true).effects
      default: return dropped(scan)
      }
    case .repeated:
      guard let scan = asked.scan else { return [] }
      return key == "1" ? take(scan, surroundings, isNewRow: true).effects : dropped(scan)
    case .chooseField(let targets):
      guard let scan = asked.scan else { return [] }
      guard let number = key.wholeNumberValue, (1...targets.count).contains(number) else { return dropped(scan) }
      let aimed = ScanInput(scan.scan, origin: scan.origin, aim: targets[number - 1])
      return take(aimed, surroundings).effects
    case .confirmWarnings(let findings):
      guard key == "y" else {
        if let place = findings.first?.place { move(to: firstInput(at: place, surroundings), surroundings) }
        scanForNext = nil
        return []
      }
      confirm(findings, reason: reason, surroundings)
      return complete(surroundings)
    case .deleteRow(let lines, let row):
      guard key == "y", rows[lines].indices.contains(row) else { return [] }
      rows[lines].remove(at: row)
      lastRow = nil
      undo.removeAll()
      let places = inputPlaces(Evaluation(self, surroundings)).filter { $0.field == lines }
      move(to: places.last { ($0.row ?? 0) <= row } ?? enter(lines: lines, surroundings), surroundings)
      return [.saveDraft]
    case .discardRecord:
      return key == "y" ? [.discarded] : []
    }
  }

  private mutating func dropped(_ scan: ScanInput) -> [Effect] {
    notice = Notice(kind: .information, text: "The scan is dropped")
    return []
  }

  /// The place itself where it takes input, else the first of its row.
  func firstInput(at place: Place, _ surroundings: Surroundings) -> Place? {
    let places = inputPlaces(Evaluation(self, surroundings))
    return places.first { $0 == place }
      ?? places.first { $0.field == place.field && (place.row == nil || $0.row == place.row) }
  }

  mutating func confirm(_ findings: [Finding], by: String? = nil, reason: String?, _ surroundings: Surroundings) {
    // Somebody always answers for it: the operator, or where nobody said who works here, the station.
    let who = by ?? (operatorName.isEmpty ? surroundings.station : operatorName)
    for finding in findings {
      overrides.append(
        Override(
          rule: finding.rule ?? "check", name: finding.name, by: who, reason: reason, at: surroundings.now))
    }
  }

  func isConfirmed(_ finding: Finding) -> Bool {
    overrides.contains { $0.rule == finding.rule && $0.name == finding.name }
  }

  /// Saves the record if nothing is wrong and every warning is confirmed.
  mutating func complete(_ surroundings: Surroundings) -> [Effect] {
    move(to: cursor, surroundings)
    let findings = Evaluation(self, surroundings).findings()
    let errors = findings.filter { $0.severity == .error }
    if !errors.isEmpty {
      overrides.removeAll()
      return [.signal(.refused), .showFailures(findings)]
    }
    overrides.removeAll { override in
      !findings.contains { $0.rule == override.rule && $0.name == override.name }
    }
    let open = findings.filter { $0.severity == .warning && !isConfirmed($0) }
    if !open.isEmpty {
      question = Question(
        .confirmWarnings(open), open.map { $0.sentence(in: form, surroundings.language) }.joined(separator: "\n"),
        choices: [("y", "save it all the same"), ("n", "go back")])
      return [.signal(.asked)]
    }
    return [.append(record(surroundings))]
  }
}

extension Effect {
  var savesDraft: Bool {
    if case .saveDraft = self { true } else { false }
  }

  var endsRecord: Bool {
    switch self {
    case .append, .discarded: true
    default: false
    }
  }
}
