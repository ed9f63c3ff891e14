/// A picture, and what passes make of it: each made once, when the first one asks.
final class Scene {
  let picture: GrayPicture
  private(set) lazy var half = picture.reduced(by: 2)
  private(set) lazy var evened = picture.evened()
  private(set) lazy var inverted = picture.inverted()
  private(set) lazy var blocks = BlockMap(picture)
  private(set) lazy var regions = BarRegion.regions(in: blocks)

  init(_ picture: GrayPicture) { self.picture = picture }

  /// With bars in these regions.
  init(_ picture: GrayPicture, regions: [BarRegion]) {
    self.picture = picture
    self.regions = regions
  }

  func sortRegions(by distance: (BarRegion) -> Double) { regions.sort { distance($0) < distance($1) } }

  /// How a pass looks at the scene.
  enum View {
    case whole
    /// Half as wide and high.
    case half
    /// Contrast made alike everywhere.
    case evened
    /// Black for white.
    case inverted
    /// The regions with likely bars, turned upright: see `BarRegion.strip`. `sharpness`: edges made steeper by that much,
    /// along the rows.
    case strips(scale: Int, rows: Int?, sharpness: Double = 0)
  }

  /// What an engine finds in that view, its points in the pixels of the scene.
  func findings(_ engine: some Engine, _ view: View) -> [Finding] {
    switch view {
    case .whole: engine.findings(in: picture)
    case .half:
      (half.map(engine.findings) ?? []).map { $0.moved { ($0.x * 2 + 0.5, $0.y * 2 + 0.5) } }
    case .evened: evened.map(engine.findings) ?? []
    case .inverted: inverted.map(engine.findings) ?? []
    case .strips(let scale, let rows, let sharpness):
      regions.flatMap { findings(engine, in: $0, scale: scale, rows: rows, sharpness: sharpness) }
    }
  }

  /// What an engine finds in one region turned upright.
  func findings(
    _ engine: some Engine, in region: BarRegion, scale: Int, rows: Int?, sharpness: Double = 0
  ) -> [Finding] {
    guard let (strip, place) = region.strip(of: picture, scale: scale, rows: rows) else { return [] }
    let seen = sharpness > 0 ? strip.sharpened(sigma: Double(scale), amount: sharpness, alongRows: true) : strip
    return (seen.map(engine.findings) ?? []).map { $0.moved(place) }
  }
}
