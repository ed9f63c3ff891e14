/// When a code counts as read. The check digit alone says nothing, as every candidate has a right one: a candidate must
/// explain what is seen, the best other code must explain it much worse, and so must each change of one digit.
///
/// The limits come from trials on photographs and made pictures, in which the nearest wrong candidates with a fit of 0.9 had
/// (margin, firmness): of 1,400 EAN-13 (0.25, 0.06) and (0.20, 0.11); of 1,000 EAN-8 (0.54, 0.11); of 2,400 UPC-E (1.0, 0.4),
/// quiet zones not asked for.
struct Verdict {
  private let levels: [Level]

  private struct Level {
    var fit: Float
    var margin: Float
    var firmness: Float
    /// Bands that must say the same.
    var bands: Int
  }

  init(_ kind: GrayKind) {
    levels =
      switch kind {
      case .ean13:
        [
          Level(fit: 0.95, margin: 0.6, firmness: 0.2, bands: 1), Level(fit: 0.9, margin: 1, firmness: 0.3, bands: 1),
          Level(fit: 0.9, margin: 0.5, firmness: 0.2, bands: 2),
        ]
      // Short codes: fewer digits, and no parity pattern in EAN-8, so that more looks like one.
      case .ean8:
        [Level(fit: 0.92, margin: 1, firmness: 0.35, bands: 2)]
      case .upcE:
        [Level(fit: 0.92, margin: 1.3, firmness: 0.5, bands: 2)]
      }
  }

  /// The code that the candidates of a region's bands agree on; nil while none is sure.
  func sure(of candidates: [Candidate]) -> Candidate? {
    guard let best = candidates.max(by: { $0.weight < $1.weight }) else { return nil }
    let rivals = candidates.contains { $0.code != best.code && $0.fit >= 0.9 && $0.margin > 0.5 * best.margin }
    if rivals { return nil }
    for level in levels {
      let fine = candidates.filter {
        $0.code == best.code && $0.fit >= level.fit && $0.margin >= level.margin && $0.firmness >= level.firmness
      }
      if fine.count >= level.bands { return best }
    }
    return nil
  }
}
