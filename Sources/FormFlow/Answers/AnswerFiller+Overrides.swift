import DataFormats
import FormSchema
import LabelData

/// A warning that an answer confirms: everywhere, or at one place.
private struct AnswerOverride {
  /// The rules that are meant, as findings name them.
  let rules: Set<String>
  let field: String?
  var by: String?
  let reason: String?
}

extension AnswerFiller {
  mutating func judge(_ overrides: JSONValue?) -> AnswerOutcome {
    let confirmed = readOverrides(overrides)
    var warnings = notes
    let evaluation = Evaluation(state, surroundings)
    for finding in evaluation.findings() {
      guard finding.severity == .warning else {
        refuse(finding.name, finding.message)
        continue
      }
      let fitting = confirmed.filter { override in finding.rule.map { override.rules.contains($0) } ?? false }
      var override = fitting.first { $0.field == finding.name } ?? fitting.first { $0.field == nil }
      var message = finding.message
      if let confirmer = finding.confirmBy {
        if let given = override, let lack = Self.lack(of: given, confirmer) {
          message += ": \(lack)"
          override = nil
        } else if let by = override?.by.flatMap({ confirmer.name(among: [$0]) }) {
          override?.by = by
        }
      }
      warnings.append(
        AnswerOutcome.Warning(
          name: finding.name, rule: finding.rule, message: finding.message, confirmed: override != nil))
      if let override {
        state.confirm([finding], by: override.by, reason: override.reason, surroundings)
      } else {
        refuse(finding.name, message)
      }
    }
    let record = wantsRecord && refused.isEmpty ? state.record(surroundings) : nil
    return AnswerOutcome(
      record: record, refused: refused, warnings: warnings, uniqueKeys: record == nil ? [] : evaluation.uniqueKeys())
  }

  /// What an override lacks to confirm a warning that only others may confirm.
  private static func lack(of override: AnswerOverride, _ confirmer: Confirmer) -> String? {
    let list = confirmer.name.isEmpty ? "the list" : confirmer.name
    guard let by = override.by else { return "its override must say by whom, a value of \(list)" }
    guard confirmer.name(among: [by]) != nil else {
      return "\(displayable(by)) is not on \(list), and cannot confirm it"
    }
    return override.reason?.trimmingSpaces.isEmpty == false ? nil : "its override must say why, as reason"
  }

  private mutating func readOverrides(_ value: JSONValue?) -> [AnswerOverride] {
    guard let value else { return [] }
    if case .null = value { return [] }
    guard let elements = value.elements else {
      refuse("overrides", "overrides is a list of rules")
      return []
    }
    let (rules, names) = (rules, ruleNames.sorted())
    return elements.compactMap { readOverride($0, rules, names) }
  }

  private static let members = ["rule", "field", "by", "reason"]

  private mutating func readOverride(
    _ element: JSONValue, _ rules: [Rule], _ ruleNames: [String]
  ) -> AnswerOverride? {
    for member in element.members ?? [] {
      guard Self.members.contains(member.name) else {
        let near = closestMatch(to: member.name, in: Self.members).map { ", did you mean \($0)?" }
        refuse("overrides", "an override has no \(displayable(member.name))\(near ?? "")")
        return nil
      }
      if case .null = member.value { continue }
      guard member.value.text != nil else {
        refuse("overrides", "\(member.name) of an override is a text")
        return nil
      }
    }
    guard let rule = element.text ?? element["rule"]?.text else {
      refuse("overrides", "an override names a rule by its id or its expression")
      return nil
    }
    let meant = Self.names(ofRule: rule, among: rules)
    guard !meant.isEmpty else {
      let near = closestMatch(to: rule, in: ruleNames).map { ", did you mean \($0)?" }
      refuse("overrides", "there is no rule \(displayable(rule))\(near ?? "")")
      return nil
    }
    return AnswerOverride(
      rules: meant, field: element["field"]?.text, by: element["by"]?.text, reason: element["reason"]?.text)
  }

  private var rules: [Rule] {
    form.rules + (form.fields + form.fields.flatMap(\.columns)).flatMap(\.rules)
  }

  /// Rules are named by their id or by their expression, also those that have an id.
  private static func names(ofRule text: String, among rules: [Rule]) -> Set<String> {
    ["check", "expects"].contains(text)
      ? [text] : Set(rules.filter { $0.id == text || $0.that.text == text }.map(\.name))
  }

  /// Every rule of the form by its name, and the checks that only warn.
  private var ruleNames: Set<String> { Set(rules.map(\.name)).union(["check", "expects"]) }
}
