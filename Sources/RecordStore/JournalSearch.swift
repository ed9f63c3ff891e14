internal import Glibc

/// Looks for one record in a journal file without reading the others whole.
enum JournalSearch {
  static func record(_ id: String, in file: borrowing OpenFile, name: JournalName) throws(StoreError) -> AppendedRecord?
  {
    let wanted = Array(id.utf8)
    var reader = LineReader(0..<(try file.status().size))
    while let line = try reader.next(file) {
      guard line.isTerminated, let there = RecordLine.leadingID(line.bytes), there.elementsEqual(wanted),
        RecordLine.fault(line.bytes) == nil
      else { continue }
      return AppendedRecord(
        id: id, number: RecordLine.number(line.bytes) ?? 0, businessDate: name.date, file: name, offset: line.offset,
        length: line.length, wasThere: true)
    }
    return nil
  }
}
