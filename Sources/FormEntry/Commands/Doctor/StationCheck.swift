import Configuration
import DataFormats
import Glibc

/// The configuration and the clock.
enum StationCheck {
  static func diagnoses(of reading: StationConfiguration.Reading) -> [Diagnosis] {
    var found = reading.faults.map { fault in
      Diagnosis.wrong(.configuration, fault.description, mend: remedy(of: fault))
    }
    let station = reading.configuration.station
    let files = reading.files.isEmpty ? "there is no file" : "read " + reading.files.joined(separator: ", ")
    let variables = reading.variables.isEmpty ? "" : "; of the environment " + reading.variables.joined(separator: ", ")
    let message = "station \(station); \(files)\(variables)"
    found.append(
      found.isEmpty ? .well(.configuration, message) : .unknown(.configuration, message + "; what is wrong is left out")
    )
    return found
  }

  private static func remedy(of fault: ConfigurationFault) -> String {
    guard let source = fault.source else {
      return fault.help ?? "give it as the sentence says; formentry --man tells more"
    }
    return "edit \(source.path)" + (fault.position.map { ", line \($0.line)" } ?? "")
  }

  struct Clock {
    /// nil where it cannot be known.
    let clock: StationClock?
    let diagnoses: [Diagnosis]
  }

  /// Years in which a clock can show the truth: this program was not there earlier.
  private static let plausibleYears = 2025...2099

  static func clock(_ environment: [String: String], _ station: StationConfiguration) -> Clock {
    let clock: StationClock
    do {
      clock = try StationClock(environment: environment, dayStart: station.dayStart)
    } catch {
      return Clock(clock: nil, diagnoses: [.wrong(.clock, error.message, mend: "unset FORMENTRY_NOW")])
    }
    let now = clock.now
    let shows = "\(now.date) \(now.time), \(offset(now.offsetMinutes)), business date \(clock.businessDate(of: now))"
    if environment["FORMENTRY_NOW"]?.isEmpty == false {
      return Clock(
        clock: clock,
        diagnoses: [.unknown(.clock, "FORMENTRY_NOW holds it still at \(shows)", mend: "unset FORMENTRY_NOW")])
    }
    guard plausibleYears.contains(now.date.year) else {
      return Clock(
        clock: clock, diagnoses: [.wrong(.clock, "it shows \(shows)", mend: "sudo timedatectl set-ntp true")])
    }
    return Clock(clock: clock, diagnoses: [.well(.clock, shows)])
  }

  /// `UTC+01:00`
  private static func offset(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "UTC" + (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + ":" + two(abs(minutes) % 60)
  }
}
