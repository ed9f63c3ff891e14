import DataFormats

/// The advance ship notice: what a form's records should hold (form-language.md, `expects`).
public struct Expectation: Sendable {
  /// What a record says of a key that was not advised.
  public enum Unknown: String, Sendable, CaseIterable {
    case accept, warn, refuse
  }

  /// A field and the column that advises it.
  public struct Pair: Sendable {
    /// Of the form, or of its rows.
    public let field: FieldReference
    public let column: String
  }

  public let files: AdviceFiles
  /// A field of the form.
  public let key: Pair
  /// Fields of the rows, all of the same lines; empty where rows are not advised.
  public let lines: [Pair]
  public let unknown: Unknown
  /// As it was read with the form.
  public let advice: Advice

  /// The lines field that the advised rows belong to.
  public var linesField: Int? { lines.first?.field.field }
}

/// What the notices say: all files that fit, as one list.
public struct Advice: Sendable {
  /// A file that was left out, and why.
  public struct Fault: Sendable, Equatable {
    public let file: String
    public let why: String
  }

  public struct Row: Sendable {
    let columns: [String: String]
    /// The index of its file in `files`.
    public let file: Int

    /// nil where the column is empty or not there.
    public func text(_ column: String) -> String? {
      columns[column].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The column as a value of a field's type; nil where it is empty or no such value.
    public func value(_ column: String, of type: ValueType?) -> FieldValue? {
      guard let text = text(column), let type else { return nil }
      return FieldValue(advised: text, type: type)
    }
  }

  /// Names and hashes (`sha256:...`) of the files that were read.
  public let files: [(name: String, hash: String)]
  public let faults: [Fault]
  /// Of all files together.
  public let columns: Set<String>
  public let rows: [Row]
  private let index: [String: [Int]]

  init(
    files: [(name: String, hash: String)], faults: [Fault], columns: Set<String>, rows: [Row], keyColumn: String
  ) {
    self.files = files
    self.faults = faults
    self.columns = columns
    self.rows = rows
    var index: [String: [Int]] = [:]
    for (position, row) in rows.enumerated() {
      guard let key = row.text(keyColumn) else { continue }
      index[ComparableText.key(key), default: []].append(position)
    }
    self.index = index
  }

  /// The rows of that key, in the order of the files; GTINs compare as 14 digits.
  public func rows(ofKey key: String) -> [Row] {
    (index[ComparableText.key(key)] ?? []).map { rows[$0] }
  }
}

extension FieldValue {
  /// A value as a list or a notice holds it; nil where it is not of that type.
  init?(advised text: String, type: ValueType) {
    let text = text.trimmingSpaces
    switch type {
    case .text: self = .text(text)
    case .number:
      guard let number = ExactDecimal(text) else { return nil }
      self = .number(number)
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "y", "1": self = .boolean(true)
      case "false", "no", "n", "0": self = .boolean(false)
      default: return nil
      }
    case .date:
      guard let date = CalendarDate(iso: text) ?? Self.compactDate(text) else { return nil }
      self = .date(date)
    case .time:
      guard let time = TypedEntry.time(text) else { return nil }
      self = .time(time)
    case .instant:
      guard let instant = Instant(text) else { return nil }
      self = .instant(instant)
    case .texts: self = .texts(text.split(separator: " ").map(String.init).withoutRepeats)
    }
  }

  /// 20271231
  private static func compactDate(_ text: String) -> CalendarDate? {
    guard text.utf8.count == 8, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
      return nil
    }
    return CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }
}
