import DataFormats
import LabelData

/// A code as an engine found it, under the names of the product.
struct Finding {
  var kind: CodeKind
  var symbology: Symbology
  /// AIM identifier (ISO/IEC 15424).
  var identifier: String
  /// What is printed: 12 digits for UPC-A, 8 for UPC-E; FNC1 between elements is 0x1D.
  var bytes: [UInt8]
  /// The text where the code says its character set itself; else the bytes must tell.
  var declaredText: String?
  /// Points on the outline, in the picture's pixels: four corners where `isExact`.
  var points: [Outline.Point]
  var isExact: Bool
  /// Of a linear code: where the reading began and ended.
  var ends: [Outline.Point]
  /// How many scan lines agreed on it; 1 for codes that are no lines.
  var lines: Int
  /// How many passes have read it.
  var readings = 1

  /// The code as the client is told it.
  var reading: CodeReading {
    let (text, charset) = declaredText.map { ($0, CodeText.declared) } ?? CodeText.text(of: bytes)
    return CodeReading(
      symbology: symbology.rawValue, identifier: identifier, text: text, charset: charset, raw: bytes,
      corners: Outline.corners(of: points, exact: isExact), quality: lines, readings: readings)
  }

  /// The same code with its points in another picture's pixels.
  func moved(_ place: (Outline.Point) -> Outline.Point) -> Finding {
    var moved = self
    moved.points = points.map(place)
    moved.ends = ends.map(place)
    return moved
  }

  /// What of the picture is it: a matrix code's corners may lie within its modules; close to bars another label may begin.
  var area: [Outline.Point] {
    let corners = Outline.corners(of: points, exact: isExact)
    let places = stride(from: 0, to: 8, by: 2).map { (x: Double(corners[$0]), y: Double(corners[$0 + 1])) }
    let middle = (x: places.reduce(0) { $0 + $1.x } / 4, y: places.reduce(0) { $0 + $1.y } / 4)
    let growth = kind.isLinear ? 1 : 1.1
    return places.map { (middle.x + ($0.x - middle.x) * growth, middle.y + ($0.y - middle.y) * growth) }
  }
}

/// Kinds of code that the engines tell apart; what is printed in them tells the rest.
enum CodeKind {
  case ean13, ean8, upcE, code128, code39, code93, codabar, itf, databar, databarExpanded
  case qr, microQR, datamatrix, pdf417, aztec

  var isLinear: Bool {
    switch self {
    case .ean13, .ean8, .upcE, .code128, .code39, .code93, .codabar, .itf, .databar, .databarExpanded: true
    case .qr, .microQR, .datamatrix, .pdf417, .aztec: false
    }
  }

  /// The kinds in which a code of that symbology is written.
  static func of(_ symbology: Symbology) -> CodeKind? {
    switch symbology {
    case .ean13, .upcA, .isbn: .ean13
    case .ean8: .ean8
    case .upcE: .upcE
    case .code128, .gs1128: .code128
    case .code39: .code39
    case .code93: .code93
    case .codabar: .codabar
    case .itf, .itf14: .itf
    case .databar: .databar
    case .databarExpanded: .databarExpanded
    case .qr, .gs1QR: .qr
    case .microQR: .microQR
    case .datamatrix, .gs1DataMatrix: .datamatrix
    case .pdf417: .pdf417
    case .aztec: .aztec
    // No engine reads these.
    case .databarLimited, .rmqr, .microPDF417, .maxicode: nil
    }
  }
}

extension Finding {
  /// `identifier`: as the engine gives it, for the kinds whose modifier nothing but the code itself tells.
  init(
    _ kind: CodeKind, identifier: String, bytes: [UInt8], declaredText: String? = nil, points: [Outline.Point],
    ends: [Outline.Point] = [], lines: Int, wanted: Set<Symbology>
  ) {
    let name = Self.name(kind, identifier, bytes, wanted)
    self.init(
      kind: kind, symbology: name.symbology, identifier: name.identifier, bytes: name.bytes, declaredText: declaredText,
      points: points, isExact: !kind.isLinear, ends: ends, lines: kind.isLinear ? lines : 1)
  }

  private static func name(
    _ kind: CodeKind, _ identifier: String, _ bytes: [UInt8], _ wanted: Set<Symbology>
  ) -> (symbology: Symbology, identifier: String, bytes: [UInt8]) {
    switch kind {
    case .ean13:
      let tells = identifier == "]E3" ? identifier : "]E0"
      // UPC-A has the bars of an EAN-13 with a leading 0, and 12 digits below them.
      if bytes.first == UInt8(ascii: "0") { return (.upcA, tells, Array(bytes.dropFirst())) }
      let isBook = bytes.starts(with: "978".utf8) || bytes.starts(with: "979".utf8)
      return (isBook && wanted.contains(.isbn) && !wanted.contains(.ean13) ? .isbn : .ean13, tells, bytes)
    case .upcE: return (.upcE, identifier == "]E3" ? identifier : "]E0", bytes)
    case .ean8: return (.ean8, "]E4", bytes)
    case .code128: return (identifier == "]C1" ? .gs1128 : .code128, identifier, bytes)
    case .code39: return (.code39, "]A0", bytes)
    case .code93: return (.code93, "]G0", bytes)
    case .codabar: return (.codabar, "]F0", bytes)
    case .itf: return isGTIN14(bytes) ? (.itf14, "]I1", bytes) : (.itf, "]I0", bytes)
    case .databar: return (.databar, "]e0", bytes)
    case .databarExpanded: return (.databarExpanded, "]e0", bytes)
    // With its character set said, the modifier is one (QR) or three (Data Matrix) more.
    case .qr: return (["]Q3", "]Q4"].contains(identifier) ? .gs1QR : .qr, identifier, bytes)
    case .datamatrix: return (["]d2", "]d5"].contains(identifier) ? .gs1DataMatrix : .datamatrix, identifier, bytes)
    case .microQR: return (.microQR, identifier, bytes)
    case .pdf417: return (.pdf417, identifier, bytes)
    case .aztec: return (.aztec, identifier, bytes)
    }
  }

  /// 14 digits whose last is the check digit of the others (GS1: weights 3 and 1).
  private static func isGTIN14(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 14, bytes.allSatisfy({ (48...57).contains($0) }) else { return false }
    let sum = bytes.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 3 : 1) }
    return sum % 10 == 0
  }
}
