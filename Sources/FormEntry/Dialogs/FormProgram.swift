import Configuration

/// The dialogs: a menu of the forms, or one form, until the clerk leaves.
enum FormProgram {
  static func run(
    _ invocation: Invocation, _ station: StationConfiguration, _ clock: StationClock, _ locator: FormLocator
  ) -> ExitStatus {
    .environment
  }
}
