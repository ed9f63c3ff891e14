/// The picture at the resolution of the cells, each pixel the mean of what it covers.
struct PreviewGrid: ~Copyable {
  let across: Int
  let down: Int
  private var levels: [UInt8]
  private var marks: [UInt8]

  init(_ picture: GrayPicture, across: Int, down: Int, cells: (columns: Int, rows: Int), _ wanted: PreviewMarks) {
    self.across = across
    self.down = down
    levels = Array(repeating: 0, count: across * down)
    marks = Array(repeating: 0, count: across * down)
    let crop = PreviewMapping.crop(of: picture, columns: cells.columns, rows: cells.rows)
    guard crop.width > 0, across > 0, down > 0 else { return }
    let lefts = (0...across).map { crop.x + $0 * crop.width / across }
    for y in 0..<down {
      let top = crop.y + y * crop.height / down
      let bottom = max(top + 1, crop.y + (y + 1) * crop.height / down)
      for x in 0..<across {
        let right = max(lefts[x] + 1, lefts[x + 1])
        var sum = 0
        for line in top..<bottom {
          for index in line * picture.width + lefts[x]..<line * picture.width + right {
            sum += Int(picture.levels[index])
          }
        }
        levels[y * across + x] = UInt8(sum / ((bottom - top) * (right - lefts[x])))
      }
    }
    if wanted.aimLine {
      for x in across / 12..<max(across / 12, across - across / 12) { mark(x, down / 2, PreviewMapping.red) }
    }
    let corners = wanted.box.map { corner in
      ((corner.x - crop.x) * across / crop.width, (corner.y - crop.y) * down / crop.height)
    }
    for index in corners.indices { line(from: corners[index], to: corners[(index + 1) % corners.count]) }
  }

  func pixel(_ y: Int, _ x: Int) -> (level: Int, mark: Int) {
    (Int(levels[y * across + x]), Int(marks[y * across + x]))
  }

  private mutating func mark(_ x: Int, _ y: Int, _ colour: Int) {
    guard x >= 0, x < across, y >= 0, y < down else { return }
    marks[y * across + x] = UInt8(colour)
  }

  private mutating func line(from: (Int, Int), to: (Int, Int)) {
    // A code may lie far outside of what is shown: only what can be seen is drawn.
    let steps = min(max(abs(to.0 - from.0), abs(to.1 - from.1)), 8 * (across + down)) + 1
    for step in 0...steps {
      mark(from.0 + (to.0 - from.0) * step / steps, from.1 + (to.1 - from.1) * step / steps, PreviewMapping.green)
    }
  }
}
