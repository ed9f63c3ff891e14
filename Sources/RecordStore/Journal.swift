internal import CSystem
internal import DataFormats
internal import Glibc

/// The files that one station appends its records to, one a day.
///
/// The first segment of a day carries the lock for all of them. Whoever holds it may cut an unfinished end, write behind
/// the last newline of the newest segment, and begin a further one.
final class Journal {
  let folder: StoreFolder
  let station: String
  var notices: [String] = []

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
  /// By the day: today, the day before, and as far back as an id made it needed.
  var ledgers: [CalendarDate: DayLedger] = [:]
  /// Segments that a failed write to the disk left in doubt: this process never writes into them again.
  private var closed: [CalendarDate: Int] = [:]
  /// What could not be cut off again after it was said to be not saved: nothing else is written before it is gone.
  private var pendingCut: (file: String, offset: Int, bytes: [UInt8])?

  private var hasMendedOtherDays = false

  /// How long another process may hold the lock before the clerk is told: a healthy one needs one disk write.
  private let patience = 10_000

  init(folder: StoreFolder, station: String) {
    self.folder = folder
    self.station = station
  }

  /// All of the records are on the disk when this returns them, none of them is saved when it throws.
  ///
  /// `isTaken` is asked under the lock, with all that others have written there: where it says so nothing is written,
  /// and nil is answered.
  func append(
    _ records: [JSONValue], date: CalendarDate, unless isTaken: () -> Bool
  ) throws(StoreError) -> [AppendedRecord]? {
    let records = try records.map { (record) throws(StoreError) in try Self.checked(record) }
    guard !records.isEmpty else { return [] }
    do throws(StoreError) {
      try openAndLock(date)
    } catch { throw error.prefixed("NOT saved: ") }
    defer { unlock() }
    do throws(StoreError) {
      try finishPendingCut()
      try mendTail(date)
      mendOtherDays(date)
      try readLedgers(date, ids: records.map(\.id))
      if isTaken() { return nil }
      return try write(records, date: date)
    } catch { throw error.prefixed("NOT saved: ") }
  }

  private static func checked(_ record: JSONValue) throws(StoreError) -> (id: String, members: [JSONMember]) {
    guard case .object(let members) = record, let id = record["id"]?.text else {
      throw StoreError(.request, "NOT saved: a record is an object with an id, and this is none")
    }
    let isPlain = id.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (byte | 0x20) &- UInt8(ascii: "a") < 26
        || byte &- UInt8(ascii: "0") < 10
    }
    guard (1...64).contains(id.utf8.count), isPlain, members.first?.name == "id" else {
      throw StoreError(.request, "NOT saved: the id of a record comes first and has 1 to 64 letters, digits, - and _")
    }
    return (id, members)
  }

  // MARK: The lock

  private func openAndLock(_ date: CalendarDate) throws(StoreError) {
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
        unlock()
        throw error
      }
      // Someone may have moved the file away while it was open here.
      if try day?.lock.file.isInPlace() == true { break }
      unlock()
      day = nil
      ledgers = [:]
    }
    do throws(StoreError) {
      try openNewestSegment(date)
    } catch {
      unlock()
      throw error
    }
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

  private func openNewestSegment(_ date: CalendarDate) throws(StoreError) {
    var newest = day?.segment ?? 1
    func path(_ segment: Int) -> String {
      folder.path(of: JournalName(station: station, date: date, segment: segment))
    }
    while OpenFile.status(path(newest + 1)) != nil { newest += 1 }
    if let closed = closed[date], newest <= closed { newest = closed + 1 }
    if newest == day?.segment, try day?.newest.file.isInPlace() == true { return }
    let file = SharedFile(try OpenFile(path(newest), .append))
    try Folder.synchronize(folder.directory)
    day?.newest = file
    day?.segment = newest
  }

  private func unlock() {
    day?.lock.file.unlock()
    // Closed, each gives up its lock.
    neighbours = [:]
  }

  private var segmentFile: SharedFile {
    get throws(StoreError) {
      guard let day else { throw StoreError(.environment, "the journal is not open") }
      return day.newest
    }
  }

  // MARK: Before an append

  private func finishPendingCut() throws(StoreError) {
    guard let cut = pendingCut else { return }
    let file = try OpenFile(cut.file, .append)
    let size = try file.status().size
    // Only what this process left there itself: another may have mended the end and written since.
    if size > cut.offset, cut.bytes.starts(with: try file.read(cut.offset..<size)) {
      try file.truncate(to: cut.offset)
      try file.synchronize()
    }
    pendingCut = nil
  }

  private func mendTail(_ date: CalendarDate) throws(StoreError) {
    do throws(StoreError) {
      if let notice = try JournalTail.mend(segmentFile.file, folder: folder) { notices.append(notice) }
    } catch {
      // A disk that is full or fails would not take the record either.
      if let code = error.code, [ENOSPC, EDQUOT, EIO].contains(code) { throw error }
      guard let segment = day?.segment else { throw error }
      closed[date] = segment
      try openNewestSegment(date)
      let names = [segment, day?.segment ?? segment + 1].map {
        JournalName(station: station, date: date, segment: $0).fileName
      }
      notices.append(
        "The end of \(names[0]) is unfinished and could not be moved to the quarantine (\(error.message)): it was left "
          + "as it is, records go on in \(names[1]).")
    }
  }

  /// Once: a station that lost its power in the evening writes a new file in the morning, and no one would ever append
  /// to the one with the unfinished end again.
  private func mendOtherDays(_ date: CalendarDate) {
    guard !hasMendedOtherDays else { return }
    hasMendedOtherDays = true
    let names = (try? folder.journals()) ?? []
    for name in names where name.station == station && name.date != date {
      do throws(StoreError) {
        let file = try OpenFile(folder.path(of: name), .append)
        let size = try file.status().size
        guard size > 0, try file.read((size - 1)..<size) != [0x0A] else { continue }
        let lock = try OpenFile(folder.path(of: JournalName(station: station, date: name.date)), .append)
        if neighbours[name.date] == nil, try !lock.lock(.exclusive) { continue }
        if let notice = try JournalTail.mend(file, folder: folder) { notices.append(notice) }
      } catch { notices.append("The end of \(name) is unfinished and was left so: \(error).") }
    }
  }

  // MARK: The append

  private func write(_ records: [(id: String, members: [JSONMember])], date: CalendarDate) throws(StoreError)
    -> [AppendedRecord]
  {
    guard let segment = day?.segment else { return [] }
    let name = JournalName(station: station, date: date, segment: segment)
    let base = try segmentFile.file.status()
    var number = ledgers[date]?.lastNumber ?? 0
    var bytes: [UInt8] = []
    var lines: [Range<Int>] = []
    var appended: [AppendedRecord] = []
    var places: [String: Int] = [:]
    for (place, record) in records.enumerated() {
      if let first = places.updateValue(place, forKey: record.id) {
        appended.append(appended[first].again)
      } else if let there = try existing(record.id) {
        appended.append(there)
      } else {
        number += 1
        let line = RecordLine.sealed(record.members, number: number)
        appended.append(
          AppendedRecord(
            id: record.id, number: number, businessDate: date, file: name, offset: base.size + bytes.count,
            length: line.count, wasThere: false))
        lines.append(bytes.count..<(bytes.count + line.count))
        bytes += line
      }
    }
    guard !bytes.isEmpty else { return appended }
    try put(bytes, into: segmentFile.file, base: base, date: date, segment: segment)
    ledgers[date]?.add(bytes, lines: lines, segment: segment, size: base.size + bytes.count, inode: base.inode)
    return appended
  }

  private func put(
    _ bytes: [UInt8], into file: borrowing OpenFile, base: OpenFile.Status, date: CalendarDate, segment: Int
  ) throws(StoreError) {
    do throws(StoreError) {
      try reserve(file, base: base, for: bytes.count)
      try file.write(bytes)
    } catch {
      undo(bytes, in: file, from: base.size)
      throw error
    }
    do throws(StoreError) {
      try file.synchronizeContent()
    } catch {
      undo(bytes, in: file, from: base.size)
      // The kernel may have dropped what it could not write and call the next attempt a success: only a file without
      // that history is trusted again. A full disk is no such doubt.
      if error.code != ENOSPC && error.code != EDQUOT { closed[date] = segment }
      throw error
    }
  }

  /// Disk for this append and those to come, so that a record that was begun can be written to its end.
  private func reserve(_ file: borrowing OpenFile, base: OpenFile.Status, for count: Int) throws(StoreError) {
    guard base.allocated < base.size + count else { return }
    let ahead = 256 << 10
    if system_reserve(file.descriptor, Int64(base.size), Int64(count + ahead)) == 0 { return }
    // No room for what is to come is no reason yet; no room for this one is. File systems that cannot reserve may.
    if errno == ENOSPC || errno == EDQUOT || errno == EFBIG,
      system_reserve(file.descriptor, Int64(base.size), Int64(count)) != 0, errno == ENOSPC || errno == EDQUOT
    {
      throw StoreError("cannot write", file.path)
    }
  }

  private func undo(_ bytes: [UInt8], in file: borrowing OpenFile, from size: Int) {
    do throws(StoreError) {
      try file.truncate(to: size)
      // Whether this reaches the disk now is not needed: without its newline the rest is cut at the next append, with
      // it the record is found by its id.
      try? file.synchronizeContent()
    } catch {
      pendingCut = (file.path, size, bytes)
    }
  }
}
