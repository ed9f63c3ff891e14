import CZBar
import DataFormats
import LabelData

extension ZBarCode {
  /// The code under the names of the product; nil for a kind that it has no name for.
  func reading(wanted: Set<Symbology>) -> (symbology: Symbology, reading: CodeReading)? {
    guard let (symbology, identifier, printed) = name(wanted: wanted) else { return nil }
    let reading = CodeReading(
      symbology: symbology.rawValue, identifier: identifier, text: CodeText.text(of: printed), raw: printed,
      corners: Outline.corners(of: points, exact: type == ZBAR_QRCODE), quality: quality)
    return (symbology, reading)
  }

  /// The symbology, the AIM identifier (ISO/IEC 15424) and the bytes as printed.
  private func name(wanted: Set<Symbology>) -> (Symbology, String, [UInt8])? {
    switch type {
    case ZBAR_EAN13:
      // UPC-A has the bars of an EAN-13 with a leading 0, and 12 digits below them.
      if bytes.first == UInt8(ascii: "0"), bytes.count == 13 { return (.upcA, "]E0", Array(bytes.dropFirst())) }
      let isBook = bytes.starts(with: "978".utf8) || bytes.starts(with: "979".utf8)
      return (isBook && wanted.contains(.isbn) && !wanted.contains(.ean13) ? .isbn : .ean13, "]E0", bytes)
    case ZBAR_UPCE: return (.upcE, "]E0", bytes)
    case ZBAR_EAN8: return (.ean8, "]E4", bytes)
    case ZBAR_CODE128:
      return isGS1 ? (.gs1128, "]C1", bytes) : (.code128, isAIM ? "]C2" : "]C0", bytes)
    case ZBAR_CODE39: return (.code39, "]A0", bytes)
    case ZBAR_CODE93: return (.code93, "]G0", bytes)
    case ZBAR_CODABAR: return (.codabar, "]F0", bytes)
    case ZBAR_I25: return isGTIN14 ? (.itf14, "]I1", bytes) : (.itf, "]I0", bytes)
    case ZBAR_DATABAR: return (.databar, "]e0", bytes)
    case ZBAR_DATABAR_EXP: return (.databarExpanded, "]e0", bytes)
    case ZBAR_QRCODE: return isGS1 ? (.gs1QR, "]Q3", bytes) : (.qr, isAIM ? "]Q5" : "]Q1", bytes)
    default: return nil
    }
  }

  /// 14 digits whose last is the check digit of the others (GS1: weights 3 and 1).
  private var isGTIN14: Bool {
    guard bytes.count == 14, bytes.allSatisfy({ (48...57).contains($0) }) else { return false }
    let sum = bytes.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 3 : 1) }
    return sum % 10 == 0
  }
}
