import DataFormats
public import FormSchema
import LabelData

/// Something that is not right with a form as it is filled.
public struct Finding: Sendable {
  /// nil: a rule of the whole form.
  public let place: Place?
  /// As answers name it: `sscc`, `lines[0].lot`, `lines[0]`, `lines`, "".
  public let name: String
  /// The rule's id or its expression, `check` for a check that only warns; nil for what is no rule.
  public let rule: String?
  public let message: String
  public let severity: Rule.Severity
  /// Whose word alone confirms it; nil: the operator's.
  public var confirmBy: Confirmer?

  /// The message with the place before it, as lists of several say it: `Lines 3 Lot: this is too long`. A message that
  /// begins with the name of the field needs no second one.
  public func sentence(in form: FormDefinition, _ language: String) -> String {
    guard let place else { return message }
    var words = form.words(for: place, language)
    if place.row == nil || place.column != nil, let last = words.last, message.hasPrefix(last + " ") {
      words.removeLast()
    }
    return words.isEmpty ? message : "\(words.joined(separator: " ")): \(message)"
  }
}

extension Evaluation {
  /// Everything that is wrong or to be confirmed, in the order of the form.
  public func findings() -> [Finding] {
    indexUniqueColumns()
    var findings: [Finding] = []
    for (index, field) in form.fields.enumerated() where isVisible(field: index) {
      let place = Place(field: index)
      if field.type == .lines {
        findings += linesFindings(index)
      } else {
        add(to: &findings, at: place, field)
      }
    }
    for rule in form.rules where rule.that.expression.truth(in: self) == false {
      findings.append(
        Finding(
          place: nil, name: "", rule: rule.name, message: text(rule.say, at: nil), severity: rule.severity,
          confirmBy: rule.confirmBy))
    }
    return findings
  }

  private func linesFindings(_ lines: Int) -> [Finding] {
    let field = form.fields[lines]
    let rows = activeRows(ofLines: lines)
    var findings: [Finding] = []
    func add(_ place: Place, _ message: String) {
      findings.append(
        Finding(place: place, name: form.name(of: place), rule: nil, message: message, severity: .error))
    }
    let count = FieldValue.number(ExactDecimal(rows.count))
    if let least = field.bound(.minimum, brokenBy: count, in: self) {
      add(
        Place(field: lines),
        said(field, Place(field: lines))
          ?? "at least \(least.written) \(least.written == "1" ? "line is" : "lines are") wanted")
    }
    if let most = field.bound(.maximum, brokenBy: count, in: self) {
      add(Place(field: lines), said(field, Place(field: lines)) ?? "at most \(most.written) lines")
    }
    for row in rows { findings += self.findings(ofRow: row, field, lines) }
    return findings
  }

  /// What is wrong with one row of shown lines: its fields, then the rules of the row.
  public func findings(ofRow row: Int, ofLines lines: Int) -> [Finding] {
    findings(ofRow: row, form.fields[lines], lines)
  }

  private func findings(ofRow row: Int, _ field: Field, _ lines: Int) -> [Finding] {
    var findings: [Finding] = []
    for column in field.columns.indices {
      let place = Place(field: lines, row: row, column: column)
      if isVisible(place) { add(to: &findings, at: place, field.columns[column]) }
    }
    let place = Place(field: lines, row: row)
    for rule in field.rules where rule.that.expression.truth(in: context(of: place)) == false {
      findings.append(
        Finding(
          place: place, name: form.name(of: place), rule: rule.name, message: text(rule.say, at: place),
          severity: rule.severity, confirmBy: rule.confirmBy))
    }
    return findings
  }

  /// What is wrong with one visible field: the first fault of the field itself, or the rules that it breaks.
  public func findings(at place: Place) -> [Finding] {
    var findings: [Finding] = []
    add(to: &findings, at: place, form.field(at: place))
    return findings
  }

  private func add(to findings: inout [Finding], at place: Place, _ field: Field) {
    guard field.takesInput || field.type == .computed else { return }
    func finding(_ message: String, rule: String? = nil, _ severity: Rule.Severity = .error) -> Finding {
      Finding(place: place, name: form.name(of: place), rule: rule, message: message, severity: severity)
    }
    if let fault = state.fault(at: place) { return findings.append(finding(fault)) }
    guard let value = value(at: place) else {
      guard truth(field.required, at: place) else { return }
      return findings.append(finding("\(field.label.text(in: surroundings.language)) is missing"))
    }
    if let fault = fault(of: value, at: place, field) { return findings.append(finding(fault)) }
    if let check = field.check, check.severity == .warning, case .text(let text) = value,
      let fault = check.check.fault(in: text)
    {
      findings.append(finding(said(field, place) ?? fault, rule: "check", .warning))
    }
    for rule in field.rules where rule.that.expression.truth(in: context(of: place)) == false {
      var found = finding(text(rule.say, at: place), rule: rule.name, rule.severity)
      found.confirmBy = rule.confirmBy
      findings.append(found)
    }
    if let unadvised = adviceFinding(at: place, value) { findings.append(unadvised) }
  }

  func said(_ field: Field, _ place: Place) -> String? {
    field.say.map { text($0, at: place) }
  }

  func fits(_ option: ChoiceList.Option, at place: Place, _ field: Field) -> Bool {
    guard let filter = field.choiceFilter else { return true }
    return filter.expression.truth(in: OptionEvaluation(outer: context(of: place), columns: option.columns)) == true
  }

  /// What may be chosen at a place now.
  public func options(at place: Place) -> [ChoiceList.Option] {
    let field = form.field(at: place)
    guard let list = field.choices, field.choiceFilter != nil else { return field.choices?.options ?? [] }
    return list.options.filter { fits($0, at: place, field) }
  }

  /// The one option that may be chosen there; nil where there are none or several.
  func onlyOption(at place: Place, _ field: Field) -> ChoiceList.Option? {
    guard let list = field.choices, field.choiceFilter != nil || list.options.count == 1 else { return nil }
    var only: ChoiceList.Option?
    for option in list.options where fits(option, at: place, field) {
      if only != nil { return nil }
      only = option
    }
    return only
  }
}

extension Expression.Comparison {
  func holds(_ left: FieldValue, _ right: FieldValue) -> Bool {
    compare(left, right) == .boolean(true)
  }
}
