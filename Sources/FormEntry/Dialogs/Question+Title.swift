import FormFlow

extension Question {
  /// What the window of the question is about, in a few words.
  var title: String {
    switch kind {
    case .replace: "Another value stands there"
    case .chooseField: "Which field?"
    case .repeated: "Scanned before"
    case .confirmWarnings: "Is this right?"
    case .deleteRow: "Delete a line"
    case .discardRecord: "Throw away"
    }
  }
}
