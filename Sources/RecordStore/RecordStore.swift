public import DataFormats

/// The records of a station: a directory of journal files, drafts, quarantined fragments and an index.
///
/// Everything that it says is saved is on the disk. It belongs to one thread; other processes may use the same
/// directory at the same time.
public final class RecordStore {
  public let directory: String
  public let station: String

  let folder: StoreFolder
  private let journal: Journal
  let drafts: DraftBox
  /// By the id of the form.
  var indexes: [String: FormIndex] = [:]
  var notices: [String] = []

  /// Makes the directories where they are missing.
  public init(directory: String, station: String) throws(StoreError) {
    guard JournalName.isStation(station) else {
      throw StoreError(
        .request, "the station name \(station) is none: it takes 1 to 32 of the characters A-Z a-z 0-9 _ -")
    }
    folder = StoreFolder(directory)
    self.directory = folder.directory
    self.station = station
    do throws(StoreError) {
      try folder.make()
    } catch {
      throw error.prefixed("the store cannot be used: ")
        .followed(by: "; put that right, or name another directory with --store")
    }
    journal = Journal(folder: folder, station: station)
    drafts = DraftBox(folder: folder)
  }

  /// Writes completed records, all or none, with one wait for the disk.
  ///
  /// A record is an object with `id` first, without `number` and `crc32c`, which the store fills in. An id that the
  /// store already has is not written again. Where this throws, nothing was saved and the message says so.
  public func append(_ records: [JSONValue], businessDate: CalendarDate) throws(StoreError) -> [AppendedRecord] {
    try append(records, businessDate: businessDate, unless: { false }) ?? []
  }

  /// The same where nothing of it is held by a record that another program saved since it was looked up: `isTaken` is
  /// called when no one else can write, and `holder` then answers as of that moment. Where it says so nothing is
  /// written, and nil is answered.
  public func append(
    _ records: [JSONValue], businessDate: CalendarDate, unless isTaken: () -> Bool
  ) throws(StoreError) -> [AppendedRecord]? {
    try journal.append(records, date: businessDate) {
      let locked = (journal.lock.neighbours.keys + [businessDate]).sorted().map {
        JournalName(station: station, date: $0)
      }
      for index in indexes.values { index.locked = locked }
      defer { for index in indexes.values { index.locked = nil } }
      return isTaken()
    }
  }

  /// Whether this station's record of that id is saved: asked before a draft is offered again after a crash.
  public func contains(id: String) throws(StoreError) -> Bool {
    try journal.find(id) != nil
  }

  /// What the store had to put right since this was last asked, a sentence each.
  public func takeNotices() -> [String] {
    defer {
      notices = []
      journal.notices = []
      drafts.notices = []
      for index in indexes.values { index.notices = [] }
    }
    return notices + journal.notices + drafts.notices + indexes.sorted { $0.key < $1.key }.flatMap(\.value.notices)
  }
}
