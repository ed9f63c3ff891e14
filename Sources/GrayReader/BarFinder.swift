import Glibc

/// Where bars are likely: places of a picture at which gray values change much, and nearly all in one direction.
struct BarFinder {
  /// A field of bars.
  struct Region {
    /// Its middle, in pixels.
    var x: Float
    var y: Float
    /// A unit vector across the bars; it points right, or down where the bars lie flat.
    var across: SIMD2<Float>
    /// How far it reaches across the bars and along them, from the middle, in pixels.
    var width: ClosedRange<Float>
    var height: ClosedRange<Float>
  }

  /// Blocks on either side that a block is judged with.
  private static let around = 2
  /// The least mean change, in gray levels a pixel or so, of bars; below it is noise.
  private static let leastEnergy: Float = 1

  /// The least part of the changes that must point the same way: of bars most do, of writing and square codes few.
  private static let leastShare: Float = 0.45
  /// No code is narrower, in pixels.
  private static let narrowest: Float = 32

  private let size: Int
  private let columns: Int
  private let rows: Int
  private var energy: [Float]
  /// Twice the angle across the bars, as a unit vector a block.
  private var direction: [SIMD2<Float>]

  init(_ image: GrayImage) {
    size = max(image.width, image.height) > 500 ? 8 : 4
    columns = max(image.width - 2, 0) / size
    rows = max(image.height - 2, 0) / size
    energy = [Float](repeating: 0, count: columns * rows)
    direction = [SIMD2<Float>](repeating: .zero, count: columns * rows)
    guard columns > 2, rows > 2 else { return }
    var tensors = self.tensors(of: image)
    spread(&tensors)
    for block in 0..<(columns * rows) {
      let tensor = tensors[block]
      let (difference, sum, mixed) = (tensor.x - tensor.y, tensor.x + tensor.y, 2 * tensor.z)
      let coherent = (difference * difference + mixed * mixed).squareRoot()
      guard coherent > 0 else { continue }
      let share = coherent / (sum + 3)
      if share < Self.leastShare { continue }
      energy[block] = coherent.squareRoot() * share
      direction[block] = SIMD2(difference, mixed) / coherent
    }
  }

  /// Sums of squared changes for each block: across, down, and their product; a pixel's mean.
  private func tensors(of image: GrayImage) -> [SIMD4<Float>] {
    var tensors = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    let step = size == 8 ? 2 : 1
    let scale = 1 / Float(size * size / step)
    for row in 0..<rows {
      for inner in stride(from: 0, to: size, by: step) {
        let line = image.pixels + (1 + row * size + inner) * image.rowBytes + 1
        let (above, below) = (line - image.rowBytes, line + image.rowBytes)
        for column in 0..<columns {
          var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
          let start = column &* size
          for pixel in start..<(start &+ size) {
            let across = Int32(line[pixel &+ 1]) &- Int32(line[pixel &- 1])
            let down = Int32(below[pixel]) &- Int32(above[pixel])
            xx &+= across &* across
            yy &+= down &* down
            xy &+= across &* down
          }
          tensors[row * columns + column] += scale * SIMD4(Float(xx), Float(yy), Float(xy), 0)
        }
      }
    }
    return tensors
  }

  /// Each block becomes the mean of those around it.
  private func spread(_ tensors: inout [SIMD4<Float>]) {
    let around = Self.around
    var across = tensors
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = SIMD4<Float>.zero
        for other in max(0, column - around)...min(columns - 1, column + around) {
          sum += tensors[row * columns + other]
        }
        across[row * columns + column] = sum
      }
    }
    let scale = 1 / Float((2 * around + 1) * (2 * around + 1))
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = SIMD4<Float>.zero
        for other in max(0, row - around)...min(rows - 1, row + around) { sum += across[other * columns + column] }
        tensors[row * columns + column] = sum * scale
      }
    }
  }

  /// The likeliest regions, at most so many, the strongest first.
  func regions(atMost count: Int) -> [Region] {
    guard columns > 2, rows > 2 else { return [] }
    var energy = energy
    var found: [Region] = []
    for _ in 0..<(count + 3) where found.count < count {
      guard let seed = strongest(energy) else { break }
      let blocks = grown(from: seed, &energy)
      if let region = region(of: blocks) { found.append(region) }
    }
    return found
  }

  /// The block with the most energy around it.
  private func strongest(_ energy: [Float]) -> Int? {
    var best = (energy: Float(0), block: -1)
    var sums = [Float](repeating: 0, count: columns)
    let around = Self.around
    for row in 0..<rows {
      for column in 0..<columns {
        var sum: Float = 0
        for other in max(0, row - around)...min(rows - 1, row + around) { sum += energy[other * columns + column] }
        sums[column] = sum
      }
      for column in 0..<columns {
        var sum: Float = 0
        for other in max(0, column - around)...min(columns - 1, column + around) { sum += sums[other] }
        if sum > best.energy, energy[row * columns + column] > 0 { best = (sum, row * columns + column) }
      }
    }
    return best.block >= 0 && energy[best.block] >= Self.leastEnergy ? best.block : nil
  }

  /// The blocks that hang together with a seed and point the same way; their energy is taken away.
  private func grown(from seed: Int, _ energy: inout [Float]) -> [(block: Int, energy: Float)] {
    let (row, column) = (seed / columns, seed % columns)
    var near: [Float] = []
    var way = SIMD2<Float>.zero
    for other in max(0, row - 2)...min(rows - 1, row + 2) {
      for beside in max(0, column - 2)...min(columns - 1, column + 2) {
        let block = other * columns + beside
        near.append(energy[block])
        way += energy[block] * direction[block]
      }
    }
    near.sort()
    let floor = max(0.3 * near[near.count * 9 / 10], 0.5 * Self.leastEnergy)
    way /= max((way * way).sum().squareRoot(), 1e-6)
    var blocks: [(Int, Float)] = []
    var pending = [seed]
    blocks.append((seed, energy[seed]))
    energy[seed] = 0
    while let block = pending.popLast() {
      let (row, column) = (block / columns, block % columns)
      for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let (other, beside) = (row + down, column + right)
        guard other >= 0, other < rows, beside >= 0, beside < columns else { continue }
        let neighbour = other * columns + beside
        guard energy[neighbour] > floor, (direction[neighbour] * way).sum() > 0.8 else { continue }
        blocks.append((neighbour, energy[neighbour]))
        energy[neighbour] = 0
        pending.append(neighbour)
      }
    }
    return blocks
  }

  /// The region that blocks make up; nil where it is too small for a code.
  private func region(of blocks: [(block: Int, energy: Float)]) -> Region? {
    guard blocks.count >= 6 else { return nil }
    var (x, y): (Float, Float) = (0, 0)
    var way = SIMD2<Float>.zero
    for (block, energy) in blocks {
      x += Float(block % columns)
      y += Float(block / columns)
      way += energy * direction[block]
    }
    x /= Float(blocks.count)
    y /= Float(blocks.count)
    let angle = atan2f(way.y, way.x) / 2
    let across = SIMD2(cosf(angle), sinf(angle))
    let places = blocks.map { SIMD2(Float($0.block % columns) - x, Float($0.block / columns) - y) * Float(size) }
    let widths = places.map { ($0 * across).sum() }.sorted()
    let heights = places.map { $0.y * across.x - $0.x * across.y }.sorted()
    let tail = heights.count * 3 / 100
    let width = Self.trimmed(widths[0], widths[widths.count - 1], by: Float(size))
    let height = Self.trimmed(heights[tail], heights[heights.count - 1 - tail], by: Float(size) / 2)
    guard width.upperBound - width.lowerBound >= Self.narrowest else { return nil }
    return Region(
      x: (x + 0.5) * Float(size) + 1, y: (y + 0.5) * Float(size) + 1, across: across, width: width, height: height)
  }

  /// Without the blocks beside the bars that count as bars, as each was judged with those around it.
  private static func trimmed(_ low: Float, _ high: Float, by amount: Float) -> ClosedRange<Float> {
    let middle = (low + high) / 2
    let half = max((high - low) / 2 - amount, amount / 2)
    return (middle - half)...(middle + half)
  }
}
