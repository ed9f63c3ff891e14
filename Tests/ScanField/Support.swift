import DataFormats
import Foundation
import Testing

@testable import ScanField

/// The worker as the build made it: beside the test bundle.
let workerPath: String = {
  let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
  return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("formentry-decode").path
}()

/// The folder of measured data beside the checkout; nil where it is not there.
let sharedFolder: URL? = {
  let named = ProcessInfo.processInfo.environment["FORMENTRY_SHARED"].map { URL(fileURLWithPath: $0) }
  let beside = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared").standardized
  return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
}()

let zint: String? = ["/usr/bin/zint", "/usr/local/bin/zint"].first { FileManager.default.isExecutableFile(atPath: $0) }

/// A directory that is gone after the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("formentry-scan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}

/// Runs a program to its end; what it printed, standard output and error together.
@discardableResult func run(_ program: String, _ arguments: [String], input: Data? = nil) throws -> (
  status: Int32, output: String
) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  if let input {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try input.write(to: file)
    process.standardInput = try FileHandle(forReadingFrom: file)
    try FileManager.default.removeItem(at: file)
  }
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// A label made by zint; the symbology by its name there.
func label(_ symbology: String, _ data: String, in folder: TemporaryFolder, options: [String] = []) throws -> String {
  let path = folder.path("\(symbology)-\(UUID().uuidString.prefix(8)).png")
  let made = try run(
    try #require(zint), ["-b", symbology, "--scale=2", "--border=0", "-w", "10", "-o", path, "-d", data] + options)
  try #require(made.status == 0, "zint: \(made.output)")
  return path
}

/// Polls as the program's loop does, until there is an answer; nil after 8 seconds.
func wait<Result>(_ source: FrameSource, _ answer: (FrameSource) -> Result?) -> Result? {
  let end = milliseconds() + 8_000
  while milliseconds() < end {
    source.acknowledge()
    if let result = answer(source) { return result }
    _ = waitUntilReadable(source.frameReady, until: min(end, milliseconds() + 50))
  }
  return nil
}
