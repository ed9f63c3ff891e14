/// A table that was read from a CSV file: a header and rows that are as long as it.
public struct CSVTable: Sendable, Equatable {
  public let header: [String]
  public let rows: [[String]]
  /// The line of the file, from 1, on which each row begins.
  public let lineNumbers: [Int]
}

/// Why a CSV file was not read: one sentence, and the line (from 1) of the mistake.
public struct CSVFault: Error, Sendable, CustomStringConvertible {
  public let line: Int
  public let message: String

  public var description: String { "line \(line): \(message)" }
}

/// How large a CSV file may be: room for every article of a large warehouse, none for a mistake.
public struct CSVLimits: Sendable {
  public var bytes = 64_000_000
  public var rows = 1_000_000
  public var columns = 1_000

  public static let standard = CSVLimits()

  public init() {}
}

extension CSVTable {
  /// Reads a CSV file as RFC 4180 describes it: commas, double quotes doubled within quotes, lines that end with CR LF, LF
  /// or CR, the first of them the header. UTF-8, with or without a byte order mark. Empty lines are passed over. Every
  /// row has as many values as the header; column names that are not empty differ.
  public init(parsing bytes: [UInt8], limits: CSVLimits = .standard) throws(CSVFault) {
    guard bytes.count <= limits.bytes else {
      throw CSVFault(line: 1, message: "the file has \(bytes.count) bytes, more than the \(limits.bytes) that are read")
    }
    var reader = CSVReader(bytes: bytes)
    guard let header = try reader.row(atMost: limits.columns) else {
      throw CSVFault(line: 1, message: "the file is empty: its first line should name the columns")
    }
    try Self.check(header: header, line: reader.rowLine)
    var rows: [[String]] = []
    var lineNumbers: [Int] = []
    while let row = try reader.row(atMost: limits.columns) {
      guard row.count == header.count else {
        let values = row.count == 1 ? "1 value" : "\(row.count) values"
        throw CSVFault(line: reader.rowLine, message: "this row has \(values), the header \(header.count)")
      }
      guard rows.count < limits.rows else {
        throw CSVFault(line: reader.rowLine, message: "the file has more than \(limits.rows) rows")
      }
      rows.append(row)
      lineNumbers.append(reader.rowLine)
    }
    (self.header, self.rows, self.lineNumbers) = (header, rows, lineNumbers)
  }

  /// Where a column of that name stands, from 0; nil where there is none.
  public func column(_ name: String) -> Int? { header.firstIndex(of: name) }

  private static func check(header: [String], line: Int) throws(CSVFault) {
    if header.count == 1, let other = header[0].first(where: { $0 == ";" || $0 == "\t" }) {
      throw CSVFault(
        line: line,
        message:
          "the columns seem to be separated by \(other == ";" ? "semicolons" : "tabs"): save the file with commas")
    }
    var seen: Set<String> = []
    for name in header where !name.isEmpty && !seen.insert(name).inserted {
      throw CSVFault(
        line: line, message: "the column \(name.prefix(60).withVisibleControls) stands twice in the header")
    }
  }
}
