internal import DataFormats
internal import Glibc

/// Reads journal files from front to back.
package enum JournalWalk {
  /// A line and what is wrong with it; its bytes are good until the walk goes on.
  package struct Step {
    package let file: JournalName
    package let number: Int
    package let line: LineReader.Line
    /// nil for a whole record.
    package let problem: StoreProblem?

    package var record: StoredRecord {
      StoredRecord(file: file, offset: line.offset, line: number, bytes: Array(line.bytes))
    }
  }

  /// The end of what is certain in a file: no append is under way before it. Other programs may write on meanwhile.
  /// Whoever holds a lock has no patience: another might wait for that one.
  package static func settledSize(
    of file: borrowing OpenFile, _ name: JournalName, in folder: StoreFolder, patience: Int = 10_000
  ) throws(StoreError) -> Int {
    let lock = try OpenFile(
      folder.path(of: JournalName(station: name.station, date: name.date)),
      .read)
    let locked = try lock.lock(.shared, milliseconds: patience)
    defer { if locked { lock.unlock() } }
    return try file.status().size
  }

  /// Calls `step` for every line; it answers false to stop. The walk itself answers false where it was stopped.
  @discardableResult
  package static func lines(
    of name: JournalName, in folder: StoreFolder, from start: Int = 0, to end: Int? = nil,
    _ step: (Step) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    // A folder of that name holds no record; `verify` tells of it.
    if Folder.isThere(folder.path(of: name)) { return true }
    let file: OpenFile
    do throws(StoreError) {
      file = try OpenFile(folder.path(of: name), .read)
    } catch {
      // Moved away since the directory was read.
      if error.code == ENOENT { return true }
      throw error
    }
    // A further segment whose first is gone has no lock: then no one appends to it either.
    let settled: Int
    if let end { settled = end } else { settled = (try? settledSize(of: file, name, in: folder)) ?? 0 }
    let size = settled > 0 ? settled : try file.status().size
    var reader = LineReader(start..<max(start, size))
    var number = 0
    while let line = try reader.next(file) {
      number += 1
      let problem = problem(of: line, number, file: name)
      guard try step(Step(file: name, number: number, line: line, problem: problem)) else { return false }
    }
    return true
  }

  private static func problem(of line: LineReader.Line, _ number: Int, file: JournalName) -> StoreProblem? {
    let kind: StoreProblem.Kind
    let message: String
    if !line.isTerminated {
      (kind, message) = (.unfinished, "the last line is unfinished; the next save moves it to quarantine")
    } else if line.isTooLong {
      (kind, message) = (.damaged, "the line is longer than any record")
    } else if let fault = RecordLine.fault(line.bytes) {
      (kind, message) = (.damaged, "the line \(fault)")
    } else {
      return nil
    }
    return StoreProblem(
      kind: kind, file: file, range: line.offset..<(line.offset + line.length), line: number, message: message)
  }
}
