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
}
