import CSystem
import Glibc
import Synchronization

/// How a source of frames is.
public enum FrameSourceState: Sendable, Equatable {
  /// Closed; it costs nothing.
  case asleep
  /// Being opened; no frame yet.
  case waking
  case running
  /// It gives no frames, and this is why, in one sentence for people. While it is wanted it is tried again.
  case failed(String)
}

/// Why a source gives no frames: one sentence for people.
package struct SourceError: Error {
  let sentence: String
  /// Another program has the camera.
  var isBusy = false

  init(_ sentence: String, isBusy: Bool = false) { (self.sentence, self.isBusy) = (sentence, isBusy) }

  init(_ error: DecodeError) { sentence = error.message }
}

/// The same failure in the words of a source.
func sourced<Result>(_ body: () throws(DecodeError) -> Result) throws(SourceError) -> Result {
  do { return try body() } catch { throw SourceError(error) }
}

/// What the thread of a source and its user share: the latest frame, the state, and whether frames are wanted.
package final class FrameFeed: Sendable {
  private enum Wish {
    case off
    case on
    /// Wanted until that time of `milliseconds()`: kept warm.
    case until(Int)
    /// The source is gone; so shall its thread be.
    case end
  }

  private struct Shared {
    var latest: Frame?
    var state = FrameSourceState.asleep
    var wish = Wish.off
    var aims = 0
    /// When the next aim comes by itself.
    var nextAim: Int?
    var isHasty = false

    var isWanted: Bool {
      switch wish {
      case .off, .end: false
      case .on: true
      case .until(let time): milliseconds() < time
      }
    }
  }

  private let shared = Mutex(Shared())
  /// Readable after a new frame or a new state, until `acknowledge()`.
  let ready = system_event()
  /// Readable when the wish has changed, until the thread has noticed.
  let command = system_event()

  deinit {
    for descriptor in [ready, command] where descriptor >= 0 { close(descriptor) }
  }

  // The user's side.

  var latest: Frame? { shared.withLock { $0.latest } }
  var state: FrameSourceState { shared.withLock { $0.state } }
  func acknowledge() { system_event_clear(ready) }

  func want() {
    shared.withLock {
      $0.wish = .on
      // What a camera that is kept warm shows meanwhile was nobody's aim.
      if $0.state == .asleep { $0.state = .waking }
    }
    system_event_raise(command)
  }

  func wantNoMore(after time: Int) {
    let old = shared.withLock { shared -> Frame? in
      guard case .on = shared.wish else { return nil }
      shared.wish = time > 0 ? .until(milliseconds() + time) : .off
      shared.nextAim = nil
      shared.isHasty = false
      defer { shared.latest = nil }
      return shared.latest
    }
    _ = old  // let go outside of the lock: its place is given back by another one
    system_event_raise(command)
  }

  /// Something new is aimed at, now or in so many milliseconds.
  func aim(after time: Int = 0) {
    shared.withLock {
      $0.nextAim = time > 0 ? milliseconds() + time : nil
      if time <= 0 { $0.aims += 1 }
    }
  }

  /// The next frame is waited for.
  func hasten() {
    shared.withLock { $0.isHasty = true }
    system_event_raise(command)
  }

  func end() {
    shared.withLock { $0.wish = .end }
    system_event_raise(command)
  }

  // The thread's side.

  /// What is wanted at one moment.
  struct Wanted: Equatable {
    /// How often the user has aimed anew.
    var aims: Int
    /// Until when (of `milliseconds()`) it is kept warm while nobody looks; nil where somebody does, or nobody wants it.
    var warmUntil: Int?
  }

  var wanted: Wanted {
    shared.withLock { shared in
      if let time = shared.nextAim, milliseconds() >= time {
        shared.nextAim = nil
        shared.aims += 1
      }
      if case .until(let time) = shared.wish { return Wanted(aims: shared.aims, warmUntil: time) }
      return Wanted(aims: shared.aims)
    }
  }

  package var isWanted: Bool { shared.withLock { $0.isWanted } }

  var isEnded: Bool {
    shared.withLock { if case .end = $0.wish { true } else { false } }
  }

  /// `aims`: how often was aimed when the frame was made, where it was made for an aim; one of an earlier aim is left out.
  package func publish(_ frame: Frame, for aims: Int? = nil) {
    let old = shared.withLock { shared -> Frame? in
      shared.state = .running
      // While kept warm nobody looks.
      guard case .on = shared.wish, aims == nil || aims == shared.aims else { return nil }
      defer { shared.latest = frame }
      return shared.latest
    }
    _ = old
    system_event_raise(ready)
  }

  func report(_ state: FrameSourceState) {
    let isNew = shared.withLock { shared -> Bool in
      // A source that was wanted again meanwhile does not fall asleep.
      if state == .asleep, case .on = shared.wish { return false }
      defer { shared.state = state }
      return shared.state != state
    }
    if isNew { system_event_raise(ready) }
  }

  /// Waits until the time `due` of `milliseconds()`; not so long where the next frame is hastened, or something else is
  /// wanted than `before`.
  func waitForNext(_ due: Int, since before: Wanted) {
    while isWanted, wanted == before, !takeHaste() {
      let left = min(due, before.warmUntil ?? due) - milliseconds()
      guard left > 0 else { return }
      waitForCommand(left)
    }
  }

  private func takeHaste() -> Bool {
    shared.withLock { shared in
      defer { shared.isHasty = false }
      return shared.isHasty
    }
  }

  /// Waits for a new wish, at most `time` milliseconds (below 0: for ever).
  package func waitForCommand(_ time: Int) {
    var wanted = pollfd(fd: command, events: Int16(POLLIN), revents: 0)
    if poll(&wanted, 1, Int32(clamping: time)) > 0 { system_event_clear(command) }
  }
}
