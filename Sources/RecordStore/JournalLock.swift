internal import DataFormats
internal import Glibc

/// Who may write the journal of a station's day, and which of its segments.
///
/// The first segment of a day carries the lock for all of them. Whoever holds it may cut an unfinished end, write behind
/// the last newline of the newest segment, and begin a further one.
final class JournalLock {
  private let folder: StoreFolder
  private let station: String

  /// The lock file of the day and the segment that is written, where they differ.
  private struct Day {
    let date: CalendarDate
    let lock: SharedFile
    /// From 1: then `newest` is the lock file itself.
    var segment: Int
    var newest: SharedFile
  }

  private var day: Day?
  /// The lock files of the days beside it, as far as there are any, while the lock is held: just after midnight another
  /// terminal may still save under the day before, and what must be unique is so across both.
  private(set) var neighbours: [CalendarDate: SharedFile] = [:]
  /// Segments that a failed write to the disk left in doubt: this process never writes into them again.
  private var closed: [CalendarDate: Int] = [:]

  /// Also where the lock could not be had then: the next one who takes it is told.
  private var wasReplaced = false

  /// How long another process may hold the lock before the clerk is told: a healthy one needs one disk write.
  private let patience = 10_000

  init(folder: StoreFolder, station: String) {
    self.folder = folder
    self.station = station
  }

  /// The segment that is written, from 1; nil before the first `take`.
  var segment: Int? { day?.segment }

  var segmentFile: SharedFile {
    get throws(StoreError) {
      guard let day else { throw StoreError(.environment, "the journal is not open") }
      return day.newest
    }
  }

  /// Waits for the lock of the day and of the days beside it, and opens the newest segment. true where a first segment
  /// that was open here is no longer the one in the folder.
  func take(_ date: CalendarDate) throws(StoreError) -> Bool {
    if day?.date != date { day = nil }
    let first = folder.path(of: JournalName(station: station, date: date))
    while true {
      // Made before the days beside it are looked for: of two programs that begin a day each, one sees the other's.
      if day == nil {
        if Folder.isThere(first) {
          throw StoreError(.environment, "a folder stands where the records of the day belong: move \(first) away")
        }
        let lock = SharedFile(try OpenFile(first, .append))
        // Also where it was there already: who made it may have died before its name was on the disk.
        try Folder.synchronize(folder.directory)
        day = Day(date: date, lock: lock, segment: 1, newest: lock)
      }
      do throws(StoreError) {
        // In the order of the days, so that nobody waits for one who waits for him.
        try lockNeighbour(date.adding(days: -1))
        if let day { try lock(day.lock.file) }
        try lockNeighbour(date.adding(days: 1))
      } catch {
        release()
        throw error
      }
      // Someone may have moved the file away while it was open here.
      if try day?.lock.file.isInPlace() == true { break }
      release()
      day = nil
      wasReplaced = true
    }
    do throws(StoreError) {
      try openNewestSegment(date)
    } catch {
      release()
      throw error
    }
    defer { wasReplaced = false }
    return wasReplaced
  }

  func release() {
    day?.lock.file.unlock()
    // Closed, each gives up its lock.
    neighbours = [:]
  }

  /// From now on this process writes into later segments only.
  func close(_ segment: Int, of date: CalendarDate) { closed[date] = segment }

  /// Its number. Only while the lock is held.
  @discardableResult
  func openNewestSegment(_ date: CalendarDate) throws(StoreError) -> Int {
    var newest = day?.segment ?? 1
    func path(_ segment: Int) -> String {
      folder.path(of: JournalName(station: station, date: date, segment: segment))
    }
    while OpenFile.status(path(newest + 1)) != nil { newest += 1 }
    if let closed = closed[date], newest <= closed { newest = closed + 1 }
    if newest == day?.segment, try day?.newest.file.isInPlace() == true { return newest }
    let file = SharedFile(try OpenFile(path(newest), .append))
    try Folder.synchronize(folder.directory)
    day?.newest = file
    day?.segment = newest
    return newest
  }

  private func lock(_ file: borrowing OpenFile) throws(StoreError) {
    guard try file.lock(.exclusive, milliseconds: patience) else {
      throw StoreError(
        .environment,
        "another program has held \(file.path) for \(patience / 1000) seconds: look for it with fuser and end it")
    }
  }

  /// A day that cannot be opened is one that nobody writes.
  private func lockNeighbour(_ date: CalendarDate?) throws(StoreError) {
    guard let date else { return }
    let path = folder.path(of: JournalName(station: station, date: date))
    guard OpenFile.status(path) != nil, !Folder.isThere(path), let file = try? OpenFile(path, .append) else { return }
    let neighbour = SharedFile(file)
    try lock(neighbour.file)
    neighbours[date] = neighbour
  }
}
