import Foundation
import Testing

@testable import ScanField

/// The camera's client against a library that answers like libv4l2; no real camera is needed.
@Suite(.enabled(if: FakeV4L2.path != nil, "there is no C compiler for the stand-in of libv4l2"))
struct CameraTests {
  func camera(_ word: String, _ folder: TemporaryFolder, silence: Int = 300) throws -> FrameSource {
    let device = try folder.write(Array(word.utf8), to: "video0")
    return .camera(device, width: 1280, height: 720, library: try #require(FakeV4L2.path), silence: silence)
  }

  @Test("frames come as the camera sends them, whatever its size and stride", arguments: ["good", "gray"])
  func frames(_ word: String) throws {
    let folder = try TemporaryFolder()
    let source = try camera(word, folder)
    #expect(source.state == .asleep && source.latest == nil)
    source.start()
    let frame = try #require(wait(source) { $0.latest })
    #expect(source.state == .running)
    #expect((frame.width, frame.height, frame.stride) == (320, 240, 352))
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
      ("colour", "does not give gray pictures"), ("no bandwidth", "does not start: No space left"),
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

  @Test("no device, and no library")
  func nothing() throws {
    let absent = FrameSource.camera(
      "/dev/absent", width: 640, height: 480, library: try #require(FakeV4L2.path), silence: 300)
    let bare = FrameSource.camera("/dev/absent", width: 640, height: 480, library: "libnowhere.so.9", silence: 300)
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
