/// How the program ends. Where several things happened, the highest counts.
enum ExitStatus: Int32, Sendable, Comparable {
  /// All is well; warnings alone, too.
  case done = 0
  /// The input was refused, or something was found wrong.
  case refused = 1
  /// The command line or the configuration is wrong.
  case usage = 2
  /// The environment failed: disk, camera, terminal.
  case environment = 3

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// Keeps the worse of the two.
  mutating func include(_ other: ExitStatus) { self = max(self, other) }
}
