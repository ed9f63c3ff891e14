public import DataFormats
public import FormSchema

/// All that a form may know of the world outside: handed in with every event, so that the same events give the same
/// record again.
public struct Surroundings {
  public var now: Instant
  /// The local date less the station's `day_start`.
  public var businessDate: CalendarDate
  /// "" where nobody has said who works here.
  public var operatorName: String
  public var station: String
  /// Of the texts shown: "en", "de".
  public var language: String
  public var entry: TypedEntry
  /// Nobody can be asked: what would be a question is a refusal.
  public var isHeadless: Bool
  /// The saved record that holds a value which must be unique, nil where none does.
  public var holder: (UniqueQuery) -> UniqueHolder?
  /// The `values` of the last record of this form saved on this station.
  public var previousValues: () -> JSONValue?
  /// What the notices say now; nil: what they said when the form was read.
  public var advice: Advice?

  public init(
    now: Instant, businessDate: CalendarDate? = nil, station: String, operatorName: String = "",
    language: String = "en", entry: TypedEntry? = nil,
    isHeadless: Bool = false, holder: @escaping (UniqueQuery) -> UniqueHolder? = { _ in nil },
    previousValues: @escaping () -> JSONValue? = { nil }
  ) {
    self.now = now
    self.businessDate = businessDate ?? now.date
    self.station = station
    self.operatorName = operatorName
    self.language = language
    self.entry = entry ?? TypedEntry(now: now)
    self.isHeadless = isHeadless
    self.holder = holder
    self.previousValues = previousValues
    advice = nil
  }
}

/// Asks whether a saved record holds a value already.
public struct UniqueQuery: Sendable {
  /// `sscc`, `lines.gtin`
  public let field: String
  /// Further fields of the key.
  public let with: [String]
  /// One text a field, GTINs as 14 digits.
  public let key: [String]
  public let scope: Uniqueness.Scope
}

public struct UniqueHolder: Sendable {
  /// As a message names it: `record 12 of 2026-11-29`.
  public let inWords: String

  public init(inWords: String) {
    self.inWords = inWords
  }
}
