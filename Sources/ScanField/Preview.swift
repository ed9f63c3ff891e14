/// A part of a frame, in pixels.
public struct Region: Sendable, Equatable {
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

/// Frames made small for a window of character cells.
public enum Preview {
  /// The largest part in the middle of a frame whose sides are as `across` to `down`: what a window of that shape
  /// shows undistorted. The cells of a terminal are twice as high as wide: 78 x 12 cells are as 78 to 24.
  public static func middle(width: Int, height: Int, across: Int, down: Int) -> Region {
    guard width > 0, height > 0, across > 0, down > 0 else { return Region(x: 0, y: 0, width: width, height: height) }
    let fullWidth = min(width, max(1, height * across / down))
    let fullHeight = min(height, max(1, width * down / across))
    return Region(
      x: (width - fullWidth) / 2, y: (height - fullHeight) / 2, width: fullWidth, height: fullHeight)
  }

  /// The grays (0 black to 255 white) of `columns` x `rows` cells, row by row: each the mean of the pixels of
  /// `region` (nil: the whole frame) that fall in it. Empty where there is nothing to show.
  public static func shrink(_ frame: Frame, region: Region? = nil, columns: Int, rows: Int) -> [UInt8] {
    let region = region ?? Region(x: 0, y: 0, width: frame.width, height: frame.height)
    guard let drawing = frame.drawing else {
      return frame.withPixels { shrink($0, stride: frame.stride, region: region, columns: columns, rows: rows) }
    }
    guard columns > 0, rows > 0, region.width > 0, region.height > 0, region.x >= 0, region.y >= 0,
      region.x + region.width <= frame.width, region.y + region.height <= frame.height
    else { return [] }
    return [UInt8](unsafeUninitializedCapacity: columns * rows) { cells, count in
      guard let start = cells.baseAddress else { return }
      drawing.shrink(region, columns: columns, rows: rows, into: start)
      count = columns * rows
    }
  }

  /// The same of any gray pixels; `region` must lie within them, else the result is empty.
  public static func shrink(
    _ pixels: UnsafeBufferPointer<UInt8>, stride: Int, region: Region, columns: Int, rows: Int
  ) -> [UInt8] {
    guard let start = pixels.baseAddress, columns > 0, rows > 0, region.width > 0, region.height > 0, region.x >= 0,
      region.y >= 0, stride >= region.x + region.width,
      pixels.count >= stride * (region.y + region.height - 1) + region.x + region.width
    else { return [] }
    var cells: [UInt8] = []
    cells.reserveCapacity(columns * rows)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: region.width) { sums in
      for row in 0..<rows {
        // Every cell has a pixel, also where there are more cells than pixels.
        let top = row * region.height / rows
        let bottom = max(top + 1, (row + 1) * region.height / rows)
        for x in 0..<region.width { sums[x] = 0 }
        for y in top..<bottom {
          let line = start + (region.y + y) * stride + region.x
          for x in 0..<region.width { sums[x] &+= UInt32(line[x]) }
        }
        for column in 0..<columns {
          let left = column * region.width / columns
          let right = max(left + 1, (column + 1) * region.width / columns)
          var sum = 0
          for x in left..<right { sum &+= Int(sums[x]) }
          cells.append(UInt8(truncatingIfNeeded: sum / ((right - left) * (bottom - top))))
        }
      }
    }
    return cells
  }
}
