import Foundation
import RecordStore

/// A directory that is gone when the test is; on a real file system.
final class TemporaryDirectory {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "formentry-faults-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// What StoreProbe said: which records it was told are saved, which not.
struct ProbeRun {
  let status: Int32
  let acknowledged: [(id: String, number: Int)]
  let refused: [String]
  let output: String
}

enum Probe {
  /// Beside the bundle of the tests.
  static let path = program("StoreProbe")
  static let export = program("formentry-export")

  private static func program(_ name: String) -> String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let places = [
      bundle, executable, URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent(),
    ]
    return places.compactMap { $0?.appendingPathComponent(name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
  }

  static func find(_ program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func start(_ command: [String]) throws -> (Process, Pipe) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, pipe)
  }

  static func finish(_ started: (Process, Pipe)) -> ProbeRun {
    let output = String(decoding: started.1.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    started.0.waitUntilExit()
    var acknowledged: [(String, Int)] = []
    var refused: [String] = []
    // A line that was cut off by the kill was said to no one.
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines {
      let words = line.split(separator: " ")
      if words.first == "ACK", words.count == 3, let number = Int(words[2]) {
        acknowledged.append((String(words[1]), number))
      }
      if words.first == "FAIL", words.count > 1 { refused.append(String(words[1])) }
    }
    return ProbeRun(status: started.0.terminationStatus, acknowledged: acknowledged, refused: refused, output: output)
  }

  static func run(_ command: [String]) throws -> ProbeRun { try finish(start(command)) }
}

/// What must hold after any fault: nothing that was acknowledged is lost or changed its number, nothing is doubled,
/// everything is whole. nil where it holds.
func broken(_ directory: String, acknowledged: [(id: String, number: Int)]) throws -> String? {
  let store = try RecordStore(directory: directory, station: "dock-3")
  let report = try store.verify()
  if let problem = report.problems.first { return problem.description }
  var numbers: [String: Int] = [:]
  try store.forEachRecord { (entry) in
    if case .record(let record) = entry { numbers[record.id] = record.number }
    return true
  }
  for (id, number) in acknowledged where numbers[id] != number {
    return "\(id) was acknowledged as \(number), the store has \(numbers[id].map(String.init) ?? "nothing")"
  }
  return nil
}
