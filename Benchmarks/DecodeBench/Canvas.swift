import Glibc

/// A gray picture in numbers from 0 (black) to 255, to be drawn on; rows one behind the other.
final class Canvas {
  let width: Int
  let height: Int
  let tones: UnsafeMutablePointer<Float>

  init(width: Int, height: Int, tone: Double) {
    self.width = width
    self.height = height
    tones = .allocate(capacity: width * height)
    tones.initialize(repeating: Float(tone), count: width * height)
  }

  deinit { tones.deallocate() }

  /// A place and a direction on the canvas; x and y of its middle in pixels, the angle in radians.
  struct Spot {
    var x: Double
    var y: Double
    var angle: Double
  }

  /// Paints a rectangle round a spot: `tone` gets the place in it, from its upper left corner, and gives what is painted
  /// there, or nil where the ground stays.
  func paint(_ spot: Spot, width wide: Double, height high: Double, _ tone: (_ u: Double, _ v: Double) -> Double?) {
    let (c, s) = (cos(spot.angle), sin(spot.angle))
    let (reachX, reachY) = (abs(c) * wide / 2 + abs(s) * high / 2, abs(s) * wide / 2 + abs(c) * high / 2)
    let columns = max(0, Int(spot.x - reachX))..<max(0, min(width, Int(spot.x + reachX) + 2))
    let rows = max(0, Int(spot.y - reachY))..<max(0, min(height, Int(spot.y + reachY) + 2))
    guard columns.lowerBound < columns.upperBound, rows.lowerBound < rows.upperBound else { return }
    for y in rows {
      for x in columns {
        let (dx, dy) = (Double(x) - spot.x, Double(y) - spot.y)
        let (u, v) = (c * dx + s * dy + wide / 2, c * dy - s * dx + high / 2)
        guard u >= 0, v >= 0, u < wide, v < high, let tone = tone(u, v) else { continue }
        tones[y * width + x] = Float(tone)
      }
    }
  }

  /// The tone between four pixels, weighed by nearness; the nearest one's beyond the edge.
  func tone(_ x: Float, _ y: Float) -> Float {
    let (x, y) = (max(0, min(Float(width) - 1.001, x)), max(0, min(Float(height) - 1.001, y)))
    let (left, top) = (Int(x), Int(y))
    let (a, b) = (x - Float(left), y - Float(top))
    let p = tones + top * width + left
    let upper = p[0] + a * (p[1] - p[0])
    let lower = p[width] + a * (p[width + 1] - p[width])
    return upper + b * (lower - upper)
  }
}
