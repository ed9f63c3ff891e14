import DataFormats
import Foundation
import RecordStore
import Testing

@Suite("Drafts")
struct Drafts {
  let directory = TemporaryDirectory()

  private func content(_ form: String = "receiving", _ value: String = "A") -> JSONValue {
    ["form": .string(form), "form_hash": "sha256:12", "values": ["asn": .string(value)]]
  }

  @Test("A draft is offered again as it was last saved")
  func resumed() throws {
    do {
      let store = try store(directory)
      try store.saveDraft(id: id(1), content: content("receiving", "A"))
      try store.saveDraft(id: id(1), content: content("receiving", "B"))
    }
    let drafts = try store(directory).openDrafts(form: "receiving")
    #expect(drafts.map(\.id) == [id(1)])
    #expect(drafts.first?.form == "receiving")
    #expect(drafts.first?.formHash == "sha256:12")
    #expect(drafts.first?.content["values"]?["asn"]?.text == "B")
  }

  @Test("Only the drafts of the form are offered, the oldest first")
  func ofTheForm() throws {
    do {
      let store = try store(directory)
      for number in [3, 1, 2] {
        try store.saveDraft(id: id(number), content: content(number == 2 ? "other" : "receiving"))
      }
    }
    #expect(try store(directory).openDrafts(form: "receiving").map(\.id) == [id(1), id(3)])
    #expect(try store(directory).openDrafts().count == 3)
  }

  @Test("A draft that is open in one terminal is not offered in another")
  func locked() throws {
    let (left, right) = (try store(directory), try store(directory))
    try left.saveDraft(id: id(1), content: content())
    #expect(try right.openDrafts().isEmpty)
    #expect(try !right.lockDraft(id: id(1)))
    #expect(throws: StoreError.self) { try right.saveDraft(id: id(1), content: content()) }
    #expect(throws: StoreError.self) { try right.removeDraft(id: id(1)) }
    #expect(try left.openDrafts().map(\.id) == [id(1)])
    left.releaseDraft(id: id(1))
    #expect(try right.lockDraft(id: id(1)))
    #expect(try left.openDrafts().isEmpty)
  }

  @Test("Looking at the drafts keeps none of them locked")
  func looking() throws {
    do { try store(directory).saveDraft(id: id(1), content: content()) }
    let (left, right) = (try store(directory), try store(directory))
    #expect(try left.openDrafts().count == 1)
    #expect(try right.openDrafts().count == 1)
    #expect(try right.lockDraft(id: id(1)))
  }

  @Test("A removed draft leaves nothing behind")
  func removed() throws {
    let store = try store(directory)
    try store.saveDraft(id: id(1), content: content())
    try store.removeDraft(id: id(1))
    try store.removeDraft(id: id(1))
    #expect(directory.names("drafts").isEmpty)
  }

  @Test(
    "A damaged draft goes to quarantine and is told; the others are offered",
    arguments: [
      ("nothing", ""), ("half of it", #"{"form":"receiving","val"#), ("no object", "[]"), ("zeros", "\0\0\0\0"),
    ])
  func damaged(name: String, text: String) throws {
    let store = try store(directory)
    try store.saveDraft(id: id(2), content: content())
    directory.write(Array(text.utf8), to: "drafts/\(id(1)).json")
    #expect(try store.openDrafts().map(\.id) == [id(2)])
    let notices = store.takeNotices()
    #expect(notices.count == 1)
    #expect(notices.first?.contains(id(1)) == true)
    #expect(directory.names("quarantine") == ["draft-\(id(1)).json"])
    #expect(directory.text("quarantine/draft-\(id(1)).json") == text)
  }

  @Test(
    "A damaged draft is put aside as it was, and what can be read of it offered",
    arguments: [
      ("a changed text", #""asn":"A-1""#, #""asn":"A-2""#, "A-2"),
      ("no form", #""form":"receiving""#, #""form":null"#, "A-1"),
      ("another name", #""form":"#, #""farm":"#, "A-1"),
      ("cut off behind a field", #","lot":{"text":"L"}}"#, "", "A-1"),
      ("a bracket that closes nothing", #","more":[]"#, #","more":]"#, "A-1"),
      ("a string that does not end", #""lot":{"text":"L"}"#, #""lot":{"text":"L}"#, "A-1"),
      ("a control character", #""lot":{"text":"L"}"#, "\"lot\":{\"text\":\"\u{0}\"}", "A-1"),
    ])
  func damagedInPart(name: String, good: String, bad: String, asn: String) throws {
    let fields: JSONValue = ["asn": "A-1", "lot": ["text": "L"]]
    do {
      try store(directory).saveDraft(
        id: id(1),
        content: ["id": .string(id(1)), "form": "receiving", "form_hash": "sha256:12", "fields": fields, "more": []])
    }
    let file = "drafts/\(id(1)).json"
    let damaged = directory.text(file).replacingOccurrences(of: good, with: bad)
    try #require(damaged != directory.text(file))
    directory.write(Array(damaged.utf8), to: file)
    // Offered now, and at the next start as well if the clerk answers "later".
    for start in 1...2 {
      let store = try store(directory)
      let draft = try #require(try store.openDrafts(form: "receiving", hash: "sha256:12").first)
      #expect(draft.form == "receiving" && draft.content["id"]?.text == id(1))
      #expect(draft.content["fields"]?["asn"]?.text == asn)
      #expect(draft.damagedOriginal == "\(directory.path)/quarantine/draft-\(id(1)).json")
      #expect(store.takeNotices().count == (start == 1 ? 1 : 0))
    }
    #expect(directory.text("quarantine/draft-\(id(1)).json") == damaged)
  }

  @Test("A changed byte anywhere in a draft: it is offered or told, never lost in silence")
  func everyByte() throws {
    let file = "drafts/\(id(1)).json"
    let content: JSONValue = [
      "id": .string(id(1)), "form": "receiving", "form_hash": "sha256:12", "fields": ["asn": ["text": "A-1"]],
    ]
    do { try store(directory).saveDraft(id: id(1), content: content) }
    let good = directory.bytes(file)
    for place in good.indices {
      for bit in [0x02, 0x80] as [UInt8] {
        var bad = good
        bad[place] ^= bit
        // A program that another test is just starting has our locks until it runs.
        let isAnswered = try (0..<100).contains { _ in
          directory.write(bad, to: file)
          let store = try store(directory)
          let offered = try store.openDrafts(form: "receiving", hash: "sha256:12") {
            $0 == "receiving" || $0 == "returns"
          }
          if offered.first?.content["fields"]?["asn"]?["text"] != nil || !store.takeNotices().isEmpty { return true }
          usleep(20_000)
          return false
        }
        #expect(isAnswered, "byte \(place)")
      }
    }
  }

  @Test("A draft that cannot be opened keeps none of the others back")
  func oddNeighbours() throws {
    let store = try store(directory)
    for number in [1, 2, 3] { try store.saveDraft(id: id(number), content: content()) }
    for number in [1, 2, 3] { store.releaseDraft(id: id(number)) }
    let manager = FileManager.default
    try manager.removeItem(atPath: "\(directory.path)/drafts/\(id(1)).lock")
    try manager.createDirectory(atPath: "\(directory.path)/drafts/\(id(1)).lock", withIntermediateDirectories: false)
    try manager.removeItem(atPath: "\(directory.path)/drafts/\(id(2)).json")
    try manager.createDirectory(atPath: "\(directory.path)/drafts/\(id(2)).json", withIntermediateDirectories: false)
    #expect(try store.openDrafts().map(\.id) == [id(3)])
    let notices = store.takeNotices()
    #expect(
      notices.count == 2 && notices.allSatisfy { $0.contains("cannot be offered") && $0.contains("It was left at") })
  }

  @Test("Files that are no drafts are left alone, what a killed process left is removed")
  func strangers() throws {
    let store = try store(directory)
    directory.write([0x7B], to: "drafts/README")
    directory.write([0x7B], to: "drafts/..json")
    directory.write([0x7B], to: "drafts/\(id(1)).json.999999999.part")
    #expect(try store.openDrafts().isEmpty)
    #expect(directory.names("drafts") == ["..json", "README"])
  }

  @Test("An id that is a path is refused", arguments: ["", "../x", "a/b", "a.b", String(repeating: "a", count: 65)])
  func badIDs(name: String) throws {
    let store = try store(directory)
    #expect(throws: StoreError.self) { try store.saveDraft(id: name, content: content()) }
    #expect(directory.names("drafts").isEmpty)
  }
}
