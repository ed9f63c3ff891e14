import Glibc
import Synchronization

extension FrameSource {
  /// A picture file that stands still before the camera: the same frame, 15 times a second. `decoder`: the path of `formentry-decode`, which reads the file.
  public static func picture(_ path: String, decoder: String, longestSide: Int = 1280) -> FrameSource {
    FrameSource(name: path) { feed throws(SourceError) in
      let picture = try sourced { () throws(DecodeError) in
        try DecodeWorker(executable: decoder).load(still: path, longestSide: longestSide)
      }
      guard let (memory, layout) = picture.inMemory() else { return }
      var number = 0
      while feed.isWanted {
        let wanted = feed.wanted
        if let end = wanted.warmUntil {
          // Nobody looks.
          feed.waitForNext(end, since: wanted)
          continue
        }
        feed.publish(
          Frame(
            memory: memory, offset: layout.offset, width: layout.width, height: layout.height, stride: layout.stride,
            number: number, released: { _ = picture }))
        number += 1
        feed.waitForNext(milliseconds() + 1_000 / 15, since: wanted)
      }
    }
  }

  /// The pictures of a directory (or one file) as a camera sees them that is held by hand: each comes near, unsharp
  /// and slanted at first, then steadies. The frames follow from `seed` and their numbers alone. A new aim shows the
  /// next picture; until then one stays.
  public static func movingPictures(
    _ path: String, decoder: String, width: Int = 640, height: Int = 480, framesPerSecond: Int = 30, seed: UInt64 = 1
  ) -> FrameSource {
    // The show goes on where it was when the camera is opened again.
    let kept = Mutex(MovingShow.Place())
    return FrameSource(name: path) { feed throws(SourceError) in
      let loader = PictureLoader(decoder: decoder, longestSide: max(width, height) * 5 / 4)
      let list = PictureList(under: path)
      guard !list.paths.isEmpty else {
        throw SourceError(list.problems.first?.message ?? "\(path): there is no picture (PNG, JPEG, PGM) in it.")
      }
      var show = MovingShow(
        paths: list.paths, width: width, height: height, seed: seed, place: kept.withLock { $0 },
        load: loader.load)
      // One place is with the decode worker, one with the window, one free.
      let pool = try sourced { () throws(DecodeError) in try FramePool(room: width * height, places: 3) }
      var next = milliseconds()
      while feed.isWanted {
        let wanted = feed.wanted
        if let end = wanted.warmUntil {
          // Nobody looks: time to have the next picture ready for the next press.
          show.prepare()
          loader.rest()
          feed.waitForNext(end, since: wanted)
          next = milliseconds()
          continue
        }
        feed.publish(try show.next(aims: wanted.aims, from: pool), for: wanted.aims)
        kept.withLock { $0 = show.place }
        if show.isSteady {
          show.prepare()
          loader.rest()
        }
        // After a delay the frames that are late are left out.
        next = max(next + 1_000 / max(1, framesPerSecond), milliseconds() - 100)
        feed.waitForNext(next, since: wanted)
        if milliseconds() < next { next = milliseconds() }
      }
    }
  }
}

/// Loads pictures through a decode worker that is there only while one is needed. For one thread.
private final class PictureLoader {
  private let decoder: String
  private let longestSide: Int
  private var worker: DecodeWorker?

  init(decoder: String, longestSide: Int) {
    self.decoder = decoder
    self.longestSide = longestSide
  }

  func load(_ path: String) throws(SourceError) -> Frame {
    try sourced { () throws(DecodeError) in
      if let worker { return try worker.load(still: path, longestSide: longestSide) }
      let started = try DecodeWorker(executable: decoder)
      worker = started
      return try started.load(still: path, longestSide: longestSide)
    }
  }

  /// No picture is needed for a while.
  func rest() { worker = nil }
}
