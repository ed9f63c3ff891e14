import Glibc

/// The place of a code in a picture.
enum Outline {
  typealias Point = (x: Double, y: Double)

  /// The four corners of the narrowest rectangle round these points, clockwise from the one nearest to the
  /// picture's top left; each x and y, in whole pixels. Four points that stand for themselves (a QR code seen from
  /// aside) stay as they are.
  static func corners(of points: [Point], exact: Bool) -> [Int] {
    guard let first = points.first else { return [Int](repeating: 0, count: 8) }
    var corners: [Point]
    if exact, points.count == 4 {
      corners = points
    } else {
      let hull = convexHull(points)
      corners = hull.count < 3 ? thin(hull.first ?? first, hull.last ?? first) : narrowestRectangle(hull)
    }
    let middle: Point = (corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
    // y grows downwards, so that growing angles run clockwise.
    corners.sort { atan2($0.y - middle.y, $0.x - middle.x) < atan2($1.y - middle.y, $1.x - middle.x) }
    func distance(_ corner: Point) -> (Double, Double) { (corner.x + corner.y, corner.x) }
    let start = corners.indices.min { distance(corners[$0]) < distance(corners[$1]) } ?? 0
    return (0..<4).map { corners[(start + $0) % 4] }.flatMap { [pixel($0.x), pixel($0.y)] }
  }

  private static func pixel(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value.rounded()))) }

  /// A code that one scan line alone has seen: its line, two pixels thick.
  private static func thin(_ a: Point, _ b: Point) -> [Point] {
    let length = hypot(b.x - a.x, b.y - a.y)
    let (nx, ny) = length > 0 ? ((a.y - b.y) / length, (b.x - a.x) / length) : (0, 1)
    let (tx, ty) = length > 0 ? (0.0, 0.0) : (1.0, 0.0)
    return [
      (a.x + nx - tx, a.y + ny - ty), (b.x + nx + tx, b.y + ny + ty), (b.x - nx + tx, b.y - ny + ty),
      (a.x - nx - tx, a.y - ny - ty),
    ]
  }

  private static func cross(_ o: Point, _ a: Point, _ b: Point) -> Double {
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
  }

  /// Andrew's monotone chain; points on a line are left out.
  private static func convexHull(_ points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<Point>) -> [Point] {
      var chain: [Point] = []
      for point in points {
        while chain.count >= 2, cross(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 { chain.removeLast() }
        chain.append(point)
      }
      return chain
    }
    let hull = chain(sorted).dropLast() + chain(sorted.reversed()).dropLast()
    return hull.isEmpty ? Array(sorted.prefix(1)) : Array(hull)
  }

  /// One side of it lies on a side of the hull: each is tried.
  private static func narrowestRectangle(_ hull: [Point]) -> [Point] {
    var best: [Point] = []
    var bestArea = Double.infinity
    for index in hull.indices {
      let (a, b) = (hull[index], hull[(index + 1) % hull.count])
      let length = hypot(b.x - a.x, b.y - a.y)
      guard length > 0 else { continue }
      let (ux, uy) = ((b.x - a.x) / length, (b.y - a.y) / length)
      let along = hull.map { $0.x * ux + $0.y * uy }
      let across = hull.map { $0.y * ux - $0.x * uy }
      guard let low = along.min(), let high = along.max(), let near = across.min(), let far = across.max() else {
        continue
      }
      let area = (high - low) * (far - near)
      guard area < bestArea else { continue }
      bestArea = area
      best = [(low, near), (high, near), (high, far), (low, far)].map { ($0.0 * ux - $0.1 * uy, $0.0 * uy + $0.1 * ux) }
    }
    return best.isEmpty ? thin(hull[0], hull[hull.count - 1]) : best
  }
}
