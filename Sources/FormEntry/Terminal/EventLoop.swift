import Glibc

/// The program's one loop: a single `poll` over keyboard, signals, the descriptors of camera and worker, and timers.
///
/// When everything that waited is handled `paint` runs once, then the loop waits. While the terminal has not taken what
/// was painted before, painting waits, and nothing else does. Handlers may call `run` again for a question that must
/// be answered first; what was read but not handled yet goes there. Used by one thread.
final class EventLoop {
  enum Event: Equatable, Sendable {
    case input(InputEvent)
    /// The terminal has another size: destroy forms and windows, `TerminalSession.adoptSize`, build again.
    case resize
    /// SIGTERM, SIGINT, SIGQUIT, or another that asks for an end: save the draft and leave.
    case terminate
    /// The terminal is gone, nothing can be shown any more: save the draft and leave.
    case hangUp
    /// Ctrl-Z from outside (SIGTSTP): release the trigger, then `TerminalSession.stop`.
    case stop
    /// The program was stopped and goes on; the screen is drawn already.
    case continued
  }

  enum Readiness: Sendable {
    case ready
    /// The descriptor is closed or its other end is; it is not watched any more.
    case gone
  }

  struct Token: Hashable, Sendable { fileprivate let number: Int }

  var onEvent: (Event) -> Void = { _ in }
  /// Draws what has changed. Runs before the loop waits, if anything was handled.
  var paint: () -> Void = {}
  var decoder: KeyDecoder

  private let session: TerminalSession
  /// In the order in which they were asked for, as are the timers.
  private var watched: [Watch] = []
  private var timers: [Timer] = []
  private var lastToken = 0
  private var inbox: [Event] = []
  private var line = LineClock()
  private var keyboardIsOpen = true
  private var isStopping = false
  private var didHandle = true
  /// The size has changed. While the terminal has not taken what was painted before, the form stays laid out as it is.
  private var owesResize = false
  private var owesMark = false
  private var consumed = 0
  private let marksPaints: Bool

  private struct Watch {
    let number: Int
    let descriptor: Int32
    let events: Int16
    let handler: (Readiness) -> Void
  }

  private struct Timer {
    let number: Int
    let due: UInt64
    let handler: () -> Void
  }

  init(session: TerminalSession, decoder: KeyDecoder = KeyDecoder()) {
    self.session = session
    self.decoder = decoder
    marksPaints = getenv("FORMENTRY_SYNC") != nil
  }

  // MARK: sources

  /// Calls `handler` whenever `descriptor` can be read (or written), until `cancel` or until it is gone.
  func watch(_ descriptor: Int32, forWriting: Bool = false, _ handler: @escaping (Readiness) -> Void) -> Token {
    lastToken += 1
    watched.append(
      Watch(
        number: lastToken, descriptor: descriptor, events: Int16(forWriting ? POLLOUT : POLLIN), handler: handler))
    return Token(number: lastToken)
  }

  /// Calls `handler` once, `delay` from now.
  @discardableResult
  func schedule(after delay: Duration, _ handler: @escaping () -> Void) -> Token {
    lastToken += 1
    let due = MonotonicClock.now + MonotonicClock.nanoseconds(delay)
    timers.append(Timer(number: lastToken, due: due, handler: handler))
    return Token(number: lastToken)
  }

  /// Ends a watch or a timer; nothing happens if it is over already.
  func cancel(_ token: Token) {
    watched.removeAll { $0.number == token.number }
    timers.removeAll { $0.number == token.number }
  }

  /// Handles `event` in the next turn, after what was read already.
  func post(_ event: Event) {
    inbox.append(event)
  }

  // MARK: running

  /// Runs until `stop` is called by a handler.
  func run() {
    isStopping = false
    didHandle = true
    while !isStopping { turn() }
    isStopping = false
  }

  func stop() {
    isStopping = true
  }

  private func turn() {
    guard inbox.isEmpty else { return handle(inbox.removeFirst()) }
    if owesResize && !session.writer.isBehind {
      owesResize = false
      return handle(.resize)
    }
    if didHandle && !session.writer.isBehind {
      didHandle = false
      paint()
      owesMark = marksPaints
    }
    if owesMark && decoder.isSettled {
      owesMark = false
      session.send("\u{1b}]77;\(consumed)\u{07}")
    }
    session.writer.push()
    wait()
  }

  private func handle(_ event: Event) {
    didHandle = true
    onEvent(event)
  }

  // MARK: waiting

  private func wait() {
    let watching = watched
    var polled = [
      pollfd(fd: keyboardIsOpen ? session.keyboard : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: session.signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: session.writer.isBehind ? session.writer.descriptor : -1, events: Int16(POLLOUT), revents: 0),
    ]
    let others = polled.count
    for watch in watching {
      polled.append(pollfd(fd: watch.descriptor, events: watch.events, revents: 0))
    }
    // What can be read at once came while the program was busy: of the silence before it nothing is known.
    var ready = poll(&polled, nfds_t(polled.count), 0)
    line.advance(provenSilent: polled[0].revents == 0)
    if ready == 0 {
      ready = poll(&polled, nfds_t(polled.count), timeout())
      line.advance(provenSilent: true)
    }
    guard ready >= 0 else { return }
    for _ in 0..<16 {
      guard polled[1].revents != 0, let number = session.nextSignal() else { break }
      take(signal: number)
    }
    if polled[0].revents != 0 { readKeyboard() } else { enqueue(decoder.advance(to: line.now)) }
    if polled[2].revents != 0 { session.writer.push() }
    for index in watching.indices where polled[index + others].revents != 0 {
      serve(watching[index], revents: polled[index + others].revents)
    }
    runTimers()
  }

  /// Milliseconds until the next deadline, rounded up; -1 for none.
  private func timeout() -> Int32 {
    var wait: UInt64?
    if let deadline = decoder.nextDeadline { wait = deadline > line.now ? deadline - line.now : 0 }
    let now = MonotonicClock.now
    for timer in timers {
      let left = timer.due > now ? timer.due - now : 0
      wait = min(wait ?? left, left)
    }
    guard let wait else { return -1 }
    return Int32(min((wait + 999_999) / 1_000_000, 3_600_000))
  }

  private func readKeyboard() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(session.keyboard, &bytes, bytes.count)
    if count > 0 {
      consumed += count
      didHandle = true
      enqueue(decoder.feed(bytes[..<count], at: line.now))
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      keyboardIsOpen = false
      inbox.append(.hangUp)
    }
  }

  private func enqueue(_ events: [InputEvent]) {
    if !events.isEmpty { didHandle = true }
    inbox += events.map { .input($0) }
  }

  private func take(signal number: Int32) {
    switch number {
    case SIGWINCH: owesResize = true
    case SIGHUP: inbox.append(.hangUp)
    case SIGTSTP: inbox.append(.stop)
    case SIGCONT:
      if session.recoverAfterContinuation() {
        inbox.append(.continued)
        owesResize = true
      }
    default: inbox.append(.terminate)
    }
  }

  private func serve(_ watch: Watch, revents: Int16) {
    // A handler before may have ended it.
    guard isWatched(watch) else { return }
    didHandle = true
    if revents & watch.events != 0 {
      watch.handler(.ready)
      var waiting: Int32 = 0
      guard revents & Int16(POLLHUP) != 0, isWatched(watch),
        ioctl(watch.descriptor, UInt(FIONREAD), &waiting) == 0, waiting == 0
      else { return }
    }
    guard isWatched(watch) else { return }
    watched.removeAll { $0.number == watch.number }
    watch.handler(.gone)
  }

  private func isWatched(_ watch: Watch) -> Bool { watched.contains { $0.number == watch.number } }

  private func runTimers() {
    let now = MonotonicClock.now
    guard timers.contains(where: { $0.due <= now }) else { return }
    for timer in timers.filter({ $0.due <= now }).sorted(by: { ($0.due, $0.number) < ($1.due, $1.number) }) {
      // A handler before may have ended it.
      guard let index = timers.firstIndex(where: { $0.number == timer.number }) else { continue }
      timers.remove(at: index)
      didHandle = true
      timer.handler()
    }
  }
}
