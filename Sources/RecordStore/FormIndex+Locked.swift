/// How the index follows the journals while this process holds the locks of some days: without waiting for anyone.
extension FormIndex {
  func journalsToFollow() throws(StoreError) -> [JournalName] {
    guard let locked, isWhole else { return try journals() }
    var segments: [JournalName] = []
    for first in locked {
      var next = first
      while OpenFile.status(folder.path(of: next)) != nil {
        segments.append(next)
        next = JournalName(station: next.station, date: next.date, segment: next.segment + 1)
      }
    }
    return segments
  }

  /// The end of what is certain: all of it where the lock is held here.
  func settledSize(of journal: borrowing OpenFile, _ name: JournalName) throws(StoreError) -> Int {
    guard let locked else { return try JournalWalk.settledSize(of: journal, name, in: folder) }
    guard locked.contains(where: { $0.station == name.station && $0.date == name.date }) else {
      return try JournalWalk.settledSize(of: journal, name, in: folder, patience: 0)
    }
    return try journal.status().size
  }
}
