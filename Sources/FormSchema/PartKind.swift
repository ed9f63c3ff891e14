import LabelData

/// What kind of value a part of a label holds, as far as it decides which fields can take it.
enum PartKind {
  case text, date, count, measure
}

extension ApplicationIdentifier {
  /// Measures are named by three digits ("310") or four.
  static func kind(ofPart part: String) -> PartKind {
    switch part {
    case "11", "12", "13", "15", "16", "17": .date
    case "30", "37": .count
    case _ where part.utf8.count >= 3 && ("31"..."36").contains(part.prefix(2)): .measure
    default: .text
    }
  }
}
