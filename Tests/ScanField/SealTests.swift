import CSystem
import DataFormats
import Foundation
import Testing

@testable import ScanField

/// The worker takes in pictures of anybody's making, with libraries that have been overrun before.
@Suite struct SealTests {
  static let probe = URL(fileURLWithPath: workerPath).deletingLastPathComponent().appendingPathComponent("WorkerProbe")
    .path

  @Test("a sealed process computes, and can open, start and signal nothing")
  func sealed() throws {
    let result = try run(Self.probe, [])
    try #require(result.status == 0, "\(result.output)")
    let lines = Set(result.output.split(separator: "\n").map(String.init))
    #expect(
      lines == [
        "compute: done", "open a file: refused", "make a file: refused", "look at a directory: refused",
        "open a socket: refused", "open a local socket: refused", "start a process: refused",
        "become a program: refused", "send a signal to its parent: refused", "make memory that can be run: refused",
      ])
  }

  @Test("the worker is sealed before it looks at its first picture, and reads all the same")
  func worker() throws {
    let folder = try TemporaryFolder()
    let worker = try DecodeWorker(executable: workerPath)
    #expect(worker.isSealed == nil, "none runs yet")
    // Half-width katakana: the converter for them was opened before the files were closed.
    let path = try folder.write(BadPictureTests.picture.pgm, to: "a.pgm")
    _ = try worker.decode(still: path)
    #expect(worker.isSealed == true)
    let status = try String(contentsOfFile: "/proc/\(try #require(worker.process))/status", encoding: .utf8)
    #expect(status.contains("NoNewPrivs:\t1\n"))
    let limits = try String(contentsOfFile: "/proc/\(try #require(worker.process))/limits", encoding: .utf8)
    for name in ["Max core file size", "Max file size", "Max processes"] {
      #expect(limits.split(separator: "\n").contains { $0.hasPrefix(name) && $0.contains(" 0  ") }, "\(name)")
    }
  }

  /// The probe under the name that makes it die over its pass 7.
  private func dying(in folder: TemporaryFolder) throws -> DecodeWorker {
    let path = folder.path("dies")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: Self.probe)
    return try DecodeWorker(executable: path)
  }

  @Test("a pass over a still that ends the worker is left out by the next one: the picture is read")
  func stillSurvives() throws {
    let folder = try TemporaryFolder()
    let worker = try dying(in: folder)
    let picture = try folder.write(BadPictureTests.picture.pgm, to: "a.pgm")
    #expect(try worker.decode(still: picture).map(\.text) == ["without 7"])
    let process = worker.process
    #expect(try worker.decode(still: picture, options: DecodeOptions(without: [7])).map(\.text) == ["without 7"])
    #expect(worker.process == process, "nothing ended this time")
  }

  @Test("a pass over a frame that ends the worker costs that frame; the next ones are looked at without it for a while")
  func framesSurvive() throws {
    let folder = try TemporaryFolder()
    let worker = try dying(in: folder)
    let pool = try FramePool(room: 100, places: 2)
    let frame = try #require(pool.frame(width: 10, height: 10, stride: 10, number: 0) { $0.update(repeating: 255) })
    func next() -> [String]? {
      worker.submit(frame)
      let end = milliseconds() + 5_000
      while milliseconds() < end {
        if let answer = worker.takeAnswer() {
          if case .codes(let codes) = answer.outcome { return codes.map(\.text) }
          return nil
        }
        _ = waitUntilReadable(worker.answerDescriptor, until: end)
      }
      return ["no answer"]
    }
    #expect(next() == nil)
    for _ in 0..<FrameStream.caution { #expect(next() == ["without 7"]) }
    #expect(next() == nil, "it is tried again")
    #expect(next() == ["without 7"])
  }
}
