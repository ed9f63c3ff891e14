import DataFormats
import Glibc

/// The passes over a frame of a camera: little time for each, as the next frame is another look at the same label. It gives
/// all codes in view, each with the number of passes that agreed on it; what is believed is for the client to say, who
/// has seen the frames before.
struct LiveLadder {
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

  private static let first = Pass(number: 400, engine: .zxing, kinds: ZXingEngine.all, view: .whole, lines: 3)
  private static let databar = Pass(number: 401, engine: .zxing, kinds: ZXingEngine.databar, view: .whole)
  private static let half = Pass(number: 402, engine: .zbar, kinds: ZBarEngine.all, view: .half)
  /// Likely bars turned upright: there full size is cheap.
  private static let strips = [
    Pass(number: 403, engine: .zbar, kinds: ZBarEngine.linear, view: .strips(scale: 1, rows: 24)),
    Pass(
      number: 404, engine: .zxing, kinds: ZXingEngine.linear, view: .strips(scale: 2, rows: 24, change: .sharpened(1))),
  ]
  /// Likely matrix codes by themselves.
  private static let patches = Pass(number: 405, engine: .zxing, kinds: ZXingEngine.matrix, view: .patches())
  private static let upright = Pass(number: 406, engine: .zxing, kinds: [.pdf417], view: .strips(scale: 1, rows: nil))
  /// From here on: the first pass again, round what was found.
  private static let again = 410

  func readings(in frame: GrayPicture, number: Int) -> [CodeReading] {
    let scene = Scene(frame)
    var sight = Sight(width: frame.width, height: frame.height)
    look(Self.first, scene, &sight)
    // A linear code is looked at once more where it was found: two readings are as good as two frames.
    confirm(scene, &sight)
    if sight.isEmpty {
      scene.sortRegions { abs($0.middle.y - Double(frame.height) / 2) }
      for pass in Self.strips { look(pass, scene, &sight) }
    }
    if sight.isEmpty {
      look(Self.patches, scene, &sight)
      look(Self.upright, scene, &sight)
    }
    // The slow ones by turns.
    if sight.isEmpty || options.all, number % 4 == 1 { look(Self.half, scene, &sight) }
    if sight.isEmpty, number % 4 == 3 { look(Self.databar, scene, &sight) }
    if options.all { lookForMore(scene, &sight) }
    return sight.findings.map(\.reading)
  }

  private func look(_ pass: Pass, _ scene: Scene, _ sight: inout Sight) {
    guard isAllowed(pass.number) else { return }
    sight.take(pass.findings(in: scene, hunt, begin), from: pass.number, hunt)
  }

  private func isAllowed(_ pass: Int) -> Bool {
    !options.without.contains(pass) && (pass == Self.first.number || milliseconds() - began < options.budget)
  }

  private func confirm(_ scene: Scene, _ sight: inout Sight) {
    for finding in sight.findings where finding.kind.isLinear && finding.readings == 1 {
      let corners = finding.points.count == 4 ? finding.points : []
      guard let region = BarRegion(corners: corners) else { continue }
      let around = Scene(scene.picture, regions: [region])
      for pass in Self.strips where !sight.isAgreed(finding) { look(pass, around, &sight) }
    }
  }

  /// What else is in view: what was found is painted over.
  private func lookForMore(_ scene: Scene, _ sight: inout Sight) {
    for round in 0..<Self.mostRounds where !sight.isEmpty {
      guard let rest = scene.picture.blanked(sight.findings.map(\.area)) else { return }
      let before = sight.findings.count
      var pass = Self.first
      pass.number = Self.again + round
      let around = Scene(rest)
      look(pass, around, &sight)
      guard sight.findings.count > before else { return }
      confirm(around, &sight)
    }
  }

  private static let mostRounds = 8
}

/// What the passes over one frame have seen.
struct Sight {
  let width: Int
  let height: Int
  private(set) var findings: [Finding] = []
  /// For each finding the passes that saw it.
  private var passes: [Set<Int>] = []

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  var isEmpty: Bool { findings.isEmpty }

  mutating func take(_ found: [Finding], from pass: Int, _ hunt: Hunt) {
    for finding in found where finding.symbology.isTaken(by: hunt.wanted) && isWhole(finding) && isPlain(finding) {
      if let known = findings.firstIndex(where: { $0.isSameLabel(as: finding) }) {
        passes[known].insert(pass)
        findings[known].readings = passes[known].count
      } else if let other = findings.firstIndex(where: { $0.overlaps(finding) }) {
        // Two passes that disagree: what one of them alone has said counts for nothing.
        if findings[other].readings == 1, findings[other].kind.isLinear { remove(other) }
      } else {
        findings.append(finding)
        passes.append([pass])
      }
    }
  }

  func isAgreed(_ finding: Finding) -> Bool { findings.contains { $0.isSameLabel(as: finding) && $0.readings > 1 } }

  private mutating func remove(_ index: Int) {
    findings.remove(at: index)
    passes.remove(at: index)
  }

  /// Not cut by the frame: a code that goes on outside of it may be a longer one.
  private func isWhole(_ finding: Finding) -> Bool {
    finding.ends.allSatisfy { $0.x >= 3 && $0.y >= 3 && $0.x <= Double(width - 4) && $0.y <= Double(height - 4) }
  }

  /// What one scan line alone has seen of a linear code may be anything.
  private func isPlain(_ finding: Finding) -> Bool { !finding.kind.isLinear || finding.lines >= 2 }
}
