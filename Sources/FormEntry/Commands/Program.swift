import Configuration
import DataFormats
import Glibc

/// The program from its words to its exit status.
enum Program {
  static func run(words: [String], environment: [String: String]) -> ExitStatus {
    let output = StandardOutput()
    let errors = StandardError()
    var status: ExitStatus
    do {
      status = try answer(OptionParser(words).parse(), environment: environment, output, errors)
    } catch {
      let more = error.verb.map { "formentry \($0.name) --help" } ?? "formentry --help"
      errors.complain("\(error.message) (\(more) tells more)")
      status = .usage
    }
    output.flush()
    switch output.failure {
    case nil: return status
    case EPIPE: return .done
    case let reason?:
      errors.complain("the output could not be written: \(systemReason(reason))")
      status.include(.environment)
      return status
    }
  }

  private static func answer(
    _ asked: CommandLineAnswer, environment: [String: String], _ output: StandardOutput, _ errors: StandardError
  ) throws(UsageFault) -> ExitStatus {
    switch asked {
    case .help(let verb): output.write(verb.map { Help.text(of: $0) } ?? Help.text)
    case .version: output.write("formentry \(VerbTable.version)\n")
    case .manual: output.write(ManPage.text)
    case .completions(let shell): output.write(Completions.script(for: shell))
    case .formIDs: return formIDs(environment: environment, output)
    case .run(let request):
      let invocation = Invocation(request: request, environment: environment, output: output, errors: errors)
      if request.isImplied, let fault = verbMeant(by: invocation) { throw fault }
      return command(request.verb)?(invocation) ?? .usage
    }
    return .done
  }

  /// Where the verb was left out and the word is near a verb and near no form: what was probably meant.
  private static func verbMeant(by invocation: Invocation) -> UsageFault? {
    guard let word = invocation.operands.first, !FormLocator.isPath(word),
      let verb = VerbTable.programOptions.first(where: { $0.name == word }).map({ "--" + $0.name })
        ?? closestMatch(to: word, in: VerbTable.firstWords),
      let station = try? StationConfiguration.load(
        environment: invocation.environment, options: invocation.request.options)
    else { return nil }
    let locator = FormLocator(station)
    guard locator.candidates(for: word).isEmpty, closestMatch(to: word, in: locator.all().map(\.id)) == nil
    else { return nil }
    return UsageFault("there is no verb and no form \(word.prefix(60).withVisibleControls): did you mean \(verb)?", nil)
  }

  private static func formIDs(environment: [String: String], _ output: StandardOutput) -> ExitStatus {
    guard let station = try? StationConfiguration.load(environment: environment, options: []) else { return .usage }
    var known: Set<String> = []
    for form in FormLocator(station).all() where known.insert(form.id).inserted { output.line(form.id) }
    return .done
  }

  /// What a verb does.
  static func command(_ verb: Verb) -> Command? {
    switch verb.name {
    case "fill": FillCommand.run
    case "scan": ScanCommand.run
    case "explain": ExplainCommand.run
    case "lint": LintCommand.run
    case "test": TestCommand.run
    case "show": ShowCommand.run
    case "diff": DiffCommand.run
    case "schema": SchemaCommand.run
    case "records list": RecordsCommand.list
    case "records show": RecordsCommand.show
    case "records verify": RecordsCommand.verify
    case "export": ExportCommand.run
    case "doctor": DoctorCommand.run
    default: nil
    }
  }
}
