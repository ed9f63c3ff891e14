public import DataFormats

extension Label {
  /// The JSON object of the verb `explain`.
  public var explanation: JSONValue {
    .object([
      JSONMember("kind", .string(kind.rawValue)),
      JSONMember("valid", .boolean(isValid)),
      JSONMember(
        "elements",
        .array(elements.map { ["id": .string($0.id), "value": .string($0.value), "title": .string($0.title)] })),
      JSONMember(
        "problems",
        .array(explainedProblems.map { ["severity": .string($0.severity.rawValue), "message": .string($0.message)] })),
      JSONMember("candidates", .array(candidates.map { .string($0.rawValue) })),
    ])
  }

  /// The same for people, a line each, ready for a terminal: what the code is, its elements, what is wrong.
  public var sentences: [String] {
    var lines = [heading]
    lines += elements.map { element in
      let words = Self.inWords(element, today: today).map { ", that is \($0)" } ?? ""
      let title = element.title.isEmpty ? "" : " \(element.title)"
      return "  (\(element.id))\(title): \(displayable(element.value))\(words)"
    }
    if kind != .gs1, kind != .digitalLink, let gtin { lines.append("  GTIN: \(gtin)") }
    if !candidates.isEmpty {
      lines.append("  Passes the checks: " + candidates.map(\.rawValue).joined(separator: ", "))
    }
    lines += explainedProblems.map { ($0.severity == .error ? "  Wrong: " : "  Note: ") + $0.message }
    return lines
  }

  /// The problems, and for a text that is nothing in particular what it nearly is. A form never sees the latter: a lot
  /// number of 14 digits is no GTIN.
  private var explainedProblems: [LabelProblem] {
    problems + nearMisses.map { LabelProblem(.warning, $0) }
  }

  private var nearMisses: [String] {
    guard isNothingInParticular else { return [] }
    let found = Set(Self.candidates(in: text)).subtracting([.luhn, .mod43])
    let goods: Set<NamedCheck> = [.gtin, .upcE, .sscc, .gln, .gsin]
    guard found.isDisjoint(with: goods) else { return [] }
    // One number in ten passes some carrier's check by chance: that says nothing against a mistyped GTIN.
    // And what is GS1 data but for one value is no carrier's number: two check digits would be named for one.
    let elements = nearElements
    let misses = NamedCheck.nearMisses(in: text).filter {
      (found.isEmpty && elements.isEmpty) || goods.contains($0.check)
    }
    return NearMiss.sentences(misses, of: text) + elements
  }

  private var isNothingInParticular: Bool {
    switch kind {
    case .plain, .carrier: return problems.isEmpty && gtin == nil
    case .gs1:
      // One element of any text: 4006381333932 is a mistyped EAN-13 rather than the order number 6381333932 (AI 400).
      guard isValid, readAs == Self.identifierMissing, elements.count == 1 else { return false }
      return ApplicationIdentifier.named(elements[0].id)?.isPredefinedLength == false
    default: return false
    }
  }

  /// Identifiers and values without brackets that would be GS1 data but for one value.
  private var nearElements: [String] {
    let bytes = Array(text.utf8)
    let data = ElementString(readingAnyForm: bytes)
    // Two digits at the front of a number are an identifier all too easily: one of those that labels begin with, and
    // all of its value, must be there.
    guard let fault = data.fault, let first = data.elements.first, ["00", "01", "02"].contains(first.identifier.code),
      first.value.count == first.identifier.entry.maximumLength
    else { return [] }
    return ["As GS1 data: \(fault)"]
  }

  private var heading: String {
    switch kind {
    case .gs1:
      let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
      return "GS1 data, \(count)" + (readAs.map { " (\($0))" } ?? "") + (isValid ? "" : ", not valid")
    case .digitalLink: return "A GS1 Digital Link, \(elements.count) element\(elements.count == 1 ? "" : "s")"
    case .iso15434, .dataIdentifier, .hibc:
      let kind =
        kind == .hibc
        ? "A HIBC label" : kind == .iso15434 ? "An ISO/IEC 15434 message" : "A data identifier and its value"
      let count = elements.isEmpty ? "" : elements.count == 1 ? ", 1 element" : ", \(elements.count) elements"
      return kind + (self.kind == .dataIdentifier ? "" : count) + (isValid ? "" : ", not valid")
    case .carrier: return "Perhaps a tracking number: \(shortened)"
    default: return "Plain text: \(shortened)"
    }
  }

  private var shortened: String {
    let shown = displayable(String(text.unicodeScalars.prefix(200)))
    return text.unicodeScalars.dropFirst(200).isEmpty ? shown : shown + "..."
  }

  private static func inWords(_ element: LabelElement, today: CalendarDate) -> String? {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    switch LabelPart.typedValue(of: element, today: today) {
    case .date(let date): return "\(days[date.weekday - 1]) \(date)"
    case .dateTime(let date, let time): return "\(days[date.weekday - 1]) \(date) \(time)"
    case .integer(let number), .decimal(let number): return "\(number)"
    case .text: return nil
    }
  }
}
