import DataFormats
import FormFlow
import RecordStore

/// Drafts and records: what becomes of a record that is filled in.
extension FormScene {
  /// Answers why it could not be kept, nil where it is.
  @discardableResult
  func saveDraft() -> String? {
    do {
      try desk.store.saveDraft(id: state.recordID, content: state.draft(surroundings))
      return nil
    } catch {
      state.tell(.refused, "This record is not kept as a draft: \(error.message)")
      return error.message
    }
  }

  func save(_ record: JSONValue) {
    let date = record["business_date"]?.text.flatMap { CalendarDate(iso: $0) } ?? surroundings.businessDate
    do {
      let saved = try desk.store.append([record], businessDate: date)
      lastNumber = saved.first?.number
      removeDraft()
      beginNext(after: state, saying: "Saved as record \(lastNumber.map(String.init) ?? "")")
    } catch {
      saveDraft()
      state.tell(.refused, error.message)
      stage.open(
        TextPopup(
          title: "NOT saved",
          text: error.message + "\n\nThe record stays here. Save it again when this is put right."))
    }
  }

  func removeDraft() {
    // A draft that stays behind is recognised by its id: its record is in the store.
    try? desk.store.removeDraft(id: state.recordID)
  }

  func beginNext(after saved: FormState? = nil, insteadOf discarded: FormState? = nil, saying message: String) {
    let waiting = state.takeWaiting()
    hasTriedToSave = false
    let message = adoptNews() ? "\(message). \(Self.changed(form))" : message
    state = FormState(form, recordID: desk.newRecordID(), after: saved, insteadOf: discarded, surroundings)
    state.tell(.information, message)
    for input in waiting { send(.scanned(input)) }
  }

  /// At the end of the program nothing can be asked any more: what is lost is told on the plain screen.
  func keepAll() {
    guard let trouble = keep() else { return }
    desk.note("What was entered is lost, it cannot be kept as a draft: \(trouble)")
    stage.status.include(.environment)
  }

  /// Answers why what was entered could not be kept, nil where it is.
  func keep() -> String? {
    commit()
    guard !state.isUntouched else {
      removeDraft()
      return nil
    }
    let trouble = saveDraft()
    if trouble == nil { desk.store.releaseDraft(id: state.recordID) }
    return trouble
  }

  /// In idle moments the index catches up with the journals; nothing depends on it.
  func tendIndexes() {
    stage.loop.schedule(after: .milliseconds(250)) { [weak self] in
      guard let self, (try? desk.store.tendIndexes()) == false else { return }
      tendIndexes()
    }
  }
}
