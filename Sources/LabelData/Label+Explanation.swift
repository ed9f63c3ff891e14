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
        .array(problems.map { ["severity": .string($0.severity.rawValue), "message": .string($0.message)] })),
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
    if kind != .gs1, let gtin { lines.append("  GTIN: \(gtin)") }
    if !candidates.isEmpty {
      lines.append("  Passes the checks: " + candidates.map(\.rawValue).joined(separator: ", "))
    }
    lines += problems.map { ($0.severity == .error ? "  Wrong: " : "  Note: ") + $0.message }
    return lines
  }

  private var heading: String {
    switch kind {
    case .gs1:
      let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
      return "GS1 data, \(count)" + (readAs.map { " (\($0))" } ?? "") + (isValid ? "" : ", not valid")
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
    switch ApplicationIdentifier.named(element.id)?.typedValue(of: element.value, today: today) {
    case .date(let date): return "\(days[date.weekday - 1]) \(date)"
    case .dateTime(let date, let time): return "\(days[date.weekday - 1]) \(date) \(time)"
    case .integer(let number), .decimal(let number): return "\(number)"
    case .text, nil: return nil
    }
  }
}
