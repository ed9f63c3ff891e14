public import DataFormats

/// Where a record stands in the store.
public struct AppendedRecord: Sendable, Hashable {
  public let id: String
  /// Its number among the station's records of the business date, from 1.
  public let number: Int
  public let businessDate: CalendarDate
  public let file: JournalName
  /// The byte of the file at which its line begins, and the line's length with its newline.
  public let offset: Int
  public let length: Int
  /// True where the store already had the id: nothing was written, the record from then counts.
  public let wasThere: Bool

  var again: AppendedRecord {
    AppendedRecord(
      id: id, number: number, businessDate: businessDate, file: file, offset: offset, length: length, wasThere: true)
  }
}
