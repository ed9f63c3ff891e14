import Foundation
import RecordStore
import Testing

/// The n-th system call fails or kills the program, for every n that there is.
@Suite("Failing and killing system calls", .serialized, .enabled(if: Probe.find("strace") != nil, "needs strace"))
struct FailingCalls {
  static let faults: [(call: String, what: String)] = [
    ("write", "signal=SIGKILL"), ("write", "error=EIO"), ("write", "error=ENOSPC"), ("write", "error=EINTR"),
    ("write", "error=EDQUOT"), ("fdatasync", "signal=SIGKILL"), ("fdatasync", "error=EIO"),
    ("fdatasync", "error=ENOSPC"),
    ("fdatasync", "error=EINTR"), ("fsync", "signal=SIGKILL"), ("fsync", "error=EIO"), ("openat", "signal=SIGKILL"),
    ("openat", "error=EMFILE"), ("flock", "signal=SIGKILL"), ("flock", "error=EINTR"), ("flock", "error=ENOLCK"),
    ("pread64", "signal=SIGKILL"), ("pread64", "error=EIO"), ("pread64", "error=EINTR"), ("ftruncate", "error=EIO"),
    ("fallocate", "error=ENOSPC"), ("fallocate", "error=EOPNOTSUPP"), ("fallocate", "error=EINTR"),
    ("rename", "signal=SIGKILL"), ("rename", "error=EIO"), ("mkdir", "error=ENOSPC"),
  ]

  private func ids(_ path: String) throws -> Set<String> {
    var ids: Set<String> = []
    try RecordStore(directory: path, station: "dock-3").forEachRecord { (entry) in
      if case .record(let record) = entry { ids.insert(record.id) }
      return true
    }
    return ids
  }

  private func strace(_ fault: (call: String, what: String), from: Int, every: Int? = nil) throws -> [String] {
    let when = every.map { "\(from)+\($0)" } ?? "\(from)"
    return [
      try #require(Probe.find("strace")), "-qq", "-f", "-o", "/dev/null", "-e", "trace=\(fault.call)", "-e",
      "inject=\(fault.call):\(fault.what):when=\(when)",
    ]
  }

  @Test("One call goes wrong, the program is started again", arguments: faults)
  func once(fault: (call: String, what: String)) throws {
    // Dense where the first records are written, then with gaps.
    for turn in Array(1...12) + [15, 19, 24, 30, 41] {
      let directory = TemporaryDirectory()
      let store = directory.path + "/store"
      // An unfinished end makes the mending part of what goes wrong.
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(
        atPath: store + "/dock-3-2026-11-30.jsonl", contents: Data(#"{"id":"torn"#.utf8))
      let command = [Probe.path, "append", store, "dock-3", "2026-11-30"]
      let hurt = try Probe.run(strace(fault, from: turn) + command + ["1", "5"])
      let said = Set(hurt.refused).subtracting(hurt.acknowledged.map(\.id))
      #expect(try ids(store).isDisjoint(with: said), "said to be not saved: \(hurt.output)")
      let healed = try Probe.run(command + ["1", "8", "2"])
      let note: Comment = "\(fault.call) \(fault.what), call \(turn): \(hurt.output)\(healed.output)"
      #expect(healed.status == 0, note)
      #expect(healed.acknowledged.count == 8, note)
      #expect(try broken(store, acknowledged: hurt.acknowledged + healed.acknowledged) == nil, note)
    }
  }

  @Test(
    "Calls go wrong again and again in one process, which tries again",
    arguments: [
      ("fdatasync", "error=EIO", 3), ("fdatasync", "error=ENOSPC", 2), ("write", "error=ENOSPC", 4),
      ("write", "error=EIO", 5),
      ("write", "error=EINTR", 2), ("ftruncate", "error=EIO", 1), ("fsync", "error=EIO", 3),
    ])
  func again(call: String, what: String, every: Int) throws {
    let directory = TemporaryDirectory()
    let store = directory.path + "/store"
    let command = [Probe.path, "retry", store, "dock-3", "2026-11-30", "1", "30"]
    let hurt = try Probe.run(strace((call, what), from: every, every: every) + command)
    let healed = try Probe.run(command)
    #expect(healed.acknowledged.count == 30)
    #expect(try broken(store, acknowledged: hurt.acknowledged + healed.acknowledged) == nil, "\(hurt.output)")
  }

  @Test("After the disk failed once a new segment is begun, and the old one is not written again")
  func newSegment() throws {
    let directory = TemporaryDirectory()
    let store = directory.path + "/store"
    let command = [Probe.path, "retry", store, "dock-3", "2026-11-30", "1", "6"]
    let run = try Probe.run(strace(("fdatasync", "error=EIO"), from: 3) + command)
    #expect(run.refused.count == 1)
    #expect(run.acknowledged.map(\.number) == Array(1...6))
    let first = try String(contentsOfFile: store + "/dock-3-2026-11-30.jsonl", encoding: .utf8)
    let second = try String(contentsOfFile: store + "/dock-3-2026-11-30.2.jsonl", encoding: .utf8)
    #expect(first.split(separator: "\n").count == 2)
    #expect(second.split(separator: "\n").count == 4)
    #expect(try broken(store, acknowledged: run.acknowledged) == nil)
    let next = try Probe.run([Probe.path, "append", store, "dock-3", "2026-11-30", "7", "1"])
    #expect(next.acknowledged.map(\.number) == [7])
  }

  @Test(
    "A draft is the one before or the one after, whatever goes wrong",
    arguments: [
      ("write", "signal=SIGKILL"), ("write", "error=ENOSPC"), ("fdatasync", "signal=SIGKILL"),
      ("fdatasync", "error=EIO"),
      ("rename", "signal=SIGKILL"), ("rename", "error=EIO"), ("fsync", "signal=SIGKILL"), ("openat", "error=EMFILE"),
    ])
  func drafts(call: String, what: String) throws {
    for turn in 1...12 {
      let directory = TemporaryDirectory()
      let store = directory.path + "/store"
      let id = "01a22b77-c800-7000-8000-000000000001"
      let run = try Probe.run(strace((call, what), from: turn) + [Probe.path, "draft", store, "dock-3", id, "5"])
      let acknowledged = run.output.split(separator: "\n").filter { $0.hasPrefix("ACK") }.compactMap {
        Int($0.dropFirst(4))
      }.max()
      let drafts = try RecordStore(directory: store, station: "dock-3").openDrafts(form: "receiving")
      let kept = drafts.first?.content["turn"]?.integer
      let note: Comment = "\(call) \(what), call \(turn): \(run.output)"
      if let acknowledged {
        #expect(kept == acknowledged || kept == acknowledged + 1, note)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: store + "/drafts")
      #expect(names.allSatisfy { !$0.hasSuffix(".part") }, note)
      #expect(try FileManager.default.contentsOfDirectory(atPath: store + "/quarantine").isEmpty, note)
    }
  }
}
