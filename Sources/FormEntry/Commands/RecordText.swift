import DataFormats

/// A stored record as lines for people: names and values, what is within something indented.
enum RecordText {
  static func lines(of record: JSONValue) -> [String] { lines(record, indent: "") }

  private static func lines(_ value: JSONValue, indent: String) -> [String] {
    switch value {
    case .object(let members): members.flatMap { lines($0.name, $0.value, indent: indent) }
    case .array(let elements):
      elements.enumerated().flatMap { lines("\($0.offset + 1)", $0.element, indent: indent) }
    default: [indent + text(value)]
    }
  }

  private static func lines(_ name: String, _ value: JSONValue, indent: String) -> [String] {
    switch value {
    case .object(let members) where members.isEmpty: []
    case .array(let elements) where elements.isEmpty: []
    case .array(let elements) where elements.allSatisfy({ $0.elements == nil && $0.members == nil }):
      ["\(indent)\(name): " + elements.map(text).joined(separator: ", ")]
    case .object, .array: ["\(indent)\(name):"] + lines(value, indent: indent + "  ")
    case .null: []
    default: ["\(indent)\(name): \(text(value))"]
    }
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .boolean(let truth): truth ? "yes" : "no"
    default: value.description
    }
  }
}
