import Configuration
import DataFormats

/// What a command gets: its words, and the way to the station and to its output. It answers the exit status.
struct Invocation {
  let request: Request
  let environment: [String: String]
  let output: StandardOutput
  let errors: StandardError

  var operands: [String] { request.operands }

  /// Whether an option was given.
  func has(_ option: String) -> Bool { request.options.contains { $0.name == option } }

  /// The value of an option; nil where it was not given.
  func value(_ option: String) -> String? { request.options.last { $0.name == option }?.value }

  /// The station's configuration with the options laid over it; nil, and all said, where something in it is wrong:
  /// the command then answers `usage`.
  func station() -> StationConfiguration? {
    do {
      return try StationConfiguration.load(environment: environment, options: request.options)
    } catch {
      for fault in error.faults { errors.complain(fault.description) }
      return nil
    }
  }

  /// The station's clock; nil, and said, where FORMENTRY_NOW is no instant: the command then answers `usage`.
  func clock(_ station: StationConfiguration? = nil) -> StationClock? {
    do {
      return try StationClock(environment: environment, dayStart: station?.dayStart ?? .midnight)
    } catch {
      errors.complain(error.message)
      return nil
    }
  }
}

/// A command of the program.
typealias Command = (Invocation) -> ExitStatus
