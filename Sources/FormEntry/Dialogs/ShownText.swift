import DataFormats
import FormFlow
import FormSchema

/// What is being typed into a field and is not its value yet.
struct Typing: Equatable {
  let place: Place
  let text: String
  /// Where the next character goes, in bytes of UTF-8 from the beginning.
  let cursor: Int
}

extension FormState {
  /// What the entry of a place shows: of a choice its label, of a date the weekday too.
  func shownText(at place: Place, _ language: String) -> String {
    guard let cell = cell(at: place) else { return "" }
    let field = form.field(at: place)
    if field.type == .choice, let option = field.choices?.option(cell.text) { return option.label.text(in: language) }
    switch cell.value {
    // A row has no room for the weekday.
    case .date(let date) where place.row == nil: return "\(date) \(Self.weekdays[date.weekday - 1])"
    case .instant(let instant): return FieldValue.instant(instant).shown
    default: return cell.text.withoutControls
    }
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}

extension FieldValue {
  /// As the screen shows it: a moment by the station's clock, without the offset from UTC that the record keeps.
  var shown: String {
    if case .instant(let instant) = self { return "\(instant.date) \(instant.time)" }
    return written
  }
}
