import Glibc

/// A part of a picture that may hold the bars of a linear code: a rectangle along the way that they are read.
struct BarRegion {
  var middle: Outline.Point
  /// Across the bars, of length 1.
  var along: Outline.Point
  /// Pixels along that way, and along the bars.
  var length: Double
  var height: Double

  /// The rectangle of a code's four corners as it stands: top left, top right, bottom right, bottom left.
  init?(corners: [Outline.Point]) {
    guard corners.count == 4 else { return nil }
    let (dx, dy) = (corners[1].x - corners[0].x, corners[1].y - corners[0].y)
    length = hypot(dx, dy)
    height = hypot(corners[3].x - corners[0].x, corners[3].y - corners[0].y)
    guard length >= 16, height >= 2 else { return nil }
    along = (dx / length, dy / length)
    middle = (corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
  }

  private init(middle: Outline.Point, along: Outline.Point, length: Double, height: Double) {
    (self.middle, self.along, self.length, self.height) = (middle, along, length, height)
  }

  /// The regions of a picture with the most change in one direction, the strongest first; `most` of them.
  static func regions(in map: BlockMap, most: Int = 3) -> [BarRegion] {
    let least = map.least
    var isTaken = map.energy.indices.map { map.energy[$0] <= least || map.coherence[$0] <= coherent }
    var found: [(energy: Float, region: BarRegion)] = []
    for start in map.energy.indices where !isTaken[start] {
      // Their bars run alike, within 18 degrees.
      let blocks = map.gather(from: start, reach: 2, &isTaken) {
        cos(2 * (map.direction[$0] - map.direction[$1])) >= 0.8
      }
      guard let region = region(of: blocks, map) else { continue }
      found.append((blocks.reduce(0) { $0 + map.energy[$1] }, region))
    }
    return found.sorted { $0.energy > $1.energy }.prefix(most).map(\.region)
  }

  /// Least coherence of bars: print and matrix codes stay below.
  private static let coherent: Float = 0.55

  /// The rectangle round these blocks; nil where they are too few, too short, or fill too little of it.
  private static func region(of blocks: [Int], _ map: BlockMap) -> BarRegion? {
    guard blocks.count >= 4 else { return nil }
    var (c, s): (Float, Float) = (0, 0)
    for block in blocks {
      c += map.energy[block] * cos(2 * map.direction[block])
      s += map.energy[block] * sin(2 * map.direction[block])
    }
    let angle = Double(0.5 * atan2(s, c))
    let along = (x: cos(angle), y: sin(angle))
    let side = Double(map.side)
    let places = blocks.map { block -> Outline.Point in
      ((Double(block % map.columns) + 0.5) * side, (Double(block / map.columns) + 0.5) * side)
    }
    // One in fifty on each side may be something else that happens to lie near.
    let left = blocks.count / 50
    let us = places.map { $0.x * along.x + $0.y * along.y }.sorted().dropFirst(left).dropLast(left)
    let vs = places.map { $0.y * along.x - $0.x * along.y }.sorted().dropFirst(left).dropLast(left)
    guard let near = us.first, let far = us.last, let top = vs.first, let bottom = vs.last else { return nil }
    let (length, height) = (far - near + side, bottom - top + side)
    guard length >= 5 * side, Double(blocks.count) * side * side >= 0.3 * length * height else { return nil }
    let (u, v) = ((near + far) / 2, (top + bottom) / 2)
    return BarRegion(
      middle: (u * along.x - v * along.y, u * along.y + v * along.x), along: along, length: length, height: height)
  }

  /// The region with a margin for quiet zones, turned so that the bars stand upright.
  ///
  /// `scale`: pixels of the strip to a pixel of the picture, along the way it is read. `rows`: into so many rows, each the
  /// mean of its part of the bars' height, so that noise goes and the bars stay; nil: no mean is taken.
  func strip(
    of picture: GrayPicture, scale: Int, rows: Int?
  ) -> (picture: GrayPicture, place: (Outline.Point) -> Outline.Point)? {
    let (long, high) = (length * 1.2 + 20, height * (rows == nil ? 1.05 : 0.9))
    let width = max(16, Int(long * Double(scale)))
    let lines = rows ?? max(4, Int(high * Double(scale)))
    guard width <= 8_000, lines <= 8_000, let strip = GrayPicture(width: width, height: lines) else { return nil }
    let parts = rows == nil ? 1 : max(1, Int(high / Double(lines)))
    var sums = [Float](repeating: 0, count: width)
    let step = 1 / Double(scale)
    sums.withUnsafeMutableBufferPointer { sums in
      for line in 0..<lines {
        for x in 0..<width { sums[x] = 0 }
        for part in 0..<parts {
          let v = ((Double(line) + (Double(part) + 0.5) / Double(parts)) / Double(lines) - 0.5) * high
          let u = step / 2 - long / 2
          picture.add(
            to: sums, from: (middle.x + u * along.x - v * along.y, middle.y + u * along.y + v * along.x),
            step: (along.x * step, along.y * step))
        }
        let target = strip.pixels + line * width
        let weight = 1 / Float(parts)
        for x in 0..<width { target[x] = UInt8(sums[x] * weight + 0.5) }
      }
    }
    func place(_ point: Outline.Point) -> Outline.Point {
      let u = point.x * step - long / 2
      let v = (point.y / Double(lines) - 0.5) * high
      return (middle.x + u * along.x - v * along.y, middle.y + u * along.y + v * along.x)
    }
    return (strip, place)
  }
}

extension GrayPicture {
  /// Adds the grays along a line, between pixels weighed by nearness, the edge going on outside of the picture.
  fileprivate func add(to sums: UnsafeMutableBufferPointer<Float>, from start: Outline.Point, step: Outline.Point) {
    let (limitX, limitY) = (Float(width) - 1.01, Float(height) - 1.01)
    guard limitX > 0, limitY > 0 else { return }
    let (dx, dy) = (Float(step.x), Float(step.y))
    let (startX, startY) = (Float(start.x), Float(start.y))
    for index in 0..<sums.count {
      let x = max(0, min(limitX, startX + Float(index) * dx))
      let y = max(0, min(limitY, startY + Float(index) * dy))
      let (left, top) = (Int(x), Int(y))
      let (a, b) = (x - Float(left), y - Float(top))
      let p = pixels + top * width + left
      let upper = Float(p[0]) + a * (Float(p[1]) - Float(p[0]))
      let lower = Float(p[width]) + a * (Float(p[width + 1]) - Float(p[width]))
      sums[index] += upper + b * (lower - upper)
    }
  }
}
