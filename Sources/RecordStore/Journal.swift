internal import CSystem
internal import DataFormats
internal import Glibc

/// The files that one station appends its records to, one a day: see `JournalLock` for who may.
final class Journal {
  let folder: StoreFolder
  let station: String
  var notices: [String] = []

  let lock: JournalLock
  /// By the day: today, the day before, and as far back as an id made it needed.
  var ledgers: [CalendarDate: DayLedger] = [:]
  /// What could not be cut off again after it was said to be not saved: nothing else is written before it is gone.
  private var pendingCut: (file: String, offset: Int, bytes: [UInt8])?

  private var hasMendedOtherDays = false

  init(folder: StoreFolder, station: String) {
    self.folder = folder
    self.station = station
    lock = JournalLock(folder: folder, station: station)
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
      // The first segment is another file than before: what was read of the old one is not there.
      if try lock.take(date) { ledgers = [:] }
    } catch { throw error.prefixed("NOT saved: ") }
    defer { lock.release() }
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
      if let notice = try JournalTail.mend(lock.segmentFile.file, folder: folder) { notices.append(notice) }
    } catch {
      // A disk that is full or fails would not take the record either.
      if let code = error.code, [ENOSPC, EDQUOT, EIO].contains(code) { throw error }
      guard let segment = lock.segment else { throw error }
      lock.close(segment, of: date)
      let next = try lock.openNewestSegment(date)
      let names = [segment, next].map {
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
        let first = try OpenFile(folder.path(of: JournalName(station: station, date: name.date)), .append)
        if lock.neighbours[name.date] == nil, try !first.lock(.exclusive) { continue }
        if let notice = try JournalTail.mend(file, folder: folder) { notices.append(notice) }
      } catch { notices.append("The end of \(name) is unfinished and was left so: \(error).") }
    }
  }

  // MARK: The append

  private func write(_ records: [(id: String, members: [JSONMember])], date: CalendarDate) throws(StoreError)
    -> [AppendedRecord]
  {
    guard let segment = lock.segment else { return [] }
    let name = JournalName(station: station, date: date, segment: segment)
    let base = try lock.segmentFile.file.status()
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
    try put(bytes, into: lock.segmentFile.file, base: base, date: date, segment: segment)
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
      if error.code != ENOSPC && error.code != EDQUOT { lock.close(segment, of: date) }
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
