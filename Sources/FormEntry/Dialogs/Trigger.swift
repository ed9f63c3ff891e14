import FormSchema

/// What presses of the trigger key mean. Terminals without releases only send the key again and again while it is
/// held: silence then tells that it was let go, and whether what came soon after a press was its first repeat or a
/// press of its own. Pure; times are seconds of one clock.
struct Trigger {
  enum Effect: Equatable {
    case nothing, open, close
    /// A press, or the only repeat of a key that was let go just then: the window opens, but what was taken before is
    /// not to be taken once more.
    case openInDoubt
    /// Pressed while the window is open: it looks on for as long again.
    case renew
  }

  var mode: TriggerMode
  /// How long after a press the first repeat may come.
  let grace: Double
  /// Without a repeat for so long a held key counts as released.
  let release: Double
  /// The terminal reports releases itself.
  var seesReleases = false

  /// What is held is a device of its own, which tells its release on any terminal.
  private var isDeviceHeld = false
  private var lastEvent: Double?
  private var isHeld = false
  private var repeats = 0
  /// From a press to its first repeat, once a key was held for long enough to tell.
  private var delay: Double?
  private var pauseBeforeFirst = 0.0
  private var wasOpen = false

  /// A line may bring a key so much sooner or later than the keyboard sent it.
  private static let jitter = 0.06

  init(mode: TriggerMode, grace: Double, release: Double) {
    self.mode = mode
    self.grace = grace
    self.release = release
  }

  /// To be preceded by `advance(to:isOpen:)`.
  mutating func press(at now: Double, isRepeat: Bool, isOpen: Bool, ofDevice: Bool = false) -> Effect {
    let pause = lastEvent.map { now - $0 } ?? .infinity
    lastEvent = now
    // Held on after the code was taken: only a new press opens again.
    if isRepeat || isSilent && !ofDevice && isRepeated(after: pause, isOpen: isOpen) { return .nothing }
    isHeld = true
    isDeviceHeld = ofDevice
    repeats = 0
    return pressed(isOpen: isOpen)
  }

  private var isSilent: Bool { isHeld && !seesReleases && !isDeviceHeld }

  private mutating func isRepeated(after pause: Double, isOpen: Bool) -> Bool {
    if repeats == 0 {
      let isPossible = delay.map { abs(pause - $0) < Self.jitter } ?? (pause < grace)
      guard isPossible else { return false }
      pauseBeforeFirst = pause
      wasOpen = isOpen
    } else {
      guard pause < release else { return false }
      if repeats == 1 { delay = pauseBeforeFirst }
    }
    repeats += 1
    return true
  }

  private func pressed(isOpen: Bool) -> Effect {
    guard isOpen else { return .open }
    return mode == .continuous ? .close : mode == .press ? .renew : .nothing
  }

  mutating func released(isOpen: Bool) -> Effect {
    isHeld = false
    isDeviceHeld = false
    repeats = 0
    return isOpen && mode == .hold ? .close : .nothing
  }

  /// When silence would tell something; nil where nothing is to be waited for.
  var dueAt: Double? {
    guard isSilent, let lastEvent else { return nil }
    return lastEvent + (repeats == 0 ? grace : release)
  }

  mutating func advance(to now: Double, isOpen: Bool) -> Effect {
    guard let dueAt, now >= dueAt else { return .nothing }
    // Nothing came after what may have been the first repeat: a held key would have gone on. Where the keyboard's
    // delay is known and a window is held open, the key was let go.
    guard repeats == 1, delay == nil || mode != .hold || !isOpen else { return released(isOpen: isOpen) }
    repeats = 0
    // What it was pressed for has come since.
    if wasOpen != isOpen { return .nothing }
    let effect = pressed(isOpen: isOpen)
    return effect == .open ? .openInDoubt : effect
  }
}
