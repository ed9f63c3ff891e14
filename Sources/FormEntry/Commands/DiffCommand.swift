import Configuration
import DataFormats
import FormSchema

/// `formentry diff OLD NEW`: what changed between two versions of a form, and what would break.
enum DiffCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    guard invocation.operands.count == 2 else {
      invocation.errors.complain("diff wants two forms: formentry diff OLD NEW (formentry diff --help tells more)")
      return .usage
    }
    let station = try? StationConfiguration.load(environment: invocation.environment, options: [])
    let readings = invocation.operands.map { FormReader.read(path: $0, notices: station?.notices) }
    for reading in readings {
      for error in reading.errors { invocation.output.show(error, from: reading.source) }
    }
    guard let old = readings[0].form, let new = readings[1].form,
      let comparison = FormComparison(readings[0], readings[1])
    else { return .refused }
    let output = invocation.output
    output.line("\(old.id) \(old.version) (\(old.path)), \(new.id) \(new.version) (\(new.path))")
    for change in comparison.changes {
      output.line((change.breaks.isEmpty ? "  " : "! ") + change.text)
      for (what, why) in change.breaks { output.line("    breaks \(what.rawValue): \(why)") }
    }
    for advice in comparison.advice { output.line(advice) }
    let broken = comparison.changes.filter { !$0.breaks.isEmpty }
    if comparison.changes.isEmpty {
      output.line("Nothing changed that a clerk, a record or an export would show.")
    } else if broken.isEmpty {
      output.line("Nothing would break.")
    } else {
      let kinds = FormChange.Break.allCases.filter { kind in broken.contains { $0.breaks.contains { $0.what == kind } }
      }
      output.line("Would break: \(kinds.map(\.rawValue).joined(separator: ", ")).")
    }
    return broken.isEmpty ? .done : .refused
  }
}
