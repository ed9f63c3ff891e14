import DataFormats
public import LabelData

/// A place in a picture, in pixels from its top left corner; y grows downwards.
public struct Point: Sendable, Equatable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A bar code that was read from a picture.
public struct DecodedCode: Sendable, Equatable {
  public var symbology: Symbology
  /// The AIM symbology identifier (ISO/IEC 15424), such as `]C1`.
  public var identifier: String
  /// What the code says, as it is printed: 12 digits for UPC-A, 8 for UPC-E; FNC1 between elements is U+001D.
  public var text: String
  /// The character set that the bytes were taken for: utf-8, shift-jis, windows-1252, or eci where the code itself says it.
  public var charset: String
  /// The bytes that `text` was made of.
  public var raw: [UInt8]
  /// Four corners, clockwise from the one nearest to the picture's top left, in the picture's own pixels.
  public var corners: [Point]
  /// How many scan lines agreed on it; 1 for codes that are no lines.
  public var quality: Int
  /// How many passes over the picture agreed on it.
  public var readings: Int

  public init(
    symbology: Symbology, identifier: String, text: String, charset: String = "utf-8", raw: [UInt8], corners: [Point],
    quality: Int, readings: Int = 1
  ) {
    self.symbology = symbology
    self.identifier = identifier
    self.text = text
    self.charset = charset
    self.raw = raw
    self.corners = corners
    self.quality = quality
    self.readings = readings
  }

  /// nil for a symbology that has no name here.
  init?(_ reading: CodeReading) {
    guard let symbology = Symbology(rawValue: reading.symbology), reading.corners.count == 8 else { return nil }
    let corners = stride(from: 0, to: 8, by: 2).map { Point(x: reading.corners[$0], y: reading.corners[$0 + 1]) }
    self.init(
      symbology: symbology, identifier: reading.identifier, text: reading.text, charset: reading.charset,
      raw: reading.raw, corners: corners, quality: reading.quality, readings: reading.readings)
  }

  /// The code as the parts of a label are taken from it.
  public var scan: Scan { Scan(text: text, identifier: identifier, symbology: symbology, raw: raw) }

  /// The code as a hand scanner sends it: identifier and text, UPC-A and UPC-E as the 13 digits that `]E0` stands for.
  public var transmitted: String {
    switch symbology {
    case .upcA: identifier + "0" + text
    case .upcE: identifier + (gtin.map { String($0.dropFirst()) + text.dropFirst(8) } ?? text)
    default: identifier + text
    }
  }

  /// The GTIN that the code carries, as 14 digits; nil where it carries none, or one with a wrong check digit.
  public var gtin: String? {
    switch symbology {
    case .ean13, .isbn: Self.checked(digits(13))
    case .upcA: Self.checked(digits(12))
    case .ean8, .itf14: Self.checked(text)
    case .upcE: Self.expanded(digits(8)).flatMap { Self.checked($0) }
    case .databar, .databarLimited, .databarExpanded, .gs1128, .gs1QR, .gs1DataMatrix:
      text.utf8.starts(with: "01".utf8) && text.utf8.count >= 16
        ? Self.checked(String(decoding: text.utf8.dropFirst(2).prefix(14), as: UTF8.self)) : nil
    default: nil
    }
  }

  /// The digits without those of an add-on (]E3).
  private func digits(_ count: Int) -> String {
    identifier == "]E3" ? String(decoding: text.utf8.prefix(count), as: UTF8.self) : text
  }

  /// Filled up to 14 digits, where the last is the check digit of the others (weights 3 and 1 from the right).
  private static func checked(_ digits: String) -> String? {
    let count = digits.utf8.count
    guard count <= 14, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let filled = String(repeating: "0", count: 14 - count) + digits
    let sum = filled.utf8.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 3 : 1) }
    return sum % 10 == 0 ? filled : nil
  }

  /// The 12 digits of the UPC-A that a UPC-E of 8 digits stands for (GS1 General Specifications: zero suppression).
  private static func expanded(_ digits: String) -> String? {
    let d = Array(digits.utf8)
    guard d.count == 8, d.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let zeros = [UInt8](repeating: 48, count: 5)
    let middle: [UInt8]
    switch d[6] {
    case 48...50: middle = d[1...2] + [d[6]] + zeros.prefix(4) + d[3...5]
    case 51: middle = d[1...3] + zeros + d[4...5]
    case 52: middle = d[1...4] + zeros + [d[5]]
    default: middle = d[1...5] + zeros.prefix(4) + [d[6]]
    }
    return String(decoding: [d[0]] + middle + [d[7]], as: UTF8.self)
  }
}
