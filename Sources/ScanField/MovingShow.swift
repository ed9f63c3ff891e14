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

  private let paths: [String]
  private let width: Int
  private let height: Int
  private let seed: UInt64
  private let load: (String) throws(SourceError) -> Frame
  private(set) var place: Place
  private var current: Shown?
  private var following: Shown?

  private struct Shown {
    /// Counted on through all rounds.
    var picture: Int
    var sheet: Sheet
  }

  /// `paths` must not be empty. A picture is loaded when it is first shown, or by `prepare`.
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

  /// The next frame, to be drawn in a place of `pool`. A new aim goes on to the next picture, the first one shows the
  /// first; without one the picture stays.
  mutating func next(aims: Int, from pool: FramePool) throws(SourceError) -> Frame {
    if aims > place.aims && place.number > 0 {
      place.picture += 1
      place.step = 0
    }
    place.aims = aims
    let now = try shown(place.picture)
    current = now
    place.picture = now.picture
    let motion = Motion(seed: seed, picture: place.picture, step: place.step)
    defer {
      place.step += 1
      place.number += 1
    }
    return Frame(
      SheetView(now.sheet, motion, width: width, height: height), in: pool, width: width, height: height,
      number: place.number)
  }

  /// The picture stands still enough for a moment's work.
  var isSteady: Bool { place.step > Self.approach }

  /// Loads the picture after the one that is shown, so that an aim shows it at once.
  mutating func prepare() {
    guard let current, current.picture == place.picture, following.map({ $0.picture <= place.picture }) ?? true else {
      return
    }
    // The only one is the next one too.
    following =
      paths.count == 1 ? Shown(picture: place.picture + 1, sheet: current.sheet) : try? loaded(from: place.picture + 1)
  }

  private func shown(_ picture: Int) throws(SourceError) -> Shown {
    if let current, current.picture == picture { return current }
    // What was passed over when it was loaded is passed over.
    if let following, following.picture >= picture { return following }
    return try loaded(from: picture)
  }

  /// The picture of that number. One that cannot be read is passed over; when none can, why the first could not.
  private func loaded(from first: Int) throws(SourceError) -> Shown {
    var problem: SourceError?
    for picture in first..<first + paths.count {
      do throws(SourceError) {
        guard let sheet = Sheet(try load(paths[picture % paths.count]), width: width, height: height) else {
          throw SourceError("There is no memory for \(paths[picture % paths.count]).")
        }
        return Shown(picture: picture, sheet: sheet)
      } catch {
        problem = problem ?? error
      }
    }
    throw problem ?? SourceError("There is no picture.")
  }

  /// Frames until the picture has come near: 0.6 s at 30 a second.
  private static let approach = 18

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
      // It comes near slower and slower; then only the hand trembles.
      let left = 1 - min(1, Double(step) / Double(approach))
      let away = left * left * left
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
