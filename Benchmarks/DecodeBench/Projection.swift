import Glibc

/// How a plane is seen: nine numbers, by rows, that take a place on it to one in the frame.
struct Projection {
  var m: (Double, Double, Double, Double, Double, Double, Double, Double, Double)

  static let identity = Projection(m: (1, 0, 0, 0, 1, 0, 0, 0, 1))

  init(m: (Double, Double, Double, Double, Double, Double, Double, Double, Double)) { self.m = m }

  /// A turn in radians, a zoom, then a step.
  init(turn: Double, zoom: Double, x: Double, y: Double) {
    let (c, s) = (zoom * cos(turn), zoom * sin(turn))
    m = (c, -s, x, s, c, y, 0, 0, 1)
  }

  /// Takes the corners of a rectangle that begins at 0, clockwise from the upper left one, to `corners` (Heckbert 1989).
  init(ofWidth width: Double, height: Double, to corners: [(x: Double, y: Double)]) {
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let (sumX, sumY) = (a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y)
    let (x1, y1, x2, y2) = (b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y)
    let determinant = x1 * y2 - x2 * y1
    let g = (sumX * y2 - x2 * sumY) / determinant
    let h = (x1 * sumY - sumX * y1) / determinant
    m = (
      (b.x - a.x + g * b.x) / width, (d.x - a.x + h * d.x) / height, a.x,
      (b.y - a.y + g * b.y) / width, (d.y - a.y + h * d.y) / height, a.y,
      g / width, h / height, 1
    )
  }

  @inline(__always) func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let w = m.6 * x + m.7 * y + m.8
    return (x: (m.0 * x + m.1 * y + m.2) / w, y: (m.3 * x + m.4 * y + m.5) / w)
  }

  /// First this one, then `next`.
  func followed(by next: Projection) -> Projection {
    let (a, b) = (next.m, m)
    return Projection(
      m: (
        a.0 * b.0 + a.1 * b.3 + a.2 * b.6, a.0 * b.1 + a.1 * b.4 + a.2 * b.7, a.0 * b.2 + a.1 * b.5 + a.2 * b.8,
        a.3 * b.0 + a.4 * b.3 + a.5 * b.6, a.3 * b.1 + a.4 * b.4 + a.5 * b.7, a.3 * b.2 + a.4 * b.5 + a.5 * b.8,
        a.6 * b.0 + a.7 * b.3 + a.8 * b.6, a.6 * b.1 + a.7 * b.4 + a.8 * b.7, a.6 * b.2 + a.7 * b.5 + a.8 * b.8
      ))
  }

  var inverse: Projection {
    let (a, b, c, d, e, f, g, h, i) = m
    return Projection(
      m: (
        e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g,
        b * g - a * h, a * e - b * d
      ))
  }
}
