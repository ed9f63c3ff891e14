import CSystem
import Glibc
import Synchronization

/// One use of a camera, from opening to closing, on a thread of its own that nobody waits for: a driver may not
/// answer for as long as it likes. Whoever started it looks at the clock.
final class CameraSession: Sendable {
  enum End {
    case closed
    case failed(SourceError)
  }

  struct Times: Sendable {
    /// Milliseconds without a good picture after which a camera that had some counts as failed.
    var silence = 3_000
    /// The same for the first: real cameras need seconds for it.
    var waking = 10_000
    /// For a single call of a driver.
    var call = 4_000
  }

  private struct Shared {
    var isWanted = true
    var beat = milliseconds()
    var end: End?
  }

  /// Milliseconds between two looks at which cameras there are.
  private static let lookingRound = 500

  private let shared = Mutex(Shared())
  private let times: Times
  /// Readable when it has ended.
  let ended = system_event()
  private let stopping = system_event()

  init(times: Times) { self.times = times }

  deinit {
    for descriptor in [ended, stopping] where descriptor >= 0 { close(descriptor) }
  }

  // Whoever started it.

  var end: End? { shared.withLock { $0.end } }

  /// A call of the driver does not come back.
  var isStuck: Bool { shared.withLock { $0.end == nil && milliseconds() - $0.beat > times.call } }

  /// It is to close the camera as soon as it can. What it still gets is not shown.
  func stop() {
    shared.withLock { $0.isWanted = false }
    system_event_raise(stopping)
  }

  // Its thread.

  func run(_ search: CameraSearch, width: Int, height: Int, library: String, feed: FrameFeed) {
    var end = End.closed
    do throws(SourceError) { try stream(search, width, height, library, feed) } catch { end = .failed(error) }
    // The camera is closed by now.
    shared.withLock { $0.end = end }
    system_event_raise(ended)
  }

  /// Still there, before the next call of the driver; false when it shall end.
  private func goesOn() -> Bool {
    shared.withLock {
      $0.beat = milliseconds()
      return $0.isWanted
    }
  }

  private func stream(
    _ search: CameraSearch, _ width: Int, _ height: Int, _ libraryName: String, _ feed: FrameFeed
  ) throws(SourceError) {
    let library = try CameraLibrary(name: libraryName)
    let camera = try search.open(width: width, height: height, library: library)
    guard goesOn() else { return }
    camera.adjust()
    let pixels = camera.pixels
    let pool = try sourced { () throws(DecodeError) in try FramePool(room: pixels.grayStride * pixels.height) }
    guard goesOn() else { return }
    try camera.start()
    guard goesOn() else { return }
    feed.report(.waking)
    var number = 0
    var lastGood = milliseconds()
    var isDamaged = false
    var lookedAt = 0
    while goesOn() {
      let isReady = wait(for: camera)
      guard goesOn() else { return }
      let isNew = try camera.takeLatest { source in
        let frame = pool.frame(
          width: pixels.width, height: pixels.height, stride: pixels.grayStride, number: number
        ) { target in
          if let target = target.baseAddress { pixels.copyGray(from: source, to: target) }
        }
        if let frame, goesOn() { feed.publish(frame) }
        number += 1
      }
      if isNew {
        lastGood = milliseconds()
        isDamaged = false
        if lastGood - lookedAt > Self.lookingRound {
          lookedAt = lastGood
          search.lookRound(library: library)
        }
        continue
      }
      isDamaged = isDamaged || isReady
      // Readable without a picture: it must not spin.
      if isReady { usleep(5_000) }
      // Seen by the clock alone: a damaged JPEG makes the device readable for ever without a picture.
      if milliseconds() - lastGood > (number == 0 ? times.waking : times.silence) {
        let subject = search.subject
        throw SourceError(
          isDamaged
            ? "\(subject) sends no pictures that are whole; try its cable."
            : "\(subject) sends no pictures; plug it in anew.")
      }
    }
  }

  /// Until the camera has something, it is to end, or a tenth of a second has passed; whether the camera has.
  private func wait(for camera: Camera) -> Bool {
    var wanted = [
      pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&wanted, 2, 100)
    return wanted[0].revents != 0
  }
}
