import DataFormats
import FormSchema

/// What a saved record hands on to the next by `keep`: it ends with the operator, the business date and the form.
struct KeptValues {
  private let form: String
  private let operatorName: String
  private let date: CalendarDate
  /// By the fields' ids.
  private let values: [String: FieldValue]

  init(of saved: FormState) {
    form = saved.form.id
    operatorName = saved.operatorName
    date = saved.begunOn
    values = zip(saved.form.fields, saved.cells).reduce(into: [:]) { values, entry in
      if entry.0.keep { values[entry.0.id] = entry.1.value }
    }
  }

  /// The value that a field of the record begins with; nil where nothing is kept for it.
  func value(of field: Field, in state: FormState) -> FieldValue? {
    guard field.keep, state.form.id == form, state.operatorName == operatorName, state.begunOn == date else {
      return nil
    }
    return values[field.id]
  }
}
