import Configuration
import DataFormats
import FormSchema
import Glibc
import RecordStore

/// The program around the export: arguments, messages, exit status.
enum ExportCommand {
  static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
    // A reader that went away is no fault of the export, and a file that grows too large is told as an error.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do throws(ExportFault) {
      let options = try ExportOptions(arguments)
      if options.wantsHelp {
        say(ExportOptions.help, to: STDOUT_FILENO)
        return 0
      }
      let request = try self.request(options, environment: environment)
      let outcome = try Export(request).run()
      for notice in outcome.notices { say("formentry export: \(notice)", to: STDERR_FILENO) }
      say("formentry export: \(outcome.summary)", to: STDERR_FILENO)
      say(outcome.manifestPath, to: STDOUT_FILENO)
      return outcome.status
    } catch {
      say("formentry export: \(error.message)", to: STDERR_FILENO)
      return error.kind.rawValue
    }
  }

  private static func request(_ options: ExportOptions, environment: [String: String]) throws(ExportFault)
    -> ExportRequest
  {
    let store: String
    if let named = options.store { store = named } else { store = try defaultStore(environment) }
    if let station = options.station, !JournalName.isStation(station) {
      throw ExportFault(.usage, "--station wants 1 to 32 of the characters A-Z a-z 0-9 _ -, not \(station)")
    }
    let files = formFiles(options.form, environment)
    return ExportRequest(
      form: try formID(options.form), format: options.format, profile: options.profile, store: store,
      out: options.out ?? "\(store)/export", station: options.station, isKnownForm: files.map { !$0.isEmpty } ?? true,
      older: olderNames(files ?? []))
  }

  /// The files that may be meant by a form's name: where there are some, no record of it is no mistake. nil where it
  /// cannot be known where forms lie.
  private static func formFiles(_ name: String, _ environment: [String: String]) -> [String]? {
    if FormLocator.isPath(name) { return [name] }
    guard let station = try? StationConfiguration.load(environment: environment, options: []) else { return nil }
    return FormLocator(station).candidates(for: name)
  }

  /// By the newest version that can be read.
  private static func olderNames(_ files: [String]) -> OlderNames {
    let forms = files.compactMap { FormReader.read(path: $0, forFilling: true).form }
    return forms.max { $0.version < $1.version }.map { OlderNames($0) } ?? OlderNames()
  }

  private static func defaultStore(_ environment: [String: String]) throws(ExportFault) -> String {
    do throws(ConfigurationFaults) {
      return try StationConfiguration.load(environment: environment, options: []).store
    } catch { throw ExportFault(.usage, error.faults.map { "\($0)" }.joined(separator: "; ")) }
  }

  /// The id that a form is named by in records: the name itself, or what the file of that path says.
  private static func formID(_ name: String) throws(ExportFault) -> String {
    var id = name
    if FormLocator.isPath(name) {
      do {
        id = try YAMLNode.read(SourceText(readingFile: name))?["form"]?.text ?? ""
      } catch { throw ExportFault(.found, "\(name) cannot be read: \(error)") }
    }
    let isID =
      (1...100).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
    guard isID else { throw ExportFault(.usage, "\(name) does not name a form: an id has letters, digits and _") }
    return id
  }

  private static func say(_ text: String, to descriptor: Int32) {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }
}
