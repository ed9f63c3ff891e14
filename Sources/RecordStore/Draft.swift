public import DataFormats

/// A record that was begun and not completed, as `RecordStore.saveDraft` got it.
public struct Draft: Sendable {
  public let id: String
  public let content: JSONValue

  /// The form's id, its member `form`.
  public var form: String? { content["form"]?.text }
  /// The hash of the form file that it was begun with, its member `form_hash`: it is not resumed with another.
  public var formHash: String? { content["form_hash"]?.text }
}

extension RecordStore {
  /// Writes a draft in place of the one before; it is on the disk when this returns. The content is an object with at
  /// least `form` and `form_hash`. The draft stays locked to this process until it is removed or released.
  public func saveDraft(id: String, content: JSONValue) throws(StoreError) {
    try drafts.save(id, content)
  }

  /// After its record was appended, or when the clerk throws it away.
  public func removeDraft(id: String) throws(StoreError) {
    try drafts.remove(id)
  }

  /// The drafts of a form (of every form: nil) that no other terminal has open, the oldest first. A damaged one is put
  /// aside and told by `takeNotices`.
  public func openDrafts(form: String? = nil) throws(StoreError) -> [Draft] {
    try drafts.open(form: form)
  }

  /// True where the draft belongs to this process from now on; false where another terminal has it open.
  public func lockDraft(id: String) throws(StoreError) -> Bool {
    try drafts.lock(id)
  }

  /// The clerk left the draft as it is: another terminal may offer it.
  public func releaseDraft(id: String) {
    drafts.release(id)
  }
}
