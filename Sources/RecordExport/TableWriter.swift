import DataFormats
import RecordStore

/// Writes the rows of one CSV table into its file.
struct TableWriter: ~Copyable {
  private var csv = CSVWriter()
  private var file: PartFile
  private let isForExcel: Bool
  /// Decoded texts, one at a time.
  private var scratch: [UInt8] = []
  private(set) var rows = 0

  private static let flushSize = 1 << 18

  init(_ file: consuming PartFile, header: [String], profile: ExportOptions.Profile) throws(StoreError) {
    self.file = file
    isForExcel = profile == .excel
    if isForExcel { try self.file.write([0xEF, 0xBB, 0xBF]) }
    for name in header { csv.cell(name) }
    csv.endRow()
  }

  /// A number or a name of the export's own, as it is.
  mutating func cell(plain text: String) { csv.cell(text) }

  /// The cell of a value; empty for null and for nothing.
  mutating func cell(_ value: Range<Int>?, _ line: UnsafeRawBufferPointer) {
    guard let value else {
      csv.cell(UnsafeRawBufferPointer(start: nil, count: 0))
      return
    }
    switch line[value.lowerBound] {
    case UInt8(ascii: "\""): textCell(value, line)
    case UInt8(ascii: "["):
      var texts: [String] = []
      var scanner = JSONScanner(line, within: value)
      _ = scanner.array { element in
        texts.append(
          line[element.lowerBound] == UInt8(ascii: "\"")
            ? JSONScanner.text(element, of: line) : String(decoding: line[element], as: UTF8.self))
      }
      scratch.removeAll(keepingCapacity: true)
      scratch += texts.joined(separator: " ").utf8
      scratchCell()
    case UInt8(ascii: "n"): csv.cell(UnsafeRawBufferPointer(start: nil, count: 0))
    default: csv.cell(UnsafeRawBufferPointer(rebasing: line[value]))
    }
  }

  /// The rules of the overrides, each once, joined by one space.
  mutating func cell(overrides value: Range<Int>?, _ line: UnsafeRawBufferPointer) {
    var rules: [String] = []
    if let value {
      var scanner = JSONScanner(line, within: value)
      _ = scanner.array { entry in
        var scanner = JSONScanner(line, within: entry)
        _ = scanner.object { name, value in
          guard JSONScanner.equals(name, of: line, "rule"), line[value.lowerBound] == UInt8(ascii: "\"") else { return }
          let rule = JSONScanner.text(value, of: line)
          if !rules.contains(rule) { rules.append(rule) }
        }
      }
    }
    scratch.removeAll(keepingCapacity: true)
    scratch += rules.joined(separator: " ").utf8
    scratchCell()
  }

  private mutating func textCell(_ value: Range<Int>, _ line: UnsafeRawBufferPointer) {
    let inner = (value.lowerBound + 1)..<(value.upperBound - 1)
    let isPlain = !line[inner].contains(UInt8(ascii: "\\"))
    if isPlain, !isForExcel {
      csv.cell(UnsafeRawBufferPointer(rebasing: line[inner]))
      return
    }
    scratch.removeAll(keepingCapacity: true)
    JSONScanner.decode(value, of: line, into: &scratch)
    scratchCell()
  }

  private mutating func scratchCell() {
    if isForExcel, let first = scratch.first, Self.beginsFormula(first) { scratch.insert(UInt8(ascii: "'"), at: 0) }
    scratch.withUnsafeBytes { csv.cell($0) }
  }

  /// What makes Excel take a text for a formula (OWASP, CSV injection).
  private static func beginsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
    default: false
    }
  }

  mutating func endRow() throws(StoreError) {
    csv.endRow()
    rows += 1
    if csv.bytes.count >= Self.flushSize { try file.write(csv.take()) }
  }

  /// Everything is on the disk, still under the name that says it is no export yet.
  consuming func finish() throws(StoreError) -> FinishedFile {
    try file.write(csv.take())
    return try file.finish(rows: rows)
  }
}
