import Configuration
import DataFormats
import Glibc

/// `formentry doctor`: what works at this station, and what mends what does not.
enum DoctorCommand {
  static func run(_ invocation: Invocation) -> ExitStatus {
    let reading = StationConfiguration.read(
      environment: invocation.environment, options: invocation.request.options)
    let station = reading.configuration
    if invocation.has("trigger") { return TriggerTrial.run(invocation, station) }
    let clock = StationCheck.clock(invocation.environment, station)
    let examinations: [() -> [Diagnosis]] = [
      { StationCheck.diagnoses(of: reading) },
      { clock.diagnoses },
      { TerminalCheck.diagnoses(station) },
      { CameraCheck.diagnoses(station) },
      { TriggerCheck.diagnoses(station) },
      { [DecoderCheck.diagnosis()] },
      { FormsCheck.diagnoses(station) },
      { StoreCheck.diagnoses(station, clock.clock) },
    ]
    var status = ExitStatus.done
    let unicode = isUnicode(invocation.environment)
    for examine in examinations where invocation.output.isOpen {
      for diagnosis in examine() {
        if diagnosis.verdict == .wrong { status.include(.environment) }
        if invocation.has("json") {
          invocation.output.write(diagnosis.json.description + "\n")
        } else {
          for line in diagnosis.lines(unicode: unicode) { invocation.output.line(line) }
        }
      }
      // A camera that wakes slowly must not hold back what is known already.
      invocation.output.flush()
    }
    return status
  }

  /// As the environment says; where it says nothing, today that means UTF-8.
  private static func isUnicode(_ environment: [String: String]) -> Bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let named = named?.lowercased() else { return true }
    return named.hasSuffix("utf-8") || named.hasSuffix("utf8")
  }
}
