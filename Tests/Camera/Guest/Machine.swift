import CGuest
import Glibc

/// The guest itself: its file systems, its drivers, the line to the host.
enum Machine {
  static func begin() {
    for (type, place) in [("devtmpfs", "/dev"), ("proc", "/proc"), ("sysfs", "/sys"), ("tmpfs", "/tmp")] {
      _ = guest_mount(type, place)
    }
    mkdir("/dev/pts", 0o755)
    _ = guest_mount("devpts", "/dev/pts")
    sethostname("dock-pc", 7)
    signal(SIGPIPE, SIG_IGN)
    let line = open("/dev/ttyS1", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    if line >= 0 { report = line }
  }

  nonisolated(unsafe) private static var report: Int32 = 1

  /// A line for the host.
  static func say(_ text: String) {
    let line = text + "\n"
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(report, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// A line among the kernel's own.
  static func log(_ text: String) { _ = write("<4>\(text)\n", to: "/dev/kmsg") }

  /// Loads a driver with those that it needs; they lie in the order of their needs.
  static func load(_ module: String, _ parameters: String = "") throws {
    for file in text(of: "/modules/order").split(separator: "\n") where !loaded.contains(String(file)) {
      // Of the drivers only the one that is wanted.
      let isDriver = ["vivid.ko", "vhci-hcd.ko", "uvcvideo.ko", "uinput.ko", "evdev.ko"].contains(file)
      if isDriver, file != module + ".ko" { continue }
      let problem = guest_load_module("/modules/\(file)", isDriver ? parameters : "")
      guard problem == 0 else { throw Trouble("\(file) cannot be loaded: \(String(cString: strerror(problem)))") }
      loaded.insert(String(file))
    }
  }

  nonisolated(unsafe) private static var loaded: Set<String> = []

  /// The nodes of cameras and the like, `/dev/video0` first.
  static var videoNodes: [String] {
    names(in: "/dev").filter { $0.hasPrefix("video") }.map { "/dev/" + $0 }
  }

  /// `time` is counted in the steps of waiting: the host may stop the whole machine for a while.
  static func wait(_ what: String, within time: Int = 10_000, until isSo: () -> Bool) throws {
    for _ in 0..<time / 10 {
      if isSo() { return }
      usleep(10_000)
    }
    throw Trouble("in vain waited for: \(what)")
  }
}
