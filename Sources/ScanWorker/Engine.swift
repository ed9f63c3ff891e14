import DataFormats
import Glibc
import LabelData

/// What finds codes in a gray picture. Its findings are candidates: what of them is trusted is for the ladder to say.
protocol Engine {
  func findings(in picture: GrayPicture) -> [Finding]
}

/// What is looked for.
struct Hunt {
  /// Symbologies; empty: all.
  var wanted: Set<Symbology> = []
  /// The two or five digits beside an EAN or UPC are wanted too.
  var addOns = false

  /// Whether a code of that kind may be one of those.
  func wants(_ kind: CodeKind) -> Bool { wanted.isEmpty || wanted.contains { CodeKind.of($0) == kind } }
}

extension Hunt {
  init(_ options: DecodeOptions) {
    self.init(wanted: Set(options.symbologies.compactMap { Symbology(rawValue: $0) }), addOns: options.addOns)
  }
}

/// Milliseconds of the monotonic clock.
func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
