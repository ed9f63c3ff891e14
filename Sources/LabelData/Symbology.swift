/// The kinds of bar code, by the names that forms, options and records use.
public enum Symbology: String, CaseIterable, Sendable, Hashable {
  case ean13 = "ean-13"
  case ean8 = "ean-8"
  case upcA = "upc-a"
  case upcE = "upc-e"
  case isbn
  case code128 = "code-128"
  case gs1128 = "gs1-128"
  case code39 = "code-39"
  case code93 = "code-93"
  case codabar
  case itf
  case itf14 = "itf-14"
  case databar
  case databarLimited = "databar-limited"
  case databarExpanded = "databar-expanded"
  case qr
  case gs1QR = "gs1-qr"
  case microQR = "micro-qr"
  case rmqr
  case datamatrix
  case gs1DataMatrix = "gs1-datamatrix"
  case pdf417
  case microPDF417 = "micropdf417"
  case aztec
  case maxicode
}

extension Symbology {
  /// The symbology that an AIM identifier (ISO/IEC 15424: `]`, a code letter, a modifier) names; nil for one that
  /// is none of ours. The text tells apart what one identifier covers: `]E0` with a leading zero is upc-a, `]I0`
  /// with a GTIN-14 itf-14, `]e0` with nothing but a GTIN databar.
  public init?(identifier: String, text: String) {
    let bytes = Array(identifier.utf8.prefix(4))
    guard bytes.count == 3, bytes[0] == UInt8(ascii: "]") else { return nil }
    let modifier = bytes[2]
    switch bytes[1] {
    case UInt8(ascii: "A"): self = .code39
    case UInt8(ascii: "C"): self = modifier == UInt8(ascii: "1") ? .gs1128 : .code128
    case UInt8(ascii: "E"):
      let isShort = modifier == UInt8(ascii: "4")
      self = isShort ? .ean8 : text.utf8.first == UInt8(ascii: "0") || text.utf8.count == 12 ? .upcA : .ean13
    case UInt8(ascii: "F"): self = .codabar
    case UInt8(ascii: "G"): self = .code93
    case UInt8(ascii: "I"): self = text.utf8.count == 14 && gtin14(text) != nil ? .itf14 : .itf
    case UInt8(ascii: "L"): self = .pdf417
    case UInt8(ascii: "Q"): self = modifier == UInt8(ascii: "3") ? .gs1QR : .qr
    case UInt8(ascii: "U"): self = .maxicode
    case UInt8(ascii: "d"): self = modifier == UInt8(ascii: "2") ? .gs1DataMatrix : .datamatrix
    case UInt8(ascii: "e"):
      self = text.utf8.count == 16 && text.utf8.starts(with: "01".utf8) ? .databar : .databarExpanded
    case UInt8(ascii: "z"): self = .aztec
    default: return nil
    }
  }

  /// Whether a field that wants these takes a code of this kind. The empty set is any; UPC-A and EAN-13 are one
  /// code written two ways; a general name takes its GS1 kind too, never the other way round.
  public func isTaken(by wanted: Set<Symbology>) -> Bool {
    wanted.isEmpty || wanted.contains(self) || !wanted.isDisjoint(with: alsoKnownAs)
  }

  private var alsoKnownAs: Set<Symbology> {
    switch self {
    case .ean13: [.upcA]
    case .upcA: [.ean13]
    case .isbn: [.ean13, .upcA]
    case .gs1128: [.code128]
    case .gs1QR: [.qr]
    case .gs1DataMatrix: [.datamatrix]
    case .itf14: [.itf]
    default: []
    }
  }

  /// EAN, UPC and ITF-14: the text is a GTIN and nothing else, and counts as AI 01.
  var carriesGTINOnly: Bool {
    switch self {
    case .ean13, .ean8, .upcA, .upcE, .isbn, .itf14: true
    default: false
    }
  }

  /// The text is made of GS1 application identifiers.
  var carriesElements: Bool {
    switch self {
    case .gs1128, .gs1QR, .gs1DataMatrix, .databar, .databarLimited, .databarExpanded: true
    default: false
    }
  }
}
