import Glibc

/// Where the frames of the capture window come from: a camera, a picture, or a directory shown as a moving camera.
/// Its thread opens it, brings the frames and closes it; nothing here ever waits for it. Of the frames only the
/// latest is kept.
public final class FrameSource {
  /// The name for people: the device or the path.
  public let name: String
  private let feed = FrameFeed()
  private let produce: @Sendable (FrameFeed) throws(SourceError) -> Void
  private var hasThread = false

  /// `produce` runs on the source's thread: it opens what there is, publishes frames while `isWanted`, closes it and
  /// returns, or throws why it cannot.
  package init(name: String, produce: @escaping @Sendable (FrameFeed) throws(SourceError) -> Void) {
    self.name = name
    self.produce = produce
  }

  deinit { feed.end() }

  /// Readable (by poll) after a new frame or a new state, until `acknowledge()`.
  public var frameReady: Int32 { feed.ready }

  /// The latest frame since `start`; nil before the first.
  public var latest: Frame? { feed.latest }

  public var state: FrameSourceState { feed.state }

  public func acknowledge() { feed.acknowledge() }

  /// Wakes it, or goes on with one that is still warm.
  public func start() {
    feed.want()
    guard !hasThread else { return }
    hasThread = true
    let (feed, produce) = (feed, produce)
    let problem = startThread { Self.serve(feed, produce) }
    if problem != 0 {
      hasThread = false
      feed.report(.failed("The camera cannot be started: \(String(cString: strerror(problem)))."))
    }
  }

  /// Closes it, after it was kept warm for that many milliseconds: a `start` until then has a frame at once.
  public func stop(after warm: Int = 0) { feed.wantNoMore(after: warm) }

  /// Tells that the clerk aims at something new, now or in so many milliseconds: a directory shows its next picture.
  public func aim(after time: Int = 0) { feed.aim(after: time) }

  /// Asks for the next frame now: one that is not sure yet needs a second. A camera has its own pace.
  public func hasten() { feed.hasten() }

  /// Milliseconds between two tries to open what has failed.
  private static let retry = 1_000

  private static func serve(_ feed: FrameFeed, _ produce: (FrameFeed) throws(SourceError) -> Void) {
    var hasFailed = false
    while !feed.isEnded {
      guard feed.isWanted else {
        hasFailed = false
        feed.report(.asleep)
        feed.waitForCommand(-1)
        continue
      }
      // While it is tried again, why it failed can still be read.
      if !hasFailed { feed.report(.waking) }
      do {
        try produce(feed)
        hasFailed = false
      } catch {
        hasFailed = true
        feed.report(.failed(error.sentence))
        let again = milliseconds() + Self.retry
        while feed.isWanted, milliseconds() < again { feed.waitForCommand(again - milliseconds()) }
      }
    }
  }
}

private final class ThreadBody {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread that nobody waits for and that takes no signals (they are the loop's). 0, or an errno.
/// A thread of its own: calls that block would take one of the few of Swift's tasks.
func startThread(_ run: @escaping @Sendable () -> Void) -> Int32 {
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  let body = Unmanaged.passRetained(ThreadBody(run))
  var thread = pthread_t()
  let problem = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, body.toOpaque())
  if problem == 0 { pthread_detach(thread) } else { body.release() }
  return problem
}
