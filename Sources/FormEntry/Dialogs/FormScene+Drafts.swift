import DataFormats
import FormFlow
import FormSchema
import LabelData
import RecordStore

/// Records that were begun and not completed.
extension FormScene {
  /// Offers what was left behind by a crash or by leaving the form, the oldest first.
  func offerDrafts() {
    do {
      let found = try desk.openDrafts(of: form)
      drafts = found.drafts
      if !found.notices.isEmpty {
        // Scans wait: the answer to what comes next may put another record here.
        draftInQuestion = drafts.first
        let text = found.notices.joined(separator: "\n\n")
        return stage.open(TextPopup(title: "Please read", text: text) { [weak self] in self?.offerNextDraft() })
      }
    } catch {
      state.tell(.refused, error.message)
    }
    offerNextDraft()
  }

  private func offerNextDraft() {
    draftInQuestion = nil
    while let draft = drafts.first {
      // Its record was saved before the draft could go.
      if (try? desk.store.contains(id: draft.id)) == true {
        try? desk.store.removeDraft(id: draft.id)
        drafts.removeFirst()
        continue
      }
      return ask(about: draft)
    }
  }

  private func ask(about draft: Draft) {
    draftInQuestion = draft
    let isSameForm = draft.formHash == form.hash && draft.form == form.id
    let began =
      draft.content["started_at"]?.text.flatMap { Instant($0) }.map { String(FieldValue.instant($0).shown.prefix(16)) }
      ?? "?"
    let values = summary(draft)
    var choices: [(key: Character, label: String)] = [
      ("2", "show it"), ("3", "throw it away"), ("0", "keep it for later"),
    ]
    if isSameForm { choices.insert(("1", "go on with it"), at: 0) }
    let text =
      "Begun \(began), not completed: \(values)."
      + (draft.damagedOriginal == nil ? "" : " It was damaged: compare every field.")
      + (isSameForm
        ? ""
        : draft.form == form.id
          ? " It belongs to another version of this form and cannot be gone on with here."
          : " It does not say of which form it is, and cannot be gone on with here.")
    stage.open(
      QuestionPopup(
        title: "Unfinished record", text: text, choices: choices, left: { [weak self] in self?.leaveDrafts() },
        answered: { [weak self] in self?.decide(draft, $0) }))
  }

  /// Back, as from the form: all drafts stay, and what was scanned meanwhile becomes one more.
  private func leaveDrafts() {
    draftInQuestion = nil
    drafts = []
    uncovered()
    if state.question == nil, stage.popups.isEmpty { leave() }
  }

  private func summary(_ draft: Draft) -> String {
    let texts = (draft.content["fields"]?.members ?? []).prefix(4).compactMap { member in
      member.value["text"]?.text.map(clipped) ?? member.value.elements.map { "\(label(of: member.name)): \($0.count)" }
    }
    return displayable(texts.joined(separator: ", "))
  }

  /// Enough of a text to know it again.
  private func clipped(_ text: String) -> String { text.count > 80 ? text.prefix(80) + "…" : text }

  private func decide(_ draft: Draft, _ key: Character) {
    draftInQuestion = nil
    switch key {
    case "1":
      guard (try? desk.store.lockDraft(id: draft.id)) == true,
        let restored = FormState(form, restoring: draft.content, insteadOf: state, surroundings)
      else {
        state.tell(.refused, "This record is open in another terminal")
        break
      }
      drafts.removeFirst()
      state = restored
      return
    case "2":
      draftInQuestion = draft
      return stage.open(
        TextPopup(title: "Unfinished record", text: text(of: draft)) { [weak self] in self?.ask(about: draft) })
    case "3":
      try? desk.store.removeDraft(id: draft.id)
    default: break
    }
    drafts.removeFirst()
    offerNextDraft()
  }

  /// As the form calls it; the id where this version of the form has no such field.
  private func label(of id: String) -> String {
    form.fieldIndex(id).map { form.fields[$0].label.text(in: language) } ?? displayable(id)
  }

  private func text(of draft: Draft) -> String {
    (draft.content["fields"]?.members ?? []).flatMap { member -> [String] in
      if let rows = member.value.elements {
        return rows.enumerated().map { number, row in
          let cells = (row.members ?? []).map { shownText($0.value) }
          return "\(label(of: member.name)) \(number + 1): " + displayable(cells.joined(separator: "  "))
        }
      }
      return ["\(label(of: member.name)): " + displayable(shownText(member.value))]
    }.joined(separator: "\n")
  }

  /// An entry that was damaged is shown as it stands there.
  private func shownText(_ entry: JSONValue) -> String { entry["text"]?.text ?? entry.description }
}
