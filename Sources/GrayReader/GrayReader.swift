/// Reads EAN-13, UPC-A, EAN-8 and UPC-E from gray values, without turning the picture into black and white first: a model
/// of the whole code, with its blur and light, is fitted to what is seen. It reads blurred codes, and codes of less than two
/// pixels a module. It says nothing rather than something wrong.
public struct GrayReader: Sendable {
  private let kinds: [GrayKind]
  private let milliseconds: Double
  private let rectangle: GrayRectangle?
  private let most: Int

  /// `milliseconds` of the processor's time may be used, and what one step takes. A rectangle narrows where bars are looked
  /// for; it is cut to the picture. It stops when it has read so many codes.
  public init(
    kinds: [GrayKind] = GrayKind.allCases, milliseconds: Double, within rectangle: GrayRectangle? = nil,
    atMost most: Int = 1
  ) {
    self.kinds = kinds
    self.milliseconds = milliseconds
    self.rectangle = rectangle
    self.most = most
  }

  /// The codes in a picture, each once.
  public func readings(in image: GrayImage) -> [GrayReading] {
    readings(in: image, budget: Budget(milliseconds: milliseconds))
  }

  /// `observe` is shown all that was considered.
  func readings(
    in image: GrayImage, budget: Budget, observe: (GrayKind, Candidate) -> Void = { _, _ in }
  ) -> [GrayReading] {
    guard let (view, left, top) = view(of: image) else { return [] }
    var readings: [GrayReading] = []
    for region in BarFinder(view).regions(atMost: min(max(most, 0), Self.mostRegions) + 1) {
      if readings.count >= most || budget.isSpent { break }
      guard let strip = Strip(view, region) else { continue }
      let reader = RegionReader(strip, kinds: kinds, budget: budget)
      guard var reading = reader.reading(observe: observe) else { continue }
      if readings.contains(where: { $0.kind == reading.kind && $0.digits == reading.digits }) { continue }
      for corner in reading.corners.indices {
        reading.corners[corner].x += Double(left)
        reading.corners[corner].y += Double(top)
      }
      readings.append(reading)
    }
    return readings
  }

  /// Fields of bars that are looked at: one more than codes are wanted. Of the pictures that were read in trials 1 in 37 had
  /// its code in another field than the first one.
  private static let mostRegions = 16
  /// The longest side of a picture; what is beyond it is not looked at.
  private static let longest = 16_384

  /// The part of a picture that is to be read, and where it begins; nil where nothing of it is left.
  private func view(of image: GrayImage) -> (GrayImage, left: Int, top: Int)? {
    let (width, height) = (min(image.width, Self.longest), min(image.height, Self.longest))
    guard width > 0, height > 0, image.rowBytes >= image.width else { return nil }
    guard let rectangle else {
      return (GrayImage(pixels: image.pixels, width: width, height: height, rowBytes: image.rowBytes), 0, 0)
    }
    let columns = (0..<width).clamped(to: Self.range(rectangle.x, rectangle.width))
    let rows = (0..<height).clamped(to: Self.range(rectangle.y, rectangle.height))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let view = GrayImage(
      pixels: image.pixels + rows.lowerBound * image.rowBytes + columns.lowerBound, width: columns.count,
      height: rows.count, rowBytes: image.rowBytes)
    return (view, columns.lowerBound, rows.lowerBound)
  }

  private static func range(_ start: Int, _ length: Int) -> Range<Int> {
    let (end, overflows) = start.addingReportingOverflow(max(length, 0))
    return start..<(overflows ? Int.max : end)
  }
}
