internal import DataFormats
internal import Glibc

/// Why the store could not do what was asked: one sentence for people, without control characters.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// Disk, permissions, limits: nothing that the person at the form did wrong.
    case environment
    /// What is stored is not as it should be.
    case damage
    /// What was asked cannot be done: a name that is none, a record without an id.
    case request
  }

  public let kind: Kind
  public let message: String
  /// The `errno` behind it, where a system call failed.
  package let code: Int32?

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message.withVisibleControls
    code = nil
  }

  /// "`what` `path`: the system's own words", of a call that just failed.
  package init(_ what: String, _ path: String, code: Int32 = errno) {
    kind = .environment
    message = "\(what) \(path): \(String(cString: strerror(code)))".withVisibleControls
    self.code = code
  }

  private init(kind: Kind, message: String, code: Int32?) {
    (self.kind, self.message, self.code) = (kind, message, code)
  }

  /// The same error, begun with other words.
  package func prefixed(_ words: String) -> StoreError {
    StoreError(kind: kind, message: words + message, code: code)
  }

  /// The same error, with what to do about it.
  package func followed(by words: String) -> StoreError {
    StoreError(kind: kind, message: message + words.withVisibleControls, code: code)
  }

  public var description: String { message }
}
