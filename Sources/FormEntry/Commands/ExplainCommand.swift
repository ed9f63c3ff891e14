import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData

/// `formentry explain`: what a code says, what is wrong with it, and what a field of a form makes of it.
enum ExplainCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    guard let clock = invocation.clock(), let text = invocation.operands.first else { return .usage }
    let scan = Scan(wedge: textWithControls(fromBraces: text))
    let label = Label.read(scan, today: clock.now.date)
    if invocation.has("form") || invocation.has("field") { return explain(scan, label, invocation) }
    let check = invocation.value("check").flatMap(NamedCheck.init(rawValue:))
    let fault = check?.fault(in: label.text)
    if invocation.has("json") {
      invocation.output.write(label.explanation.description + "\n")
    } else if let check {
      invocation.output.line(fault ?? "\(displayable(label.text)) passes the check \(check.rawValue)")
    } else {
      for sentence in label.sentences { invocation.output.line(sentence) }
    }
    return (check == nil ? label.isValid : fault == nil) ? .done : .refused
  }

  // MARK: A field of a form

  private static func explain(_ scan: Scan, _ label: Label, _ invocation: Invocation) -> ExitStatus {
    guard let name = invocation.value("form"), let path = invocation.value("field") else {
      invocation.errors.complain("--form and --field go together: formentry explain TEXT --form FORM --field FIELD")
      return .usage
    }
    guard !invocation.has("check") else {
      invocation.errors.complain("--check NAME stands alone: a field has the check that its form gives it")
      return .usage
    }
    guard let station = invocation.station(), let clock = invocation.clock(station) else { return .usage }
    guard let form = FillCommand.form(named: name, FormLocator(station), station, invocation) else { return .refused }
    guard let field = form.reference(path) else {
      let known = form.fields.flatMap { field in
        field.type == .lines ? field.columns.map { "\(field.id).\($0.id)" } : [field.id]
      }
      let near =
        closestMatch(to: path, in: known).map { ": did you mean \($0)?" } ?? ", but: \(known.joined(separator: ", "))"
      invocation.errors.complain("the form \(form.id) has no field \(path.prefix(60))\(near)")
      return .usage
    }
    let surroundings = Surroundings(
      now: clock.now, businessDate: clock.businessDate(of: clock.now), station: station.station,
      language: station.lang, entry: station.entry(now: clock.now), isHeadless: true)
    let explanation = FieldExplanation.explain(scan, to: field, of: form, surroundings)
    if invocation.has("json") {
      let members = (label.explanation.members ?? []) + [JSONMember("field", explanation.json(in: form))]
      invocation.output.write(JSONValue.object(members).description + "\n")
    } else {
      for sentence in label.sentences { invocation.output.line(sentence) }
      for line in lines(explanation, form, station.lang) { invocation.output.line(line) }
    }
    return explanation.isTaken ? .done : .refused
  }

  private static func lines(_ explanation: FieldExplanation, _ form: FormDefinition, _ language: String) -> [String] {
    let field = form.field(explanation.field)
    var lines = ["\(field.label.text(in: language)) (\(form.path(of: explanation.field))) in \(form.path):"]
    for step in explanation.steps {
      let sign = step.isPassed.map { $0 ? "✓" : "✗" } ?? "·"
      let place = step.position.map { "line \($0.line), " } ?? ""
      lines.append("  \(sign) \(place)\(step.key): \(step.message)")
    }
    if let refusal = explanation.refusal { return lines + ["Refused: \(refusal)"] }
    guard !explanation.took.isEmpty else { return lines + ["Taken."] }
    return lines + ["Taken: " + explanation.took.map { "\($0.part) to \($0.name)" }.joined(separator: ", ")]
  }
}
