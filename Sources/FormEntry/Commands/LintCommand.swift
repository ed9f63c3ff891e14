import DataFormats
import FormSchema

/// `formentry lint`: everything that is wrong with forms, each with its place, its line and its remedy.
enum LintCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    var status = ExitStatus.done
    let found = FormOperands.forEach(invocation) { _, reading in
      for diagnostic in reading.diagnostics {
        if invocation.has("json") {
          invocation.output.write(diagnostic.json.description + "\n")
        } else {
          invocation.output.show(diagnostic, from: reading.source)
        }
      }
      if !reading.errors.isEmpty { status.include(.refused) }
    }
    return max(status, found)
  }
}

extension StandardOutput {
  /// A finding with the line of the file that it speaks of.
  func show(_ diagnostic: Diagnostic, from source: SourceText?) {
    for line in diagnostic.rendered(from: source).split(separator: "\n") { self.line(String(line)) }
  }
}
