public import DataFormats
public import FormSchema

/// What can happen to a form being filled.
public enum Event: Sendable {
  /// The text of a field, as it was left.
  case typed(String, at: Place)
  case moved(to: Place)
  case next
  case back
  case scanned(ScanInput)
  /// The answer to the open question: one of its keys; a reason goes with confirmed warnings, and what others showed
  /// or typed where only they may confirm.
  case answered(Character, reason: String?, by: [String] = [])
  case newLine
  /// Asks first.
  case deleteLine
  case clearField
  /// Asks first.
  case discardRecord
  case undoScan
  /// The value of the record before; within a row that of the row above.
  case repeatPrevious
  case complete
  case changedOperator(String)
}

/// What the program has to do about it.
public enum Effect: Sendable {
  public enum Signal: Sendable {
    case taken, refused, asked
  }

  case saveDraft
  /// Write the record: then `FormState.saved`, or `FormState.notSaved` with the reason.
  case append(JSONValue)
  /// The record cannot be saved yet: everything that is wrong, in the order of the form.
  case showFailures([Finding])
  /// The record is thrown away: its draft goes, the next begins.
  case discarded
  case signal(Signal)
  case closeCapture
}
