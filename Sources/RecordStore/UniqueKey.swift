/// What must not be held by two records: a field, alone or together with others.
public struct UniqueKey: Sendable, Hashable {
  /// `sscc`, or `lines.gtin` for a field of the rows.
  public let field: String
  /// The fields that count with it, written likewise.
  public let with: [String]

  public init(field: String, with: [String] = []) {
    self.field = field
    self.with = with
  }
}

/// The records among which a value must be the only one.
public enum UniqueScope: Sendable {
  /// Of one business date.
  case day
  /// Of the form, ever, on this station.
  case form
}

/// The record that holds a value already.
public struct HolderOfValue: Sendable, Hashable {
  public let record: AppendedRecord
  public var id: String { record.id }
  public var number: Int { record.number }
}

/// Finds the keys of a record in the bytes of its line.
struct KeyExtractor {
  let keys: [UniqueKey]
  let normalize: (String) -> String

  /// Every field that some key names: as bytes, split into the name of the rows, where it has one, and its own.
  private let paths: [Path]
  /// For each key the places of its fields in `paths`.
  private let parts: [[Int]]

  private struct Path {
    let rows: [UInt8]?
    let name: [UInt8]
  }

  init(keys: [UniqueKey], normalize: @escaping (String) -> String) {
    self.keys = keys
    self.normalize = normalize
    let fields = keys.map { [$0.field] + $0.with }
    var names: [String] = []
    for field in fields { for name in field where !names.contains(name) { names.append(name) } }
    paths = names.map { name in
      let pieces = name.split(separator: ".", maxSplits: 1).map { Array($0.utf8) }
      return pieces.count == 2
        ? Path(rows: pieces[0], name: pieces[1]) : Path(rows: nil, name: Array(name.utf8))
    }
    parts = fields.map { $0.compactMap { names.firstIndex(of: $0) } }
  }

  /// One text for the values of a key's fields; nil where its own field is blank.
  func joined(_ values: [String?]) -> String? {
    guard let own = values.first, let own, !own.isEmpty else { return nil }
    return values.map { normalize($0 ?? "") }.joined(separator: "\u{1F}")
  }

  /// Calls `found` with the place in `keys` and the joined text of every key that the record holds, a row's for each row.
  func forEachKey(in line: UnsafeRawBufferPointer, values: Range<Int>, _ found: (Int, String) -> Void) {
    guard !keys.isEmpty else { return }
    var header = [String?](repeating: nil, count: paths.count)
    var rowValues: [(rows: [UInt8], range: Range<Int>)] = []
    var scanner = JSONScanner(line, within: values)
    _ = scanner.object { name, value in
      for (place, path) in paths.enumerated() {
        if let rows = path.rows {
          guard Self.equals(name, line, rows), !rowValues.contains(where: { $0.rows == rows }) else { continue }
          rowValues.append((rows, value))
        } else if Self.equals(name, line, path.name) {
          header[place] = Self.text(value, line)
        }
      }
    }
    for (key, parts) in parts.enumerated() {
      guard let rows = parts.lazy.compactMap({ paths[$0].rows }).first else {
        if let text = joined(parts.map { header[$0] }) { found(key, text) }
        continue
      }
      guard let range = rowValues.first(where: { $0.rows == rows })?.range else { continue }
      forEachRow(range, line) { row in
        if let text = joined(parts.map { paths[$0].rows == nil ? header[$0] : row[$0] }) { found(key, text) }
      }
    }
  }

  private func forEachRow(_ range: Range<Int>, _ line: UnsafeRawBufferPointer, _ body: ([String?]) -> Void) {
    var scanner = JSONScanner(line, within: range)
    _ = scanner.array { element in
      var row = [String?](repeating: nil, count: paths.count)
      var scanner = JSONScanner(line, within: element)
      _ = scanner.object { name, value in
        for (place, path) in paths.enumerated() where path.rows != nil && Self.equals(name, line, path.name) {
          row[place] = Self.text(value, line)
        }
      }
      body(row)
    }
  }

  private static func equals(_ range: Range<Int>, _ line: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
    range.count == name.count && line[range].elementsEqual(name)
  }

  /// A value as the text that it is compared by; several choices with one space between. nil for null.
  static func text(_ range: Range<Int>, _ line: UnsafeRawBufferPointer) -> String? {
    switch JSONScanner.kind(of: range, in: line) {
    case .string: return JSONScanner.text(range, of: line)
    case .array:
      var texts: [String] = []
      var scanner = JSONScanner(line, within: range)
      _ = scanner.array { if let text = text($0, line) { texts.append(text) } }
      return texts.joined(separator: " ")
    case .word where JSONScanner.equals(range, of: line, "null"): return nil
    case .none: return nil
    default: return String(decoding: line[range], as: UTF8.self)
    }
  }
}
