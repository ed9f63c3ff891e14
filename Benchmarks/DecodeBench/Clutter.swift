import Chance
import Glibc

/// What lies behind and beside a label: cartons, tape, print, stripes. Made of chance alone.
struct Clutter {
  private var chance: Chance
  private let canvas: Canvas
  /// Most of what is on a carton runs along it.
  private let lean: Double

  /// `isBusy`: with more print and more of what looks like bars, as a picture without a code has to be.
  static func canvas(width: Int, height: Int, chance: Chance, isBusy: Bool) -> Canvas {
    var clutter = Clutter(chance, width: width, height: height)
    clutter.board()
    for _ in 0..<clutter.chance.number(in: 2...5) { clutter.panel() }
    for _ in 0..<clutter.chance.number(in: 2...7) { clutter.seam() }
    for _ in 0..<clutter.chance.number(in: isBusy ? 8...18 : 4...12) { clutter.line() }
    for _ in 0..<clutter.chance.number(in: isBusy ? 0...2 : 0...1) { clutter.stripes() }
    if isBusy, clutter.chance.happens(0.2) { clutter.checks() }
    return clutter.canvas
  }

  private init(_ chance: Chance, width: Int, height: Int) {
    self.chance = chance
    canvas = Canvas(width: width, height: height, tone: 128)
    lean = self.chance.real(in: -0.25...0.25)
  }

  private mutating func spot() -> Canvas.Spot {
    Canvas.Spot(
      x: chance.real(in: 0...Double(canvas.width)), y: chance.real(in: 0...Double(canvas.height)),
      angle: lean + (chance.happens(0.2) ? chance.real(in: -1.6...1.6) : chance.real(in: -0.04...0.04)))
  }

  /// Cardboard: a tone that wanders, and grain.
  private mutating func board() {
    let middle = chance.real(in: 85...175)
    let coarse = Canvas(width: canvas.width / 40 + 3, height: canvas.height / 40 + 3, tone: 0)
    for index in 0..<coarse.width * coarse.height { coarse.tones[index] = Float(middle + 9 * chance.bell()) }
    let grain = Float(chance.real(in: 1...6))
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let noise = Float(Int(chance.next() >> 56)) / 128 - 1
        canvas.tones[y * canvas.width + x] = coarse.tone(Float(x) / 40, Float(y) / 40) + grain * noise
      }
    }
  }

  /// Another carton, a sheet of paper, a strip of tape: all with darker edges.
  private mutating func panel() {
    let (wide, high) = (chance.real(in: 120...700), chance.real(in: 40...450))
    let tone = chance.real(in: 50...235)
    let edge = chance.real(in: 1...5)
    canvas.paint(spot(), width: wide, height: high) { u, v in
      min(u, v, wide - u, high - v) < edge ? tone * 0.6 : tone
    }
  }

  private mutating func seam() {
    let tone = chance.real(in: 20...220)
    canvas.paint(spot(), width: chance.real(in: 100...1200), height: chance.real(in: 1...7)) { _, _ in tone }
  }

  private mutating func line() {
    let text = String((0..<chance.number(in: 4...26)).map { _ in chance.one(of: Lettering.characters) })
    let tone = chance.happens(0.85) ? chance.real(in: 10...70) : chance.real(in: 210...250)
    Lettering.print(text, on: canvas, at: spot(), dot: exp(chance.real(in: 0.2...2.1)), tone: tone)
  }

  /// Corrugation, slats, ribs of a pallet: even ones, and uneven ones that no symbology has.
  private mutating func stripes() {
    let period = chance.real(in: 4...30)
    let tones = (chance.real(in: 15...90), chance.real(in: 140...240))
    let wobble = chance.happens(0.5) ? chance.real(in: 0...0.45) : 0
    let phases = (0..<64).map { _ in chance.real(in: -1...1) }
    canvas.paint(spot(), width: chance.real(in: 80...500), height: chance.real(in: 30...300)) { u, _ in
      let index = Int(u / period)
      return u / period - Double(index) < 0.5 + wobble * phases[index % 64] ? tones.0 : tones.1
    }
  }

  /// Squares, dark and bright by turns or by chance.
  private mutating func checks() {
    let side = chance.real(in: 4...16)
    let cells = (0..<1024).map { _ in chance.happens(0.5) }
    let isEven = chance.happens(0.3)
    canvas.paint(spot(), width: 30 * side, height: 30 * side) { u, v in
      let (column, row) = (Int(u / side), Int(v / side))
      return (isEven ? (column + row) % 2 == 0 : cells[row * 32 + column]) ? 30 : 210
    }
  }
}
