import DataFormats

/// The passes over a picture from a file, those that read much in little time first, until a code is believed or the time
/// is used up.
struct StillLadder {
  let options: DecodeOptions
  /// Tells the client which pass begins.
  let begin: (Int) -> Void
  private let hunt: Hunt
  private let began = milliseconds()

  init(options: DecodeOptions, begin: @escaping (Int) -> Void) {
    self.options = options
    self.begin = begin
    hunt = Hunt(options)
  }

  /// In the order in which they earn most a millisecond, measured on photographs. Linear codes are read from strips first:
  /// turned upright and averaged along the bars, they cost little and agree with the first pass or correct it.
  static let passes: [Pass] = [
    Pass(number: 0, engine: .zxing, kinds: ZXingEngine.all, view: .whole, lines: 3, isSureOfEAN: true),
    Pass(number: 1, engine: .zxing, kinds: ZXingEngine.databar, view: .whole),
    Pass(number: 2, engine: .zxing, kinds: ZXingEngine.linear, view: .strips(scale: 1, rows: 24)),
    Pass(number: 3, engine: .zxing, kinds: ZXingEngine.linear + [.pdf417], view: .strips(scale: 1, rows: nil)),
    Pass(number: 4, engine: .zbar, kinds: ZBarEngine.all, view: .half),
    Pass(number: 5, engine: .zbar, kinds: ZBarEngine.linear, view: .strips(scale: 1, rows: 24, change: .evened)),
    Pass(number: 6, engine: .zxing, kinds: ZXingEngine.linear, view: .strips(scale: 1, rows: nil, change: .evened)),
    Pass(
      number: 7, engine: .zxing, kinds: ZXingEngine.linear, view: .strips(scale: 2, rows: 24, change: .sharpened(1.5)),
      isGlobal: true),
    Pass(
      number: 8, engine: .zxing, kinds: ZXingEngine.linear, view: .strips(scale: 2, rows: 48, change: .sharpened(1))),
    Pass(number: 9, engine: .zxing, kinds: ZXingEngine.matrix, view: .half),
    Pass(number: 10, engine: .zxing, kinds: ZXingEngine.matrix, view: .patches()),
    Pass(number: 11, engine: .zxing, kinds: ZXingEngine.matrix, view: .patches(isLarge: true)),
    Pass(number: 12, engine: .zxing, kinds: ZXingEngine.matrix, view: .whole, isGlobal: true),
    Pass(number: 13, engine: .zxing, kinds: ZXingEngine.matrix, view: .inverted),
    Pass(
      number: 14, engine: .zxing, kinds: ZXingEngine.linear, view: .strips(scale: 1, rows: 24, change: .inverted),
      lines: 3, isSureOfEAN: true),
    Pass(number: 15, engine: .zxing, kinds: ZXingEngine.databar, view: .strips(scale: 2, rows: 24)),
    Pass(number: 16, engine: .zxing, kinds: ZXingEngine.all, view: .sharpened),
    Pass(number: 17, engine: .zbar, kinds: ZBarEngine.linear, view: .strips(scale: 2, rows: 24, change: .evened)),
    Pass(number: 18, engine: .zbar, kinds: ZBarEngine.linear, view: .strips(scale: 1, rows: nil, change: .evened)),
    Pass(number: 19, engine: .gray, kinds: GrayEngine.kinds, view: .whole),
  ]

  func readings(in picture: GrayPicture) -> [CodeReading] {
    // All that a label has to show is there at that size.
    let factor = (max(picture.width, picture.height) + Self.enough - 1) / Self.enough
    let reduced = factor > 1 ? picture.reduced(by: factor) : nil
    let scale = reduced == nil ? 1 : Double(factor)
    var trust = Trust()
    climb(Scene(reduced ?? picture, isCrowded: options.all && !hunt.wanted.isEmpty), &trust)
    let found = options.all ? trust.believed : Array(trust.believed.prefix(1))
    return found.map { $0.moved { ($0.x * scale + (scale - 1) / 2, $0.y * scale + (scale - 1) / 2) }.reading }
  }

  /// The long side in pixels.
  private static let enough = 1600

  private func climb(_ scene: Scene, _ trust: inout Trust) {
    for pass in Self.passes where isAllowed(pass.number) {
      guard trust.take(pass.findings(in: scene, hunt, begin), from: pass, hunt) else { continue }
      if options.all { lookForMore(scene, &trust) }
      return
    }
  }

  private func isAllowed(_ pass: Int) -> Bool {
    !options.without.contains(pass) && (pass == 0 || milliseconds() - began < options.budget)
  }

  /// The other codes in view: what has been found is painted over, and the likely passes are made again until they
  /// find nothing more.
  private func lookForMore(_ scene: Scene, _ trust: inout Trust) {
    for round in 1...Self.mostRounds {
      guard let rest = scene.picture.blanked(trust.believed.map(\.area)) else { return }
      let around = Scene(rest, isCrowded: true)
      var isMore = false
      for var pass in Self.passes where Self.again.contains(pass.number) {
        pass.number += round * Self.passes.count
        guard isAllowed(pass.number) else { continue }
        isMore = trust.take(pass.findings(in: around, hunt, begin), from: pass, hunt) || isMore
      }
      guard isMore else { return }
    }
  }

  /// The passes that are made again: the first three, and likely matrix codes by themselves.
  private static let again: Set<Int> = [0, 1, 2, 10]

  /// More labels than that are no label but a shelf.
  private static let mostRounds = 30
}
