import Glibc

/// How far the bars of a linear code reach. An engine stops at the few lines that it needed; the code on the paper is
/// taller: what is drawn round it, and what is left out when others are looked for, is all of it.
struct BarExtent {
  let picture: GrayPicture
  private let left: Outline.Point
  private let right: Outline.Point
  /// Along the line that was read, and along the bars; of length 1.
  private let along: Outline.Point
  private let across: Outline.Point
  private let count: Int

  /// `corners`: top left, top right, bottom right, bottom left as the code stands; nil where they are too near each other.
  init?(_ corners: [Outline.Point], in picture: GrayPicture) {
    guard corners.count == 4 else { return nil }
    self.picture = picture
    left = ((corners[0].x + corners[3].x) / 2, (corners[0].y + corners[3].y) / 2)
    right = ((corners[1].x + corners[2].x) / 2, (corners[1].y + corners[2].y) / 2)
    let length = hypot(right.x - left.x, right.y - left.y)
    guard length >= 16 else { return nil }
    along = ((right.x - left.x) / length, (right.y - left.y) / length)
    across = (-along.y, along.x)
    count = Int(min(length, 400))
  }

  /// The four corners of all the bars.
  func corners() -> [Outline.Point] {
    guard let reference = profile(step: 0, shift: 0) else { return [left, right, right, left] }
    let above = reach(-1, reference)
    let below = reach(1, reference)
    return [place(left, above), place(right, above), place(right, below), place(left, below)].map {
      (max(0, min(Double(picture.width - 1), $0.x)), max(0, min(Double(picture.height - 1), $0.y)))
    }
  }

  private typealias Offset = (step: Double, shift: Double)

  /// How many lines that way show the same bars, and how far they have moved sideways there: a line of pixels crosses
  /// the bars of a slanted code at an angle.
  private func reach(_ direction: Double, _ reference: [Float]) -> Offset {
    var last: Offset = (0, 0)
    var drift = 0.0
    var misses = 0
    var step = 1.0
    while misses < 3 {
      let guess = last.shift + drift * (step - abs(last.step))
      let found = [-1, 0, 1].map { nudge -> (likeness: Float, shift: Double) in
        let shift = guess + Double(nudge)
        return (likeness(profile(step: direction * step, shift: shift), reference), shift)
      }.max { $0.likeness < $1.likeness }
      guard let found else { break }
      if found.likeness >= Self.alike {
        last = (direction * step, found.shift)
        drift = found.shift / step
        misses = 0
      } else {
        misses += 1
      }
      step += 1
    }
    return last
  }

  /// Least correlation of two lines of one code: print, noise and light differ, bars do not.
  private static let alike: Float = 0.7

  private func place(_ point: Outline.Point, _ offset: Offset) -> Outline.Point {
    (
      point.x + offset.step * across.x + offset.shift * along.x,
      point.y + offset.step * across.y + offset.shift * along.y
    )
  }

  /// The grays along the line, their mean taken off and their length 1; nil outside of the picture or where all is one gray.
  private func profile(step: Double, shift: Double) -> [Float]? {
    let (a, b) = (place(left, (step, shift)), place(right, (step, shift)))
    let (limitX, limitY) = (Double(picture.width - 1), Double(picture.height - 1))
    guard [a, b].allSatisfy({ $0.x >= -1 && $0.y >= -1 && $0.x <= limitX + 1 && $0.y <= limitY + 1 }) else {
      return nil
    }
    var grays = [Float](repeating: 0, count: count)
    var sum: Float = 0
    for index in 0..<count {
      let t = Double(index) / Double(count - 1)
      let x = Int(max(0, min(limitX, a.x + t * (b.x - a.x) + 0.5)))
      let y = Int(max(0, min(limitY, a.y + t * (b.y - a.y) + 0.5)))
      grays[index] = Float(picture.pixels[y * picture.width + x])
      sum += grays[index]
    }
    let mean = sum / Float(count)
    var square: Float = 0
    for index in 0..<count {
      grays[index] -= mean
      square += grays[index] * grays[index]
    }
    guard square > Float(count) else { return nil }
    let scale = 1 / square.squareRoot()
    for index in 0..<count { grays[index] *= scale }
    return grays
  }

  private func likeness(_ profile: [Float]?, _ reference: [Float]) -> Float {
    guard let profile else { return -1 }
    var sum: Float = 0
    for index in 0..<count { sum += profile[index] * reference[index] }
    return sum
  }
}
