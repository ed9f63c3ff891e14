import RecordStore

/// The ranges of a record's line that an export needs, found in one walk over it and kept without copies.
struct RecordFields {
  /// The columns that every export begins with, by their names in the record.
  static let fixed: [StaticString] = [
    "id", "number", "form_version", "station", "operator", "completed_at", "business_date", "supersedes", "void",
    "overrides",
  ]
  static let fixedNames = fixed.map { "\($0)" }

  /// As `fixed`; nil where the record has no such member.
  private(set) var values = [Range<Int>?](repeating: nil, count: fixed.count)
  /// The object of the field values.
  private(set) var fields: Range<Int>?
  private(set) var form: Range<Int>?

  /// False where the line is no JSON object.
  mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
    for index in values.indices { values[index] = nil }
    (fields, form) = (nil, nil)
    var scanner = JSONScanner(line)
    // The members of a record come in the order of `fixed`: the next is mostly the one that is expected.
    var expected = 0
    return scanner.object { name, value in
      if JSONScanner.equals(name, of: line, "values") {
        fields = value
      } else if JSONScanner.equals(name, of: line, "form") {
        form = value
      } else {
        for step in 0..<Self.fixed.count {
          let index = (expected + step) % Self.fixed.count
          guard JSONScanner.equals(name, of: line, Self.fixed[index]) else { continue }
          if values[index] == nil { values[index] = value }
          expected = index + 1
          return
        }
      }
    }
  }

  func isOf(form wanted: [UInt8], _ line: UnsafeRawBufferPointer) -> Bool {
    guard let form, form.count == wanted.count + 2 else { return false }
    return line[(form.lowerBound + 1)..<(form.upperBound - 1)].elementsEqual(wanted)
  }

  /// The version of the form; 0 where the record has none that is an integer.
  func version(_ line: UnsafeRawBufferPointer) -> Int {
    values[2].flatMap { Int(String(decoding: line[$0], as: UTF8.self)) } ?? 0
  }
}
