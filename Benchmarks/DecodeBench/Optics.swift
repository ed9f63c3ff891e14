import Chance
import Glibc

/// What a lens and a sensor make of a picture.
struct Optics {
  /// Deviation of the blur that even a sharp lens has, in pixels.
  var softness: Double
  /// Radius of the disc that a point out of focus becomes, in pixels.
  var defocus: Double
  /// Deviation of the sensor's noise, in grays.
  var noise: Double

  /// The gray bytes that the sensor gives, to `target`; the noise begins at `seed`.
  func expose(_ canvas: Canvas, seed: UInt64, into target: UnsafeMutablePointer<UInt8>) {
    let (width, height) = (canvas.width, canvas.height)
    let seen = blurred(canvas)
    var chance = Chance(seed: seed)
    for y in 0..<height {
      let start = chance.number(below: Self.grain.count - width)
      let row = seen.tones + y * width
      for x in 0..<width {
        let value = row[x] + Self.grain[start + x] * Float(noise)
        target[y * width + x] = UInt8(max(0, min(255, value + 0.5)))
      }
    }
  }

  /// Noise of deviation 1; each row takes a piece of it from another place.
  private static let grain: [Float] = {
    var chance = Chance(seed: 99)
    return (0..<200_000).map { _ in Float(chance.bell()) }
  }()

  private func blurred(_ canvas: Canvas) -> Canvas {
    let reach = Int((3 * softness).rounded(.up))
    let bell = (-reach...reach).map { exp(-Double($0 * $0) / (2 * softness * softness)) }
    let sum = bell.reduce(0, +)
    let across = bell.enumerated().map { Tap(x: $0.offset - reach, y: 0, weight: Float($0.element / sum)) }
    let down = across.map { Tap(x: 0, y: $0.x, weight: $0.weight) }
    let soft = Self.filtered(Self.filtered(canvas, across), down)
    return defocus < 0.3 ? soft : Self.filtered(soft, disc)
  }

  private struct Tap {
    var x: Int
    var y: Int
    var weight: Float
  }

  /// The disc in pixels, those on its edge in part.
  private var disc: [Tap] {
    let reach = Int(defocus.rounded(.up))
    var taps: [Tap] = []
    for y in -reach...reach {
      for x in -reach...reach {
        var inside = 0
        for part in 0..<64 {
          let (dx, dy) = (Double(x) + (Double(part % 8) - 3.5) / 8, Double(y) + (Double(part / 8) - 3.5) / 8)
          if dx * dx + dy * dy <= defocus * defocus { inside += 1 }
        }
        if inside > 0 { taps.append(Tap(x: x, y: y, weight: Float(inside))) }
      }
    }
    let sum = taps.reduce(0) { $0 + $1.weight }
    return taps.map { Tap(x: $0.x, y: $0.y, weight: $0.weight / sum) }
  }

  private static func filtered(_ canvas: Canvas, _ taps: [Tap]) -> Canvas {
    let (width, height) = (canvas.width, canvas.height)
    let result = Canvas(width: width, height: height, tone: 0)
    for y in 0..<height {
      let target = result.tones + y * width
      for tap in taps {
        let source = canvas.tones + max(0, min(height - 1, y + tap.y)) * width
        let (first, last) = (max(0, -tap.x), min(width, width - tap.x))
        let weight = tap.weight
        for x in first..<last { target[x] += weight * source[x + tap.x] }
        for x in 0..<first { target[x] += weight * source[0] }
        for x in last..<width { target[x] += weight * source[width - 1] }
      }
    }
    return result
  }
}
