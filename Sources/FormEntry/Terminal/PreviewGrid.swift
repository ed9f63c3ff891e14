/// A picture with the marks drawn into it, at the resolution in which it is shown.
struct PreviewGrid: ~Copyable {
  let across: Int
  let down: Int
  private var levels: [UInt8]
  private var marks: [PreviewMark]

  /// A picture of another size is stretched. `thickness` is that of the marks, in pixels.
  init(_ picture: GrayPicture, across: Int, down: Int, _ wanted: PreviewMarks, thickness: Int = 1) {
    self.across = max(0, across)
    self.down = max(0, down)
    let count = self.across * self.down
    marks = Array(repeating: .none, count: count)
    levels = count > 0 && !picture.levels.isEmpty ? picture.levels : Array(repeating: 0, count: count)
    guard count > 0, !picture.levels.isEmpty else { return }
    if picture.width != across || picture.height != down {
      levels = (0..<count).map {
        picture.levels[$0 / across * picture.height / down * picture.width + $0 % across * picture.width / across]
      }
    }
    if wanted.aimLine {
      let inset = across / 12
      for x in inset..<max(inset, across - inset) { mark(x, down / 2, .line, thickness) }
    }
    let corners = wanted.box.map { ($0.x * across / picture.width, $0.y * down / picture.height) }
    for index in corners.indices {
      line(from: corners[index], to: corners[(index + 1) % corners.count], thickness)
    }
  }

  func level(_ y: Int, _ x: Int) -> Int { Int(levels[y * across + x]) }
  func mark(_ y: Int, _ x: Int) -> PreviewMark { marks[y * across + x] }

  /// Whether the box goes on in a neighbouring pixel.
  func hasBox(_ y: Int, _ x: Int) -> Bool {
    x >= 0 && x < across && y >= 0 && y < down && marks[y * across + x] == .box
  }

  /// Numbers of colours, row by row: `greys` from black to white, then red, then green.
  func indexed(greys: Int) -> [UInt8] {
    let table = (0..<256).map { UInt8($0 * greys / 256) }
    return [UInt8](unsafeUninitializedCapacity: levels.count) { pixels, count in
      for index in levels.indices {
        let mark = marks[index]
        pixels[index] = mark == .none ? table[Int(levels[index])] : UInt8(greys) + mark.rawValue - 1
      }
      count = levels.count
    }
  }

  private mutating func mark(_ x: Int, _ y: Int, _ mark: PreviewMark, _ thickness: Int) {
    let first = y - thickness / 2
    for y in first..<first + thickness where y >= 0 && y < down {
      let first = mark == .line ? x : x - thickness / 2
      let last = mark == .line ? x + 1 : first + thickness
      for x in first..<last where x >= 0 && x < across { marks[y * across + x] = mark }
    }
  }

  private mutating func line(from: (Int, Int), to: (Int, Int), _ thickness: Int) {
    // A code may lie far outside of what is shown: only what can be seen is drawn.
    let steps = min(max(abs(to.0 - from.0), abs(to.1 - from.1)), 8 * (across + down)) + 1
    for step in 0...steps {
      let (x, y) = (from.0 + (to.0 - from.0) * step / steps, from.1 + (to.1 - from.1) * step / steps)
      guard x > -thickness, x < across + thickness, y > -thickness, y < down + thickness else { continue }
      mark(x, y, .box, thickness)
    }
  }
}
