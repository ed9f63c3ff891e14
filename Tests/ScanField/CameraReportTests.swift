import Foundation
import Testing

@testable import ScanField

/// What is told of each video node, with a library that answers like libv4l2.
@Suite(.enabled(if: FakeV4L2.path != nil, "there is no C compiler for the stand-in of libv4l2"))
struct CameraReportTests {
  private func report(_ word: String, patience: Int = 3_000) throws -> CameraReport {
    let folder = try TemporaryFolder()
    _ = try folder.write(Array("\(word);Dock Camera".utf8), to: "video3")
    let library = try #require(FakeV4L2.path)
    let reports = CameraReport.all(in: folder.url.path, library: library, patience: patience)
    #expect(reports.count == 1)
    return try #require(reports.first)
  }

  @Test("a camera that works has its name, its place, its own formats, and a first picture")
  func works() throws {
    let report = try report("good")
    #expect(report.path.hasSuffix("/video3"))
    #expect(report.name == "Dock Camera" && report.bus == "usb-1" && report.formats == ["YUYV", "MJPG"])
    guard case .works(let milliseconds) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect((0...2_000).contains(milliseconds))
    #expect(report.isCalled("dock") && report.isCalled("usb-1") && !report.isCalled("rear"))
  }

  @Test("what is no camera is told apart, and so is one that another program has")
  func others() throws {
    #expect(try report("metadata").outcome == .noCamera)
    #expect(try report("busy").outcome == .busy(holders: []))
  }

  @Test(
    "a fault is one sentence, and none holds the others up for ever",
    arguments: [
      ("silent", "Dock Camera sends no pictures"), ("no bandwidth", "does not start: No space left"),
      ("film", "does not give gray pictures but H264"), ("hangs", "does not answer"),
    ])
  func faults(_ word: String, _ says: String) throws {
    let start = Date()
    guard case .fails(let sentence) = try report(word, patience: 600).outcome else {
      Issue.record("\(word) did not fail")
      return
    }
    #expect(sentence.contains(says), "\(sentence)")
    #expect(Date().timeIntervalSince(start) < 1.9)
  }

  @Test("a machine without cameras has nothing to tell")
  func none() throws {
    let folder = try TemporaryFolder()
    #expect(CameraReport.all(in: folder.url.path, library: "nowhere.so", patience: 100).isEmpty)
  }
}
