import Chance
import Glibc
import ScanField

/// What a hand holds a camera at: a label on a carton, or cartons alone. Its frames differ by the hand's trembling, the
/// lens that hunts for focus, and the sensor's noise. All follows from the scene's number. How hard they are was set by
/// two readers as they come: of the 200 with a code zbar reads 115, zxing-cpp 3.1.1 reads 181.
struct Scene {
  static let width = 1280
  static let height = 720
  /// Their numbers: first those with a code, then 42 without.
  static let all = 0..<Symbol.all.count + 42

  /// A name for a file of it.
  var file: String { "\(number).pgm" }

  private let number: Int
  let label: Label?
  private let ground: Canvas
  /// How the label lies: from its own pixels to the frame's, counted from the middle.
  private var map = Projection.identity
  private let softness: Double
  private let defocus: Double
  private let noise: Double
  private let light: Light

  init(number: Int, by worker: DecodeWorker, scratch: String) throws {
    self.number = number
    var chance = Chance(seed: 2_026 &+ UInt64(number) &* 7_919)
    let hasCode = number < Symbol.all.count
    ground = Clutter.canvas(
      width: Self.width + 80, height: Self.height + 80, chance: Chance(seed: chance.next()), isBusy: !hasCode)
    let module: Double
    if hasCode {
      let label = try Label(Symbol(Symbol.all[number], &chance), by: worker, scratch: scratch, &chance)
      let turn = Self.turn(&chance)
      module = Self.module(of: label, turn: turn, &chance)
      map = Self.projection(of: label, turn: turn, module: module, &chance)
      self.label = label
    } else {
      (label, module) = (nil, 3)
    }
    softness = chance.real(in: 0.5...0.95)
    // In modules: what it makes unreadable depends on them.
    defocus = chance.happens(0.2) ? module * chance.real(in: 0.2...0.36) : 0
    noise = chance.real(in: 2.5...5.8)
    light = Light(&chance)
  }

  /// How a hand holds a camera, in radians: mostly level, now and then upright, upside down or aslant.
  private static func turn(_ chance: inout Chance) -> Double {
    let degrees =
      switch chance.real(in: 0...1) {
      case ..<0.95: max(-15, min(15, 6 * chance.bell()))
      case ..<0.975: chance.one(of: [90, 180, -90]) + chance.real(in: -8...8)
      default: chance.one(of: [45, -45]) + chance.real(in: -12...12)
      }
    return degrees * .pi / 180
  }

  /// Pixels of the narrowest bar or square: as far as the frame holds the symbol.
  private static func module(of label: Label, turn: Double, _ chance: inout Chance) -> Double {
    // Few labels are held so far away that little can be read.
    let wanted = label.symbol.kind.isMatrix ? chance.real(in: 3...6) : 1.5 + 2.5 * chance.real(in: 0...1).squareRoot()
    let (c, s) = (abs(cos(turn)), abs(sin(turn)))
    let across = c * label.modulesWide + s * label.modulesHigh
    let down = s * label.modulesWide + c * label.modulesHigh
    return min(wanted, 0.92 * Double(width) / across, 0.92 * Double(height) / down)
  }

  private static func projection(of label: Label, turn: Double, module: Double, _ chance: inout Chance) -> Projection {
    let scale = module / Double(Label.pixelsAModule)
    let (c, s) = (cos(turn), sin(turn))
    let (wide, high) = (Double(label.paper.width), Double(label.paper.height))
    let room = (
      x: max(0, Double(width) - (abs(c) * wide + abs(s) * high) * scale) / 2,
      y: max(0, Double(height) - (abs(s) * wide + abs(c) * high) * scale) / 2
    )
    // Near the middle, where the red line is.
    let place = (x: min(room.x, 90) * chance.real(in: -1...1), y: min(room.y, 60) * chance.real(in: -1...1))
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner -> (x: Double, y: Double) in
      let x = (corner.0 + chance.real(in: -0.03...0.03)) * wide * scale
      let y = (corner.1 + chance.real(in: -0.03...0.03)) * high * scale
      return (x: c * x - s * y + place.x, y: s * x + c * y + place.y)
    }
    return Projection(ofWidth: wide, height: high, to: corners)
  }

  // MARK: Frames

  /// The frame of that number, from 0; width * height bytes to `target`.
  func draw(frame: Int, into target: UnsafeMutablePointer<UInt8>) {
    var chance = Chance(seed: UInt64(number) &* 104_729 &+ UInt64(frame) &* 15_485_863)
    let turn = chance.bell() * 0.006
    let zoom = 1 + chance.bell() * 0.004
    let hand = Projection(turn: turn, zoom: zoom, x: chance.bell() * 4, y: chance.bell() * 4)
    let optics = Optics(softness: softness, defocus: defocus * chance.real(in: 0.75...1.25), noise: noise)
    let canvas = Canvas(width: Self.width, height: Self.height, tone: 0)
    let back = hand.inverse
    let toPaper = map.followed(by: hand).inverse
    for y in 0..<Self.height {
      let dy = Double(y) - Double(Self.height) / 2
      for x in 0..<Self.width {
        let dx = Double(x) - Double(Self.width) / 2
        let place = back.apply(dx, dy)
        var tone = ground.tone(Float(place.x) + Float(ground.width) / 2, Float(place.y) + Float(ground.height) / 2)
        if let label { tone = Self.tone(of: label.paper, toPaper, dx, dy, over: tone) }
        canvas.tones[y * Self.width + x] = light.falling(
          on: tone, Float(x) / Float(Self.width), Float(y) / Float(Self.height))
      }
    }
    optics.expose(canvas, seed: chance.next(), into: target)
  }

  /// A pixel of the sensor gathers light from all of its square: the mean of 4 x 4 places on the paper and beside it.
  private static func tone(
    of paper: Canvas, _ toPaper: Projection, _ x: Double, _ y: Double, over ground: Float
  ) -> Float {
    let middle = toPaper.apply(x, y)
    guard middle.x > -40, middle.y > -40, middle.x < Double(paper.width) + 40, middle.y < Double(paper.height) + 40
    else { return ground }
    var sum: Float = 0
    for part in 0..<16 {
      let place = toPaper.apply(x + (Double(part & 3) - 1.5) / 4, y + (Double(part >> 2) - 1.5) / 4)
      let (u, v) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
      let isPaper = u >= 0 && v >= 0 && u < paper.width && v < paper.height
      sum += isPaper ? paper.tones[v * paper.width + u] : ground
    }
    return sum / 16
  }
}
