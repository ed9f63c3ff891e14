import DataFormats
import Foundation

/// The real program, run as a shell would, in a directory of its own that is gone when the test is.
final class RealProgram {
  let directory: String

  /// What a run left behind.
  struct Outcome: CustomStringConvertible {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var json: [JSONValue] { lines.compactMap { try? JSONValue(parsing: $0) } }
    var description: String { "status \(status)\n\(output)\(errors)" }
  }

  init() {
    directory = NSTemporaryDirectory() + "formentry-line-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Where the records are kept that nobody keeps elsewhere.
  var store: String { directory + "/.local/share/formentry" }

  func path(_ name: String) -> String { directory + "/" + name }

  /// Writes a file into the directory, or below it, and answers its path.
  @discardableResult func write(_ text: String, to name: String) throws -> String {
    let folder = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  func formentry(_ words: String..., input: String = "", environment: [String: String] = [:]) throws -> Outcome {
    try run(words, input: input, environment: environment)
  }

  func run(_ words: [String], input: String = "", environment: [String: String] = [:]) throws -> Outcome {
    try start([Self.program("formentry")] + words, input: input, environment)
  }

  /// A line for bash; `$FORMENTRY` is the program.
  func shell(_ line: String, environment: [String: String] = [:]) throws -> Outcome {
    try start(["/bin/bash", "-c", line], input: "", environment)
  }

  private func start(_ command: [String], input: String, _ more: [String: String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": directory, "TZ": "UTC", "LANG": "C.UTF-8",
      "FORMENTRY": Self.program("formentry"),
      "FORMENTRY_STATION": "dock-3", "FORMENTRY_NOW": "2026-11-30T08:00:00+01:00",
    ].merging(more) { $1 }
    // Files, not pipes: a program that says much on both could wait for us for ever.
    let names = ["input", "output", "errors"].map { path(".\($0)-\(UUID().uuidString)") }
    try input.write(toFile: names[0], atomically: true, encoding: .utf8)
    for name in names.dropFirst() { _ = FileManager.default.createFile(atPath: name, contents: nil) }
    process.standardInput = FileHandle(forReadingAtPath: names[0])
    process.standardOutput = FileHandle(forWritingAtPath: names[1])
    process.standardError = FileHandle(forWritingAtPath: names[2])
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) -> String {
      String(decoding: FileManager.default.contents(atPath: name) ?? Data(), as: UTF8.self)
    }
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Outcome(status: status, output: text(names[1]), errors: text(names[2]))
  }

  /// A program that was built with the tests: beside their bundle.
  static func program(_ name: String) -> String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    let places = [
      bundle, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent(),
    ]
    return places.compactMap { $0?.appendingPathComponent(name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
  }
}

/// The checkout, and the folder of handed cases beside it.
enum Checkout {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let forms = path + "/Forms"

  static let shared: String? = {
    let beside = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("shared").path
    let folder = ProcessInfo.processInfo.environment["FORMENTRY_SHARED"] ?? beside
    return FileManager.default.fileExists(atPath: folder + "/cases") ? folder : nil
  }()
}

extension JSONValue {
  init(parsing text: String) throws { try self.init(parsing: Array(text.utf8)) }

  /// The names under `refused`.
  var refusedFields: [String] { (self["refused"]?.elements ?? []).compactMap { $0["field"]?.text } }
  var messages: String { (self["refused"]?.elements ?? []).compactMap { $0["message"]?.text }.joined(separator: "\n") }
}
