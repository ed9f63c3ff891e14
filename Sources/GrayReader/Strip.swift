/// Scan lines across a region's bars, from which profiles are made. Sample 0 lies at `start`, in pixels across the bars from
/// the region's middle.
final class Strip {
  let region: BarFinder.Region
  /// Samples of a profile, and their distance in pixels of the image.
  let count: Int
  let pitch: Float
  let start: Float
  private let image: GrayImage
  /// Bars that lie flat: rows and columns change places.
  private let isFlat: Bool
  private let lines: UnsafeMutablePointer<Float>
  /// Samples of a code, about: three and a half a module.
  private static let usualSamples: Float = 350
  private static let mostLines = 24
  static let mostSamples = 2000

  init?(_ image: GrayImage, _ region: BarFinder.Region) {
    let width = region.width.upperBound - region.width.lowerBound
    let reach = 0.9 * width + 12
    let edges = Self.inside(image, region)
    let from = max(region.width.lowerBound - reach, edges.lowerBound)
    let to = min(region.width.upperBound + reach, edges.upperBound)
    pitch = max(width / Self.usualSamples, 0.5)
    start = from
    count = min(Int((to - from) / pitch), Self.mostSamples)
    guard count >= 90 else { return nil }
    self.image = image
    self.region = region
    isFlat = abs(region.across.x) < abs(region.across.y)
    lines = .allocate(capacity: Self.mostLines * count)
  }

  deinit { lines.deallocate() }

  /// How far a line through the region's middle runs inside the picture, and a little beyond: the edge goes on as a quiet zone.
  private static func inside(_ image: GrayImage, _ region: BarFinder.Region) -> ClosedRange<Float> {
    var (low, high): (Float, Float) = (-.infinity, .infinity)
    for (place, way, size) in [
      (region.x, region.across.x, image.width), (region.y, region.across.y, image.height),
    ] where abs(way) > 1e-3 {
      let ends = [(0 - place) / way, (Float(size - 1) - place) / way].sorted()
      (low, high) = (max(low, ends[0]), min(high, ends[1]))
    }
    return low < high ? (low - 14)...(high + 14) : 0...0
  }

  /// The mean darkness of the lines between two places along the bars, in pixels from the region's middle. The bars' slant is
  /// measured, as it may change from one end to the other.
  func profile(along band: ClosedRange<Float>) -> Profile {
    let height = band.upperBound - band.lowerBound
    let lineCount = min(max(Int(height), 2), Self.mostLines)
    let distance = height / Float(lineCount)
    let middle = (band.lowerBound + band.upperBound) / 2
    var slant = SIMD2<Float>.zero
    for _ in 0..<3 {
      sample(lineCount, distance, middle, slant)
      let change = slantLeft(lineCount, distance)
      slant -= change
      slant = SIMD2(min(max(slant.x, -0.6), 0.6), min(max(slant.y, -0.6), 0.6))
      if abs(change.x) + abs(change.y) < 0.2 / Float(lineCount) / max(distance, 1) { break }
    }
    sample(lineCount, distance, middle, slant)
    let mean = UnsafeMutablePointer<Float>.allocate(capacity: count)
    defer { mean.deallocate() }
    for index in 0..<count {
      var sum: Float = 0
      for line in 0..<lineCount { sum += lines[line * count + index] }
      mean[index] = 255 - sum / Float(lineCount)
    }
    return Profile(values: mean, count: count)
  }

  /// Reads the lines. Each sample moves along its bar to the nearest row, so that values are only mixed across the bars.
  private func sample(_ lineCount: Int, _ distance: Float, _ middle: Float, _ slant: SIMD2<Float>) {
    let across = isFlat ? SIMD2(region.across.y, region.across.x) : region.across
    let along = isFlat ? SIMD2(region.across.x, -region.across.y) : SIMD2(-region.across.y, region.across.x)
    let origin = isFlat ? SIMD2(region.y, region.x) : SIMD2(region.x, region.y)
    let (width, height) = isFlat ? (image.height, image.width) : (image.width, image.height)
    let (step, rowStep) = isFlat ? (image.rowBytes, 1) : (1, image.rowBytes)
    let halfLength = Float(count) * pitch / 2
    for line in 0..<lineCount {
      // Places along the bars count from the band's middle for the slant, so that a profile keeps its place.
      let off = (Float(line) - Float(lineCount - 1) / 2) * distance
      let base = origin + (middle + off) * along
      for index in 0..<count {
        let u = start + Float(index) * pitch
        let tilt = min(max(slant.x + slant.y * (Float(index) * pitch / halfLength - 1), -0.6), 0.6)
        let place = base + (u + tilt * off) * across
        let way = along + tilt * across
        let row = min(max(place.y.rounded(), 0), Float(height - 1))
        let x = place.x + (row - place.y) * way.x / way.y
        lines[line * count + index] = Self.cubic(image.pixels + Int(row) * rowStep, step, width, x)
      }
    }
  }

  /// Between four neighbours of a row (Catmull and Rom's curve); beyond its ends the outermost goes on.
  @inline(__always)
  private static func cubic(_ row: UnsafePointer<UInt8>, _ step: Int, _ width: Int, _ x: Float) -> Float {
    let inside = min(max(x, 0), Float(width - 1))
    let index = min(Int(inside), width - 2)
    let f = inside - Float(index)
    let b = Float(row[index &* step])
    let c = Float(row[(index &+ 1) &* step])
    let a = index > 0 ? Float(row[(index &- 1) &* step]) : b
    let d = index &+ 2 < width ? Float(row[(index &+ 2) &* step]) : c
    return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))
  }

  /// How much the bars still lean in the lines as they were read: at the middle, and what it grows by to the end.
  private func slantLeft(_ lineCount: Int, _ distance: Float) -> SIMD2<Float> {
    var (a, b, d, p, q): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
    let unit = 1 / (2 * pitch)
    for line in 0..<(lineCount - 1) {
      let one = lines + line * count
      let other = one + count
      for index in 1..<(count - 1) {
        let across = (one[index + 1] - one[index - 1] + other[index + 1] - other[index - 1]) * unit / 2
        let along = (other[index] - one[index]) / distance
        let x = 2 * Float(index) / Float(count) - 1
        let power = across * across
        let product = across * along
        a += power
        b += power * x
        d += power * x * x
        p += product
        q += product * x
      }
    }
    d += 0.05 * a
    let determinant = a * d - b * b
    guard determinant > 1e-3 else { return .zero }
    return SIMD2((p * d - q * b) / determinant, (a * q - b * p) / determinant)
  }

  /// The picture's point at a sample and a place along the bars.
  func point(sample: Float, along: Float) -> GrayPoint {
    let u = start + sample * pitch
    let x = region.x + u * region.across.x - along * region.across.y
    let y = region.y + u * region.across.y + along * region.across.x
    return GrayPoint(x: Double(x), y: Double(y))
  }
}
