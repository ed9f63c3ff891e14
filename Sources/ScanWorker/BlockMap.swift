import Glibc

/// How the grays of a picture change, block by block: where they change at all, and whether in one direction (bars) or
/// in all (print, matrix codes). From the structure tensor: sums of products of the differences of neighbours.
struct BlockMap {
  /// Pixels of the picture to a side of a block.
  let side: Int
  let columns: Int
  let rows: Int
  /// For each block: the sum of squared differences a pixel.
  private(set) var energy: [Float]
  /// For each block and those around it: the direction across the bars, from -pi/2 to pi/2.
  private(set) var direction: [Float]
  /// For each block and those around it: 1 where all change goes one way, 0 where it goes every way.
  private(set) var coherence: [Float]

  /// Half the pixels will do for a large picture: a code that is readable in it is large too.
  init(_ picture: GrayPicture) {
    let block = 8
    let isLarge = max(picture.width, picture.height) > 900
    let small = isLarge ? picture.reduced(by: 2) ?? picture : picture
    side = isLarge ? 2 * block : block
    columns = small.width / block
    rows = small.height / block
    let count = columns * rows
    var (xx, yy, xy) = ([Float](), [Float](), [Float]())
    xx.reserveCapacity(count)
    yy.reserveCapacity(count)
    xy.reserveCapacity(count)
    for row in 0..<rows {
      for column in 0..<columns {
        let sums = Self.sums(small, column * block, row * block, block)
        xx.append(Float(sums.xx))
        yy.append(Float(sums.yy))
        xy.append(Float(sums.xy))
      }
    }
    energy = zip(xx, yy).map { ($0 + $1) / Float(block * block) }
    direction = [Float](repeating: 0, count: count)
    coherence = [Float](repeating: 0, count: count)
    for row in 0..<rows {
      for column in 0..<columns {
        var (a, b, c): (Float, Float, Float) = (0, 0, 0)
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            a += xx[y * columns + x]
            b += yy[y * columns + x]
            c += xy[y * columns + x]
          }
        }
        let index = row * columns + column
        direction[index] = 0.5 * atan2(2 * c, a - b)
        coherence[index] = a + b > 0 ? ((a - b) * (a - b) + 4 * c * c).squareRoot() / (a + b) : 0
      }
    }
  }

  private static func sums(
    _ picture: GrayPicture, _ left: Int, _ top: Int, _ block: Int
  ) -> (xx: Int32, yy: Int32, xy: Int32) {
    let width = picture.width
    var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
    for y in max(1, top)..<min(picture.height - 1, top + block) {
      let row = picture.pixels + y * width
      for x in max(1, left)..<min(width - 1, left + block) {
        let across = Int32(row[x + 1]) &- Int32(row[x - 1])
        let down = Int32(row[x + width]) &- Int32(row[x - width])
        xx &+= across &* across
        yy &+= down &* down
        xy &+= across &* down
      }
    }
    return (xx, yy, xy)
  }

  /// The energy of a block with bars in it is above this: in a sharp picture sensor noise and card stay below it; in a blurred
  /// one even the bars have little, and it is a part of the highest there is.
  var least: Float {
    let sorted = energy.sorted()
    let high = sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    return min(60, max(8, 0.12 * high))
  }
}

extension BlockMap {
  /// The blocks that hang together with that one, which are taken: each at most `reach` away from another that it goes with.
  func gather(
    from start: Int, reach: Int, _ isTaken: inout [Bool], where goesWith: (Int, Int) -> Bool = { _, _ in true }
  ) -> [Int] {
    var blocks: [Int] = []
    var open = [start]
    isTaken[start] = true
    while let block = open.popLast() {
      blocks.append(block)
      let (x, y) = (block % columns, block / columns)
      for row in max(0, y - reach)...min(rows - 1, y + reach) {
        for column in max(0, x - reach)...min(columns - 1, x + reach) {
          let next = row * columns + column
          guard !isTaken[next], goesWith(next, block) else { continue }
          isTaken[next] = true
          open.append(next)
        }
      }
    }
    return blocks
  }
}
