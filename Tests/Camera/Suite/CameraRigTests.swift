import Foundation
import Testing

@testable import CameraGuest

/// The real programs with real camera drivers: what a clerk sees of each fault, and what comes of it.
@Suite("The camera rig", .enabled(if: CameraRig.lack == nil, Comment(rawValue: CameraRig.lack ?? "")))
struct CameraRigTests {
  @Test("a clerk with a camera", .timeLimit(.minutes(25)), arguments: CameraCase.all.map(\.name))
  func cases(_ name: String) async throws {
    let item = try #require(CameraCase.all.first { $0.name == name })
    let row = await CameraRig.row(item)
    if !row.passed { Issue.record("\(row.fault): \(row.after)\n\(row.screen)") }
  }

  @Test("the table of faults", .timeLimit(.minutes(25)))
  func table() async {
    var lines = ["fault | what the clerk saw | outcome | seconds"]
    for item in CameraCase.all {
      let row = await CameraRig.row(item)
      let seconds = Double(row.milliseconds / 100) / 10
      lines.append("\(item.fault) | \(row.saw) | \(row.passed ? "" : "WRONG: ")\(row.after) | \(seconds)")
    }
    for group in CameraCase.Group.allCases {
      let times = await CameraRig.times(group)
      lines.append("\(group): booted in \(Double(times.boot / 100) / 10) s, all cases in \(times.cases / 1000) s")
    }
    print(lines.joined(separator: "\n"))
    #expect(Set(CameraCase.all.map(\.name)).count == CameraCase.all.count, "two cases have one name")
  }
}
