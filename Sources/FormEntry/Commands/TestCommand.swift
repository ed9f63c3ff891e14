import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData
import ScanField

/// `formentry test`: the forms' own cases, each as if nothing had ever been saved.
final class TestCommand {
  private let invocation: Invocation
  private let station: StationConfiguration?
  private let clock: StationClock
  private var worker: DecodeWorker?
  private var status = ExitStatus.done
  private var (forms, cases, failed, unread) = (0, 0, 0, 0)

  private init(_ invocation: Invocation, _ clock: StationClock) {
    (self.invocation, self.clock) = (invocation, clock)
    // Cases are run also where the station is not set up right.
    station = try? StationConfiguration.load(environment: invocation.environment, options: [])
  }

  static func run(_ invocation: Invocation) -> ExitStatus {
    guard let clock = invocation.clock() else { return .usage }
    let command = TestCommand(invocation, clock)
    let found = FormOperands.forEach(invocation) { path, reading in command.test(path, reading) }
    command.summarize()
    return max(command.status, found)
  }

  private func summarize() {
    guard forms > 0 else { return }
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    let passed = cases == 0 ? "" : failed == 0 ? ": all passed" : ": \(failed) failed"
    let faulty = unread == 0 ? "" : "; \(count(unread, "form")) at fault, and not tried"
    invocation.output.line("\(count(forms, "form")), \(count(cases, "case"))\(passed)\(faulty)")
  }

  private func test(_ path: String, _ reading: FormReading) {
    forms += 1
    guard let form = reading.form else {
      unread += 1
      for error in reading.errors { invocation.output.show(error, from: reading.source) }
      status.include(.refused)
      return
    }
    var coverage = CaseCoverage(form)
    for formCase in form.cases {
      cases += 1
      let problems = problems(of: formCase, form, &coverage)
      if problems.isEmpty {
        invocation.output.line(
          "\(path):\(formCase.position.line):\(formCase.position.column): passed: \(formCase.name)")
      } else {
        failed += 1
        status.include(.refused)
      }
      for problem in problems {
        let diagnostic = Diagnostic(
          file: path, position: problem.position, severity: .error, code: "case",
          message: "\(formCase.name): \(problem.message)", help: problem.help)
        invocation.output.show(diagnostic, from: reading.source)
      }
      invocation.output.flush()
    }
    if form.cases.isEmpty {
      invocation.output.line("\(path): note: this form has no cases: write some, and they are run here")
    } else {
      for gap in coverage.gaps() {
        invocation.output.line("\(path):\(gap.position.line):\(gap.position.column): note: \(gap.message)")
      }
    }
  }

  // MARK: One case

  /// Why it does not pass.
  private func problems(
    of formCase: FormCase, _ form: FormDefinition, _ coverage: inout CaseCoverage
  ) -> [CaseProblem] {
    let held = HeldAnswers()
    let surroundings = surroundings(at: formCase.now ?? clock.now, held)
    var problems: [CaseProblem] = []
    func fill(_ answer: JSONValue, line: Int) -> AnswerOutcome {
      let filled = AnswerFiller.filled(form, with: answer, recordID: "case", surroundings) { picture in
        do throws(DecodeError) {
          return try self.scans(inPicture: picture, of: form)
        } catch {
          problems.append(CaseProblem(error.message, at: formCase.position))
          self.status.include(ExitStatus(error))
          return []
        }
      }
      coverage.note(filled.state, surroundings)
      held.take(filled.outcome, line: line)
      return filled.outcome
    }
    for (number, before) in formCase.before.enumerated() {
      let outcome = fill(before.answer, line: number + 1)
      guard outcome.record == nil else { continue }
      let told = outcome.refused.map { "\($0.name.isEmpty ? "the form" : $0.name): \($0.message)" }
      return problems + [
        CaseProblem(
          "what stands under before should be saved first, and is refused", at: before.position,
          help: told.joined(separator: "; "))
      ]
    }
    let outcome = fill(formCase.answer, line: formCase.before.count + 1)
    return problems + formCase.problems(with: outcome)
  }

  /// The station as it is set up, at the moment of the case, with nothing saved but what came before.
  private func surroundings(at now: Instant, _ held: HeldAnswers) -> Surroundings {
    let clock = StationClock(fixed: now, dayStart: station?.dayStart ?? .midnight)
    return Surroundings(
      now: now, businessDate: clock.businessDate(of: now), station: "test", language: station?.lang ?? "en",
      entry: station.map { $0.entry(now: now) } ?? TypedEntry(now: now), isHeadless: true,
      holder: { held.holder($0) }, previousValues: { held.previousValues })
  }

  /// Relative to the form.
  private func scans(inPicture picture: String, of form: FormDefinition) throws(DecodeError) -> [Scan] {
    if worker == nil { worker = try Helper.decodeWorker() }
    guard let worker else { return [] }
    return try worker.decode(still: FormOperands.path(picture, beside: form.path), options: DecodeOptions(all: true))
      .map(
        \.scan)
  }
}
