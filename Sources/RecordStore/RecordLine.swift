internal import DataFormats

/// The written form of a record: one line of JSON with its number and, last, its checksum.
package enum RecordLine {
  /// The bytes of a record with its newline; `number` goes behind the id, the checksum to the end.
  static func sealed(_ members: [JSONMember], number: Int) -> [UInt8] {
    var all: [JSONMember] = []
    all.reserveCapacity(members.count + 1)
    for member in members where member.name != "number" && member.name != "crc32c" {
      all.append(member)
      if member.name == "id" { all.append(JSONMember("number", JSONValue(number))) }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    JSONValue.object(all).write(to: &bytes)
    seal(&bytes)
    return bytes
  }

  /// Puts the checksum into the object that the bytes are, as its last member, and a newline behind it.
  static func seal(_ bytes: inout [UInt8]) {
    bytes.removeLast()
    let checksum = CRC32C.checksum(bytes)
    bytes += ",\"crc32c\":\"\(checksum.hexadecimal)\"}\n".utf8
  }

  /// Whether the checksum at the end of a line fits; nil where there is none.
  static func fitsSeal(_ line: UnsafeRawBufferPointer) -> Bool? {
    let body = line.count - sealLength
    guard body > 0, endsWithSeal(line) else { return nil }
    let written = UnsafeRawBufferPointer(rebasing: line[(body + 11)..<(body + 19)])
    return written.elementsEqual(
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: line[..<body])).hexadecimal.utf8)
  }

  /// How many bytes `,"crc32c":"1a2b3c4d"}` are.
  private static let sealLength = 21

  /// What is wrong with a line (without its newline), in words that follow "the line"; nil for a whole record.
  package static func fault(_ line: UnsafeRawBufferPointer) -> String? {
    guard let first = line.first else { return "is empty" }
    guard first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}") else { return "is no JSON object" }
    guard let fits = fitsSeal(line) else { return scans(line) ? "has no checksum at its end" : "is not valid JSON" }
    guard fits else { return scans(line) ? "does not fit its checksum" : "is not valid JSON" }
    guard scans(line) else { return "is not valid JSON" }
    return id(line) == nil ? "has no id" : nil
  }

  private static func endsWithSeal(_ line: UnsafeRawBufferPointer) -> Bool {
    let body = line.count - sealLength
    return JSONScanner.equals(body..<(body + 11), of: line, ",\"crc32c\":\"")
      && line[line.count - 2] == UInt8(ascii: "\"")
  }

  private static func scans(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = JSONScanner(line)
    guard scanner.value() != nil, scanner.isAtEnd() else { return false }
    return String(validating: line, as: UTF8.self) != nil
  }

  /// The text of the first member, where that is the id: how every record begins that this store wrote.
  package static func leadingID(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard line.count > 8, JSONScanner.equals(0..<7, of: line, "{\"id\":\"") else { return nil }
    guard let close = line[7...].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
      line[close] == UInt8(ascii: "\"")
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: line[7..<close])
  }

  package static func id(_ line: UnsafeRawBufferPointer) -> String? {
    if let id = leadingID(line) { return String(decoding: id, as: UTF8.self) }
    guard let range = member("id", of: line), JSONScanner.kind(of: range, in: line) == .string else { return nil }
    return JSONScanner.text(range, of: line)
  }

  /// No station completes more records in a day: a number beyond it is damage, and the next one is not counted from it.
  private static let numbers = 0...999_999_999

  /// nil where there is none, or one that no record was ever given.
  package static func number(_ line: UnsafeRawBufferPointer) -> Int? {
    guard let range = member("number", of: line), let number = Int(String(decoding: line[range], as: UTF8.self)),
      numbers.contains(number)
    else { return nil }
    return number
  }

  /// The range of the first member of that name of the object that the line is.
  package static func member(_ name: StaticString, of line: UnsafeRawBufferPointer) -> Range<Int>? {
    var found: Range<Int>?
    var scanner = JSONScanner(line)
    _ = scanner.object { member, value in
      if found == nil, JSONScanner.equals(member, of: line, name) { found = value }
    }
    return found
  }

  /// The same where it is a string; nil else.
  package static func text(_ name: StaticString, of line: UnsafeRawBufferPointer) -> String? {
    guard let range = member(name, of: line), JSONScanner.kind(of: range, in: line) == .string else { return nil }
    return JSONScanner.text(range, of: line)
  }

  package static func isVoid(_ line: UnsafeRawBufferPointer) -> Bool {
    member("void", of: line).map { JSONScanner.equals($0, of: line, "true") } ?? false
  }
}
