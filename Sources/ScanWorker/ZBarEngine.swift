import CZBar
import LabelData

/// libzbar: slower than zxing; it reads DataBar, and others of the linear codes than zxing does.
struct ZBarEngine: Engine {
  var hunt: Hunt
  /// The kinds that this pass is about; of them those that are wanted are looked for.
  var kinds: [CodeKind] = Self.all

  static let all: [CodeKind] = linear + [.qr]
  static let linear: [CodeKind] = [
    .ean13, .ean8, .upcE, .code128, .code39, .code93, .codabar, .itf, .databar, .databarExpanded,
  ]

  func findings(in picture: GrayPicture) -> [Finding] {
    let kinds = kinds.filter(hunt.wants)
    guard !kinds.isEmpty, let scanner = ZBarScanner(kinds: kinds) else { return [] }
    return scanner.findings(in: picture, wanted: hunt.wanted)
  }
}

/// One pass of zbar over one picture. A scanner is made for each: a used one keeps pieces of DataBar codes, and
/// gives the text of the picture before, and it loses 192 bytes at each QR code.
private struct ZBarScanner: ~Copyable {
  private let scanner: OpaquePointer

  /// nil where there is no memory for one.
  init?(kinds: [CodeKind]) {
    guard let scanner = zbar_image_scanner_create() else { return nil }
    self.scanner = scanner
    set(ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for kind in kinds {
      for type in Self.types(of: kind) { set(type, ZBAR_CFG_ENABLE, 1) }
    }
    // Otherwise a UTF-8 text is taken for Big5; the bytes are turned into text by `CodeText`.
    set(ZBAR_NONE, ZBAR_CFG_BINARY, 1)
    set(ZBAR_NONE, ZBAR_CFG_POSITION, 1)
    // Every line and column. One of the two must stay 1 in any case: else the check of an EAN's quality is off.
    set(ZBAR_NONE, ZBAR_CFG_X_DENSITY, 1)
    set(ZBAR_NONE, ZBAR_CFG_Y_DENSITY, 1)
  }

  deinit { zbar_image_scanner_destroy(scanner) }

  private func set(_ type: zbar_symbol_type_t, _ option: zbar_config_t, _ value: Int32) {
    zbar_image_scanner_set_config(scanner, type, option, value)
  }

  func findings(in picture: GrayPicture, wanted: Set<Symbology>) -> [Finding] {
    guard let image = zbar_image_create() else { return [] }
    defer { zbar_image_destroy(image) }
    zbar_image_set_format(image, Self.gray)
    zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
    zbar_image_set_data(image, picture.pixels, UInt(picture.width * picture.height), nil)
    guard zbar_scan_image(scanner, image) > 0 else { return [] }
    var findings: [Finding] = []
    var next = zbar_image_first_symbol(image)
    while let symbol = next {
      if let finding = Finding(symbol, wanted: wanted) { findings.append(finding) }
      next = zbar_symbol_next(symbol)
    }
    return findings
  }

  /// The fourcc "Y800".
  private static let gray: UInt = 0x3030_3859

  /// zbar gives UPC-A as EAN-13; enabled by its name it would relabel every EAN with a leading 0. So it does with a
  /// UPC-E, unless that is enabled: the 8 digits would be lost.
  private static func types(of kind: CodeKind) -> [zbar_symbol_type_t] {
    switch kind {
    case .ean13, .upcE: [ZBAR_EAN13, ZBAR_UPCE]
    case .ean8: [ZBAR_EAN8]
    case .code128: [ZBAR_CODE128]
    case .code39: [ZBAR_CODE39]
    case .code93: [ZBAR_CODE93]
    case .codabar: [ZBAR_CODABAR]
    case .itf: [ZBAR_I25]
    case .databar: [ZBAR_DATABAR]
    case .databarExpanded: [ZBAR_DATABAR_EXP]
    case .qr: [ZBAR_QRCODE]
    case .microQR, .datamatrix, .pdf417, .aztec: []
    }
  }
}

extension Finding {
  /// nil for a part of a code, or a kind that the product has no name for.
  fileprivate init?(_ symbol: OpaquePointer, wanted: Set<Symbology>) {
    let type = zbar_symbol_get_type(symbol)
    let modifiers = zbar_symbol_get_modifiers(symbol)
    guard let data = zbar_symbol_get_data(symbol),
      let (kind, identifier) = Self.kind(
        type, isGS1: modifiers & 1 << ZBAR_MOD_GS1.rawValue != 0, isAIM: modifiers & 1 << ZBAR_MOD_AIM.rawValue != 0)
    else { return nil }
    let count = Int(zbar_symbol_get_data_length(symbol))
    let bytes = UnsafeRawBufferPointer(start: data, count: count)
    let points = (0..<zbar_symbol_get_loc_size(symbol)).map { index -> Outline.Point in
      (Double(zbar_symbol_get_loc_x(symbol, index)), Double(zbar_symbol_get_loc_y(symbol, index)))
    }
    // Read along a row of pixels, or along a column.
    let isLevel = [ZBAR_ORIENT_UP, ZBAR_ORIENT_DOWN].contains(zbar_symbol_get_orientation(symbol))
    let ends = [points.min { isLevel ? $0.x < $1.x : $0.y < $1.y }, points.max { isLevel ? $0.x < $1.x : $0.y < $1.y }]
    self.init(
      kind, identifier: identifier, bytes: Array(bytes), points: points,
      ends: kind.isLinear ? ends.compactMap { $0 } : [], lines: Int(zbar_symbol_get_quality(symbol)), wanted: wanted)
  }

  /// `isGS1`: the first character was FNC1; `isAIM`: the second, data of an industry that AIM knows.
  private static func kind(_ type: zbar_symbol_type_t, isGS1: Bool, isAIM: Bool) -> (CodeKind, String)? {
    switch type {
    case ZBAR_EAN13: (.ean13, "]E0")
    case ZBAR_UPCE: (.upcE, "]E0")
    case ZBAR_EAN8: (.ean8, "]E4")
    case ZBAR_CODE128: (.code128, isGS1 ? "]C1" : isAIM ? "]C2" : "]C0")
    case ZBAR_CODE39: (.code39, "]A0")
    case ZBAR_CODE93: (.code93, "]G0")
    case ZBAR_CODABAR: (.codabar, "]F0")
    case ZBAR_I25: (.itf, "]I0")
    case ZBAR_DATABAR: (.databar, "]e0")
    case ZBAR_DATABAR_EXP: (.databarExpanded, "]e0")
    case ZBAR_QRCODE: (.qr, isGS1 ? "]Q3" : isAIM ? "]Q5" : "]Q1")
    default: nil
    }
  }
}
