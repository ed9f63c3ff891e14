import CGuest
import Glibc

/// A foot pedal, a device of its own with one key; gone when this goes.
final class Pedal {
  /// Leads to its node, whichever it is, as the links below /dev/input/by-id do.
  static let path = "/tmp/pedal"

  private var device: Int32 = -1
  let node: String

  init() throws {
    try Machine.load("evdev")
    try Machine.load("uinput")
    var event: Int32 = -1
    device = guest_pedal_make(&event)
    guard device >= 0 else { throw Trouble("there is no pedal: \(String(cString: strerror(-device)))") }
    node = "/dev/input/event\(event)"
    let node = node
    try Machine.wait("the pedal's node") { access(node, R_OK) == 0 }
    unlink(Self.path)
    symlink(node, Self.path)
  }

  deinit { unplug() }

  func press() { guest_pedal_move(device, 1) }

  func letGo() { guest_pedal_move(device, 0) }

  func unplug() {
    if device >= 0 { close(device) }
    device = -1
  }
}
