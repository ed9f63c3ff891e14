import ScanField

/// The trigger that is a device of its own, in the program's loop: opened where it is there, looked for again and again
/// where it is not. One that vanishes while it is held counts as let go.
final class TriggerDevice {
  private let path: String
  private let loop: EventLoop
  private let handler: (Key.Phase) -> Void
  /// Told what is newly wrong with it.
  private let complain: (String) -> Void
  /// One sentence; nil while it works, and before it was there.
  private(set) var trouble: String?
  private var device: InputDevice?
  private var token: EventLoop.Token?
  private var isHeld = false

  /// How often one that is not there is looked for.
  private static let pause = Duration.seconds(1)

  init(
    _ path: String, _ loop: EventLoop, trouble complain: @escaping (String) -> Void,
    pulled handler: @escaping (Key.Phase) -> Void
  ) {
    (self.path, self.loop, self.complain, self.handler) = (path, loop, complain, handler)
  }

  /// Opens it, now or as soon as it is there.
  func start() {
    guard token == nil else { return }
    guard let found = InputDevice(path) else { return lookAgain() }
    guard !found.isTaken else {
      let holders = DeviceHolder.names(of: path)
      tell("is used by \(holders.isEmpty ? "another program" : holders.joined(separator: ", ")): use the trigger key")
      return lookAgain()
    }
    (device, trouble) = (found, nil)
    token = loop.watch(found.descriptor) { [weak self] readiness in
      guard let self else { return }
      if case .ready = readiness, case .keys(let phases) = found.read() { return phases.forEach(pass) }
      stop()
      tell("is gone: plug it in, or use the trigger key")
      lookAgain()
    }
  }

  private func tell(_ what: String) {
    let sentence = "The trigger device \(what)"
    guard trouble != sentence else { return }
    trouble = sentence
    complain(sentence)
  }

  /// Gives it back; it counts as let go.
  func stop() {
    if let token { loop.cancel(token) }
    (token, device) = (nil, nil)
    pass(.release)
  }

  private func lookAgain() {
    token = loop.schedule(after: Self.pause) { [weak self] in
      self?.token = nil
      self?.start()
    }
  }

  private func pass(_ phase: Key.Phase) {
    if phase == .release, !isHeld { return }
    isHeld = phase != .release
    handler(phase)
  }
}
