/// Why a picture or a frame was not decoded.
public enum DecodeError: Error, Sendable, Equatable {
  /// The worker's program could not be started.
  case cannotStart(executable: String, reason: String)
  /// The file or directory could not be opened.
  case cannotOpen(path: String, reason: String)
  /// What was opened is no picture that can be read.
  case unreadable(path: String, reason: String)
  /// The worker was at it for longer than it may; it was ended.
  case tookTooLong(path: String, milliseconds: Int)
  /// The worker ended itself over it.
  case workerEnded(path: String)
  /// The system had no memory or no descriptor left.
  case noRoom(reason: String)

  /// One sentence for people, without a control character of a path.
  public var message: String {
    switch self {
    case .cannotStart(let executable, let reason):
      "The bar code reader \(Self.clean(executable)) cannot be started: \(reason); install it beside formentry."
    case .cannotOpen(let path, let reason): "\(Self.clean(path)): cannot be opened: \(reason)."
    case .unreadable(let path, let reason): "\(Self.clean(path)): \(Self.clean(reason))."
    case .tookTooLong(let path, let milliseconds):
      "\(Self.clean(path)): reading it took longer than \(milliseconds) ms and was given up."
    case .workerEnded(let path): "\(Self.clean(path)): the bar code reader ended unexpectedly over it."
    case .noRoom(let reason): "There is no room for a picture: \(reason)."
    }
  }

  /// The next picture will fare no better.
  var isLasting: Bool {
    switch self {
    case .cannotStart, .noRoom, .cannotOpen: true
    case .unreadable, .tookTooLong, .workerEnded: false
    }
  }

  private static func clean(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
