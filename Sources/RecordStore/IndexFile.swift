internal import DataFormats
internal import Glibc

/// The file of one form's index: runs one after the other, each behind its header, the newest last.
///
/// Nothing in it needs to reach the disk: what is lost or damaged shows, and is made again from the journals. It is
/// only ever added to, or replaced as a whole, so that a process which has it open reads what it knows.
struct IndexFile {
  let path: String
  let identity: UInt64
  private(set) var file: SharedFile?
  /// Why this process does without the file from now on: it can neither be read nor be made anew.
  private(set) var fault: StoreError?
  private(set) var runs: [IndexRun] = []
  private(set) var header = IndexHeader()
  /// Where the last whole run ends.
  private var end = 0

  init(path: String, identity: UInt64) {
    self.path = path
    self.identity = identity
  }

  /// Reads the headers; an unusable file is no file.
  mutating func load() {
    guard fault == nil else { return }
    self = IndexFile(path: path, identity: identity)
    let shared: SharedFile
    do throws(StoreError) {
      shared = SharedFile(try OpenFile(path, .read))
    } catch {
      if error.code != ENOENT { discard() }
      return
    }
    // Without the lock a run that is just being written might be read in part: its blocks would tell.
    let locked = (try? shared.file.lock(.shared, milliseconds: 1000)) ?? false
    defer { if locked { shared.file.unlock() } }
    try? read(shared)
  }

  private mutating func read(_ shared: SharedFile) throws(StoreError) {
    file = shared
    let size = try shared.file.status().size
    while end < size, let next = try IndexHeader.read(shared.file, at: end, identity: identity) {
      let run = IndexRun(start: end + next.length, count: next.header.entryCount)
      guard run.count < 1 << 40, run.start + run.byteCount <= size else { return }
      if run.count > 0 { runs.append(run) }
      header = next.header
      end = run.start + run.byteCount
    }
  }

  /// nil where a block is damaged.
  func places(of hash: UInt64) throws(StoreError) -> [RecordPlace]? {
    guard let file else { return [] }
    var places: [RecordPlace] = []
    for run in runs {
      guard let found = try run.places(of: hash, in: file.file) else { return nil }
      places += found
    }
    return places
  }

  enum Outcome {
    case written
    /// Another process wrote, or holds the file, or there is no room: nothing was done.
    case left
    /// Another process was ahead: what it wrote is loaded, and stands for less or more than was known here.
    case reloaded
  }

  /// Adds a run of entries that are sorted.
  mutating func append(_ entries: [IndexEntry], header: IndexHeader) -> Outcome {
    guard fault == nil else { return .left }
    let shared: SharedFile
    do throws(StoreError) {
      shared = SharedFile(try OpenFile(path, .append))
    } catch {
      // What is in the file already stays of use.
      fault = error
      return .left
    }
    guard (try? shared.file.lock(.exclusive)) == true else { return .left }
    defer { shared.file.unlock() }
    guard (try? shared.file.isInPlace()) == true else { return .left }
    var there = IndexFile(path: path, identity: identity)
    do throws(StoreError) {
      try there.read(shared)
      if there.end != end {
        self = there
        return .reloaded
      }
      // Behind the last whole run lies what a process that died could not finish, or another layout.
      if try shared.file.status().size > end { try shared.file.truncate(to: end) }
      var header = header
      header.entryCount = entries.count
      let front = header.bytes(identity: identity)
      try shared.file.write(front + IndexRun.bytes(of: entries))
      file = shared
      let run = IndexRun(start: end + front.count, count: entries.count)
      if run.count > 0 { runs.append(run) }
      self.header = header
      end = run.start + run.byteCount
      return .written
    } catch {
      try? shared.file.truncate(to: end)
      return .left
    }
  }

  /// Makes one run of all, in a new file. False where that could not be done now, nil where a block is damaged.
  mutating func merge() -> Bool? {
    guard let shared = file, (try? shared.file.lock(.exclusive)) == true else { return false }
    defer { shared.file.unlock() }
    guard (try? shared.file.isInPlace()) == true else { return false }
    let aside = "\(path).\(getpid()).part"
    do throws(StoreError) {
      let target = try OpenFile(aside, .create)
      var header = header
      header.entryCount = runs.reduce(0) { $0 + $1.count }
      try target.write(header.bytes(identity: identity))
      var merger = try IndexMerger(runs, of: shared.file)
      while let entries = try merger.next(IndexRun.entriesPerBlock * 64, of: shared.file) {
        if entries.isEmpty {
          try Folder.rename(aside, to: path)
          load()
          return true
        }
        try target.write(IndexRun.bytes(of: entries))
      }
      unlink(aside)
      return nil
    } catch {
      unlink(aside)
      return false
    }
  }

  /// Takes the file away, for the next one to be made from nothing.
  mutating func discard() {
    var fault = fault
    do throws(StoreError) { try Folder.remove(path) } catch { fault = error }
    self = IndexFile(path: path, identity: identity)
    self.fault = fault
  }

  /// Does without the file: what it says cannot be relied on.
  mutating func abandon() {
    self = IndexFile(path: path, identity: identity)
    fault = StoreError("cannot rely on", path, code: EIO)
  }
}

/// Reads several sorted runs as one, a block of each at a time.
private struct IndexMerger {
  private struct Cursor {
    let run: IndexRun
    var block = 0
    var entries: [IndexEntry] = []
    var at = 0
  }

  private var cursors: [Cursor]
  private var isDamaged = false

  init(_ runs: [IndexRun], of file: borrowing OpenFile) throws(StoreError) {
    cursors = runs.map { Cursor(run: $0) }
    for index in cursors.indices { try refill(index, of: file) }
  }

  private mutating func refill(_ index: Int, of file: borrowing OpenFile) throws(StoreError) {
    guard cursors[index].block < cursors[index].run.blocks else {
      cursors[index].entries = []
      return
    }
    guard let entries = try cursors[index].run.block(cursors[index].block, of: file) else {
      isDamaged = true
      return
    }
    cursors[index].entries = entries
    cursors[index].block += 1
    cursors[index].at = 0
  }

  /// The next entries, `count` of them but for the last; none at the end, nil where a block is damaged.
  mutating func next(_ count: Int, of file: borrowing OpenFile) throws(StoreError) -> [IndexEntry]? {
    var entries: [IndexEntry] = []
    entries.reserveCapacity(count)
    while entries.count < count, !isDamaged {
      var smallest: Int?
      for index in cursors.indices where cursors[index].at < cursors[index].entries.count {
        let entry = cursors[index].entries[cursors[index].at]
        if let best = smallest, cursors[best].entries[cursors[best].at] < entry { continue }
        smallest = index
      }
      guard let smallest else { break }
      entries.append(cursors[smallest].entries[cursors[smallest].at])
      cursors[smallest].at += 1
      if cursors[smallest].at == cursors[smallest].entries.count { try refill(smallest, of: file) }
    }
    return isDamaged ? nil : entries
  }
}
