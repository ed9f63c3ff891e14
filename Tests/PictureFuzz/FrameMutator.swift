import Chance
import ScanField

/// Frames that no camera gives, and some that one may: cut, turned over, repeated, of odd sizes and strides, and with
/// sizes that are not true.
struct FrameMutator {
  let pictures: [String]
  let worker: DecodeWorker

  /// Gray pixels, rows one behind the other.
  struct Pixels {
    var width: Int
    var height: Int
    var gray: [UInt8]

    init(width: Int, height: Int, _ gray: (_ x: Int, _ y: Int) -> UInt8) {
      (self.width, self.height) = (width, height)
      self.gray = [UInt8](unsafeUninitializedCapacity: width * height) { room, filled in
        for y in 0..<height { for x in 0..<width { room[y * width + x] = gray(x, y) } }
        filled = width * height
      }
    }

    var pgm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + gray }
  }

  /// A frame, and a file that shows the same.
  func next(_ chance: inout Chance) throws -> (frame: Frame, file: [UInt8]) {
    let pixels = changed(&chance)
    let stride = pixels.width + (chance.happens(0.5) ? 0 : chance.number(below: 70))
    let offset = chance.happens(0.5) ? 0 : chance.number(below: 5_000)
    let memory = try SharedMemory(size: offset + stride * pixels.height + chance.number(below: 3))
    for y in 0..<pixels.height {
      for x in 0..<pixels.width { memory.bytes[offset + y * stride + x] = pixels.gray[y * pixels.width + x] }
    }
    var size = [pixels.width, pixels.height, stride, offset]
    if chance.happens(0.1) { size[chance.number(below: 4)] = chance.one(of: FileMutator.numbers) }
    let frame = Frame(
      memory: memory, offset: size[3], width: size[0], height: size[1], stride: size[2],
      number: chance.one(of: [0, 1, 2, 3, Int(Int32.max)]))
    return (frame, pixels.pgm)
  }

  /// A picture's pixels as they are, no side longer than 640, or something made.
  func pixels(_ chance: inout Chance) -> Pixels {
    if chance.happens(0.85), let frame = try? worker.load(still: chance.one(of: pictures), longestSide: 640) {
      return frame.withPixels { bytes in
        Pixels(width: frame.width, height: frame.height) { bytes[$1 * frame.stride + $0] }
      }
    }
    let (width, height) = (chance.one(of: Self.sides), chance.one(of: Self.sides))
    let period = chance.number(in: 1...40)
    switch chance.number(below: 4) {
    case 0: return Pixels(width: width, height: height) { _, _ in 255 }
    case 1: return Pixels(width: width, height: height) { x, _ in x / period % 2 == 0 ? 0 : 255 }
    case 2: return Pixels(width: width, height: height) { x, y in (x / period + y / period) % 2 == 0 ? 20 : 230 }
    default:
      var noise = chance
      return Pixels(width: width, height: height) { _, _ in UInt8(truncatingIfNeeded: noise.next()) }
    }
  }

  private static let sides = [1, 2, 3, 5, 16, 63, 64, 65, 127, 333, 640, 1_281]

  private func changed(_ chance: inout Chance) -> Pixels {
    var pixels = pixels(&chance)
    for _ in 0..<chance.number(below: 4) { change(&pixels, &chance) }
    return pixels
  }

  private func change(_ pixels: inout Pixels, _ chance: inout Chance) {
    let old = pixels
    let (width, height) = (old.width, old.height)
    func at(_ x: Int, _ y: Int) -> UInt8 { old.gray[y * width + x] }
    switch chance.number(below: 9) {
    case 0:
      let (left, top) = (chance.number(below: width), chance.number(below: height))
      pixels = Pixels(
        width: chance.number(in: 1...width - left), height: chance.number(in: 1...height - top)
      ) { at(left + $0, top + $1) }
    case 1: pixels = Pixels(width: width, height: height) { ~at($0, $1) }
    case 2: pixels = Pixels(width: width, height: height) { at(width - 1 - $0, $1) }
    case 3: pixels = Pixels(width: height, height: width) { at($1, $0) }
    // Two of one label in view.
    case 4 where width <= 700 && height <= 700:
      let isBeside = chance.happens(0.5)
      pixels = Pixels(width: isBeside ? 2 * width : width, height: isBeside ? height : 2 * height) {
        at($0 % width, $1 % height)
      }
    case 5 where width > 1 && height > 1:
      let (across, down) = (chance.number(in: 2...2 * width), chance.number(in: 2...2 * height))
      pixels = Pixels(width: min(across, 1_400), height: min(down, 1_000)) {
        at($0 * width / across, $1 * height / down)
      }
    case 6:
      var noise = chance
      let strength = chance.number(in: 1...120)
      pixels = Pixels(width: width, height: height) {
        UInt8(clamping: Int(at($0, $1)) + noise.number(in: -strength...strength))
      }
    case 7:
      let (first, last) = (chance.number(below: height), chance.number(below: height))
      let gray = UInt8(truncatingIfNeeded: chance.next())
      pixels = Pixels(width: width, height: height) { first <= $1 && $1 <= last ? gray : at($0, $1) }
    default:
      let slant = chance.number(in: -width...width)
      pixels = Pixels(width: width, height: height) { x, y in
        at(((x + y * slant / height) % width + width) % width, y)
      }
    }
  }
}
