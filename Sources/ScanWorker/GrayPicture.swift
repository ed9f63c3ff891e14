import Glibc

/// A gray picture, 8 bits a pixel, rows one behind the other without gaps, in memory of its own.
final class GrayPicture {
  let width: Int
  let height: Int
  /// width * height bytes.
  let pixels: UnsafeMutablePointer<UInt8>

  /// nil where the sides are not above 0 or there is not enough memory.
  init?(width: Int, height: Int) {
    guard width > 0, height > 0, let memory = malloc(width * height) else { return nil }
    self.width = width
    self.height = height
    pixels = memory.assumingMemoryBound(to: UInt8.self)
  }

  /// Takes over memory that malloc gave.
  init(adopting pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  deinit { free(pixels) }

  /// A frame copied out of memory that another process may write to meanwhile.
  convenience init?(copying bytes: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) {
    self.init(width: width, height: height)
    for row in 0..<height { memcpy(pixels + row * width, bytes + row * stride, width) }
  }

  /// The picture made smaller by a whole factor, each pixel the mean of factor * factor; nil where nothing is left.
  func reduced(by factor: Int) -> GrayPicture? {
    guard let small = GrayPicture(width: width / factor, height: height / factor) else { return nil }
    let area = factor * factor
    var sums = [Int32](repeating: 0, count: small.width)
    sums.withUnsafeMutableBufferPointer { sums in
      for y in 0..<small.height {
        for x in 0..<small.width { sums[x] = 0 }
        for line in 0..<factor {
          var source = pixels + (y * factor + line) * width
          for x in 0..<small.width {
            var sum: Int32 = 0
            for _ in 0..<factor {
              sum &+= Int32(source.pointee)
              source += 1
            }
            sums[x] &+= sum
          }
        }
        let target = small.pixels + y * small.width
        for x in 0..<small.width { target[x] = UInt8(truncatingIfNeeded: Int(sums[x]) / area) }
      }
    }
    return small
  }

  /// The picture turned by `degrees` about its middle, in a larger one whose corners are white.
  func turned(degrees: Double) -> GrayPicture? {
    let angle = degrees * .pi / 180
    let (c, s) = (Float(cos(angle)), Float(sin(angle)))
    let (w, h) = (Float(width), Float(height))
    guard let turned = GrayPicture(width: Int(w * abs(c) + h * abs(s)), height: Int(w * abs(s) + h * abs(c))) else {
      return nil
    }
    let (middleX, middleY) = (Float(turned.width) / 2, Float(turned.height) / 2)
    for y in 0..<turned.height {
      let dy = Float(y) - middleY
      let target = turned.pixels + y * turned.width
      for x in 0..<turned.width {
        let dx = Float(x) - middleX
        target[x] = sample(c * dx + s * dy + w / 2, c * dy - s * dx + h / 2)
      }
    }
    return turned
  }

  /// The gray between four pixels, weighed by nearness; white outside.
  private func sample(_ x: Float, _ y: Float) -> UInt8 {
    guard x >= 0, y >= 0, x < Float(width - 1), y < Float(height - 1) else { return 255 }
    let (left, top) = (Int(x), Int(y))
    let (a, b) = (x - Float(left), y - Float(top))
    let p = pixels + top * width + left
    let upper = Float(p[0]) + a * (Float(p[1]) - Float(p[0]))
    let lower = Float(p[width]) + a * (Float(p[width + 1]) - Float(p[width]))
    return UInt8(upper + b * (lower - upper) + 0.5)
  }

  /// The picture with its edges made steeper: each pixel moved away from the mean of the 5 x 5 around it by 1.5 times the distance.
  func sharpened() -> GrayPicture? {
    guard width >= 5, height >= 5, let sharp = GrayPicture(width: width, height: height) else { return nil }
    memcpy(sharp.pixels, pixels, width * height)
    var columns = [Int32](repeating: 0, count: width)
    columns.withUnsafeMutableBufferPointer { columns in
      for y in 0..<5 { for x in 0..<width { columns[x] += Int32(pixels[y * width + x]) } }
      for y in 2..<height - 2 {
        var sum = columns[0] + columns[1] + columns[2] + columns[3]
        let source = pixels + y * width
        let target = sharp.pixels + y * width
        for x in 2..<width - 2 {
          sum &+= columns[x + 2]
          let value = Int32(source[x])
          let moved = value + (3 * (25 * value - sum)) / 50
          target[x] = UInt8(clamping: moved)
          sum &-= columns[x - 2]
        }
        guard y + 3 < height else { break }
        let old = pixels + (y - 2) * width
        let new = pixels + (y + 3) * width
        for x in 0..<width { columns[x] &+= Int32(new[x]) &- Int32(old[x]) }
      }
    }
    return sharp
  }
}
