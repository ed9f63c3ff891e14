import GrayReader
import LabelData

/// EAN and UPC from gray values: where libraries, which see black and white only, read nothing. It takes its time over bars
/// that are no such code, so it comes last.
struct GrayEngine: Engine {
  let hunt: Hunt

  static let kinds: [CodeKind] = [.ean13, .ean8, .upcE]
  /// Of the processor's time, for a picture: twice as much reads two in a hundred more.
  private static let milliseconds = 100.0

  func findings(in picture: GrayPicture) -> [Finding] {
    let image = GrayImage(
      pixels: picture.pixels, width: picture.width, height: picture.height, rowBytes: picture.width)
    return GrayReader(kinds: wanted, milliseconds: Self.milliseconds).readings(in: image).map { reading in
      var finding = Finding(
        Self.kind(reading.kind), identifier: "", bytes: Array(reading.digits.utf8),
        points: reading.corners.map { ($0.x, $0.y) }, lines: 1, wanted: hunt.wanted)
      finding.isExact = true
      return finding
    }
  }

  /// The half of a damaged EAN-13 can look like a UPC-E: that is looked for only where it is asked for by name.
  private var wanted: [GrayKind] {
    guard !hunt.wanted.isEmpty else { return [.ean13, .ean8] }
    return GrayKind.allCases.filter { hunt.wants(Self.kind($0)) }
  }

  private static func kind(_ kind: GrayKind) -> CodeKind {
    switch kind {
    case .ean13: .ean13
    case .ean8: .ean8
    case .upcE: .upcE
    }
  }
}
