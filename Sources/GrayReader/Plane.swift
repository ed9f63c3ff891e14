/// A picture of gray values with its own memory, or a view of a `GrayImage`.
final class Plane {
  let pixels: UnsafePointer<UInt8>
  let width: Int
  let height: Int
  let rowBytes: Int
  /// Pixels of the picture given to a pixel of this one.
  let scale: Float
  private let owned: UnsafeMutablePointer<UInt8>?

  init(_ image: GrayImage) {
    pixels = image.pixels
    width = image.width
    height = image.height
    rowBytes = image.rowBytes
    scale = 1
    owned = nil
  }

  /// Half as wide and high, each pixel the mean of four.
  init(halving plane: Plane) {
    let (width, height) = (plane.width / 2, plane.height / 2)
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: max(width * height, 1))
    for row in 0..<height {
      let upper = plane.pixels + 2 * row * plane.rowBytes
      let lower = upper + plane.rowBytes
      let line = target + row * width
      for column in 0..<width {
        let sum = UInt16(upper[2 * column]) &+ UInt16(upper[2 * column &+ 1]) &+ UInt16(lower[2 * column])
          &+ UInt16(lower[2 * column &+ 1])
        line[column] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
      }
    }
    owned = target
    pixels = UnsafePointer(target)
    self.width = width
    self.height = height
    rowBytes = width
    scale = 2 * plane.scale
  }

  deinit { owned?.deallocate() }
}
