import CGuest
import CSystem
import Glibc
import Synchronization

/// A USB video class camera made of nothing but this program: it speaks USB/IP over a socket to the kernel's own
/// vhci_hcd, so that the real usbcore and uvcvideo drivers bind to it. It is played with while the driver uses it.
final class USBCamera: Sendable {
  /// What its pictures are made of. JPEG besides, where `isJPEGToo`.
  enum Pixels: String, Sendable {
    case yuyv = "YUYV"
    case nv12 = "NV12"
    case yu12 = "YU12"
    case grey = "GREY"
    case jpeg = "MJPG"
  }

  /// How it behaves from now on.
  struct Behaviour: Sendable {
    /// It goes on answering but sends no picture.
    var isFrozen = false
    /// Commands are not answered: the driver's calls wait for their own time-outs.
    var isDeaf = false
    /// Each picture has the error bit.
    var isFlagged = false
    /// Of each picture only half is sent.
    var isCut = false
    /// Bytes sent in place of each picture.
    var garbage: [UInt8]?
    /// Milliseconds from the start of the stream to the first picture.
    var delay = 0
  }

  struct Shared {
    var socket: Int32 = -1
    var behaviour = Behaviour()
    var picture: [UInt8] = []
    /// The values that were set, one after the other, by unit and selector.
    var controls: [Control: [Int]] = [:]
  }

  struct Control: Hashable, Sendable {
    var unit: Int
    var selector: Int
    // UVC 1.1, tables.
    static let exposureMode = Control(unit: 1, selector: 2)
    static let exposurePriority = Control(unit: 1, selector: 3)
    static let exposureTime = Control(unit: 1, selector: 4)
    static let focus = Control(unit: 1, selector: 6)
    static let focusAutomatic = Control(unit: 1, selector: 8)
    static let brightness = Control(unit: 2, selector: 2)
    static let powerLine = Control(unit: 2, selector: 5)
    /// Of the maker's own unit.
    static let lamp = Control(unit: 4, selector: 1)
  }

  let name: String
  let serial: String
  let port: Int
  let pixels: Pixels
  let shared = Mutex(Shared())
  private let wake = system_event()

  init(name: String, serial: String = "0001", port: Int = 0, pixels: Pixels = .yuyv) {
    self.name = name
    self.serial = serial
    self.port = port
    self.pixels = pixels
  }

  /// nil: a blank sheet.
  func show(_ label: Label?) {
    let gray = label?.gray ?? Label.blank
    let picture: [UInt8]
    switch pixels {
    case .grey: picture = gray
    case .yu12, .nv12: picture = gray + [UInt8](repeating: 128, count: gray.count / 2)
    case .yuyv:
      var pixels = [UInt8](repeating: 0, count: gray.count * 2)
      guest_yuyv(gray, gray.count, &pixels)
      picture = pixels
    case .jpeg: picture = Label.jpeg(gray)
    }
    shared.withLock { $0.picture = picture }
  }

  func behave(_ change: (inout Behaviour) -> Void) {
    shared.withLock { change(&$0.behaviour) }
    system_event_raise(wake)
  }

  /// As it was set last; nil where it never was.
  func value(of control: Control) -> Int? { shared.withLock { $0.controls[control]?.last } }

  func values(of control: Control) -> [Int] { shared.withLock { $0.controls[control] ?? [] } }

  /// As another program, or this one, leaves it.
  func leave(_ control: Control, at value: Int) { shared.withLock { $0.controls[control, default: []].append(value) } }

  /// Plugs it in; its node is there a moment later.
  func plug() throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw Trouble("no socket") }
    defer { close(ends[1]) }
    var room: Int32 = 4 << 20
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    // A port of the virtual hub, our socket, a number for the device, and high speed (3).
    let line = "\(port) \(ends[1]) \(0x10002 + port) 3"
    guard write(line, to: "/sys/devices/platform/vhci_hcd.0/attach") else {
      close(ends[0])
      throw Trouble("the camera cannot be plugged in: \(String(cString: strerror(errno)))")
    }
    shared.withLock { $0.socket = ends[0] }
    let socket = ends[0]
    let wake = wake
    try startThread { [self] in
      let link = USBLink(camera: self, socket: socket, wake: wake)
      link.serve()
      close(socket)
    }
  }

  func unplug() {
    shared.withLock {
      if $0.socket >= 0 { shutdown($0.socket, Int32(SHUT_RDWR)) }
      $0.socket = -1
    }
  }
}

struct Trouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

private final class ThreadBody {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// A thread that nobody waits for.
func startThread(_ run: @escaping @Sendable () -> Void) throws {
  let body = Unmanaged.passRetained(ThreadBody(run))
  var thread = pthread_t()
  let problem = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, body.toOpaque())
  guard problem == 0 else { throw Trouble("no thread") }
  pthread_detach(thread)
}

func write(_ text: String, to path: String) -> Bool {
  let file = open(path, O_WRONLY | O_CLOEXEC)
  guard file >= 0 else { return false }
  defer { close(file) }
  return write(file, text, text.utf8.count) == text.utf8.count
}

/// Milliseconds of the monotonic clock.
func milliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
