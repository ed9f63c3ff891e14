import CZBar
import DataFormats
import Glibc
import LabelData

/// One pass of zbar over one picture. A scanner is made for each: a used one keeps pieces of DataBar codes, and
/// gives the text of the picture before, and it loses 192 bytes at each QR code.
struct ZBarScanner: ~Copyable {
  private let scanner: OpaquePointer

  /// A scanner for these symbologies (empty: all that zbar knows); nil where there is no memory for one.
  init?(wanted: Set<Symbology>) {
    guard let scanner = zbar_image_scanner_create() else { return nil }
    self.scanner = scanner
    if !wanted.isEmpty {
      set(ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
      for type in Self.types(of: wanted) { set(type, ZBAR_CFG_ENABLE, 1) }
    }
    // As it comes a UPC-E is given as the EAN-13 that it stands for: its 8 digits would be lost.
    if wanted.isEmpty || !wanted.isDisjoint(with: [.ean13, .upcA, .isbn, .upcE]) { set(ZBAR_UPCE, ZBAR_CFG_ENABLE, 1) }
    // No symbology of ours, and its finder costs time.
    set(ZBAR_SQCODE, ZBAR_CFG_ENABLE, 0)
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

  /// The codes in the picture as zbar gives them, each with its place in the picture's own pixels.
  func codes(in picture: GrayPicture) -> [ZBarCode] {
    guard let image = zbar_image_create() else { return [] }
    defer { zbar_image_destroy(image) }
    zbar_image_set_format(image, Self.gray)
    zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
    zbar_image_set_data(image, picture.pixels, UInt(picture.width * picture.height), nil)
    guard zbar_scan_image(scanner, image) > 0 else { return [] }
    var codes: [ZBarCode] = []
    var next = zbar_image_first_symbol(image)
    while let symbol = next {
      if let code = ZBarCode(symbol) { codes.append(code) }
      next = zbar_symbol_next(symbol)
    }
    return codes
  }

  /// The fourcc "Y800".
  private static let gray: UInt = 0x3030_3859

  private static func types(of wanted: Set<Symbology>) -> [zbar_symbol_type_t] {
    var types: [zbar_symbol_type_t] = []
    for symbology in wanted {
      switch symbology {
      // zbar gives UPC-A as EAN-13; enabled by its name it would relabel every EAN with a leading 0.
      case .ean13, .upcA, .isbn, .upcE: types.append(ZBAR_EAN13)
      case .ean8: types.append(ZBAR_EAN8)
      case .code128, .gs1128: types.append(ZBAR_CODE128)
      case .code39: types.append(ZBAR_CODE39)
      case .code93: types.append(ZBAR_CODE93)
      case .codabar: types.append(ZBAR_CODABAR)
      case .itf, .itf14: types.append(ZBAR_I25)
      case .databar: types.append(ZBAR_DATABAR)
      case .databarExpanded: types.append(ZBAR_DATABAR_EXP)
      case .qr, .gs1QR: types.append(ZBAR_QRCODE)
      case .databarLimited, .microQR, .rmqr, .datamatrix, .gs1DataMatrix, .pdf417, .microPDF417, .aztec, .maxicode:
        break
      }
    }
    return types
  }
}

/// A code as zbar gives it.
struct ZBarCode {
  var type: zbar_symbol_type_t
  var bytes: [UInt8]
  /// How many scan lines agreed on it; 1 for QR.
  var quality: Int
  /// The first character was FNC1: GS1 data.
  var isGS1: Bool
  /// FNC1 in the second place: data of an industry that AIM knows.
  var isAIM: Bool
  /// Points on the outline of the code.
  var points: [(x: Double, y: Double)]

  /// nil for a part of a code.
  init?(_ symbol: OpaquePointer) {
    type = zbar_symbol_get_type(symbol)
    guard type != ZBAR_NONE, type != ZBAR_PARTIAL, let data = zbar_symbol_get_data(symbol) else { return nil }
    let count = Int(zbar_symbol_get_data_length(symbol))
    bytes = data.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
    quality = Int(zbar_symbol_get_quality(symbol))
    let modifiers = zbar_symbol_get_modifiers(symbol)
    isGS1 = modifiers & 1 << ZBAR_MOD_GS1.rawValue != 0
    isAIM = modifiers & 1 << ZBAR_MOD_AIM.rawValue != 0
    points = (0..<zbar_symbol_get_loc_size(symbol)).map {
      (Double(zbar_symbol_get_loc_x(symbol, $0)), Double(zbar_symbol_get_loc_y(symbol, $0)))
    }
  }
}
