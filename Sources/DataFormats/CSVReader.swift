/// Takes rows from the bytes of a CSV file, one after the other.
struct CSVReader {
  private let bytes: [UInt8]
  private var at: Int
  private var line = 1
  /// The line on which the last row began.
  private(set) var rowLine = 1

  init(bytes: [UInt8]) {
    self.bytes = bytes
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next row that is not an empty line; nil at the end.
  mutating func row(atMost columns: Int) throws(CSVFault) -> [String]? {
    while skipLineEnd() {}
    guard at < bytes.count else { return nil }
    rowLine = line
    var values: [String] = []
    while true {
      values.append(try value())
      guard values.count <= columns else {
        throw CSVFault(line: rowLine, message: "this row has more than \(columns) values")
      }
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
      } else {
        _ = skipLineEnd()
        return values
      }
    }
  }

  private mutating func skipLineEnd() -> Bool {
    guard at < bytes.count, bytes[at] == 0x0A || bytes[at] == 0x0D else { return false }
    at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    line += 1
    return true
  }

  private mutating func value() throws(CSVFault) -> String {
    at < bytes.count && bytes[at] == UInt8(ascii: "\"") ? try quotedValue() : try plainValue()
  }

  private mutating func plainValue() throws(CSVFault) -> String {
    let start = at
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: ","), 0x0A, 0x0D: return try text(bytes[start..<at])
      case UInt8(ascii: "\""):
        throw CSVFault(
          line: line,
          message: "a quote within a value that is not in quotes: put the value in quotes and double the quote")
      default: at += 1
      }
    }
    return try text(bytes[start..<at])
  }

  private mutating func quotedValue() throws(CSVFault) -> String {
    let begun = line
    at += 1
    var start = at
    var value: [UInt8] = []
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        value += bytes[start..<at]
        at += 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return try afterQuotes(value) }
        start = at
        at += 1
      case 0x0A, 0x0D: _ = skipLineEnd()
      default: at += 1
      }
    }
    throw CSVFault(line: begun, message: "the quoted value that begins on this line has no closing quote")
  }

  private func afterQuotes(_ value: [UInt8]) throws(CSVFault) -> String {
    if at < bytes.count, bytes[at] != UInt8(ascii: ","), bytes[at] != 0x0A, bytes[at] != 0x0D {
      throw CSVFault(
        line: line,
        message: "after a closing quote should stand a comma or the end of the line: a quote within a value is doubled")
    }
    return try text(value[...])
  }

  private func text(_ value: ArraySlice<UInt8>) throws(CSVFault) -> String {
    guard let text = String(validating: value, as: UTF8.self) else {
      throw CSVFault(line: line, message: "this value is not UTF-8: save the file as CSV UTF-8")
    }
    guard !value.contains(0) else {
      throw CSVFault(line: line, message: "here stands a NUL character, which no value can hold")
    }
    return text
  }
}
