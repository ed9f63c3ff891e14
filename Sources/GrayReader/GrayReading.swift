/// A kind of code that is read from gray values. UPC-A is an EAN-13 that begins with 0.
public enum GrayKind: Sendable, CaseIterable {
  case ean13, ean8, upcE
}

/// A picture of gray values, 0 for black, row after row; `rowBytes` from the start of one row to that of the next. It does
/// not own them.
public struct GrayImage {
  public let pixels: UnsafePointer<UInt8>
  public let width: Int
  public let height: Int
  public let rowBytes: Int

  public init(pixels: UnsafePointer<UInt8>, width: Int, height: Int, rowBytes: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
  }
}

/// A place in a picture, in pixels from the top left corner.
public struct GrayPoint: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle of a picture, in pixels.
public struct GrayRectangle: Equatable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A code that was read.
public struct GrayReading: Equatable, Sendable {
  public let kind: GrayKind
  /// 13 digits for an EAN-13 or UPC-A (which has a leading 0), 8 for an EAN-8, 8 for a UPC-E (number system to check digit).
  public let digits: String
  /// The code's corners, clockwise from the one nearest the picture's top left.
  public internal(set) var corners: [GrayPoint]
  /// How much worse the second best code fits: 1 is twice the squared difference.
  public let margin: Double
  /// The part of what is seen that the code explains, up to 1.
  public let fit: Double
}
