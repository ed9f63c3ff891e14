import CZXing
import LabelData

/// libzxing: quick, and the one that reads Aztec, Data Matrix, PDF417 and Micro QR. It gives one code at a time: asked for more,
/// Debian's build of it aborts where two labels alike are in view. DataBar is a pass of its own: it aborts now and then.
struct ZXingEngine: Engine {
  struct Manner: OptionSet {
    let rawValue: Int32
    static let harder = Manner(rawValue: Int32(czxing_harder))
    static let rotate = Manner(rawValue: Int32(czxing_rotate))
    static let downscale = Manner(rawValue: Int32(czxing_downscale))
    static let global = Manner(rawValue: Int32(czxing_global))
  }

  var hunt: Hunt
  /// The kinds that this pass is about; of them those that are wanted are looked for.
  var kinds: [CodeKind]
  var how: Manner = [.harder, .rotate, .downscale]
  /// Scan lines that must agree on a linear code.
  var leastLines = 2

  static let all: [CodeKind] = linear + matrix
  static let databar: [CodeKind] = [.databar, .databarExpanded]
  static let linear: [CodeKind] = [.ean13, .ean8, .upcE, .code128, .code39, .code93, .codabar, .itf]
  static let matrix: [CodeKind] = [.qr, .microQR, .datamatrix, .pdf417, .aztec]

  func findings(in picture: GrayPicture) -> [Finding] {
    let flags = kinds.filter(hunt.wants).reduce(0) { $0 | Self.flag($1) }
    // No kind at all would mean all of them to the library, DataBar included.
    guard flags != 0 else { return [] }
    var code = czxing_code()
    let manner = how.rawValue | (hunt.addOns ? Int32(czxing_addons) : 0)
    guard
      czxing_read(
        picture.pixels, Int32(picture.width), Int32(picture.height), Int32(flags), manner, Int32(leastLines),
        &code) == 1
    else { return [] }
    defer { czxing_free(&code) }
    return finding(code).map { [$0] } ?? []
  }

  private func finding(_ code: czxing_code) -> Finding? {
    guard let kind = kinds.first(where: { Self.flag($0) & Int(code.kind) != 0 }) else { return nil }
    var bytes = Array(UnsafeBufferPointer(start: code.bytes, count: Int(code.byte_count)))
    // A UPC-A comes with its 12 digits, an add-on behind a blank.
    if Int(code.kind) == Int(czxing_upca) { bytes.insert(UInt8(ascii: "0"), at: 0) }
    if kind == .ean13 || kind == .ean8 || kind == .upcE { bytes.removeAll { $0 == UInt8(ascii: " ") } }
    if kind == .databar { bytes = Array("01".utf8) + bytes.suffix(14) }
    if kind == .databarExpanded {
      guard let elements = BracketedElements.elementString(bytes) else { return nil }
      bytes = elements
    }
    let identifier = withUnsafeBytes(of: code.identifier) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let corners = withUnsafeBytes(of: code.corners) { Array($0.bindMemory(to: Int32.self)) }
    let text = code.text.map {
      String(decoding: UnsafeRawBufferPointer(start: $0, count: Int(code.text_count)), as: UTF8.self)
    }
    let points = (0..<4).map { index -> Outline.Point in (Double(corners[2 * index]), Double(corners[2 * index + 1])) }
    let ends = [(0, 3), (1, 2)].map { (a: Int, b: Int) -> Outline.Point in
      ((points[a].x + points[b].x) / 2, (points[a].y + points[b].y) / 2)
    }
    return Finding(
      kind, identifier: identifier, bytes: bytes, declaredText: code.says_charset != 0 ? text : nil, points: points,
      ends: kind.isLinear ? ends : [], lines: Int(code.lines), wanted: hunt.wanted)
  }

  /// The library's bits for a kind.
  private static func flag(_ kind: CodeKind) -> Int {
    switch kind {
    case .ean13: Int(czxing_ean13 | czxing_upca)
    case .ean8: Int(czxing_ean8)
    case .upcE: Int(czxing_upce)
    case .code128: Int(czxing_code128)
    case .code39: Int(czxing_code39)
    case .code93: Int(czxing_code93)
    case .codabar: Int(czxing_codabar)
    case .itf: Int(czxing_itf)
    case .qr: Int(czxing_qr)
    case .microQR: Int(czxing_microqr)
    case .datamatrix: Int(czxing_datamatrix)
    case .pdf417: Int(czxing_pdf417)
    case .aztec: Int(czxing_aztec)
    case .databar: Int(czxing_databar)
    case .databarExpanded: Int(czxing_databar_expanded)
    }
  }
}
