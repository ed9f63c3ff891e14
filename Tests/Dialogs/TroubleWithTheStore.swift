import Foundation
import TerminalKit
import Testing

/// What happens to the store while a form is open, and what the clerk loses by it: nothing, or nothing unsaid.
@Suite("The store is damaged while a form is open", .timeLimit(.minutes(2)))
struct TroubleWithTheStore {
  @Test("The drafts, or the whole store, are removed: they are made again", arguments: ["/drafts", ""])
  func removedDirectory(part: String) throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    #expect(dock.drafts.first?["notice"] == "N-1001")
    try FileManager.default.removeItem(atPath: dock.store + part)
    clerk.write("1")
    clerk.scan(Forms.label(1))
    #expect(dock.drafts.first?["lot"] == "LOT7" && dock.drafts.first?["notice"] == "N-1001")
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1"))
    #expect(dock.records.first?.text("lot") == "LOT7" && dock.drafts.isEmpty)
  }

  @Test("What cannot be kept is said to be lost when the program has to end")
  func endedWithoutADraft() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    try FileManager.default.removeItem(atPath: dock.store + "/drafts")
    _ = FileManager.default.createFile(atPath: dock.store + "/drafts", contents: nil)
    clerk.scan(Forms.label(1))
    #expect(clerk.shows("not kept as a draft"))
    clerk.signal(SIGTERM)
    #expect(clerk.waitForEnd() == .exited(3))
    #expect(clerk.isCooked && String(decoding: clerk.output, as: UTF8.self).contains("What was entered is lost"))
  }
}
