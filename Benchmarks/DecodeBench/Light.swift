import Chance
import Glibc

/// Light that falls unevenly on a scene, and shines back from it here and there.
struct Light {
  private let across: (left: Float, right: Float)
  private let down: (top: Float, bottom: Float)
  private let glare: (x: Float, y: Float, radius: Float, strength: Float)

  init(_ chance: inout Chance) {
    func part(_ range: ClosedRange<Double>) -> Float { Float(chance.real(in: range)) }
    across = (part(0.7...1.05), part(0.7...1.05))
    down = (part(0.8...1.05), part(0.8...1.05))
    let isGlossy = chance.happens(0.15)
    glare = (part(0.25...0.75), part(0.2...0.8), part(0.05...0.16), isGlossy ? part(30...110) : 0)
  }

  /// What is seen of a tone at a place in parts of the frame's sides.
  func falling(on tone: Float, _ u: Float, _ v: Float) -> Float {
    let lit =
      tone * (across.left + (across.right - across.left) * u) * (down.top + (down.bottom - down.top) * v)
    guard glare.strength > 0 else { return lit }
    let (dx, dy) = ((u - glare.x) / glare.radius, (v - glare.y) / glare.radius)
    return lit + glare.strength * exp(-(dx * dx + dy * dy) / 2)
  }
}
