import Foundation
import RecordStore
import Testing

@Suite("Full disks, kills and neighbours", .serialized)
struct FullDisks {
  @Test("A full disk: what was saved stays, the rest is said to be not saved, and saving works again with room")
  func fullDisk() throws {
    let directory = TemporaryDirectory()
    let mount = Probe.find("mount").flatMap {
      try? Probe.run([$0, "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory.path]).status
    }
    guard mount == 0 else {
      // Without the right to mount the limit of file sizes stands for the full disk.
      return try limitedFiles()
    }
    defer { if let umount = Probe.find("umount") { _ = try? Probe.run([umount, directory.path]) } }
    let command = [Probe.path, "append", directory.path + "/store", "dock-3", "2026-11-30"]
    let run = try Probe.run(command + ["1", "400"])
    #expect(run.status == 3)
    #expect(run.acknowledged.count > 20 && !run.refused.isEmpty)
    #expect(run.output.contains("NOT saved"))
    #expect(try broken(directory.path + "/store", acknowledged: run.acknowledged) == nil)
    if let mount = Probe.find("mount") {
      _ = try Probe.run([mount, "-o", "remount,size=4m", directory.path])
    }
    let later = try Probe.run(command + ["1", "400"])
    #expect(later.acknowledged.count == 400)
    #expect(try broken(directory.path + "/store", acknowledged: run.acknowledged + later.acknowledged) == nil)
  }

  @Test("A limit of the file size cuts a record in two: it is taken back")
  func limitedFiles() throws {
    let directory = TemporaryDirectory()
    let store = directory.path + "/store"
    let limited = ["/bin/bash", "-c", "ulimit -f 20; trap '' XFSZ; exec \"$@\"", "bash"]
    let command = [Probe.path, "append", store, "dock-3", "2026-11-30", "1", "80"]
    let run = try Probe.run(limited + command)
    #expect(run.acknowledged.count > 5 && run.refused.count > 5)
    #expect(try broken(store, acknowledged: run.acknowledged) == nil)
    let later = try Probe.run(command)
    #expect(later.acknowledged.count == 80)
    #expect(try broken(store, acknowledged: run.acknowledged + later.acknowledged) == nil)
  }

  @Test("Killed at any moment, again and again")
  func killed() throws {
    let directory = TemporaryDirectory()
    let store = directory.path + "/store"
    var acknowledged: [(id: String, number: Int)] = []
    for turn in 0..<25 {
      let started = try Probe.start([
        Probe.path, "append", store, "dock-3", "2026-11-30", "\(turn * 1000)", "1000", "\(turn % 3 + 1)",
      ])
      usleep(UInt32(5000 + turn * 3700 % 40_000))
      kill(started.0.processIdentifier, SIGKILL)
      acknowledged += Probe.finish(started).acknowledged
    }
    #expect(acknowledged.count > 25)
    let last = try Probe.run([Probe.path, "append", store, "dock-3", "2026-11-30", "99000", "1"])
    #expect(try broken(store, acknowledged: acknowledged + last.acknowledged) == nil)
  }

  @Test("Two terminals of one station, 500 records each at the same time: numbers 1 to 1000")
  func neighbours() throws {
    let directory = TemporaryDirectory()
    let store = directory.path + "/store"
    let runs = try [0, 1000].map {
      try Probe.start([Probe.path, "append", store, "dock-3", "2026-11-30", "\($0)", "500"])
    }
    .map(Probe.finish)
    #expect(runs.allSatisfy { $0.status == 0 })
    #expect(runs.flatMap(\.acknowledged).map(\.number).sorted() == Array(1...1000))
    #expect(try broken(store, acknowledged: runs.flatMap(\.acknowledged)) == nil)
  }

  @Test("Reading is whole while another program appends")
  func readingMeanwhile() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/store"
    let store = try RecordStore(directory: path, station: "office")
    let started = try Probe.start([Probe.path, "append", path, "dock-3", "2026-11-30", "1", "600", "3"])
    var seen = 0
    while started.0.isRunning {
      let report = try store.verify()
      #expect(report.problems.map(\.description) == [])
      #expect(report.records >= seen)
      seen = report.records
    }
    #expect(Probe.finish(started).acknowledged.count == 600)
    #expect(try store.verify().records == 600)
  }
}
