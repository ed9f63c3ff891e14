/// How a scalar was written in YAML.
public enum ScalarStyle: Sendable {
  case plain, singleQuoted, doubleQuoted, literal, folded
}

/// A key and its value, in the order of the file.
public struct YAMLPair: Sendable {
  public let key: YAMLNode
  public let value: YAMLNode
}

/// A node of a YAML document, with its place in the file. Scalars are texts: what a plain one means is for the reader
/// of the tree to say (`YAMLScalar`). Aliases are resolved: a node that one leads to keeps its own positions.
public final class YAMLNode: Sendable {
  public enum Content: Sendable {
    case scalar(String, style: ScalarStyle)
    case sequence([YAMLNode])
    /// All keys are scalars and differ from one another.
    case mapping([YAMLPair])
  }

  public let content: Content
  public let start: SourcePosition
  /// The place after the last character: of the closing bracket, or of the last child of a block.
  public let end: SourcePosition
  let source: SourceText

  init(_ content: Content, start: SourcePosition, end: SourcePosition, source: SourceText) {
    self.content = content
    self.start = start
    self.end = end
    self.source = source
  }

  /// The text of a scalar, nil for a sequence or a mapping.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  public var style: ScalarStyle? {
    if case .scalar(_, let style) = content { style } else { nil }
  }

  public var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  public var pairs: [YAMLPair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The value of a key of a mapping; nil where there is none, or no mapping.
  public subscript(key: String) -> YAMLNode? {
    pairs?.first { $0.key.text == key }?.value
  }

  /// Whether the core schema reads this as null: nothing, `~`, `null`, `Null` or `NULL`, not in quotes.
  public var isNull: Bool {
    if case .scalar(let text, .plain) = content { YAMLScalar.isNull(text) } else { false }
  }
}

/// Why a YAML text was not read: one sentence in plain words, the place of the mistake, and what to do about it.
public struct YAMLFault: Error, Sendable, CustomStringConvertible {
  public let message: String
  public let position: SourcePosition
  public let help: String?
  /// The bracket that is not closed, where that is the fault.
  var opened: SourcePosition?

  public init(_ message: String, at position: SourcePosition, help: String? = nil) {
    self.message = message
    self.position = position
    self.help = help
  }

  public var description: String { "\(position.line):\(position.column): \(message)" }
}

/// How large a YAML document may be. The standard limits are far above any form that people fill.
public struct YAMLLimits: Sendable {
  /// Bytes of the file.
  public var bytes = 4_000_000
  /// How many sequences and mappings may stand in one another, those behind aliases counted.
  public var depth = 64
  /// Scalars, sequences and mappings, each counted as often as aliases repeat it.
  public var nodes = 200_000

  public static let standard = YAMLLimits()

  public init() {}
}
