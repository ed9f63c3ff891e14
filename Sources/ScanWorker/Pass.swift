/// One way of looking at a scene: a view, an engine, and the kinds of code that it is about.
struct Pass {
  enum EngineName { case zxing, zbar, gray }

  /// By which worker and client name it to each other.
  var number: Int
  var engine: EngineName
  var kinds: [CodeKind]
  var view: Scene.View
  /// Of zxing: scan lines that must agree on a linear code.
  var lines = 2
  /// Of zxing: one threshold for the whole picture.
  var isGlobal = false
  /// An EAN-13 or UPC-A is believed without another pass that agrees.
  var isSureOfEAN = false

  /// What it finds; the client is told first, as a library may end the worker.
  func findings(in scene: Scene, _ hunt: Hunt, _ begin: (Int) -> Void) -> [Finding] {
    guard kinds.contains(where: hunt.wants) else { return [] }
    begin(number)
    return tall(scene.findings(engine(hunt), view), in: scene.picture)
  }

  private var isOfStrips: Bool { if case .strips = view { true } else { false } }

  private func engine(_ hunt: Hunt) -> any Engine {
    switch engine {
    case .gray: GrayEngine(hunt: hunt)
    case .zbar: ZBarEngine(hunt: hunt, kinds: kinds)
    case .zxing:
      if isOfStrips {
        // It stands upright already, and is small.
        ZXingEngine(hunt: hunt, kinds: kinds, how: [.harder, isGlobal ? .global : []], leastLines: lines)
      } else {
        ZXingEngine(
          hunt: hunt, kinds: kinds, how: [.harder, .rotate, .downscale, isGlobal ? .global : []], leastLines: lines)
      }
    }
  }

  /// zxing stops at the lines that it needed.
  private func tall(_ findings: [Finding], in picture: GrayPicture) -> [Finding] {
    guard engine == .zxing else { return findings }
    return findings.map { finding in
      guard finding.kind.isLinear, let extent = BarExtent(finding.points, in: picture) else { return finding }
      var tall = finding
      tall.points = extent.corners()
      tall.isExact = true
      return tall
    }
  }

  /// Whether its reading alone is believed. A matrix code corrects its errors, and Code 128 and DataBar check theirs well. A
  /// blurred EAN gives one digit for another whose check digit still holds; the others have none, or are so short that
  /// parts of anything look like them.
  func isSure(of finding: Finding) -> Bool {
    // It weighs by itself whether another code fits nearly as well.
    if engine == .gray { return true }
    return switch finding.kind {
    case .qr, .microQR, .datamatrix, .pdf417, .aztec: true
    case .code128: engine == .zxing || finding.lines >= 2
    case .databar: engine == .zxing || finding.lines >= 2
    case .databarExpanded: engine == .zxing || finding.lines >= 2 && !isOfStrips
    case .ean13: engine == .zxing ? isSureOfEAN : finding.lines >= 10
    case .ean8, .upcE, .code39, .code93, .codabar, .itf: false
    }
  }
}
