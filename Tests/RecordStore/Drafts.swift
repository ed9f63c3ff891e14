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
