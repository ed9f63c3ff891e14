import FormSchema
import LabelData

extension FormDefinition {
  /// A place as people name it: `Lines`, `3`, `Lot`.
  func words(for place: Place, _ language: String) -> [String] {
    let field = fields[place.field]
    var words = [field.label.text(in: language)]
    if let row = place.row { words.append(String(row + 1)) }
    if let column = place.column { words.append(field.columns[column].label.text(in: language)) }
    return words
  }
}

/// A code as a sentence names it: in full, or where it is long its two ends; control characters made visible.
func named(_ code: String) -> String {
  let scalars = code.unicodeScalars
  guard scalars.count > 24 else { return displayable(code) }
  return displayable(String(scalars.prefix(12))) + "…" + displayable(String(scalars.suffix(8)))
}
