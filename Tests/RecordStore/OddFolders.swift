import DataFormats
import Foundation
import RecordStore
import Testing

/// What is not as it should be around the records: the clerk goes on, and is told.
@Suite("Something else stands in the store")
struct OddFolders {
  let directory = TemporaryDirectory()
  private let manager = FileManager.default

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func put(_ what: String, at name: String) throws {
    try? manager.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
    try? manager.removeItem(atPath: path(name))
    switch what {
    case "a file": directory.write(Array("notes".utf8), to: name)
    case "a link that leads nowhere":
      try manager.createSymbolicLink(atPath: path(name), withDestinationPath: "/nowhere/at/all")
    case "a pipe": mkfifo(path(name), 0o600)
    default: try manager.createDirectory(atPath: path(name), withIntermediateDirectories: false)
    }
  }

  private func prepared() throws -> RecordStore {
    let store = try store(directory)
    try store.registerUnique(form: "receiving", keys: [UniqueKey(field: "sscc")]) { $0 }
    return store
  }

  private func fill(_ store: RecordStore, _ numbers: Range<Int>) throws {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 250) {
      let records = (start..<(start + 250)).map { record($0, ["sscc": .string("P\($0)")]) }
      _ = try store.append(records, businessDate: monday)
    }
  }

  private func holder(_ store: RecordStore, _ sscc: String) throws -> String? {
    try store.holder(of: sscc, field: "sscc", form: "receiving", scope: .form, businessDate: monday)?.record.id
  }

  @Test(
    "In place of the folder of the index: work goes on, every look-up is answered, one sentence says so",
    arguments: ["a file", "a link that leads nowhere", "a pipe"])
  func index(what: String) throws {
    try fill(try store(directory), 0..<5000)
    let records = directory.bytes(journal)
    try put(what, at: "index")
    let store = try prepared()
    for number in [0, 17, 4999] { #expect(try holder(store, "P\(number)") == id(number)) }
    #expect(try holder(store, "P5000") == nil)
    _ = try store.append([record(5000, ["sscc": "P5000"])], businessDate: monday)
    #expect(try holder(store, "P5000") == id(5000))
    let notices = store.takeNotices()
    #expect(notices.count == 1 && notices.first?.contains("index") == true, "\(notices)")
    #expect(Array(directory.bytes(journal).prefix(records.count)) == records)
    if what == "a file" { #expect(directory.text("index.aside") == "notes" && directory.names("index").count == 1) }
  }

  @Test(
    "In place of the index file itself, before it is made and after",
    arguments: ["a file", "a link that leads nowhere", "a pipe", "a folder"], [false, true])
  func indexFile(what: String, isMadeAnew: Bool) throws {
    try fill(try store(directory), 0..<5000)
    do { _ = try holder(try prepared(), "P1") }
    let file = try #require(directory.names("index").first)
    let running = try prepared()
    if isMadeAnew { _ = try holder(running, "P1") }
    try put(what, at: "index/\(file)")
    for number in [0, 17, 4999] { #expect(try holder(running, "P\(number)") == id(number)) }
    for start in [5000, 10_000] {
      try fill(running, start..<(start + 5000))
      #expect(try holder(running, "P\(start)") == id(start))
    }
    #expect(try holder(running, "P17") == id(17))
    #expect(try holder(running, "none") == nil)
    let notices = running.takeNotices()
    #expect(notices.count <= 1 && (what != "a folder" || notices.count == 1), "\(notices)")
  }

  @Test("In place of the folder of drafts: a file goes aside, what is entered is kept")
  func drafts() throws {
    try put("a file", at: "drafts")
    let store = try store(directory)
    #expect(try store.openDrafts().isEmpty)
    #expect(store.takeNotices().count == 1)
    try store.saveDraft(id: id(1), content: ["form": "receiving", "form_hash": "sha256:12"])
    #expect(directory.text("drafts.aside") == "notes" && directory.names("drafts").count == 2)
  }

  @Test("The same while a record is open")
  func draftsLater() throws {
    let store = try store(directory)
    try store.saveDraft(id: id(1), content: ["form": "receiving", "form_hash": "sha256:12"])
    try put("a file", at: "drafts")
    try store.saveDraft(id: id(1), content: ["form": "receiving", "form_hash": "sha256:12"])
    #expect(directory.names("drafts").contains("\(id(1)).json") && store.takeNotices().count == 1)
  }

  @Test("Where drafts cannot be kept at all records are saved all the same")
  func noDrafts() throws {
    try put("a link that leads nowhere", at: "drafts")
    let store = try store(directory)
    #expect(throws: StoreError.self) { try store.openDrafts() }
    #expect(throws: StoreError.self) { try store.saveDraft(id: id(1), content: ["form": "receiving"]) }
    #expect(try store.append([record(1)], businessDate: monday).map(\.number) == [1])
    #expect(try store.verify().isWhole)
  }

  @Test("A file in place of the quarantine goes aside; the unfinished end is kept")
  func quarantine() throws {
    _ = try store(directory).append([record(1)], businessDate: monday)
    directory.append("{\"id\":", to: journal)
    try put("a file", at: "quarantine")
    let store = try store(directory)
    #expect(try store.append([record(2)], businessDate: monday).map(\.number) == [2])
    #expect(try store.verify().isWhole)
    #expect(directory.text("quarantine.aside") == "notes" && directory.names("quarantine").count == 1)
  }

  @Test("The whole store is read though the quarantine is no folder")
  func verifyWithoutQuarantine() throws {
    _ = try store(directory).append([record(1)], businessDate: monday)
    try put("a file", at: "quarantine")
    let store = try store(directory)
    #expect(try store.verify().isWhole)
    #expect(store.takeNotices().count == 1)
    #expect(directory.text("quarantine") == "notes", "looking changes nothing")
  }

  @Test("Where nothing can be put in quarantine the unfinished end stays, and records go on in a further file")
  func noQuarantine() throws {
    _ = try store(directory).append([record(1)], businessDate: monday)
    directory.append("{\"id\":", to: journal)
    let before = directory.bytes(journal)
    try put("a link that leads nowhere", at: "quarantine")
    do {
      let store = try store(directory)
      #expect(try store.append([record(2)], businessDate: monday).map(\.number) == [2])
      #expect(try store.append([record(3), record(1)], businessDate: monday).map(\.number) == [3, 1])
      #expect(store.takeNotices().count == 1)
      #expect(directory.bytes(journal) == before)
      #expect(try store.verify().problems.map(\.kind) == [.unfinished])
      #expect(try store.list().map(\.number) == [1, 2, 3])
    }
    // Put right, the end is mended on another day.
    try manager.removeItem(atPath: path("quarantine"))
    let store = try store(directory)
    #expect(try store.append([record(4)], businessDate: tuesday).map(\.number) == [1])
    #expect(try store.verify().isWhole)
    #expect(directory.names("quarantine").count == 1)
  }

  @Test("A folder in place of the day's records is told with what to do; those of another day are no matter")
  func folderForRecords() throws {
    try put("a folder", at: journal)
    let store = try prepared()
    do {
      _ = try store.append([record(1)], businessDate: monday)
      Issue.record("it was saved nowhere")
    } catch {
      #expect(
        error.message == "NOT saved: a folder stands where the records of the day belong: move \(path(journal)) away")
    }
    #expect(try store.append([record(2, ["sscc": "P2"])], businessDate: tuesday).map(\.number) == [1])
    #expect(try holder(store, "P2") == id(2))
    #expect(try store.contains(id: id(2)))
    #expect(try !store.contains(id: id(3)))
    #expect(try store.verify().problems.map(\.message) == ["a folder stands where a file of records belongs"])
    #expect(try store.list().map(\.id) == [id(2)])
    #expect(try store.previousValues(form: "receiving")?["sscc"]?.text == "P2")
    #expect(try store.previousValues(form: "other") == nil)
  }

  @Test("A store that cannot be is told with what to do", arguments: ["a file", "a link that leads nowhere"])
  func noStore(what: String) throws {
    try put(what, at: "store")
    do {
      _ = try RecordStore(directory: path("store"), station: "dock-3")
      Issue.record("there is no store")
    } catch {
      #expect(error.message.contains("the store cannot be used") && error.message.contains("--store"))
    }
  }
}
