internal import DataFormats

/// Which records are there already.
extension Journal {
  /// Brings what is known of the days on which one of the ids may have been saved up to now.
  ///
  /// A form that was opened before the business date changed may have been saved on the day before, just as the power
  /// went; so may a draft of last month. Days before yesterday are read once, nobody else writes into them.
  func readLedgers(_ date: CalendarDate, ids: [String]) throws(StoreError) {
    let recent = [date.adding(days: -1), date].compactMap { $0 }
    for day in recent { try refresh(day) }
    let oldest = ids.compactMap { Self.earliestDate(of: $0) }.min() ?? date
    guard let yesterday = recent.first, oldest < yesterday else { return }
    var older = Set<CalendarDate>()
    for name in try folder.journals() where name.station == station && name.date >= oldest && name.date < yesterday {
      older.insert(name.date)
    }
    for day in older where ledgers[day] == nil { try refresh(day) }
  }

  /// Business dates lie at most a day before the date in UTC at which a form was opened. nil for an id without a time.
  private static func earliestDate(of id: String) -> CalendarDate? {
    UUIDv7.milliseconds(of: id).flatMap { CalendarDate(daysSinceEpoch: $0 / 86_400_000 - 1) }
  }

  private func refresh(_ day: CalendarDate) throws(StoreError) {
    var ledger = ledgers[day] ?? DayLedger()
    if try !read(day, into: &ledger) {
      ledger = DayLedger()
      _ = try read(day, into: &ledger)
    }
    ledgers[day] = ledger
  }

  private func read(_ date: CalendarDate, into ledger: inout DayLedger) throws(StoreError) -> Bool {
    var segment = 1
    while true {
      let path = folder.path(of: JournalName(station: station, date: date, segment: segment))
      guard OpenFile.status(path) != nil, !Folder.isThere(path) else { return true }
      if try !ledger.read(OpenFile(path, .read), segment: segment) { return false }
      segment += 1
    }
  }

  /// The record of an id of which the ledgers are up to date.
  func existing(_ id: String) throws(StoreError) -> AppendedRecord? {
    let key = DayLedger.key(id)
    return ledgers.values.contains { $0.ids.contains(key) } ? try find(id) : nil
  }

  /// The record of that id in this station's files; it is on the disk when this returns.
  func find(_ id: String) throws(StoreError) -> AppendedRecord? {
    let earliest = Self.earliestDate(of: id)
    for name in try folder.journals().reversed() where name.station == station {
      if let earliest, name.date < earliest { continue }
      let path = folder.path(of: name)
      if Folder.isThere(path) { continue }
      let file = try OpenFile(path, .read)
      guard let found = try JournalSearch.record(id, in: file, name: name) else { continue }
      // Its writer may have died before it could see the record safe.
      try file.synchronizeContent()
      return found
    }
    return nil
  }
}
