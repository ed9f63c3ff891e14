import Foundation
import Testing

@Suite struct HouseRules {
  @Test func `nothing is left for later`() throws {
    let words = ["TODO", "FIXME", "XXX", "fatalError(", "try!", "not implemented"]
    for file in Checkout.swiftFiles(below: "Sources") {
      let text = try Checkout.text(file)
      for word in words { #expect(!text.contains(word), "\(file) holds \(word)") }
    }
  }

  @Test func `unchecked Sendable gives its reason`() throws {
    for file in Checkout.swiftFiles(below: "Sources") {
      let lines = try Checkout.text(file).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
        let nearby = lines[max(0, index - 4)...index]
        #expect(nearby.contains { $0.contains("//") }, "\(file):\(index + 1) has no reason beside it")
      }
    }
  }
}
