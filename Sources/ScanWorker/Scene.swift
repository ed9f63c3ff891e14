/// A picture, and what passes make of it: each made once, when the first one asks.
final class Scene {
  let picture: GrayPicture
  private(set) lazy var half = picture.reduced(by: 2)
  private(set) lazy var sharpened = picture.sharpened(sigma: 1.5, amount: 1.5)
  private(set) lazy var inverted = picture.inverted()
  private(set) lazy var blocks = BlockMap(picture)
  private(set) lazy var regions = BarRegion.regions(in: blocks)

  private(set) lazy var patches = PatchRegion.regions(in: blocks, most: mostPatches)
  private let mostPatches: Int

  /// With several codes in view, of which only some are wanted, more parts must be looked at for the right one.
  init(_ picture: GrayPicture, isCrowded: Bool = false) {
    self.picture = picture
    mostPatches = isCrowded ? 8 : 3
  }

  /// With bars in these regions.
  init(_ picture: GrayPicture, regions: [BarRegion]) {
    self.picture = picture
    mostPatches = 3
    self.regions = regions
  }

  func sortRegions(by distance: (BarRegion) -> Double) { regions.sort { distance($0) < distance($1) } }

  /// How a pass looks at the scene.
  enum View {
    case whole
    /// Half as wide and high.
    case half
    /// Edges made steeper.
    case sharpened
    /// Black for white.
    case inverted
    /// The regions with likely bars, turned upright: see `BarRegion.strip`.
    case strips(scale: Int, rows: Int?, change: Change = .none)
    /// The parts with likely matrix codes; `isLarge`: twice as wide and high.
    case patches(isLarge: Bool = false)
  }

  /// What is done to a strip.
  enum Change {
    case none
    /// Contrast made alike everywhere.
    case evened
    /// Black for white.
    case inverted
    /// Edges made steeper, along the rows; the number is how many pixels of the picture the blur is wide.
    case sharpened(Double)
  }

  /// What an engine finds in that view, its points in the pixels of the scene.
  func findings(_ engine: some Engine, _ view: View) -> [Finding] {
    switch view {
    case .whole: engine.findings(in: picture)
    case .half:
      (half.map(engine.findings) ?? []).map { $0.moved { ($0.x * 2 + 0.5, $0.y * 2 + 0.5) } }
    case .sharpened: sharpened.map(engine.findings) ?? []
    case .inverted: inverted.map(engine.findings) ?? []
    case .strips(let scale, let rows, let change):
      regions.flatMap { region -> [Finding] in
        guard let (strip, place) = region.strip(of: picture, scale: scale, rows: rows) else { return [] }
        return (strip.changed(change, scale: scale).map(engine.findings) ?? []).map { $0.moved(place) }
      }
    case .patches(let isLarge):
      patches.flatMap { patch -> [Finding] in
        guard let (part, left, top) = picture.part(patch), let seen = isLarge ? part.enlarged() : part else {
          return []
        }
        let scale = isLarge ? 0.5 : 1
        return engine.findings(in: seen).map { $0.moved { ($0.x * scale + Double(left), $0.y * scale + Double(top)) } }
      }
    }
  }
}

extension GrayPicture {
  fileprivate func changed(_ change: Scene.Change, scale: Int) -> GrayPicture? {
    switch change {
    case .none: self
    case .evened: evened()
    case .inverted: inverted()
    case .sharpened(let blur): sharpened(sigma: blur * Double(scale), amount: blur + 0.5, alongRows: true)
    }
  }
}
