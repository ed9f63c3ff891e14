import Glibc

/// Pictures one after the other as a camera sees them that a hand brings near, steadies and takes away. What a
/// frame looks like follows from the seed, the picture and the frame's number within it, and from nothing else.
struct MovingShow {
  /// How far the show has come.
  struct Place {
    /// The picture, counted on through all rounds.
    var picture = 0
    /// The next frame of that picture.
    var step = 0
    /// The next frame of all.
    var number = 0
    /// The aims that were answered with a picture.
    var aims = 0
  }

  /// Frames of a picture until the next comes by itself: 5 s at 30 a second.
  static let steps = 150

  private let paths: [String]
  private let width: Int
  private let height: Int
  private let seed: UInt64
  private let load: (String) throws(SourceError) -> Frame
  private(set) var place: Place
  private var sheet: (picture: Int, sheet: Sheet)?

  /// `paths` must not be empty. A picture is loaded when it is first shown.
  init(
    paths: [String], width: Int, height: Int, seed: UInt64, place: Place = Place(),
    load: @escaping (String) throws(SourceError) -> Frame
  ) {
    self.paths = paths
    self.width = width
    self.height = height
    self.seed = seed
    self.place = place
    self.load = load
  }

  /// The next frame; nil where no place is free. A new aim goes on to the next picture, the first one shows the first.
  mutating func next(aims: Int, from pool: FramePool) throws(SourceError) -> Frame? {
    if (aims > place.aims && place.number > 0) || place.step >= Self.steps {
      place.picture += 1
      place.step = 0
    }
    place.aims = aims
    let sheet = try current()
    let motion = Motion(seed: seed, picture: place.picture, step: place.step)
    defer {
      place.step += 1
      place.number += 1
    }
    return pool.frame(width: width, height: height, stride: width, number: place.number) {
      draw(sheet, motion, $0)
    }
  }

  /// The picture that is shown. One that cannot be read is passed over; when none can, why the first could not.
  private mutating func current() throws(SourceError) -> Sheet {
    if let sheet, sheet.picture == place.picture { return sheet.sheet }
    var problem: SourceError?
    for _ in paths {
      do {
        let made = Sheet(try load(paths[place.picture % paths.count]), width: width, height: height)
        sheet = (place.picture, made)
        return made
      } catch {
        problem = problem ?? error
        place.picture += 1
      }
    }
    throw problem ?? SourceError("There is no picture.")
  }

  /// Turns every pixel of the frame back into the sheet; 16 bits behind the point.
  private func draw(_ sheet: Sheet, _ motion: Motion, _ target: UnsafeMutableBufferPointer<UInt8>) {
    guard let target = target.baseAddress else { return }
    let scale = 1 / (sheet.fit * motion.zoom)
    let (c, s) = (cos(motion.angle) * scale, sin(motion.angle) * scale)
    let (du, dv) = (Int32(c * 65_536), Int32(-s * 65_536))
    let (lastU, lastV) = (UInt32(sheet.width - 1) << 16, UInt32(sheet.height - 1) << 16)
    let (middleX, middleY) = (
      Double(width) * (0.5 + motion.x), Double(height) * (0.5 + motion.y)
    )
    sheet.levels[motion.blur].withUnsafeBufferPointer { pixels in
      guard let source = pixels.baseAddress else { return }
      for y in 0..<height {
        let row = target + y * width
        memset(row, Int32(70 + 30 * y / height), width)
        let dy = Double(y) - middleY
        var u = Int32(clamping: Int((Double(sheet.width) / 2 - c * middleX + s * dy) * 65_536))
        var v = Int32(clamping: Int((Double(sheet.height) / 2 + s * middleX + c * dy) * 65_536))
        for x in 0..<width {
          // A negative one is a large one without its sign.
          if UInt32(bitPattern: u) < lastU, UInt32(bitPattern: v) < lastV {
            let p = source + Int(v >> 16) * sheet.width + Int(u >> 16)
            let (a, b) = (u >> 8 & 255, v >> 8 & 255)
            let upper = Int32(p[0]) &* (256 &- a) &+ Int32(p[1]) &* a
            let lower = Int32(p[sheet.width]) &* (256 &- a) &+ Int32(p[sheet.width + 1]) &* a
            row[x] = UInt8(truncatingIfNeeded: (upper &* (256 &- b) &+ lower &* b) >> 16)
          }
          u &+= du
          v &+= dv
        }
      }
    }
  }

  /// How the hand holds the camera at one frame.
  struct Motion {
    var zoom: Double
    /// Radians.
    var angle: Double
    /// Off the middle, in parts of the frame.
    var x: Double
    var y: Double
    /// 0 sharp to 3.
    var blur: Int

    init(seed: UInt64, picture: Int, step: Int) {
      var random = Random(state: seed &+ UInt64(truncatingIfNeeded: picture) &* 0x9E37_79B9_7F4A_7C15)
      let (slant, fromX, fromY) = (random.next(), random.next(), random.next())
      let phases = (random.next() * .pi, random.next() * .pi, random.next() * .pi, random.next() * .pi)
      // It comes near within 18 frames (0.6 s), slower and slower; then only the hand trembles.
      let away = pow(1 - min(1, Double(step) / 18), 3)
      let t = Double(step)
      zoom = (0.94 - 0.34 * away) * (1 + 0.012 * sin(t / 23 + phases.0))
      angle = 0.16 * slant * away + 0.022 * sin(t / 31 + phases.1)
      x = 0.22 * fromX * away + 0.010 * sin(t / 19 + phases.2)
      y = 0.18 * fromY * away + 0.012 * sin(t / 27 + phases.3)
      blur = away > 0.5 ? 3 : away > 0.2 ? 2 : away > 0.03 ? 1 : 0
    }
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  private struct Random {
    var state: UInt64

    /// From -1 to 1.
    mutating func next() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return Double((z ^ z >> 31) >> 11) / Double(1 << 52) - 1
    }
  }
}
