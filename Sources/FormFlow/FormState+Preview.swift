public import FormSchema
import LabelData

/// What a scan would do, before it does it: the fields' rules are the shutter of the capture window.
public enum ScanPreview: Sendable {
  /// The fields that would take it.
  case taken([FieldReference])
  case same(String)
  case refused(String)
  case asks
}

extension FormState {
  public func preview(of input: ScanInput, _ surroundings: Surroundings) -> ScanPreview {
    switch ScanRouter(self, surroundings, input).route() {
    case .taken(let changes): .taken(changes.took.map(\.target))
    case .same(let message): .same(message)
    case .refused(_, let why, _): .refused(why)
    case .ask: .asks
    }
  }

  /// The parts that labels show together, for the fields that `together` stands on: which are here and which lack.
  /// Empty where no field asks for parts, or none of them has come yet.
  public func togetherParts() -> [(part: String, isHere: Bool)] {
    let asking = (form.fields + form.fields.flatMap(\.columns)).filter { !$0.together.isEmpty }
    guard !asking.isEmpty else { return [] }
    let here = Set(scans.flatMap { $0.took.map(\.part) })
    for field in asking {
      let parts = field.together.map { (part: $0, isHere: here.contains($0)) }
      if parts.contains(where: \.isHere) { return parts }
    }
    return []
  }
}
