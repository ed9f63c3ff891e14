import DataFormats
import FormFlow
import RecordStore

/// Drafts and records: what becomes of a record that is filled in.
extension FormScene {
  /// Answers why it could not be kept, nil where it is.
  @discardableResult
  func saveDraft() -> String? {
    do {
      keptCursor = state.cursor
      try desk.store.saveDraft(id: state.recordID, content: state.draft(surroundings))
      return nil
    } catch {
      state.tell(.refused, "This record is not kept as a draft: \(error.message)")
      return error.message
    }
  }

  /// A draft is written with what is entered; that the clerk only went elsewhere is kept in a moment of rest.
  func followCursor() {
    if let timer = cursorTimer { stage.loop.cancel(timer) }
    cursorTimer = nil
    guard state.cursor != keptCursor, !state.isUntouched else { return }
    cursorTimer = stage.loop.schedule(after: .milliseconds(300)) { [weak self] in
      guard let self, stage.scene === self else { return }
      cursorTimer = nil
      if saveDraft() != nil, stage.popups.isEmpty, captureWindow?.isOpen != true { refresh() }
    }
  }

  func save(_ record: JSONValue) {
    let date = record["business_date"]?.text.flatMap { CalendarDate(iso: $0) } ?? surroundings.businessDate
    do {
      guard let saved = try desk.save([record], of: form, date, holding: state.uniqueKeys(surroundings)) else {
        // Another terminal was first: the record is judged again, and its refusal says so.
        state.dropScanForNext()
        return send(.complete)
      }
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
    desk.unfinished.removeAll { $0.id == state.recordID }
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
    if trouble == nil {
      desk.store.releaseDraft(id: state.recordID)
      desk.unfinished.append((state.recordID, form.title.text(in: language)))
    }
    return trouble
  }

  /// In idle moments the index catches up with the journals; nothing depends on it.
  func tendIndexes() {
    stage.loop.schedule(after: .milliseconds(250)) { [weak self] in
      guard let self, stage.scene === self else { return }
      let isDone = (try? desk.store.tendIndexes()) != false
      // What went wrong with it is told at rest.
      if desk.hasUntoldNotice, state.notice == nil, stage.popups.isEmpty, captureWindow?.isOpen != true { refresh() }
      if !isDone { tendIndexes() }
    }
  }
}
