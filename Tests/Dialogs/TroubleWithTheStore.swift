import Foundation
import TerminalKit
import Testing

/// What happens to the store while a form is open, and what the clerk loses by it: nothing, or nothing unsaid.
@Suite("The store is damaged while a form is open", .timeLimit(.minutes(15)))
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
    try FileManager.default.createSymbolicLink(atPath: dock.store + "/drafts", withDestinationPath: "/nowhere/at/all")
    clerk.scan(Forms.label(1))
    #expect(clerk.shows("not kept as a draft"))
    clerk.signal(SIGTERM)
    #expect(clerk.waitForEnd() == .exited(3))
    #expect(clerk.isCooked && String(decoding: clerk.output, as: UTF8.self).contains("What was entered is lost"))
  }

  @Test("A file in place of the index or the drafts: the clerk goes on", arguments: ["index", "drafts"])
  func aFileForAFolder(part: String) throws {
    let dock = try Dock()
    try FileManager.default.createDirectory(atPath: dock.store, withIntermediateDirectories: true)
    try "notes".write(toFile: "\(dock.store)/\(part)", atomically: true, encoding: .utf8)
    let clerk = try dock.start()
    if part == "drafts" {
      #expect(clerk.shows("Please read") && clerk.shows("drafts.aside"))
      clerk.press(Keys.enter)
    }
    if part == "index" {
      #expect(clerk.shows("A file stood where"), "told at rest")
    }
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    #expect(clerk.hides("A file stood where"), "and no longer than the cursor stays")
    clerk.write("u")
    clerk.scan(Forms.label(1))
    #expect(dock.drafts.first?["notice"] == "N-1001")
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.records.first?.text("lot") == "LOT7")
    clerk.press(Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0))
    #expect(try String(contentsOfFile: "\(dock.store)/\(part).aside", encoding: .utf8) == "notes")
  }
}
