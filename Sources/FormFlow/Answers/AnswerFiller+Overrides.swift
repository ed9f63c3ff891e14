import DataFormats
import FormSchema
import LabelData

/// A warning that an answer confirms: everywhere, or at one place.
private struct AnswerOverride {
  let rule: String
  let field: String?
  let by: String?
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
      let override = confirmed.first {
        $0.rule == finding.rule && ($0.field == nil || $0.field == finding.name)
      }
      warnings.append(
        AnswerOutcome.Warning(
          name: finding.name, rule: finding.rule, message: finding.message, confirmed: override != nil))
      if let override {
        state.confirm([finding], by: override.by, reason: override.reason, surroundings)
      } else {
        refuse(finding.name, finding.message)
      }
    }
    let record = refused.isEmpty ? state.record(surroundings) : nil
    return AnswerOutcome(
      record: record, refused: refused, warnings: warnings, uniqueKeys: record == nil ? [] : evaluation.uniqueKeys())
  }

  private mutating func readOverrides(_ value: JSONValue?) -> [AnswerOverride] {
    guard let value else { return [] }
    if case .null = value { return [] }
    guard let elements = value.elements else {
      refuse("overrides", "overrides is a list of rules")
      return []
    }
    let ruleNames = ruleNames
    let sortedNames = ruleNames.sorted()
    return elements.compactMap { element in
      guard let rule = element.text ?? element["rule"]?.text else {
        refuse("overrides", "an override names a rule by its id or its expression")
        return nil
      }
      guard ruleNames.contains(rule) else {
        let near = closestMatch(to: rule, in: sortedNames).map { ", did you mean \($0)?" }
        refuse("overrides", "there is no rule \(displayable(rule))\(near ?? "")")
        return nil
      }
      return AnswerOverride(
        rule: rule, field: element["field"]?.text, by: element["by"]?.text, reason: element["reason"]?.text)
    }
  }

  /// Every rule of the form by its name, and the checks that only warn.
  private var ruleNames: Set<String> {
    let fields = form.fields + form.fields.flatMap(\.columns)
    return Set((form.rules + fields.flatMap(\.rules)).map(\.name)).union(["check", "expects"])
  }
}
