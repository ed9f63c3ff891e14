import Configuration
import Glibc

/// `formentry doctor --trigger`: the trigger key is held and tapped, and the settings come out that fit it.
final class TriggerTrial {
  private let session: TerminalSession
  private let screen: Screen
  private let loop: EventLoop
  private let keys: KeyMap
  private var measure = TriggerMeasure()
  private var timer: EventLoop.Token?
  private var device: TriggerDevice?
  private var deviceState = ""
  private var status = ExitStatus.done

  static func run(_ invocation: Invocation, _ station: StationConfiguration) -> ExitStatus {
    guard isatty(0) == 1, isatty(1) == 1 else {
      invocation.errors.complain("doctor --trigger wants a terminal: the one on which the key will be pressed")
      return .environment
    }
    do {
      let trial = try TriggerTrial(station)
      trial.run()
      for line in trial.result { invocation.output.line(line) }
      return trial.status
    } catch {
      invocation.errors.complain("\(error)")
      return .environment
    }
  }

  private init(_ station: StationConfiguration) throws(TerminalFault) {
    var options = TerminalSession.Options()
    options.asksForReleases = true
    session = try TerminalSession(options: options)
    screen = Screen(session: session, palette: station.colors == .highContrast ? .highContrast : .standard)
    loop = EventLoop(session: session)
    keys = station.keys
    if let path = station.triggerDevice {
      deviceState = "\(path): press it too, if you like."
      device = TriggerDevice(
        path, loop, trouble: { [weak self] in self?.deviceState = $0 },
        pulled: { [weak self] phase in self?.deviceState = "\(path): " + (phase == .release ? "let go." : "pressed.") })
    }
  }

  private func run() {
    loop.onEvent = { [weak self] in self?.handle($0) }
    loop.paint = { [weak self] in self?.paint() }
    loop.post(.continued)
    device?.start()
    loop.run()
    device?.stop()
    session.close()
  }

  private func handle(_ event: EventLoop.Event) {
    switch event {
    case .input(.report(.keyboardProtocol(let flags))): measure.tellsReleases = flags & 2 != 0
    case .input(.key(let key)): handle(key)
    case .input, .continued: break
    case .resize: session.adoptSize()
    case .terminate: loop.stop()
    case .hangUp:
      status = .environment
      loop.stop()
    case .stop:
      session.stop()
      session.adoptSize()
    }
  }

  private func handle(_ key: Key) {
    if key.pressed == .escape, key.phase != .release { return loop.stop() }
    guard keys.action(of: key) == .trigger else { return }
    measure.take(key.phase, at: MonotonicClock.seconds)
    follow()
  }

  private func follow() {
    if let timer { loop.cancel(timer) }
    timer = nil
    if measure.step == .over { return loop.stop() }
    guard let dueAt = measure.dueAt else { return }
    let wait = max(0, dueAt - MonotonicClock.seconds)
    timer = loop.schedule(after: .milliseconds(Int(wait * 1000) + 1)) { [weak self] in
      guard let self else { return }
      measure.advance(to: MonotonicClock.seconds)
      follow()
    }
  }

  private func paint() {
    let name = keys.keys(for: .trigger).map(\.description).joined(separator: " or ")
    let task =
      switch measure.step {
      case .hold(let done):
        "Hold \(name) down for two seconds, then let it go. (\(done) of \(TriggerMeasure.holds) done)"
      case .tap(let done): "Now tap \(name) shortly. (\(done) of \(TriggerMeasure.taps) done)"
      case .over: ""
      }
    let texts = [task, measure.remark ?? "", deviceState, "Esc leaves."].filter { !$0.isEmpty }
    screen.clear()
    screen.put(" The trigger", row: 0, column: 0, width: screen.size.columns, role: .status)
    var row = 2
    for text in texts {
      for line in DisplayText.wrapped(screen.visible(text), columns: max(1, screen.size.columns - 2)) {
        screen.put(line, row: row, column: 1, role: .background)
        row += 1
      }
      row += 1
    }
    screen.hideCursor()
    screen.refresh()
  }

  /// Lines of a configuration, with what was found as remarks.
  private var result: [String] {
    var lines: [String] = []
    if measure.tellsReleases {
      lines.append("# This terminal tells when a key is let go: with trigger: hold no times are waited for.")
    }
    guard let outcome = measure.outcome else {
      return lines.isEmpty ? ["# Nothing was measured: the key was not held until it repeats."] : lines
    }
    lines.append(
      "# Held down, the key repeats after \(outcome.delay) ms, then within \(outcome.interval) ms each time.")
    return lines + ["trigger_grace: \(outcome.grace)", "trigger_release: \(outcome.release)"]
  }
}
