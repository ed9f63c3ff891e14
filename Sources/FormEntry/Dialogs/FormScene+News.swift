import FormFlow
import FormSchema

/// A form whose file changes while it is open: the record that was begun stays what it is, the next one is of the new
/// form. A file with faults changes nothing.
extension FormScene {
  /// While nothing is entered the form may change at any time: looked at every two seconds, which costs nothing.
  func watchFiles() {
    stage.loop.schedule(after: .seconds(2)) { [weak self] in
      guard let self else { return }
      takeNews()
      watchFiles()
    }
  }

  private func takeNews() {
    guard state.isUntouched, state.question == nil, stage.popups.isEmpty, captureWindow == nil,
      state.cursor.flatMap({ typing(at: $0) }) == nil
    else { return }
    if adoptNews() {
      state = FormState(form, recordID: state.recordID, insteadOf: state, surroundings)
      state.tell(.information, Self.changed(form))
      refresh()
    } else if let trouble = untoldNews {
      untoldNews = nil
      state.tell(.refused, trouble)
      refresh()
    }
  }

  /// Takes the form as its file is now, between two records. Answers whether it is another one.
  func adoptNews() -> Bool {
    switch files.news(of: form) {
    case nil: return false
    case .changed(let new):
      do {
        try desk.open(new)
      } catch {
        return tellLater("the form was changed, and cannot be opened: \(error.message)")
      }
      form = new
      untoldNews = nil
      view?.close()
      view = nil
      return true
    case .broken(let fault): return tellLater("the form was changed and the one before is used: \(fault)")
    }
  }

  private func tellLater(_ trouble: String) -> Bool {
    untoldNews = trouble
    desk.note(trouble)
    return false
  }

  static func changed(_ form: FormDefinition) -> String { "The form was changed: it is version \(form.version) now" }
}
