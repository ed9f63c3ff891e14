public import DataFormats

/// A record that was begun and not completed, as `RecordStore.saveDraft` got it.
public struct Draft: Sendable {
  public let id: String
  public let content: JSONValue

  /// The form's id, its member `form`.
  public var form: String? { content["form"]?.text }
  /// The hash of the form file that it was begun with, its member `form_hash`: it is not resumed with another.
  public var formHash: String? { content["form_hash"]?.text }
  /// Where a damaged draft is kept as it was found, while this holds what can be read of it; nil for a whole one.
  public var damagedOriginal: String? { content[DraftText.damageMark]?.text }

  /// The draft as a form offers it; nil where it is another form's.
  ///
  /// One that was damaged and does not say any more of which form it is belongs to the form whose hash it has, and
  /// where there is none is offered by every form, to be read and thrown away: no one else would ever ask about it.
  func offered(in form: String, hash: String?, isForm: (String) -> Bool) -> Draft? {
    if self.form == form { return self }
    guard damagedOriginal != nil else { return nil }
    if let hash, hash == formHash {
      let others = (content.members ?? []).filter { $0.name != "form" && $0.name != "id" }
      let named = [JSONMember("id", .string(id)), JSONMember("form", .string(form))] + others
      return Draft(id: id, content: .object(named))
    }
    return self.form.map(isForm) == true ? nil : self
  }
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
  /// aside and told by `takeNotices`; what can be read of it is offered.
  ///
  /// `hash` is the form's, `isForm` tells whether there is a form of an id: a damaged draft may have lost its form's
  /// name.
  public func openDrafts(
    form: String? = nil, hash: String? = nil, isForm: (String) -> Bool = { _ in true }
  ) throws(StoreError) -> [Draft] {
    try drafts.open(form: form, hash: hash, isForm: isForm)
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
