internal import DataFormats
internal import Glibc

/// Where the records of one form stand, by the keys they hold, by the record they supersede, and the last of each station.
///
/// It follows the journals: a look-up reads first what was written since. What it answers are only places; whoever asks
/// reads the record there.
final class FormIndex {
  let folder: StoreFolder
  let form: String
  let extractor: KeyExtractor

  private var file: IndexFile
  /// As in the file, and further: what `pending` holds too.
  private var header = IndexHeader()
  /// Entries that are not in the file yet, in no order.
  private var pending: [IndexEntry] = []
  /// Bytes of journals that were read since the file was written: those of a form that is never used too.
  private var unsaved = 0
  private static let unsavedLimit = 16 << 20
  /// Where the file could not be written it is tried again with so many entries.
  private var retryFrom = 0
  private var numbers: [String: Int] = [:]
  private var isLoaded = false
  /// The days whose locks this process holds: only there can a record have come since the last look-up that counts now.
  var locked: [JournalName]?
  /// All journals were followed to their ends once: then of locked days nothing else needs to be read.
  private(set) var isWhole = false
  /// What had to be put right, or could not be.
  var notices: [String] = []
  private var hasToldFault = false
  private var listing: (modified: Int, inode: UInt64, names: [JournalName])?

  /// So many entries are looked through one by one; more go to the file.
  private static let pendingLimit = 4096
  /// While much is read at once the runs are longer, up to a megabyte.
  private static let bulkLimit = 65_536
  private static let runLimit = 16

  init(folder: StoreFolder, form: String, extractor: KeyExtractor, normalizer: Int) {
    self.folder = folder
    self.form = form
    self.extractor = extractor
    var described = ""
    for (place, key) in extractor.keys.enumerated() {
      if place > 0 { described += "\u{1E}" }
      described += key.field
      for field in key.with { described += "\u{1F}" + field }
    }
    let identity = IndexEntry.hash("\(form)\u{1E}\(normalizer)", described)
    let digits = String(identity, radix: 16)
    let name = "\(form)-\(String(repeating: "0", count: 16 - digits.count))\(digits).index"
    file = IndexFile(path: "\(folder.index)/\(name)", identity: identity)
  }

  static func hash(ofKey key: Int, _ text: String) -> UInt64 { IndexEntry.hash("\(key)", text) }
  static func hash(ofSuperseded id: String) -> UInt64 { IndexEntry.hash("supersedes", id) }

  /// The places of all records that may hold a hash; the index is up to date then.
  func places(of hash: UInt64) throws(StoreError) -> [RecordPlace] {
    for attempt in 1...3 {
      _ = try catchUp(until: nil)
      // That a block cannot be read is no worse than that it is damaged.
      if let stored = (try? file.places(of: hash)) ?? nil {
        return stored + pending.filter { $0.hash == hash }.map(\.place)
      }
      if attempt == 1 { reset() } else { forsake() }
    }
    throw StoreError(.environment, "the index of \(form) cannot be read")
  }

  /// Where the station's last record of the form stands; the index is up to date then.
  func lastPlace(of station: String) throws(StoreError) -> RecordPlace? {
    _ = try catchUp(until: nil)
    return header.last[station]
  }

  func name(of place: RecordPlace) -> JournalName? {
    header.files.indices.contains(place.file) ? JournalName(fileName: header.files[place.file].name) : nil
  }

  /// Forgets everything and reads the journals from their beginning.
  func rebuild() throws(StoreError) {
    reset()
    _ = try catchUp(until: nil)
  }

  private func reset() {
    file.discard()
    adopt()
    tellFault()
  }

  /// The file is damaged again: from now on all is kept in memory.
  private func forsake() {
    file.abandon()
    adopt()
    tellFault()
  }

  /// Once: the index is only a help, and it is made again from the records.
  private func tellFault(_ error: StoreError? = nil) {
    guard !hasToldFault, let fault = error ?? file.fault else { return }
    hasToldFault = true
    notices.append(
      "The index of \(form) cannot be kept (\(fault.message)): the work goes on without it, only slower. "
        + "\(folder.index) may be removed, it is made again from the records.")
  }

  private func adopt() {
    header = file.header
    pending = []
    retryFrom = 0
    unsaved = 0
    isWhole = false
    numbers = [:]
    for (number, file) in header.files.enumerated() { numbers[file.name] = number }
  }

  /// Reads what the journals have more than the index. With a `deadline` (on the monotonic clock, in nanoseconds) false
  /// where there is more to read.
  func catchUp(until deadline: Int?) throws(StoreError) -> Bool {
    if !isLoaded {
      do throws(StoreError) {
        if let notice = try folder.prepare(folder.index) { notices.append(notice) }
      } catch { tellFault(error) }
      file.load()
      adopt()
      tellFault()
      isLoaded = true
    }
    // Once more where another process was ahead, or where a journal is not what it was.
    for _ in 0..<100 {
      switch try follow(until: deadline) {
      case .done: return true
      case .outOfTime: return false
      case .stale: reset()
      case .reloaded: adopt()
      }
    }
    throw StoreError(.environment, "the records of \(form) change too fast to be searched")
  }

  private enum Progress { case done, outOfTime, stale, reloaded }

  private func follow(until deadline: Int?) throws(StoreError) -> Progress {
    for name in try journalsToFollow() {
      guard let status = OpenFile.status(folder.path(of: name)) else { continue }
      let number = number(of: name, status)
      let known = header.files[number]
      guard known.inode == status.inode, known.device == status.device, known.indexed <= status.size else {
        return .stale
      }
      guard known.indexed < status.size else { continue }
      let progress = try read(name, number, until: deadline)
      guard progress == .done else { return progress }
    }
    isWhole = true
    return flush(from: Self.pendingLimit) == .reloaded ? .reloaded : .done
  }

  private func number(of name: JournalName, _ status: OpenFile.Status) -> Int {
    if let number = numbers[name.fileName] { return number }
    let number = header.files.count
    numbers[name.fileName] = number
    header.files.append(
      IndexHeader.File(name: name.fileName, inode: status.inode, device: status.device, indexed: 0))
    return number
  }

  private func read(_ name: JournalName, _ number: Int, until deadline: Int?) throws(StoreError) -> Progress {
    let path = folder.path(of: name)
    // A folder of that name holds no record.
    if Folder.isThere(path) { return .done }
    let journal = try OpenFile(path, .read)
    let size = try settledSize(of: journal, name)
    let start = header.files[number].indexed
    guard start <= size else { return .stale }
    if start > 0, try journal.read((start - 1)..<start) != [0x0A] { return .stale }
    var reader = LineReader(start..<size)
    var lines = 0
    while let line = try reader.next(journal), line.isTerminated {
      add(line, station: name.station, file: number)
      header.files[number].indexed = line.offset + line.length
      unsaved += line.length
      lines += 1
      if flush(from: Self.bulkLimit) == .reloaded { return .reloaded }
      if lines % 128 == 0, let deadline, monotonicNanoseconds() > deadline { return .outOfTime }
    }
    return .done
  }

  private func add(_ line: LineReader.Line, station: String, file number: Int) {
    guard let place = RecordPlace(file: number, offset: line.offset) else { return }
    var isOurs = false
    var values: Range<Int>?
    var superseded: String?
    let bytes = line.bytes
    var scanner = JSONScanner(bytes)
    _ = scanner.object { name, value in
      if JSONScanner.equals(name, of: bytes, "form") {
        isOurs = value.count == form.utf8.count + 2 && bytes[(value.lowerBound + 1)...].starts(with: form.utf8)
      } else if JSONScanner.equals(name, of: bytes, "values") {
        values = value
      } else if JSONScanner.equals(name, of: bytes, "supersedes"), value.count > 4 {
        superseded = KeyExtractor.text(value, bytes)
      }
    }
    guard isOurs else { return }
    if let superseded { pending.append(IndexEntry(hash: Self.hash(ofSuperseded: superseded), place: place)) }
    if let values {
      extractor.forEachKey(in: bytes, values: values) { key, text in
        let entry = IndexEntry(hash: Self.hash(ofKey: key, text), place: place)
        if pending.last != entry { pending.append(entry) }
      }
    }
    if isLater(place, than: header.last[station]) { header.last[station] = place }
  }

  private func isLater(_ place: RecordPlace, than other: RecordPlace?) -> Bool {
    guard let other, other.file != place.file else { return true }
    guard let name = name(of: place), let before = self.name(of: other) else { return true }
    return name > before
  }

  /// Puts what is pending into the file once it is `limit` entries; that it cannot be written costs time, never an answer.
  private func flush(from limit: Int) -> IndexFile.Outcome {
    // No one waits for the index's file: it is written at the next look-up.
    guard locked == nil, file.fault == nil, pending.count >= max(limit, retryFrom) || unsaved >= Self.unsavedLimit
    else {
      return .left
    }
    unsaved = 0
    switch file.append(pending.sorted(), header: header) {
    case .reloaded: return .reloaded
    case .left:
      tellFault()
      retryFrom = pending.count * 2
      return .left
    case .written:
      pending.removeAll(keepingCapacity: true)
      retryFrom = 0
      guard file.runs.count >= Self.runLimit, file.merge() == nil else { return .written }
      file.discard()
      return .reloaded
    }
  }

  /// For idle moments: brings a little more of the journals into the index and the index into its file. True where
  /// nothing is left to do.
  func tend(until deadline: Int) throws(StoreError) -> Bool {
    guard try catchUp(until: deadline) else { return false }
    return flush(from: Self.pendingLimit / 2) != .reloaded
  }

  func journals() throws(StoreError) -> [JournalName] {
    let now = OpenFile.status(folder.directory)
    if let now, let listing, listing.modified == now.modified, listing.inode == now.inode { return listing.names }
    let names = try folder.journals()
    listing = nil
    // The time of a directory moves in ticks: a listing is only kept where a later change must show another time.
    var clock = timespec()
    clock_gettime(CLOCK_REALTIME, &clock)
    if let now, clock.tv_sec * 1_000_000_000 + clock.tv_nsec - now.modified > 1_000_000_000 {
      listing = (now.modified, now.inode, names)
    }
    return names
  }
}

func monotonicNanoseconds() -> Int {
  var clock = timespec()
  clock_gettime(CLOCK_MONOTONIC, &clock)
  return clock.tv_sec * 1_000_000_000 + clock.tv_nsec
}
