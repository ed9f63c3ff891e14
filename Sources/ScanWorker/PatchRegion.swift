/// A part of a picture that may hold a matrix code: gray changes in all directions there, all over it. The engine starts
/// from the middle of what it is shown, and follows the first edge that looks like one: it finds more in a part.
enum PatchRegion {
  typealias Rectangle = (left: Int, top: Int, right: Int, bottom: Int)

  /// The parts of a picture with the most change in all directions, the strongest first; `most` of them, in pixels, with
  /// a margin for the quiet zone.
  static func regions(in map: BlockMap, most: Int) -> [Rectangle] {
    let least = 2 * map.least
    var isTaken = map.energy.indices.map { map.energy[$0] <= least || map.coherence[$0] >= coherent }
    var found: [(energy: Float, rectangle: Rectangle)] = []
    for start in map.energy.indices where !isTaken[start] {
      let blocks = map.gather(from: start, reach: 1, &isTaken)
      let columns = blocks.map { $0 % map.columns }
      let rows = blocks.map { $0 / map.columns }
      guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
        continue
      }
      let (wide, high) = (right - left + 1, bottom - top + 1)
      // A line of print is long and thin, or full of gaps.
      guard min(wide, high) >= 2, max(wide, high) <= 4 * min(wide, high), 2 * blocks.count >= wide * high else {
        continue
      }
      let margin = 2 + max(wide, high) / 4
      found.append(
        (
          blocks.reduce(0) { $0 + map.energy[$1] },
          (
            (left - margin) * map.side, (top - margin) * map.side, (right + 1 + margin) * map.side,
            (bottom + 1 + margin) * map.side
          )
        ))
    }
    return found.sorted { $0.energy > $1.energy }.prefix(most).map(\.rectangle)
  }

  /// Bars have more coherence.
  private static let coherent: Float = 0.6
}

extension GrayPicture {
  /// A part of the picture, as far as it lies within; nil where nothing of it does.
  func part(_ rectangle: PatchRegion.Rectangle) -> (picture: GrayPicture, left: Int, top: Int)? {
    let (left, top) = (max(0, rectangle.left), max(0, rectangle.top))
    let (right, bottom) = (min(width, rectangle.right), min(height, rectangle.bottom))
    guard right > left, bottom > top,
      let part = GrayPicture(
        copying: pixels + top * width + left, width: right - left, height: bottom - top, stride: width)
    else { return nil }
    return (part, left, top)
  }
}
