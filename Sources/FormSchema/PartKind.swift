import LabelData

/// What kind of value a part of a label holds, as far as it decides which fields can take it.
enum PartKind {
  case text, date, count, measure

  /// Measures are named by three digits ("310") or four.
  init(ofPart part: String) {
    switch part {
    case "11", "12", "13", "15", "16", "17", "D", "6D", "14D", "16D": self = .date
    case "30", "37", "Q": self = .count
    case _ where part.utf8.count >= 3 && ("31"..."36").contains(part.prefix(2)): self = .measure
    default: self = .text
    }
  }
}
