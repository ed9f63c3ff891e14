import Foundation
import Testing

/// The built program, run in a directory of its own.
struct RealProgram {
  let directory: URL

  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Where the tests' own bundle lies, the programs lie too.
  static let executable: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(filePath: bundle).deletingLastPathComponent().appending(path: "formentry")
  }()

  init() throws {
    directory = URL(filePath: NSTemporaryDirectory()).appending(path: "formentry-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: directory) }

  func write(_ name: String, _ text: String) throws {
    let file = directory.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func run(_ words: [String], input: String = "", environment: [String: String] = [:]) throws -> Result {
    try run(executable: Self.executable, words, input: input, environment: environment)
  }

  /// A command of the shell, in which `$FORMENTRY` is the program.
  func shell(_ command: String) throws -> Result {
    try run(
      executable: URL(filePath: "/bin/bash"), ["-c", command], input: "",
      environment: ["FORMENTRY": Self.executable.path])
  }

  private func run(
    executable: URL, _ words: [String], input: String, environment: [String: String]
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = words
    process.currentDirectoryURL = directory
    let plain = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "FORMENTRY_NOW": "2026-11-30T08:00:00+01:00",
      "FORMENTRY_STATION": "dock-3",
    ]
    process.environment = plain.merging(environment) { $1 }
    // Files take any amount without anybody reading along.
    let files = ["in", "out", "err"].map { directory.appending(path: "\(UUID().uuidString).\($0)") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try Data(input.utf8).write(to: files[0])
    for file in files.dropFirst() { FileManager.default.createFile(atPath: file.path, contents: nil) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }
}
