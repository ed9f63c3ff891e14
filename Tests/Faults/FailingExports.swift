import Foundation
import Testing

/// The nightly export is killed or fails at every step: what has a manifest is right, what has none is told.
@Suite("Failing exports", .serialized, .enabled(if: Probe.find("strace") != nil, "needs strace"))
struct FailingExports {
  static let faults: [(call: String, what: String)] = [
    ("write", "signal=SIGKILL"), ("write", "error=ENOSPC"), ("fsync", "signal=SIGKILL"), ("fsync", "error=EIO"),
    ("rename", "signal=SIGKILL"), ("rename", "error=EIO"), ("openat", "signal=SIGKILL"), ("pread64", "error=EIO"),
  ]

  @Test("One call goes wrong, the export is run again", arguments: faults)
  func once(fault: (call: String, what: String)) throws {
    let directory = TemporaryDirectory()
    let (store, out) = (directory.path + "/store", directory.path + "/out")
    _ = try Probe.run([Probe.path, "append", store, "dock-3", "2026-11-30", "1", "40", "10"])
    let export = [Probe.export, "receiving", "--to", "csv", "--all", "--store", store, "--out"]
    #expect(try Probe.run(export + [directory.path + "/right"]).status == 0)
    let right = try String(contentsOfFile: directory.path + "/right/receiving-000001.csv", encoding: .utf8)
    for turn in 1...14 {
      try? FileManager.default.removeItem(atPath: out)
      let strace = [
        try #require(Probe.find("strace")), "-qq", "-o", "/dev/null", "-e", "trace=\(fault.call)", "-e",
        "inject=\(fault.call):\(fault.what):when=\(turn)",
      ]
      let hurt = try Probe.run(strace + export + [out])
      let note: Comment = "\(fault.call) \(fault.what), call \(turn)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []
      let isComplete = names.contains("receiving-000001.manifest.json")
      if hurt.status == 0 { #expect(isComplete, note) }
      if names.contains("receiving-000001.csv") {
        #expect(try String(contentsOfFile: out + "/receiving-000001.csv", encoding: .utf8) == right, note)
      } else {
        #expect(!isComplete, note)
      }
      if fault.what.hasPrefix("error"), hurt.status == 3 { #expect(!names.contains { $0.hasSuffix(".part") }, note) }
      #expect(try Probe.run(export + [out]).status == 0, note)
      let later = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
      #expect(!later.contains { $0.hasSuffix(".part") }, note)
      let last = try #require(later.last { $0.hasSuffix(".csv") })
      #expect(later.contains(last.replacingOccurrences(of: ".csv", with: ".manifest.json")), note)
      #expect(try String(contentsOfFile: out + "/" + last, encoding: .utf8) == right, note)
    }
  }
}
