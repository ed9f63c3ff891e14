public import DataFormats

/// One thing that is wrong with a form file, or worth a second look: where, what, and what would be right.
public struct Diagnostic: Sendable {
  public enum Severity: String, Sendable {
    case error, warning
  }

  public let file: String
  public let position: SourcePosition
  public let severity: Severity
  /// Stable and short, for tools: `unknown-key`.
  public let code: String
  public let message: String
  /// The remedy, where there is one to name.
  public let help: String?

  public init(
    file: String, position: SourcePosition, severity: Severity, code: String, message: String, help: String? = nil
  ) {
    self.file = file
    self.position = position
    self.severity = severity
    self.code = code
    self.message = message
    self.help = help
  }

  /// The object that `lint --json` prints.
  public var json: JSONValue {
    [
      "file": .string(file), "line": JSONValue(position.line), "column": JSONValue(position.column),
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message),
      "help": JSONValue(help),
    ]
  }

  private static let shownBefore = 100
  private static let shownWidth = 160

  /// `file:line:column: error: message`, the line, a caret under the spot, the remedy.
  public func rendered(from source: SourceText?) -> String {
    var text = "\(file):\(position.line):\(position.column): \(severity.rawValue): \(message)\n"
    if let source {
      // Of a line that no screen holds, the part round the spot.
      let line = Array(source.line(position.line).unicodeScalars)
      let start = max(0, min(position.column - 1, line.count) - Self.shownBefore)
      let shown = line[start..<min(line.count, start + Self.shownWidth)]
      text += "    \(String(String.UnicodeScalarView(shown)))\n    "
      for scalar in shown.prefix(position.column - 1 - start) {
        text.unicodeScalars.append(scalar == "\t" ? "\t" : " ")
      }
      text += "^\n"
    }
    if let help { text += "    \(help)\n" }
    return text
  }
}

/// Collects what a reading finds, in file order, each once.
struct Diagnostics {
  /// Of errors, and of warnings. Nobody reads further: the first ones are mended, and then there are fewer.
  static let most = 200

  let file: String
  private(set) var all: [Diagnostic] = []
  private var known: Set<String> = []
  private var errors = 0
  var hasErrors: Bool { errors > 0 }

  init(file: String) {
    self.file = file
  }

  mutating func error(_ code: String, at position: SourcePosition, _ message: String, help: String? = nil) {
    add(Diagnostic(file: file, position: position, severity: .error, code: code, message: message, help: help))
  }

  mutating func warning(_ code: String, at position: SourcePosition, _ message: String, help: String? = nil) {
    add(Diagnostic(file: file, position: position, severity: .warning, code: code, message: message, help: help))
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    let key = "\(diagnostic.position.line):\(diagnostic.position.column) \(diagnostic.code) \(diagnostic.message)"
    let isError = diagnostic.severity == .error
    guard (isError ? errors : all.count - errors) < Self.most, known.insert(key).inserted else { return }
    if isError { errors += 1 }
    all.append(diagnostic)
  }

  /// The form is refused, and no further error is kept: nothing more needs to be found out.
  var isFull: Bool { errors >= Self.most }

  var inFileOrder: [Diagnostic] {
    all.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
  }
}
