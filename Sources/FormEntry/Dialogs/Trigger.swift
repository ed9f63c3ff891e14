import FormSchema

/// What presses of the trigger key mean. Terminals without releases only send the key again and again while it is
/// held: silence then tells that it was let go. Pure; times are seconds of one clock.
struct Trigger {
  enum Effect: Equatable {
    case nothing, open, close
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

  init(mode: TriggerMode, grace: Double, release: Double) {
    self.mode = mode
    self.grace = grace
    self.release = release
  }

  mutating func press(at now: Double, isRepeat: Bool, isOpen: Bool, ofDevice: Bool = false) -> Effect {
    let pause = lastEvent.map { now - $0 } ?? .infinity
    lastEvent = now
    // Held on after the code was taken: only a new press opens again.
    let isHeldOn =
      isRepeat || isHeld && pause < (repeats == 0 ? grace : release) && !seesReleases && !ofDevice && !isDeviceHeld
    if isHeldOn {
      repeats += 1
      return .nothing
    }
    isHeld = true
    isDeviceHeld = ofDevice
    repeats = 0
    if !isOpen { return .open }
    return mode == .hold ? .nothing : .close
  }

  mutating func released(isOpen: Bool) -> Effect {
    isHeld = false
    isDeviceHeld = false
    return isOpen && mode == .hold ? .close : .nothing
  }

  /// When silence would mean that the key was let go; nil where nothing is to be waited for.
  var dueAt: Double? {
    guard isHeld, !seesReleases, !isDeviceHeld, let lastEvent else { return nil }
    return lastEvent + (repeats == 0 ? grace : release)
  }

  mutating func advance(to now: Double, isOpen: Bool) -> Effect {
    guard let dueAt, now >= dueAt else { return .nothing }
    return released(isOpen: isOpen)
  }
}
