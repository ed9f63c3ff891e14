/// Which findings are believed: those of a pass that is sure of them, and those that two passes agree on.
struct Trust {
  /// A place among the findings, with the pass that was there first.
  private var pending: [(finding: Finding, pass: Int)] = []
  private(set) var believed: [Finding] = []

  /// Takes in what a pass has found; whether any of it is believed now that was not before.
  mutating func take(_ findings: [Finding], from pass: Pass, _ hunt: Hunt) -> Bool {
    let before = believed.count
    for finding in findings where finding.symbology.isTaken(by: hunt.wanted) && !isPart(finding) {
      if let known = believed.firstIndex(where: { $0.isSameLabel(as: finding) }) {
        believed[known].readings += 1
        continue
      }
      // One place says one thing: what was believed first.
      if believed.contains(where: { $0.overlaps(finding) }) { continue }
      let agreeing = pending.filter { $0.pass != pass.number && $0.finding.says(finding) }
      if !agreeing.isEmpty || pass.isSure(of: finding) {
        var sure = finding
        sure.readings = agreeing.isEmpty ? 1 : 2
        believed.append(sure)
      } else {
        pending.append((finding, pass.number))
      }
    }
    return believed.count > before
  }

  /// Interleaved 2 of 5 read from a line that left the code early: the digits of a longer reading.
  private func isPart(_ finding: Finding) -> Bool {
    guard finding.kind == .itf else { return false }
    return pending.contains { other in
      guard other.finding.kind == .itf, other.finding.bytes.count > finding.bytes.count else { return false }
      return other.finding.bytes.indices.contains { other.finding.bytes[$0...].starts(with: finding.bytes) }
    }
  }
}

extension Finding {
  /// The same kind of code with the same bytes.
  func says(_ other: Finding) -> Bool { symbology == other.symbology && bytes == other.bytes }

  /// One label, seen twice.
  func isSameLabel(as other: Finding) -> Bool { says(other) && overlaps(other) }

  /// Whether the middle of one lies within the other's bounds.
  func overlaps(_ other: Finding) -> Bool {
    guard let (low, high) = bounds, let (otherLow, otherHigh) = other.bounds else { return false }
    func contains(_ low: Outline.Point, _ high: Outline.Point, _ point: Outline.Point) -> Bool {
      low.x - 2 <= point.x && point.x <= high.x + 2 && low.y - 2 <= point.y && point.y <= high.y + 2
    }
    let middle = ((low.x + high.x) / 2, (low.y + high.y) / 2)
    let otherMiddle = ((otherLow.x + otherHigh.x) / 2, (otherLow.y + otherHigh.y) / 2)
    return contains(low, high, otherMiddle) || contains(otherLow, otherHigh, middle)
  }

  /// The upright rectangle round it.
  private var bounds: (low: Outline.Point, high: Outline.Point)? {
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return nil }
    return ((left, top), (right, bottom))
  }
}
