internal import DataFormats

/// Looks from the end of a station's journals for its last record of a form.
struct PreviousRecord {
  let form: String
  let station: String
  let folder: StoreFolder

  /// True where everything was read.
  private(set) var isComplete = false
  /// What the records that were passed supersede.
  private var superseded: Set<String> = []

  private static let window = 64 << 10

  init(form: String, station: String, folder: StoreFolder) {
    (self.form, self.station, self.folder) = (form, station, folder)
  }

  /// nil where the last `limit` bytes have none.
  mutating func newest(within limit: Int) throws(StoreError) -> StoredRecord? {
    var left = limit
    for name in try folder.journals().reversed() where name.station == station {
      if let found = try search(name, end: nil, left: &left) { return found }
      if left <= 0 { return nil }
    }
    isComplete = true
    return nil
  }

  /// At the place or before it.
  mutating func newest(before last: JournalName, offset: Int) throws(StoreError) -> StoredRecord? {
    var left = Int.max
    for name in try folder.journals().reversed() where name.station == station && name <= last {
      // The line that begins at the place is meant to be among those read.
      let end = name == last ? try endOfLine(name, from: offset) : nil
      if let found = try search(name, end: end, left: &left) { return found }
    }
    return nil
  }

  private func endOfLine(_ name: JournalName, from offset: Int) throws(StoreError) -> Int {
    let file = try OpenFile(folder.path(of: name), .read)
    var reader = LineReader(offset..<max(offset, try file.status().size), bufferSize: 4096)
    return offset + (try reader.next(file)?.length ?? 0)
  }

  private mutating func search(_ name: JournalName, end: Int?, left: inout Int) throws(StoreError) -> StoredRecord? {
    let path = folder.path(of: name)
    guard OpenFile.status(path) != nil, !Folder.isThere(path) else { return nil }
    let file = try OpenFile(folder.path(of: name), .read)
    var end = if let end { end } else { try JournalWalk.settledSize(of: file, name, in: folder) }
    var window = Self.window
    while end > 0, left > 0 {
      let start = max(0, end - window)
      let bytes = try file.read(start..<end)
      guard bytes.count == end - start else { return nil }
      // The window begins within a line, unless it begins with the file.
      let first = start == 0 ? 0 : (bytes.firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
      if first >= bytes.count, start > 0 {
        if window > LineReader.longest { return nil }
        window *= 2
        continue
      }
      if let found = lastRecord(bytes, from: first, file: name, at: start) { return found }
      left -= bytes.count - first
      end = start + first
      window = Self.window
    }
    return nil
  }

  private mutating func lastRecord(_ bytes: [UInt8], from first: Int, file: JournalName, at start: Int) -> StoredRecord?
  {
    var end = bytes.count
    while end > first {
      let begin = (bytes[first..<(end - 1)].lastIndex(of: 0x0A) ?? first - 1) + 1
      defer { end = begin }
      guard bytes[end - 1] == 0x0A else { continue }
      let isWanted = bytes.withUnsafeBytes { all -> Bool in
        let line = UnsafeRawBufferPointer(rebasing: all[begin..<(end - 1)])
        guard RecordLine.text("form", of: line) == form, RecordLine.fault(line) == nil else { return false }
        if let id = RecordLine.text("supersedes", of: line) { superseded.insert(id) }
        return !RecordLine.isVoid(line) && !superseded.contains(RecordLine.id(line) ?? "")
      }
      if isWanted {
        return StoredRecord(file: file, offset: start + begin, line: 0, bytes: Array(bytes[begin..<(end - 1)]))
      }
    }
    return nil
  }
}
