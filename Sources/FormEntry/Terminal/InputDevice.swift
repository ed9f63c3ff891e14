import CSystem
import Glibc

/// An input device (evdev) that is open: a foot pedal, a trigger of its own. Closed when this goes.
///
/// Its keys are kept from everybody else meanwhile: what a pedal types must not reach the form as text too.
final class InputDevice {
  enum Reading: Equatable {
    /// What happened to the device's keys, taken as one: a press is the first that goes down, a release the last that
    /// comes up.
    case keys([Key.Phase])
    /// It was unplugged, or cannot be read.
    case gone
  }

  let descriptor: Int32
  /// Another program has it for itself: nothing of it will come here.
  let isTaken: Bool
  private var keys = DeviceKeys()

  /// nil where it is not there, may not be read by this user, or is no input device.
  init?(_ path: String) {
    // A pipe stands for a device in tests; one that nobody writes to must not hold up the caller.
    let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else { return nil }
    guard csystem_is_input_device(opened) == 1 else {
      close(opened)
      return nil
    }
    descriptor = opened
    isTaken = csystem_input_grab(descriptor, 1) != 0 && errno == EBUSY
  }

  deinit { close(descriptor) }

  /// What has happened since this was last asked; never waits.
  func read() -> Reading {
    var bytes = [UInt8](repeating: 0, count: 64 * csystem_input_event_size())
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return .keys([]) }
    guard count > 0 else { return .gone }
    let phases = keys.take(bytes[..<count])
    // Somebody sits at a keyboard that was named by mistake: it is theirs again.
    if keys.hasEscape { _ = csystem_input_grab(descriptor, 0) }
    return .keys(phases)
  }
}

/// Which keys of a device are down, by its events. Pure.
struct DeviceKeys {
  private var held: Set<Int32> = []
  private var rest: [UInt8] = []
  /// Esc was among them: this is a keyboard.
  private(set) var hasEscape = false

  /// KEY_ESC of linux/input-event-codes.h.
  private static let escape: Int32 = 1

  /// Takes bytes as the device sends them, be they torn apart, and answers what happened to its keys taken as one.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Key.Phase] {
    rest += bytes
    let size = csystem_input_event_size()
    var phases: [Key.Phase] = []
    var at = 0
    while rest.count - at >= size {
      var (code, value): (Int32, Int32) = (0, 0)
      let kind = rest[at..<at + size].withUnsafeBytes { csystem_input_event($0.baseAddress, &code, &value) }
      at += size
      if kind == Int32(csystem_input_key.rawValue) {
        if let phase = take(code, value) { phases.append(phase) }
      } else if kind == Int32(csystem_input_lost.rawValue), !held.isEmpty {
        // What was lost may have been the release.
        held = []
        phases.append(.release)
      }
    }
    rest.removeFirst(at)
    return phases
  }

  private mutating func take(_ code: Int32, _ value: Int32) -> Key.Phase? {
    if code == Self.escape { hasEscape = true }
    switch value {
    case 0: return held.remove(code) != nil && held.isEmpty ? .release : nil
    case 1:
      let isFirst = held.isEmpty
      return held.insert(code).inserted && isFirst ? .press : nil
    // Held down since before the device was opened: it is to be let go first.
    default: return held.contains(code) ? .repeat : nil
    }
  }
}
