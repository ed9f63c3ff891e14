import DataFormats
import Foundation
import RecordStore

@testable import RecordExport

/// A store to export from, and where the export goes; both are gone when the test is.
final class ExportBench {
  let path: String
  let store: RecordStore

  init() throws {
    path = NSTemporaryDirectory() + "formentry-export-" + UUID().uuidString
    store = try RecordStore(directory: path, station: "dock-3")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static let monday = CalendarDate(iso: "2026-11-30")!
  static let tuesday = CalendarDate(iso: "2026-12-01")!
  static let journal = "dock-3-2026-11-30.jsonl"

  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "01a22b77-c800-7000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }

  static func record(_ number: Int, version: Int = 1, form: String = "receiving", _ values: JSONValue) -> JSONValue {
    [
      "id": .string(id(number)), "form": .string(form), "form_version": JSONValue(version), "station": "dock-3",
      "operator": "mk", "completed_at": "2026-11-30T08:14:05.120+01:00", "business_date": "2026-11-30",
      "values": values,
      "overrides": [], "supersedes": .null, "void": false,
    ]
  }

  func save(_ records: [JSONValue], date: CalendarDate = monday) throws {
    _ = try store.append(records, businessDate: date)
  }

  /// The exit status.
  func export(_ arguments: String...) -> Int32 {
    ExportCommand.run(["receiving", "--all", "--store", path] + arguments, environment: ["HOME": path])
  }

  func text(_ name: String) -> String {
    FileManager.default.contents(atPath: "\(path)/export/\(name)").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/export")) ?? []).sorted()
  }

  func manifest(_ number: Int = 1) throws -> JSONValue {
    try JSONValue(parsing: text("receiving-\(ExportFolder.digits(number)).manifest.json"))
  }

  func append(_ text: String, to name: String) throws {
    let bytes = (FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()) + Data(text.utf8)
    try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// The cells of the field values, without the columns that every export has.
  func values(_ name: String = "receiving-000001.csv", skipping own: Int = 10) throws -> [[String]] {
    let table = try CSVTable(parsing: Array(text(name).utf8))
    return ([table.header] + table.rows).map { Array($0.dropFirst(own)) }
  }
}
