public import DataFormats

/// One whole record of a journal file, as it was written.
public struct StoredRecord: Sendable {
  public let file: JournalName
  /// The byte at which its line begins.
  public let offset: Int
  /// From 1.
  public let line: Int
  /// The line without its newline.
  public let bytes: [UInt8]

  /// With its newline.
  public var length: Int { bytes.count + 1 }

  public var id: String { bytes.withUnsafeBytes { RecordLine.id($0) } ?? "" }
  public var number: Int { bytes.withUnsafeBytes { RecordLine.number($0) } ?? 0 }
  public var form: String { bytes.withUnsafeBytes { RecordLine.text("form", of: $0) } ?? "" }
  /// The id of the record that this one corrects or voids.
  public var supersedes: String? { bytes.withUnsafeBytes { RecordLine.text("supersedes", of: $0) } }
  public var isVoid: Bool { bytes.withUnsafeBytes { RecordLine.isVoid($0) } }

  /// All of it; null where its line nests deeper than any record does.
  public var content: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
}

/// Something in a store that is not as it should be.
public struct StoreProblem: Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// A line that is no whole record: bad JSON, no checksum, another checksum.
    case damaged
    /// The end of a file without a newline; the next save moves it to quarantine.
    case unfinished
    /// A second record of one id.
    case repeatedID
    /// Numbers of a station's day that do not go 1, 2, 3, ...
    case numbers
  }

  public let kind: Kind
  public let file: JournalName
  /// The bytes of the file that it is about.
  public let range: Range<Int>
  /// From 1.
  public let line: Int
  /// What is wrong, to follow the name of the place.
  public let message: String

  public var description: String {
    "\(file), line \(line), bytes \(range.lowerBound) to \(range.upperBound): \(message)"
  }
}

/// What stands at one place of a journal.
public enum JournalEntry: Sendable {
  case record(StoredRecord)
  case bad(StoreProblem)
}
