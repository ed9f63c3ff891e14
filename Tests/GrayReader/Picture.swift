import Foundation
import GrayReader

/// How a code is shown to a camera.
struct View: Sendable {
  enum Blur: Sendable { case gaussian, disc }

  /// Pixels a module at the code's middle.
  var module = 2.5
  /// A standard deviation in modules.
  var blur = 0.3
  var kernel = Blur.gaussian
  /// A standard deviation in gray levels.
  var noise = 1.0
  var paper = 210.0
  var ink = 40.0
  /// Degrees that the code is turned by.
  var turn = 0.0
  /// How much wider the right end's modules are than the middle's, as a part.
  var perspective = 0.0
  /// How far round a can the code reaches: half its angle in degrees.
  var curve = 0.0
  /// Height in modules.
  var height = 40.0
}

/// A picture of one code, or of several one below the other.
struct Picture {
  var width: Int
  var height: Int
  var pixels: [UInt8]
  /// What lies between the end of a row and the next one.
  var padding = 0

  static let quiet = 12.0

  init(of modules: String, _ view: View = View(), seed: UInt64 = 1) {
    let count = Double(modules.count)
    let angle = view.turn * .pi / 180
    let (across, along) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
    let half = SIMD2((count / 2 + Self.quiet) * (1 + view.perspective), view.height / 2 + 8) * view.module
    let size = SIMD2(
      abs(across.x) * half.x + abs(along.x) * half.y, abs(across.y) * half.x + abs(along.y) * half.y)
    width = Int(2 * size.x)
    height = Int(2 * size.y)
    let line = Self.blurred(modules, view)
    var generator = Generator(state: seed)
    pixels = []
    for row in 0..<height {
      for column in 0..<width {
        let place = SIMD2(Double(column) + 0.5 - size.x, Double(row) + 0.5 - size.y) / view.module
        let (u, v) = ((place * across).sum(), (place * along).sum())
        let dark = abs(v) < view.height / 2 ? Self.dark(line, at: Self.unbent(u, count, view) + count / 2) : 0
        let value = view.paper + (view.ink - view.paper) * dark + view.noise * generator.normal()
        pixels.append(UInt8(min(max(value, 0), 255)))
      }
    }
  }

  init(width: Int, height: Int, _ value: (Int, Int) -> UInt8) {
    self.width = width
    self.height = height
    pixels = (0..<height).flatMap { row in (0..<width).map { value($0, row) } }
  }

  /// The module, from the code's middle, that is seen at a place.
  private static func unbent(_ u: Double, _ count: Double, _ view: View) -> Double {
    let end = count / 2
    if view.curve > 0 {
      let most = view.curve * .pi / 180
      let part = max(min(u / end * sin(most), 1), -1)
      return asin(part) / most * end
    }
    return u / (1 + view.perspective * u / end)
  }

  private static let fine = 20.0

  /// Darkness along the code, twenty places a module, from 12 modules before it.
  private static func blurred(_ modules: String, _ view: View) -> [Double] {
    let margin = String(repeating: "0", count: Int(quiet) + 8)
    let sharp = (margin + modules + margin).flatMap { Array(repeating: $0 == "1" ? 1.0 : 0, count: Int(fine)) }
    let reach = Int(4 * view.blur * fine) + 1
    let weights = (-reach...reach).map { step in
      let off = Double(step) / fine / view.blur
      return view.kernel == .gaussian ? exp(-off * off / 2) : max(0, 1 - off * off / 4).squareRoot()
    }
    let sum = weights.reduce(0, +)
    return sharp.indices.map { index in
      var value = 0.0
      for (step, weight) in weights.enumerated() {
        let place = index + step - reach
        if sharp.indices.contains(place) { value += weight * sharp[place] }
      }
      return value / sum
    }
  }

  private static func dark(_ line: [Double], at module: Double) -> Double {
    let place = Int(((module + quiet + 8) * fine).rounded(.down))
    return line.indices.contains(place) ? line[place] : 0
  }

  /// One above the other, on paper.
  func above(_ other: Picture) -> Picture {
    let paper = pixels[0]
    let wide = max(width, other.width)
    let (one, two) = (self, other)
    return Picture(width: wide, height: height + other.height) { column, row in
      let (picture, line) = row < one.height ? (one, row) : (two, row - one.height)
      return column < picture.width ? picture.pixels[line * picture.width + column] : paper
    }
  }

  func readings(_ reader: GrayReader) -> [GrayReading] {
    withImage { reader.readings(in: $0) }
  }

  func withImage<Result>(_ body: (GrayImage) -> Result) -> Result {
    var rows: [UInt8] = []
    for row in 0..<height {
      rows += pixels[(row * width)..<((row + 1) * width)] + [UInt8](repeating: 77, count: padding)
    }
    return rows.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return body(GrayImage(pixels: [0], width: 0, height: 0, rowBytes: 0)) }
      return body(GrayImage(pixels: base, width: width, height: height, rowBytes: width + padding))
    }
  }
}
