import CGuest
import Glibc

/// What the cases share: labels that no two read alike, and the cameras, which are gone before the next case.
final class CameraDesk {
  private var number = 0
  private var plugged: [USBCamera] = []
  private var feed: OpaquePointer?

  func label() -> Label {
    number += 1
    return Label(number)
  }

  // MARK: A USB camera

  /// A camera that shows the label, its nodes there; nil: a blank sheet.
  func plug(
    _ name: String = "Dock Camera", _ pixels: USBCamera.Pixels = .yuyv, port: Int = 0, showing label: Label?,
    _ behave: (inout USBCamera.Behaviour) -> Void = { _ in }
  ) throws -> USBCamera {
    try loadUSB()
    let camera = USBCamera(name: name, port: port, pixels: pixels)
    camera.show(label)
    camera.behave(behave)
    plugged.append(camera)
    try plug(camera)
    return camera
  }

  func loadUSB() throws {
    try Machine.load("vhci-hcd")
    try Machine.load("uvcvideo")
  }

  /// Plugs it in; the nodes that it has got.
  @discardableResult
  func plug(_ camera: USBCamera) throws -> [String] {
    let before = Machine.videoNodes
    try camera.plug()
    try Machine.wait("the camera's nodes") { Machine.videoNodes.count >= before.count + 2 }
    return Machine.videoNodes.filter { !before.contains($0) }
  }

  /// Draws its plug; its nodes are gone then, except those that somebody still has open.
  func unplug(_ camera: USBCamera) throws {
    let before = Machine.videoNodes.count
    camera.unplug()
    try Machine.wait("the camera to go") { Machine.videoNodes.count < before }
  }

  // MARK: vivid

  static let (capture, output) = ("/dev/video0", "/dev/video1")

  /// The test driver's camera, whose picture is what is fed to its output.
  func vivid(showing label: Label?) throws {
    if feed == nil {
      // One node that captures and one that shows, both HDMI.
      try Machine.load("vivid", "n_devs=1 node_types=0x101 num_inputs=1 input_types=3 num_outputs=1 output_types=1")
      try Machine.wait("vivid's nodes") { Machine.videoNodes.count >= 2 }
      for node in [Self.capture, Self.output] {
        let problem = guest_set_timings(node)
        guard problem == 0 else { throw Trouble("\(node) takes no timings: error \(problem)") }
      }
      try control("Loop Video", 1)
      try control("OSD Text Mode", 2)
      try drop(Self.usualDrops)
    }
    try feedAgain()
    show(label)
  }

  /// An error that ended the stream out of the driver has ended the feed, too.
  func feedAgain() throws {
    if let feed, guest_feed_has_ended(feed) == 0 { return }
    var made: OpaquePointer?
    try Machine.wait("vivid's output") {
      made = guest_feed_start(Self.output, Int32(Label.width), Int32(Label.height))
      return made != nil
    }
    feed = made
  }

  func show(_ label: Label?) {
    if let feed { guest_feed_show(feed, label?.gray ?? Label.blank) }
  }

  /// Nothing is fed meanwhile: errors that the driver gives to whoever makes a call first are not the feed's.
  func withoutFeeding<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let feed else { return try body() }
    guest_feed_pause(feed, 1)
    defer { guest_feed_pause(feed, 0) }
    return try body()
  }

  /// The driver makes 60 pictures a second, which an emulated processor does not keep up with.
  static let usualDrops = 65

  /// How many of a hundred pictures are not made at all.
  func drop(_ percent: Int) throws { try control("Percentage of Dropped Buffers", percent) }

  func control(_ name: String, _ value: Int) throws {
    let problem = guest_set_control(Self.capture, name, Int32(value))
    guard problem == 0 else { throw Trouble("\(name) cannot be set: \(String(cString: strerror(problem)))") }
  }

  // MARK: Others

  /// Another program that uses the camera; to be ended with `end(holder:)`.
  func hold(_ node: String, as name: String) throws -> Int32 {
    let process = guest_hold(node, name)
    guard process > 0 else { throw Trouble("\(node) cannot be held: \(String(cString: strerror(-process)))") }
    return process
  }

  func end(holder process: Int32) {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  func clear() {
    for camera in plugged { camera.unplug() }
    if !plugged.isEmpty { try? Machine.wait("the cameras to go") { Machine.videoNodes.isEmpty } }
    plugged = []
  }
}
