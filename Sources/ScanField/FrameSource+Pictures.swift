import Glibc
import Synchronization

extension FrameSource {
  /// A picture file that stands still before the camera: the same frame, 15 times a second. `decoder`: the path of `formentry-decode`, which reads the file.
  public static func picture(_ path: String, decoder: String, longestSide: Int = 1280) -> FrameSource {
    FrameSource(name: path) { feed throws(SourceError) in
      let picture = try load(path, decoder: decoder, longestSide: longestSide)
      var number = 0
      while feed.isWanted {
        feed.publish(
          Frame(
            memory: picture.memory, offset: picture.offset, width: picture.width, height: picture.height,
            stride: picture.stride, number: number, released: { _ = picture }))
        number += 1
        feed.waitForCommand(1_000 / 15)
      }
    }
  }

  /// The pictures of a directory (or one file) as a camera sees them that is held by hand: each comes near, unsharp
  /// and slanted at first, then steadies. The frames follow from `seed` and their numbers alone. A new aim shows the
  /// next picture; without one it comes by itself.
  public static func movingPictures(
    _ path: String, decoder: String, width: Int = 640, height: Int = 480, framesPerSecond: Int = 30, seed: UInt64 = 1
  ) -> FrameSource {
    // The show goes on where it was when the camera is opened again.
    let kept = Mutex(MovingShow.Place())
    return FrameSource(name: path) { feed throws(SourceError) in
      let list = PictureList(under: path)
      guard !list.paths.isEmpty else {
        throw SourceError(list.problems.first?.message ?? "\(path): there is no picture (PNG, JPEG, PGM) in it.")
      }
      let load = { (path: String) throws(SourceError) -> Frame in
        try Self.load(path, decoder: decoder, longestSide: max(width, height) * 5 / 4)
      }
      var show = MovingShow(
        paths: list.paths, width: width, height: height, seed: seed, place: kept.withLock { $0 }, load: load)
      let pool = try sourced { () throws(DecodeError) in try FramePool(room: width * height) }
      var next = milliseconds()
      while feed.isWanted {
        let aims = feed.aims
        if let frame = try show.next(aims: aims, from: pool) { feed.publish(frame, for: aims) }
        kept.withLock { $0 = show.place }
        // After a delay the frames that are late are left out.
        next = max(next + 1_000 / max(1, framesPerSecond), milliseconds() - 100)
        while feed.isWanted, milliseconds() < next { feed.waitForCommand(next - milliseconds()) }
      }
    }
  }

  private static func load(_ path: String, decoder: String, longestSide: Int) throws(SourceError) -> Frame {
    try sourced { () throws(DecodeError) in
      try DecodeWorker(executable: decoder).load(still: path, longestSide: longestSide)
    }
  }
}
