import Foundation
import Testing

/// Facts that lie beside the checkout: `../shared`, or where FORMENTRY_SHARED points.
enum Shared {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["FORMENTRY_SHARED"] { return URL(fileURLWithPath: path) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      .components(separatedBy: "\n").filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// The rows below the heading, by its names.
  static func rows(_ path: String) throws -> [[String: String]] {
    let lines = try lines(path)
    let names = lines[0].components(separatedBy: "\t")
    return lines.dropFirst().map { line in
      Dictionary(zip(names, line.components(separatedBy: "\t"))) { first, _ in first }
    }
  }
}
