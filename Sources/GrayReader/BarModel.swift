/// How a code looks along a line across its bars: where its modules lie, how sharp it is, how light falls on it.
struct BarModel {
  /// 0...3: place, in modules, as a cubic of t, which is -1 at the first module's start and 1 at the last one's end of the
  /// first guess. 4: blur, a standard deviation in modules. 5: ink spread, what a bar grows by on either side, in modules.
  /// 6...8: the background's darkness as a quadratic of t. 9...11: what a bar adds to it, likewise.
  static let count = 12

  var parameters = SIMD16<Float>(repeating: 0)
  var edge: EdgeTable
  /// The samples at which t is 0 and 1.
  var centre: Float
  var halfWidth: Float

  var blur: Float {
    get { parameters[4] }
    set { parameters[4] = newValue }
  }
  var ink: Float { parameters[5] }
  var contrast: Float { parameters[9] }

  @inline(__always)
  func t(at sample: Float) -> Float { (sample - centre) / halfWidth }

  /// The module at t.
  @inline(__always)
  func module(at t: Float) -> Float {
    parameters[0] + t * (parameters[1] + t * parameters[2] + (t * t - 0.75) * parameters[3]) - 0.5 * parameters[2]
  }

  /// Modules per unit of t.
  func pace(at t: Float) -> Float {
    parameters[1] + 2 * t * parameters[2] + (3 * t * t - 0.75) * parameters[3]
  }

  /// The sample at which a module begins, by Newton's method.
  func sample(ofModule module: Float) -> Float {
    var t = (module - parameters[0]) / max(parameters[1], 1)
    for _ in 0..<8 {
      t -= (self.module(at: t) - module) / max(pace(at: t), 1)
      t = min(max(t, -1.5), 1.5)
    }
    return centre + halfWidth * t
  }

  /// Whether modules follow each other in order, none much narrower or wider than another.
  var isOrderly: Bool {
    let slowest = 0.25 * parameters[1]
    return parameters[1] > 1 && pace(at: -1) > slowest && pace(at: 1) > slowest && pace(at: 0) > slowest
  }
}
