import Foundation
import Testing

@testable import ScanField

/// The camera's client against a library that answers like libv4l2; no real camera is needed.
@Suite(.enabled(if: FakeV4L2.path != nil, "there is no C compiler for the stand-in of libv4l2"))
struct CameraTests {
  func camera(
    _ word: String, _ folder: TemporaryFolder, silence: Int = 300, choice: CameraChoice? = nil
  ) throws -> FrameSource {
    let device = try folder.write(Array(word.utf8), to: "video0")
    return .camera(
      CameraSearch(choice ?? .device(device), folder: folder.url.path), width: 1280, height: 720,
      library: try #require(FakeV4L2.path),
      times: CameraSession.Times(silence: silence, waking: silence, call: 1_000))
  }

  @Test(
    "frames come as the camera sends them, whatever its size and stride",
    arguments: ["good", "gray", "colour", "fed", "controls"])
  func frames(_ word: String) throws {
    let folder = try TemporaryFolder()
    let source = try camera(word, folder)
    #expect(source.state == .asleep && source.latest == nil)
    source.start()
    let frame = try #require(wait(source) { $0.latest })
    #expect(source.state == .running)
    // Where colours lie between, the grays are taken out.
    #expect((frame.width, frame.height, frame.stride) == (320, 240, ["colour", "fed"].contains(word) ? 320 : 352))
    frame.withPixels { pixels in
      for (x, y) in [(0, 0), (319, 0), (5, 100), (319, 239)] {
        #expect(pixels[y * frame.stride + x] == UInt8((x + y) & 255))
      }
    }
    #expect(wait(source) { $0.latest.map(\.number).flatMap { $0 > frame.number + 3 ? $0 : nil } } != nil)
    source.stop()
    #expect(source.latest == nil)
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    source.start()
    #expect(wait(source) { $0.latest } != nil, "it can be opened again")
  }

  @Test(
    "what is wrong with a camera is one sentence",
    arguments: [
      ("busy", "is used by another program"), ("metadata", "this is no camera"),
      ("film", "does not give gray pictures but H264"), ("no bandwidth", "does not start: No space left"),
      ("broken queue", "does not take memory"), ("unplugged", "is not there"), ("silent", "sends no pictures"),
      ("damaged", "sends no pictures"), ("short", "sends no pictures"),
    ])
  func faults(_ word: String, _ says: String) throws {
    let folder = try TemporaryFolder()
    let source = try camera(word, folder)
    source.start()
    let sentence = wait(source) { source -> String? in
      if case .failed(let sentence) = source.state { sentence } else { nil }
    }
    #expect(sentence?.contains(says) == true, "\(sentence ?? "nothing")")
  }

  @Test("one that is plugged in again goes on by itself")
  func comesBack() throws {
    let folder = try TemporaryFolder()
    let source = try camera("busy", folder)
    source.start()
    #expect(wait(source) { if case .failed = $0.state { true } else { nil } } != nil)
    _ = try folder.write(Array("good".utf8), to: "video0")
    #expect(wait(source) { $0.latest } != nil)
  }

  @Test("one that is plugged in again is found as another node, and not mistaken for another camera")
  func anotherNode() throws {
    let folder = try TemporaryFolder()
    let source = try camera("good;Dock Camera", folder)
    source.start()
    #expect(wait(source) { $0.latest } != nil)
    try FileManager.default.removeItem(atPath: folder.path("video0"))
    try folder.write(Array("good;Front Door".utf8), to: "video3")
    source.stop()
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    source.start()
    #expect(sentence(source) == "Dock Camera is not there: plug it in.")
    try folder.write(Array("good;Dock Camera".utf8), to: "video7")
    #expect(wait(source) { $0.latest } != nil)
  }

  @Test(
    "a camera that is gone is not mistaken for its twin, but found where it is plugged in again",
    arguments: [
      ("dock", "usb-1", true), ("dock", "usb-3", true), ("auto", "usb-3", true), ("/dev", "usb-3", true),
      ("usb-1", "usb-1", true), ("usb-1", "usb-3", false),
    ])
  func twins(_ choice: String, _ place: String, _ isFound: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("good;Dock Camera@usb-2".utf8), to: "video1")
    let source = try camera(
      "good;Dock Camera@usb-1", folder, choice: choice == "/dev" ? nil : CameraChoice(choice))
    source.start()
    #expect(wait(source) { $0.latest } != nil)
    try FileManager.default.removeItem(atPath: folder.path("video0"))
    source.stop()
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    source.start()
    #expect(sentence(source) == "Dock Camera is not there, only another one of its make: plug it in.")
    try folder.write(Array("good;Dock Camera@\(place)".utf8), to: "video7")
    #expect((wait(source) { $0.latest } != nil) == isFound)
  }

  @Test("one that was plugged in beside it is its twin, too, and none of several new ones is taken for it")
  func laterTwins() throws {
    let folder = try TemporaryFolder()
    let source = try camera("good;Dock Camera@usb-1", folder, choice: CameraChoice("dock"))
    func again() throws {
      source.stop()
      #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
      source.start()
    }
    source.start()
    #expect(wait(source) { $0.latest } != nil)
    try folder.write(Array("good;Dock Camera@usb-2".utf8), to: "video1")
    usleep(1_500_000)
    try FileManager.default.removeItem(atPath: folder.path("video0"))
    try again()
    #expect(sentence(source) == "Dock Camera is not there, only another one of its make: plug it in.")
    source.stop()
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    for place in [3, 4] { try folder.write(Array("good;Dock Camera@usb-\(place)".utf8), to: "video\(place)") }
    source.start()
    #expect(
      wait(source) {
        $0.state
          == .failed(
            "Dock Camera is not there, only 3 others of its make: plug it in, or choose one by its place (camera: usb-3)."
          )
          ? true : nil
      } != nil)
    try FileManager.default.removeItem(atPath: folder.path("video4"))
    #expect(wait(source) { $0.latest } != nil, "the only one that is new has moved there")
  }

  @Test(
    "a camera by its name, or by its place",
    arguments: [
      ("front", nil), ("usb-1", nil), ("Dock Camera: Dock", nil), ("door", nil),
      ("side", "There is no camera side, but Dock Camera, Front Door."),
    ])
  func named(_ name: String, _ says: String?) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("good;Front Door".utf8), to: "video1")
    try folder.write(Array("metadata;Side".utf8), to: "video2")
    let source = try camera("good;Dock Camera: Dock", folder, choice: CameraChoice(name))
    source.start()
    if let says { #expect(sentence(source) == says) } else { #expect(wait(source) { $0.latest } != nil) }
  }

  @Test(
    "which camera it is can be said without touching it",
    arguments: [
      ("auto", nil, "camera: Dock Camera"), ("auto", "dock-pc", "camera of dock-pc: Dock Camera"),
      ("front", nil, "camera: Front Door"), ("side", nil, "camera: side"),
      ("/dev/absent", nil, "camera: /dev/absent, which is not there"),
    ])
  func inWords(_ choice: String, _ host: String?, _ says: String) throws {
    let folder = try TemporaryFolder()
    for (node, index, name) in [
      (2, 0, "Dock Camera: Dock Camera"), (3, 1, "Dock Camera: Dock Camera"), (10, 0, "Front Door"),
    ] {
      try FileManager.default.createDirectory(
        atPath: folder.path("video\(node)"), withIntermediateDirectories: true)
      try folder.write(Array("\(index)\n".utf8), to: "video\(node)/index")
      try folder.write(Array("\(name)\n".utf8), to: "video\(node)/name")
    }
    #expect(CameraChoice(choice).inWords(host: host, nodes: folder.url.path) == says)
    #expect(CameraChoice.any.inWords(host: nil, nodes: folder.path("absent")) == "camera: none is plugged in")
  }

  @Test("controls are asked for before they are set; lights are turned off again")
  func controls() throws {
    let folder = try TemporaryFolder()
    let source = try camera("controls", folder)
    source.start()
    #expect(wait(source) { $0.latest } != nil)
    source.stop()
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    // The focus is inactive, the exposure has no third mode: it is automatic. The lamp and the torch, on and off.
    let set = try String(contentsOfFile: folder.path("video0.set"), encoding: .utf8)
    #expect(set == "9a0901=0 9a0903=0 980918=3 9c0901=2 9c0901=0 980925=0 ")
  }

  @Test("a driver that does not answer holds nobody up, and is not asked again until it has", .timeLimit(.minutes(15)))
  func hangs() throws {
    let folder = try TemporaryFolder()
    let source = try camera("hangs", folder)
    source.start()
    #expect(sentence(source)?.contains("does not answer; unplug it") == true)
    source.stop()
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    try folder.write(Array("good".utf8), to: "video0")
    source.start()
    #expect(wait(source) { $0.latest } != nil)
  }

  @Test("who has a device open is told")
  func holders() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["60"]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/urandom"))
    try process.run()
    defer { process.terminate() }
    let holders = DeviceHolder.names(of: "/dev/urandom", limit: 100)
    #expect(holders.contains("sleep (process \(process.processIdentifier))"), "\(holders)")
    #expect(!holders.contains { $0.contains("process \(getpid()))") })
    #expect(DeviceHolder.names(of: "/etc/passwd").isEmpty, "that is no device")
  }

  private func sentence(_ source: FrameSource) -> String? {
    wait(source) { if case .failed(let sentence) = $0.state { sentence } else { nil } }
  }

  @Test("no device, and no library")
  func nothing() throws {
    let absent = FrameSource.camera(
      CameraSearch(.device("/dev/absent")), width: 640, height: 480, library: try #require(FakeV4L2.path),
      times: CameraSession.Times())
    let bare = FrameSource.camera(
      CameraSearch(.device("/dev/absent")), width: 640, height: 480, library: "libnowhere.so.9",
      times: CameraSession.Times())
    for (source, says) in [(absent, "/dev/absent is not there"), (bare, "need the library libnowhere.so.9")] {
      source.start()
      let sentence = wait(source) { source -> String? in
        if case .failed(let sentence) = source.state { sentence } else { nil }
      }
      #expect(sentence?.contains(says) == true, "\(sentence ?? "nothing")")
    }
  }

  @Test("neither a descriptor is left over after it was closed, nor after it failed")
  func nothingLeft() throws {
    let folder = try TemporaryFolder()
    func count(_ kind: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(kind) ?? false
      }
    }
    for word in ["good", "silent"] {
      let source = try camera(word, folder, silence: 20)
      let before = try count("formentry picture")
      for _ in 0..<5 {
        source.start()
        _ = wait(source) { if case .failed = $0.state { true } else { $0.latest.map { _ in true } } }
        source.stop()
        #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
      }
      // Other tests run beside this one and have memories of their own, but not five more each round.
      #expect(try count("formentry picture") < before + 5)
    }
  }
}
