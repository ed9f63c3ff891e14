/// One thing that differs between two versions of a form, in a sentence or two.
public struct FormChange: Sendable {
  /// What would no longer do what it did.
  public enum Break: String, Sendable, CaseIterable {
    /// Records that were begun with the old version and not completed.
    case drafts
    /// Programs that read what is exported.
    case exports
    /// Records of docks that still work with the old version.
    case records
  }

  public let text: String
  /// Empty where nothing breaks; each with a sentence.
  public let breaks: [(what: Break, why: String)]

  init(_ text: String, breaks: [(what: Break, why: String)] = []) {
    (self.text, self.breaks) = (text, breaks)
  }
}
