/// Darkness along a line across the bars, averaged along them.
final class Profile {
  /// 0 is white; gray levels of the picture.
  let values: UnsafeMutablePointer<Float>
  let count: Int
  let mean: Float
  let variance: Float
  let range: Float

  init(values source: UnsafePointer<Float>, count: Int) {
    values = .allocate(capacity: max(count, 1))
    self.count = count
    var sum: Float = 0
    var squares: Float = 0
    var least = Float.infinity
    var most = -Float.infinity
    for index in 0..<count {
      let value = source[index]
      values[index] = value
      sum += value
      squares += value * value
      least = min(least, value)
      most = max(most, value)
    }
    mean = sum / Float(max(count, 1))
    variance = max(squares / Float(max(count, 1)) - mean * mean, 1e-3)
    range = count > 0 ? most - least : 0
  }

  deinit { values.deallocate() }

  /// The same line from its other end.
  var reversed: Profile {
    let turned = Profile(values: values, count: count)
    for index in 0..<count { turned.values[index] = values[count - 1 - index] }
    return turned
  }

  /// Between samples in a straight line; the ends go on.
  @inline(__always)
  func at(_ place: Float) -> Float {
    let inside = min(max(place, 0), Float(count) - 1.001)
    let index = Int(inside)
    return values[index] + (values[index + 1] - values[index]) * (inside - Float(index))
  }
}
