import CGuest
import Glibc

/// The program with a real camera for a person: one label after the other is held before the camera, whose plug somebody
/// draws now and then.
enum CameraTrial {
  private static let terminal = "/dev/ttyS1"
  /// Microseconds.
  private static let (labelTime, pause, unplugged): (UInt32, UInt32, UInt32) = (6_000_000, 1_500_000, 6_000_000)
  /// Labels until the plug is drawn.
  private static let steady = 6

  /// `size`: rows and columns of the person's terminal. Until the person leaves the form.
  static func run(_ desk: CameraDesk, size: [UInt16]) throws {
    let camera = try desk.plug(showing: nil)
    try Clerk.keepForm()
    let words = [
      "/programs/formentry", "fill", "dock", "--forms", Clerk.forms, "--store", "/tmp/store", "--station", "dock-3",
      "--operator", "MK",
    ]
    let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/tmp"]
    let process = strings(words) { words in
      strings(environment) { guest_start(terminal, size.first ?? 24, size.last ?? 80, words, $0) }
    }
    guard process > 0 else { throw Trouble("the program cannot be started: \(String(cString: strerror(-process)))") }
    var labels = 0
    while isRunning(process) {
      labels += 1
      camera.show(desk.label())
      usleep(labelTime)
      camera.show(nil)
      usleep(pause)
      guard labels % steady == 0, isRunning(process) else { continue }
      try desk.unplug(camera)
      usleep(unplugged)
      try desk.plug(camera)
    }
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == 0
  }

  private static func strings<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }
}
