import Glibc

extension GrayPicture {
  /// Black for white: codes printed light on dark.
  func inverted() -> GrayPicture? {
    guard let other = GrayPicture(width: width, height: height) else { return nil }
    for index in 0..<width * height { other.pixels[index] = 255 - pixels[index] }
    return other
  }

  /// Twice as wide and high, the new pixels between the old ones: modules of one or two pixels become wide enough for an
  /// engine that looks at whole pixels.
  func enlarged() -> GrayPicture? {
    guard width > 1, height > 1, let large = GrayPicture(width: width * 2, height: height * 2) else { return nil }
    // A new pixel lies a quarter of the way between two old ones: 3 parts of the near, 1 of the far one.
    for y in 0..<large.height {
      let near = pixels + y / 2 * width
      let far = pixels + max(0, min(height - 1, y / 2 + (y & 1) * 2 - 1)) * width
      let target = large.pixels + y * large.width
      var here = 3 * Int32(near[0]) + Int32(far[0])
      var before = here
      for x in 0..<width {
        let after = x + 1 < width ? 3 * Int32(near[x + 1]) + Int32(far[x + 1]) : here
        target[2 * x] = UInt8(truncatingIfNeeded: (3 * here + before + 8) >> 4)
        target[2 * x + 1] = UInt8(truncatingIfNeeded: (3 * here + after + 8) >> 4)
        (before, here) = (here, after)
      }
    }
    return large
  }

  /// The picture with its edges made steeper: each pixel moved away from the mean of those around it (weighed by a bell of
  /// `sigma` pixels) by `amount` times the distance; `alongRows`: the mean of its row alone.
  func sharpened(sigma: Double, amount: Double, alongRows: Bool = false) -> GrayPicture? {
    guard let sharp = GrayPicture(width: width, height: height) else { return nil }
    let kernel = Self.bell(sigma)
    let reach = kernel.count / 2
    let factor = Int32(amount * 256)
    // Sums of 8 bits by 12, kept with 6 bits behind the point.
    var blurred = [Int32](repeating: 0, count: width * height)
    var line = [Int32](repeating: 0, count: width + 2 * reach)
    blurred.withUnsafeMutableBufferPointer { blurred in
      line.withUnsafeMutableBufferPointer { line in
        for y in 0..<height {
          let source = pixels + y * width
          for x in 0..<width { line[reach + x] = Int32(source[x]) }
          for x in 0..<reach { (line[x], line[reach + width + x]) = (Int32(source[0]), Int32(source[width - 1])) }
          let target = y * width
          for (tap, weight) in kernel.enumerated() {
            for x in 0..<width { blurred[target + x] &+= line[x + tap] &* weight }
          }
          for x in 0..<width { blurred[target + x] >>= 6 }
        }
      }
      var sums = [Int32](repeating: 0, count: width)
      sums.withUnsafeMutableBufferPointer { sums in
        for y in 0..<height {
          let source = pixels + y * width
          let target = sharp.pixels + y * width
          if alongRows {
            for x in 0..<width { sums[x] = blurred[y * width + x] << 2 }
          } else {
            for x in 0..<width { sums[x] = 0 }
            for (tap, weight) in kernel.enumerated() {
              let row = max(0, min(height - 1, y + tap - reach)) * width
              for x in 0..<width { sums[x] &+= (blurred[row + x] &* weight) >> 10 }
            }
          }
          // The sums now have 8 bits behind the point.
          for x in 0..<width {
            let value = Int32(source[x]) << 8
            let moved = (value &+ ((value &- sums[x]) >> 4 &* factor) >> 4 &+ 128) >> 8
            target[x] = UInt8(truncatingIfNeeded: max(0, min(255, moved)))
          }
        }
      }
    }
    return sharp
  }

  /// Weights of a bell that is cut at 2.5 sigma; their sum is 4096.
  private static func bell(_ sigma: Double) -> [Int32] {
    let reach = Int((2.5 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    var whole = weights.map { Int32((4096 * $0 / sum).rounded()) }
    whole[reach] += 4096 - whole.reduce(0, +)
    return whole
  }

  /// The grays of each sixteenth of the picture spread over the whole scale, those between weighed by nearness (CLAHE): a
  /// code in a shadow has the contrast of one in the light. No gray is spread more than three times as far as it would be
  /// if all were as frequent: noise stays noise.
  func evened() -> GrayPicture? {
    let tiles = 4
    guard width >= tiles, height >= tiles, let even = GrayPicture(width: width, height: height) else { return nil }
    var maps = [Int32](repeating: 0, count: tiles * tiles * 256)
    for tile in 0..<tiles * tiles {
      let columns = width * (tile % tiles) / tiles..<width * (tile % tiles + 1) / tiles
      let rows = height * (tile / tiles) / tiles..<height * (tile / tiles + 1) / tiles
      fillMap(&maps, from: tile * 256, columns, rows)
    }
    // For each column the tiles to its left and right, and how near it is to the right one (of 256).
    let places = (0..<width).map { Self.between($0, width, tiles) }
    maps.withUnsafeBufferPointer { maps in
      places.withUnsafeBufferPointer { places in
        for y in 0..<height {
          let (upper, lower, down) = Self.between(y, height, tiles)
          let (source, target) = (pixels + y * width, even.pixels + y * width)
          for x in 0..<width {
            let (left, right, along) = places[x]
            let gray = Int(source[x])
            let top =
              maps[(upper * tiles + left) * 256 + gray] &* (256 - along)
              &+ maps[(upper * tiles + right) * 256 + gray] &* along
            let bottom =
              maps[(lower * tiles + left) * 256 + gray] &* (256 - along)
              &+ maps[(lower * tiles + right) * 256 + gray] &* along
            target[x] = UInt8(truncatingIfNeeded: (top &* (256 - down) &+ bottom &* down) >> 16)
          }
        }
      }
    }
    return even
  }

  private func fillMap(_ maps: inout [Int32], from start: Int, _ columns: Range<Int>, _ rows: Range<Int>) {
    var counts = [Double](repeating: 0, count: 256)
    for y in rows { for x in columns { counts[Int(pixels[y * width + x])] += 1 } }
    let area = Double(columns.count * rows.count)
    let most = max(1, 3 * area / 256)
    let excess = counts.reduce(0) { $0 + max(0, $1 - most) }
    var sum = 0.0
    for gray in 0..<256 {
      sum += min(counts[gray], most) + excess / 256
      maps[start + gray] = Int32(min(255, sum * 255 / area))
    }
  }

  private static func between(_ place: Int, _ size: Int, _ tiles: Int) -> (Int, Int, Int32) {
    let position = (Double(place) + 0.5) * Double(tiles) / Double(size) - 0.5
    let low = position.rounded(.down)
    return (max(0, Int(low)), min(tiles - 1, Int(low) + 1), Int32((position - low) * 256))
  }

  /// The picture with convex outlines filled with a middle gray, so that what lies in them is not found again.
  func blanked(_ outlines: [[Outline.Point]]) -> GrayPicture? {
    guard let copy = GrayPicture(width: width, height: height) else { return nil }
    memcpy(copy.pixels, pixels, width * height)
    for outline in outlines { copy.fill(outline, with: 160) }
    return copy
  }

  private func fill(_ outline: [Outline.Point], with gray: UInt8) {
    let ys = outline.map(\.y)
    guard let top = ys.min(), let bottom = ys.max(), bottom >= 0, top < Double(height) else { return }
    for y in Int(max(0, top))...Int(max(0, min(Double(height - 1), bottom))) {
      var (low, high) = (Double.infinity, -Double.infinity)
      for index in outline.indices {
        let (a, b) = (outline[index], outline[(index + 1) % outline.count])
        guard min(a.y, b.y) <= Double(y) + 1, max(a.y, b.y) >= Double(y) - 1 else { continue }
        // Where the side crosses this row; a side along the row is there with both its ends.
        let isLevel = abs(b.y - a.y) < 1
        let t = isLevel ? 0 : max(0, min(1, (Double(y) - a.y) / (b.y - a.y)))
        let crossing = a.x + t * (b.x - a.x)
        low = min(low, crossing, isLevel ? b.x : crossing)
        high = max(high, crossing, isLevel ? b.x : crossing)
      }
      guard high >= 0, low < Double(width) else { continue }
      let (left, right) = (Int(max(0, low)), Int(min(Double(width - 1), high)))
      if right >= left { memset(pixels + y * width + left, Int32(gray), right - left + 1) }
    }
  }
}
