import DataFormats

/// `formentry export`: handed over, as it stands, to the helper that knows the formats.
enum ExportCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    let name = "formentry-export"
    guard let helper = Helper.path(of: name) else {
      invocation.errors.complain("\(name) lies neither beside formentry nor in ../libexec/formentry: install it")
      return .environment
    }
    let reason = Helper.become(helper, words: invocation.request.words)
    invocation.errors.complain("\(helper) can't be started: \(systemReason(reason))")
    return .environment
  }
}
