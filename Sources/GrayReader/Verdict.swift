/// When a code counts as read.
enum Verdict {
  /// The code that the candidates of a region's bands agree on; nil while none is sure.
  static func of(_ candidates: [Candidate]) -> Candidate? {
    guard let best = candidates.max(by: { $0.weight < $1.weight }) else { return nil }
    guard best.fit >= 0.95, best.margin >= 0.6, best.firmness >= 0.1 else { return nil }
    let rivals = candidates.filter { $0.code != best.code && $0.fit >= 0.93 && $0.margin > 0.6 * best.margin }
    return rivals.isEmpty ? best : nil
  }
}
