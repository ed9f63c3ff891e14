public import DataFormats

extension RecordStore {
  /// Everything in the store, in the order of days, stations and lines. Bad lines come too, each as what it is. `body`
  /// answers false to stop.
  ///
  /// It may run while other programs append: what they write meanwhile is not seen.
  public func forEachRecord(_ body: (JournalEntry) throws(StoreError) -> Bool) throws(StoreError) {
    for name in try folder.journals() {
      let goesOn = try JournalWalk.lines(of: name, in: folder) { (step) throws(StoreError) in
        try body(step.problem.map { .bad($0) } ?? .record(step.record))
      }
      if !goesOn { return }
    }
  }

  /// The records that count now: without the void ones and those that another one supersedes. nil stands for all forms,
  /// days, stations. Bad lines come too. `body` answers false to stop.
  public func forEachCurrent(
    form: String? = nil, date: CalendarDate? = nil, station: String? = nil,
    _ body: (JournalEntry) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let names = try folder.journals()
    // A correction is made on the day of its record or later, at whatever station.
    let superseded = try supersededIDs(names.filter { date == nil || $0.date >= date! })
    for name in names where (date == nil || name.date == date) && (station == nil || name.station == station) {
      let goesOn = try JournalWalk.lines(of: name, in: folder) { (step) throws(StoreError) in
        if let problem = step.problem { return try body(.bad(problem)) }
        let line = step.line.bytes
        guard !RecordLine.isVoid(line), form == nil || RecordLine.text("form", of: line) == form,
          superseded.isEmpty || !superseded.contains(RecordLine.id(line) ?? "")
        else { return true }
        return try body(.record(step.record))
      }
      if !goesOn { return }
    }
  }

  /// The records that count now, as `forEachCurrent` gives them, without the bad lines.
  public func list(form: String? = nil, date: CalendarDate? = nil, station: String? = nil) throws(StoreError)
    -> [StoredRecord]
  {
    var records: [StoredRecord] = []
    try forEachCurrent(form: form, date: date, station: station) { (entry) in
      if case .record(let record) = entry { records.append(record) }
      return true
    }
    return records
  }

  private func supersededIDs(_ names: [JournalName]) throws(StoreError) -> Set<String> {
    var ids: Set<String> = []
    for name in names {
      try JournalWalk.lines(of: name, in: folder) { (step) in
        if step.problem == nil, let id = RecordLine.text("supersedes", of: step.line.bytes) { ids.insert(id) }
        return true
      }
    }
    return ids
  }

  /// The record of an id, whichever station wrote it; void and superseded ones too.
  public func show(id: String) throws(StoreError) -> StoredRecord? {
    try first(in: folder.journals()) { RecordLine.id($0) == id }
  }

  /// The record of that number of a station's day; of this station where none is named.
  public func show(number: Int, date: CalendarDate, station: String? = nil) throws(StoreError) -> StoredRecord? {
    let station = station ?? self.station
    return try first(in: folder.journals().filter { $0.date == date && $0.station == station }) {
      RecordLine.number($0) == number
    }
  }

  private func first(
    in names: [JournalName], where fits: (UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) -> StoredRecord? {
    var found: StoredRecord?
    for name in names where found == nil {
      try JournalWalk.lines(of: name, in: folder) { (step) in
        if step.problem == nil, fits(step.line.bytes) { found = step.record }
        return found == nil
      }
    }
    return found
  }
}
