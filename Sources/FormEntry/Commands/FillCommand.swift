import Configuration
import DataFormats
import FormSchema
import RecordStore

/// `formentry fill`: opens a form at the screen, or fills it from a file of answers.
enum FillCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    guard let station = invocation.station(), let clock = invocation.clock(station) else { return .usage }
    let locator = FormLocator(station)
    guard let answers = invocation.value("answers") else {
      return FormProgram.run(invocation, station, clock, locator)
    }
    guard let name = invocation.operands.first else {
      invocation.errors.complain("--answers wants the form that they are for: formentry fill FORM --answers FILE")
      return .usage
    }
    guard let form = form(named: name, locator, station, invocation) else { return .refused }
    do {
      let desk = try Desk(station, clock)
      try desk.open(form)
      let status = AnswersCommand.run(invocation, form, desk, path: answers)
      for notice in desk.store.takeNotices() { invocation.errors.complain(notice) }
      return status
    } catch {
      invocation.errors.complain(error.message)
      return error.kind == .request ? .usage : .environment
    }
  }

  /// The form of that name; nil, and its faults told, where there is none that can be filled.
  static func form(
    named name: String, _ locator: FormLocator, _ station: StationConfiguration, _ invocation: Invocation
  ) -> FormDefinition? {
    guard let path = locator.candidates(for: name).first else {
      invocation.errors.complain(locator.missing(name, examples: Helper.exampleForms))
      return nil
    }
    let reading = FormReader.read(path: path, notices: station.notices, forFilling: true)
    for diagnostic in reading.errors {
      for line in diagnostic.rendered(from: reading.source).split(separator: "\n") {
        invocation.errors.line(String(line))
      }
    }
    return reading.form
  }
}
