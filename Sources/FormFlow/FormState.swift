public import DataFormats
public import FormSchema
public import LabelData

/// What stands in one field: the text as typed or shown, and the value that it is.
public struct Cell: Sendable {
  public enum Origin: String, Sendable {
    case none, typed, scanned, initial, kept
  }

  public var text = ""
  /// nil while blank or not of the field's type.
  public var value: FieldValue?
  /// Why the text is no value of the field's type.
  public var fault: String?
  public var origin = Origin.none
  /// Of a field that is typed twice: the value of the first time, until the second.
  var firstEntry: FieldValue?

  public var isBlank: Bool { value == nil && fault == nil }
  /// Typed once, and wanted a second time.
  public var awaitsSecondEntry: Bool { firstEntry != nil }
  /// A scan may put its value here: nobody has entered anything yet.
  var isFree: Bool { isBlank || origin == .initial || awaitsSecondEntry }
}

public struct Row: Sendable {
  public var cells: [Cell]
  /// Begun, but nothing entered: no part of the record, and gone when it is left.
  public var isPending: Bool
}

/// A scan as it came in.
public struct ScanInput: Sendable {
  public enum Origin: String, Sendable {
    case camera, wedge, pasted, answers
  }

  public let scan: Scan
  public let origin: Origin
  /// The field that it is meant for; nil: it finds its own way.
  public let aim: FieldReference?

  public init(_ scan: Scan, origin: Origin, aim: FieldReference? = nil) {
    self.scan = scan
    self.origin = origin
    self.aim = aim
  }
}

/// A scan that was taken, as the record will hold it.
public struct TakenScan: Sendable {
  public let input: ScanInput
  /// Part of the label -> the place that took it; `whole` for a plain code.
  public let took: [(part: String, name: String)]
  public let readAs: String?
  public let at: Instant
  /// As records and drafts hold it: worked out once, for a draft is written at every field.
  let json: JSONValue

  init(input: ScanInput, took: [(part: String, name: String)], readAs: String?, at: Instant) {
    self.input = input
    self.took = took
    self.readAs = readAs
    self.at = at
    json = Self.json(input, took, readAs, at)
  }
}

public struct Refusal: Sendable {
  public let name: String
  public let text: String
  public let origin: ScanInput.Origin
  public let why: String
  public let at: Instant
}

/// A confirmed warning.
public struct Override: Sendable {
  public let rule: String
  public let name: String
  public let by: String
  public let reason: String?
  public let at: Instant
}

/// What the last event led to, in one sentence.
public struct Notice: Sendable {
  public enum Kind: Sendable {
    /// `doubtful`: taken, with a warning that has to be confirmed.
    case taken, doubtful, refused, information
  }
  public let kind: Kind
  public let text: String
}

/// A line of the history beside the form.
public struct HistoryEntry: Sendable {
  public let text: String
  /// What it put where, for people.
  public let summary: String
  public let origin: ScanInput.Origin
  public let at: Instant
}

/// A form being filled: values, scans, the place of the cursor, the question that waits for an answer.
public struct FormState: Sendable {
  public let form: FormDefinition
  /// UUIDv7, given when the record was begun.
  public internal(set) var recordID: String
  public internal(set) var startedAt: Instant
  /// Who fills it: a kept value ends with the operator.
  public internal(set) var operatorName: String
  /// The business date it was begun on: a kept value ends with it too.
  let begunOn: CalendarDate
  public internal(set) var cells: [Cell]
  /// By the index of the lines field; empty for all other fields.
  public internal(set) var rows: [[Row]]
  /// nil: nowhere, where nobody sits before a screen.
  public internal(set) var cursor: Place?
  public internal(set) var scans: [TakenScan] = []
  public internal(set) var refusals: [Refusal] = []
  /// Beyond those that are kept.
  public internal(set) var furtherRefusals = 0
  /// What was scanned, of this record and those before it, newest first.
  public internal(set) var history: [HistoryEntry] = []
  public internal(set) var question: Question?
  public internal(set) var notice: Notice?
  public internal(set) var overrides: [Override] = []
  public internal(set) var milliseconds: [FieldReference: Int] = [:]
  /// Scans that came while a question was open; they go in when it is answered.
  var waiting: [ScanInput] = []
  /// The scan that saving makes room for: the first of the next record.
  var scanForNext: ScanInput?
  /// The row that the last scan went to.
  var lastRow: (lines: Int, row: Int)?
  var undo: [Undo] = []
  /// What the last saved record hands on; a record that is thrown away hands on what it was given.
  var kept: KeptValues?
  /// The field was just cleared, or was empty: to clear once more is to throw the record away.
  var offersDiscard = false
  /// Going on leaves the cursor where the same is to be typed again, once.
  var staysForSecondEntry = false
  var focusedSince: Instant

  static let keptRefusals = 100
  static let keptHistory = 100
  static let maximumRows = 10_000
  static let undoDepth = 50

  /// What a scan changed, for taking it back: what was typed since stays.
  struct Undo: Sendable {
    var cells: [(place: Place, before: Cell, after: Cell)] = []
    /// Rows that the scan began.
    var newRows: [(lines: Int, row: Int)] = []
    let scanCount: Int
    let lastRow: (lines: Int, row: Int)?
    let cursor: Place?
  }

  public func cell(at place: Place) -> Cell? {
    guard let row = place.row else { return cells[place.field] }
    guard let column = place.column, rows[place.field].indices.contains(row) else { return nil }
    return rows[place.field][row].cells[column]
  }

  /// Why what stands at a place is no value of its field. A cell is large to copy: one thing of it is asked for alone.
  func fault(at place: Place) -> String? {
    guard let row = place.row else { return cells[place.field].fault }
    guard let column = place.column, rows[place.field].indices.contains(row) else { return nil }
    return rows[place.field][row].cells[column].fault
  }

  func isScanned(at place: Place) -> Bool {
    guard let row = place.row else { return cells[place.field].origin == .scanned }
    return cell(at: Place(field: place.field, row: row, column: place.column))?.origin == .scanned
  }

  mutating func setCell(_ cell: Cell, at place: Place) {
    if let row = place.row, let column = place.column {
      rows[place.field][row].cells[column] = cell
      if cell.origin == .typed || cell.origin == .scanned { rows[place.field][row].isPending = false }
    } else {
      cells[place.field] = cell
    }
  }
}
