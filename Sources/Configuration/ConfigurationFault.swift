public import DataFormats

/// What is wrong in a configuration: one sentence, and where it stands.
public struct ConfigurationFault: Error, Sendable, CustomStringConvertible {
  public let message: String
  /// The file that it stands in, with the place; nil for an option or a variable of the environment.
  public let source: SourceText?
  public let position: SourcePosition?
  public let help: String?

  init(_ message: String, help: String? = nil, source: SourceText? = nil, at position: SourcePosition? = nil) {
    (self.message, self.help, self.source, self.position) = (message, help, source, position)
  }

  /// `file:line:column: error: sentence (remedy)`, or the sentence alone.
  public var description: String {
    let place =
      if let source, let position { "\(source.path):\(position.line):\(position.column): error: " } else { "" }
    return place + message + (help.map { " (\($0))" } ?? "")
  }
}

/// Everything that is wrong in a configuration.
public struct ConfigurationFaults: Error, Sendable {
  public let faults: [ConfigurationFault]
}
