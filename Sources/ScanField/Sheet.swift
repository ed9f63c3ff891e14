import Glibc

/// A picture on white paper, and the same again at half the size, a quarter and so on: unsharp views are taken from
/// a smaller one, and so are views in which a pixel stands for many of the sheet's.
final class Sheet: @unchecked Sendable {
  // Unchecked: the pixels never change after `init`.

  struct Level {
    /// Pixels; rows follow each other without gaps.
    let width: Int
    let height: Int
    let pixels: UnsafePointer<UInt8>
  }

  /// From full size down, each half of the one before.
  let levels: [Level]
  /// Frame pixels for one of the sheet's where it fills the frame.
  let fit: Double
  private let memory: UnsafeMutableRawBufferPointer

  /// nil where there is no memory for it.
  init?(_ picture: Frame, width frameWidth: Int, height frameHeight: Int) {
    // A label that is cut at its bars needs a quiet zone round it.
    let margin = max(12, max(picture.width, picture.height) / 12)
    let (width, height) = (picture.width + 2 * margin, picture.height + 2 * margin)
    var sizes = [(width: width, height: height)]
    while let last = sizes.last, sizes.count < 5, min(last.width, last.height) >= 4 {
      sizes.append((last.width / 2, last.height / 2))
    }
    // A mapping of its own, given back whole: an allocator would keep what it once had.
    let size = sizes.reduce(0) { $0 + $1.width * $1.height }
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: size)
    var place = start.assumingMemoryBound(to: UInt8.self)
    Self.lay(picture, on: place, width: width, height: height, margin: margin)
    var levels: [Level] = []
    for (width, height) in sizes {
      if let larger = levels.last { Self.halve(larger, to: place, width: width, height: height) }
      levels.append(Level(width: width, height: height, pixels: UnsafePointer(place)))
      place += width * height
    }
    self.levels = levels
    // A small picture is not blown up without end.
    fit = min(Double(frameWidth) / Double(width), Double(frameHeight) / Double(height), 4)
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// The picture in the middle of paper as bright as its brightest corner.
  private static func lay(
    _ picture: Frame, on sheet: UnsafeMutablePointer<UInt8>, width: Int, height: Int, margin: Int
  ) {
    picture.withPixels { pixels in
      guard let source = pixels.baseAddress else { return }
      let last = picture.stride * (picture.height - 1)
      let paper = max(
        source[0], source[picture.width - 1], source[last], source[last + picture.width - 1])
      memset(sheet, Int32(paper), width * height)
      for y in 0..<picture.height {
        memcpy(sheet + (y + margin) * width + margin, source + y * picture.stride, picture.width)
      }
    }
  }

  /// Each pixel the mean of four.
  private static func halve(_ larger: Level, to target: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    for y in 0..<height {
      let upper = larger.pixels + 2 * y * larger.width
      let lower = upper + larger.width
      let row = target + y * width
      for x in 0..<width {
        let sum = Int32(upper[2 * x]) &+ Int32(upper[2 * x + 1]) &+ Int32(lower[2 * x]) &+ Int32(lower[2 * x + 1])
        row[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
      }
    }
  }
}
