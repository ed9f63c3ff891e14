public import DataFormats

/// One data element of a label: a GS1 element string, or a value with its MH10.8.2 data identifier.
public struct LabelElement: Sendable, Equatable {
  /// The identifier as read: `01`, `3103`, `1P`.
  public let id: String
  /// The value without the identifier, as read.
  public let value: String
  /// What it is called: `GTIN`, `Supplier part`.
  public let title: String

  public init(id: String, value: String, title: String) {
    self.id = id
    self.value = value
    self.title = title
  }

  /// Whether this is the part that a form names: by the whole identifier, or a measure or amount by its first
  /// three digits (`310` for `3103`).
  public func isNamed(_ takes: String) -> Bool {
    id == takes
      || (takes.utf8.count == 3 && id.utf8.count == 4 && id.utf8.starts(with: takes.utf8)
        && ApplicationIdentifier.named(id)?.hasImpliedDecimals == true)
  }
}

/// What is wrong with a label by itself. A warning is a note: it never refuses.
public struct LabelProblem: Sendable, Equatable {
  public enum Severity: String, Sendable {
    case error, warning
  }

  public let severity: Severity
  public let message: String
  /// The identifiers, any group of which would put it right, as the element's table has them: `01,02+37`; nil where it
  /// is no matter of what is missing.
  let need: String?

  public init(_ severity: Severity, _ message: String) { self.init(severity, message, need: nil) }

  init(_ severity: Severity, _ message: String, need: String?) {
    self.severity = severity
    self.message = message
    self.need = need
  }
}

/// A code taken apart: what it says and what is wrong with it.
public struct Label: Sendable {
  public enum Kind: String, Sendable {
    case gs1
    case digitalLink = "digital-link"
    case dataIdentifier = "data-identifier"
    case iso15434, hibc, carrier, plain
  }

  public let kind: Kind
  /// The whole text, without the symbology identifier.
  public let text: String
  /// Every element as often as it was read, also of a label that is not right: for people. Forms take `parts`.
  public internal(set) var elements: [LabelElement] = []
  public internal(set) var problems: [LabelProblem] = []
  /// The checks that the text as a whole passes, those of `gs1` and `any-carrier` apart.
  public internal(set) var candidates: [NamedCheck] = []
  /// 14 digits, where an EAN, UPC or ITF-14 code, or AI 01, gives one.
  public internal(set) var gtin: String?
  /// What was assumed to read it so: `identifier missing`; nil where nothing was.
  public internal(set) var readAs: String?
  /// The parts that the fields of a form may take: the elements of a label that parses, or AI 01 for an EAN, UPC or
  /// ITF-14 code. A GS1 identifier stands there once, a data identifier as often as the label has it. Empty where the
  /// label is one plain text.
  public internal(set) var parts: [LabelElement] = []
  /// The day that two-digit years are seen from.
  let today: CalendarDate

  init(kind: Kind, text: String, today: CalendarDate) {
    self.kind = kind
    self.text = text
    self.today = today
  }

  /// Syntax, check digits and forbidden pairings are right; a missing pairing is only a warning.
  public var isValid: Bool { !problems.contains { $0.severity == .error } }

  /// The label with one each of the parts that it has several times, the `number`-th, from 0; what it has once stands
  /// in each.
  public func occurrence(_ number: Int) -> Label {
    var label = self
    var counts: [String: Int] = [:]
    for part in parts { counts[part.id, default: 0] += 1 }
    var met: [String: Int] = [:]
    label.parts = parts.filter { part in
      let place = met[part.id, default: 0]
      met[part.id] = place + 1
      return place == number || counts[part.id] == 1
    }
    return label
  }

  /// The likeliest reading. `today` decides the century of two-digit years.
  public static func read(_ scan: Scan, today: CalendarDate) -> Label {
    readings(of: scan, today: today)[0]
  }
}
