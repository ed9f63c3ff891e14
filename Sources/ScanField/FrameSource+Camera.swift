import Glibc
import Synchronization

extension FrameSource {
  /// A V4L2 camera. The size is a wish.
  public static func camera(_ choice: CameraChoice = .any, width: Int = 1280, height: Int = 720) -> FrameSource {
    camera(
      CameraSearch(choice), width: width, height: height, library: CameraLibrary.standardName,
      times: CameraSession.Times())
  }

  static func camera(
    _ search: CameraSearch, width: Int, height: Int, library: String, times: CameraSession.Times
  ) -> FrameSource {
    let stuck = StuckSessions()
    return FrameSource(name: search.choice.wish) { feed throws(SourceError) in
      func noAnswer() -> SourceError {
        SourceError("\(search.subject) does not answer; unplug it and plug it in anew.")
      }
      guard stuck.allowsAnother else { throw noAnswer() }
      let session = CameraSession(times: times)
      let problem = startThread {
        session.run(search, width: width, height: height, library: library, feed: feed)
      }
      guard problem == 0 else {
        throw SourceError("The camera cannot be started: \(String(cString: strerror(problem))).")
      }
      // This thread never calls a driver: it sees when the other one is held up by one.
      while true {
        var wanted = [
          pollfd(fd: feed.command, events: Int16(POLLIN), revents: 0),
          pollfd(fd: session.ended, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&wanted, 2, 100)
        if wanted[0].revents != 0 { feed.waitForCommand(0) }
        switch session.end {
        case .closed: return
        case .failed(let error): throw error
        case nil: break
        }
        if !feed.isWanted { session.stop() }
        if session.isStuck {
          session.stop()
          stuck.add(session)
          throw noAnswer()
        }
      }
    }
  }
}

/// Sessions that a driver holds up. Their threads end when it lets them; until then no other one is started on the
/// same camera, except when that takes very long.
private final class StuckSessions: Sendable {
  private struct Shared {
    var sessions: [CameraSession] = []
    var lastAt = 0
  }

  private let shared = Mutex(Shared())
  private static let most = 4
  /// Milliseconds.
  private static let patience = 15_000

  func add(_ session: CameraSession) {
    shared.withLock {
      $0.sessions.append(session)
      $0.lastAt = milliseconds()
    }
  }

  var allowsAnother: Bool {
    shared.withLock {
      $0.sessions.removeAll { $0.end != nil }
      return $0.sessions.isEmpty
        || ($0.sessions.count < Self.most && milliseconds() - $0.lastAt > Self.patience)
    }
  }
}
