import Glibc

/// What a lens makes of a sharp edge, as a table: how much of the edge has passed at a distance from it, and how fast it
/// passes there. Distances are in standard deviations of the blur.
struct EdgeTable: @unchecked Sendable {  // The table is written once, in `init`, and never freed.
  /// Beyond this distance the edge is not seen.
  static let reach: Float = 4
  static let steps: Float = 64

  /// (passed, density) at -reach, -reach + 1/steps, ... and one entry more, so that the next one always exists.
  let entries: UnsafePointer<SIMD2<Float>>

  /// A blur of many small causes.
  static let gaussian = EdgeTable { distance in
    (0.5 * erfc(-distance / 2.0.squareRoot()), exp(-distance * distance / 2) / (2 * Double.pi).squareRoot())
  }

  /// A lens out of focus spreads a point to a disc: across a bar that is a half circle, here softened by a narrow
  /// Gaussian. The whole has a standard deviation of 1.
  static let disc = EdgeTable { distance in
    let soft = 0.4
    let radius = 2 * (1 - soft * soft).squareRoot()
    var passed = 0.0
    var density = 0.0
    var weight = 0.0
    for step in -100...100 {
      let place = Double(step) / 100
      let height = (1.000_000_1 - place * place).squareRoot()
      let off = (distance - radius * place) / soft
      passed += height * 0.5 * erfc(-off / 2.0.squareRoot())
      density += height * exp(-off * off / 2) / (soft * (2 * Double.pi).squareRoot())
      weight += height
    }
    return (passed / weight, density / weight)
  }

  private init(_ value: (Double) -> (passed: Double, density: Double)) {
    let count = Int(2 * Self.reach * Self.steps) + 2
    let table = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: count)
    for index in 0..<count {
      let (passed, density) = value(Double(index) / Double(Self.steps) - Double(Self.reach))
      table[index] = SIMD2(Float(passed), Float(density))
    }
    entries = UnsafePointer(table)
  }

  /// (passed, density) at a distance of less than `reach` on either side.
  @inline(__always)
  func at(_ distance: Float) -> SIMD2<Float> {
    let place = (distance + Self.reach) * Self.steps
    let index = Int(place)
    let before = entries[index]
    return before + (entries[index + 1] - before) * (place - Float(index))
  }

  /// How much of the edge has passed, at any distance.
  @inline(__always)
  func passed(_ distance: Float) -> Float {
    distance >= Self.reach ? 1 : distance <= -Self.reach ? 0 : at(distance).x
  }
}
