import Foundation

@testable import CameraGuest

/// The virtual machines, as the tests see them: each group of cases runs in one of its own, once.
enum CameraRig {
  /// What became of a case.
  struct Row: Sendable {
    var passed: Bool
    var fault: String
    var saw: String
    var after: String
    var milliseconds: Int
    /// The screen where it went wrong.
    var screen = ""
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// Why the machines cannot be had; nil where they can.
  static let lack: String? = {
    let tools = ["/usr/bin/qemu-system-x86_64", "/usr/bin/cpio", "/sbin/modprobe"]
    let kernel =
      ProcessInfo.processInfo.environment["FORMENTRY_CAMERA_RIG"]
      ?? folder.appendingPathComponent("../../.build/camera-rig").path
    return (tools + [kernel + "/version"]).allSatisfy(FileManager.default.fileExists)
      ? nil : "there is no virtual machine with cameras here; make test-camera installs one"
  }()

  /// Where the guest was built, beside this test bundle, and where the programs to be tested are: in
  /// FORMENTRY_PROGRAMS, or there too.
  private static let programs: (guest: String, tested: String) = {
    let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    let built = URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    return (built + "/CameraGuest", ProcessInfo.processInfo.environment["FORMENTRY_PROGRAMS"] ?? built)
  }()

  /// What a machine printed.
  private struct Report: Sendable {
    var rows: [String: Row] = [:]
    /// Milliseconds from the kernel's start to the first case, and those of the cases.
    var boot = 0
    var cases = 0
  }

  static func times(_ group: CameraCase.Group) async -> (boot: Int, cases: Int) {
    let report = await machines[group]?.value ?? Report()
    return (report.boot, report.cases)
  }

  static func row(_ item: CameraCase) async -> Row {
    await machines[item.group]?.value.rows[item.name]
      ?? Row(passed: false, fault: item.fault, saw: "", after: "the machine ended before it", milliseconds: 0)
  }

  private static let machines: [CameraCase.Group: Task<Report, Never>] = Dictionary(
    uniqueKeysWithValues: CameraCase.Group.allCases.map { group in (group, Task { await run(group) }) })

  private static func run(_ group: CameraCase.Group) async -> Report {
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("camera-rig-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    let machine = Process()
    machine.executableURL = folder.appendingPathComponent("boot")
    machine.arguments =
      ["run", programs.guest, programs.tested] + CameraCase.all.filter { $0.group == group }.map(\.name)
    machine.standardOutput = try? FileHandle(forWritingTo: output)
    machine.standardInput = FileHandle.nullDevice
    await withCheckedContinuation { continuation in
      machine.terminationHandler = { _ in continuation.resume() }
      do { try machine.run() } catch { continuation.resume() }
    }
    return report((try? String(contentsOf: output, encoding: .utf8)) ?? "")
  }

  private static func report(_ text: String) -> Report {
    var report = Report()
    var last: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (cells[0], cells.count) {
      case ("UP", 2): report.boot = Int(cells[1]) ?? 0
      case ("END", 2): report.cases = Int(cells[1]) ?? 0
      case ("CASE", 7):
        last = cells[1]
        report.rows[cells[1]] = Row(
          passed: cells[2] == "passed", fault: cells[3], saw: cells[4], after: cells[5],
          milliseconds: Int(cells[6]) ?? 0)
      case ("SCREEN", 2):
        if let last { report.rows[last]?.screen += cells[1] + "\n" }
      default: break
      }
    }
    return report
  }
}
