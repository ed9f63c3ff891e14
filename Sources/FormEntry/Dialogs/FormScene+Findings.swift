import FormFlow
import FormSchema

/// What of all that is wrong is told while a form is filled.
extension FormScene {
  /// What is wrong with the fields in sight, and with their rows: the first finding of each.
  func findings(_ evaluation: Evaluation) -> [Place: Finding] {
    var messages: [Place: Finding] = [:]
    for finding in layout?.places.flatMap({ findings(of: $0, evaluation) }) ?? [] {
      guard let place = finding.place, isDue(finding, evaluation) else { continue }
      if messages[place] == nil { messages[place] = finding }
      // A row's own message line shows what is wrong with its first field at fault.
      let row = Place(field: place.field, row: place.row)
      if place.column != nil, messages[row] == nil { messages[row] = finding }
    }
    return messages
  }

  /// What is wrong at a place: with the field itself, else with the row that it is in.
  func finding(at place: Place, _ evaluation: Evaluation) -> Finding? {
    let findings = findings(of: place, evaluation).filter { isDue($0, evaluation) }
    return findings.first { $0.place == place } ?? findings.first { $0.place?.row != nil && $0.place?.column == nil }
  }

  private func findings(of place: Place, _ evaluation: Evaluation) -> [Finding] {
    if let row = place.row { return evaluation.findings(ofRow: row, ofLines: place.field) }
    return evaluation.isVisible(place) ? evaluation.findings(at: place) : []
  }

  /// A field that holds nothing is at fault after a try to save only, and a row that holds nothing is none at all:
  /// it is not saved.
  private func isDue(_ finding: Finding, _ evaluation: Evaluation) -> Bool {
    guard let place = finding.place else { return false }
    if let row = place.row, !evaluation.activeRows(ofLines: place.field).contains(row) { return false }
    if place.row != nil, place.column == nil { return true }
    if state.cell(at: place)?.isBlank == false { return true }
    // That it is missing is no news to who is typing it.
    return hasTriedToSave && typing(at: place) == nil
  }
}

extension Finding {
  /// What stands before it on the screen: a warning only asks.
  var mark: String { severity == .warning ? "? " : "✗ " }
}
