import DataFormats
import Foundation
import RecordStore
import Testing

@Suite("Reading the store")
struct Reading {
  let directory = TemporaryDirectory()

  @Test("Everything comes in the order of days, stations, segments and lines, with its place")
  func order() throws {
    let (dock3, dock4) = (try store(directory), try store(directory, station: "dock-4"))
    _ = try dock3.append([record(5)], businessDate: tuesday)
    _ = try dock4.append([record(3)], businessDate: monday)
    _ = try dock3.append([record(1), record(2)], businessDate: monday)
    var ids: [String] = []
    try dock3.forEachRecord { (entry) in
      guard case .record(let record) = entry else { return true }
      ids.append(record.id)
      let bytes = directory.bytes(record.file.fileName)
      #expect(Array(bytes[record.offset..<(record.offset + record.length - 1)]) == record.bytes)
      #expect(record.length == record.bytes.count + 1)
      return true
    }
    #expect(ids == [1, 2, 3, 5].map(id))
  }

  @Test("Reading stops when it is told to")
  func stops() throws {
    let store = try store(directory)
    _ = try store.append((1...5).map { record($0) }, businessDate: monday)
    var count = 0
    try store.forEachRecord { (_) in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }

  @Test("Bad lines come as what they are, between the others")
  func badLines() throws {
    let store = try store(directory)
    _ = try store.append([record(1)], businessDate: monday)
    directory.append("garbage\n", to: journal)
    _ = try store.append([record(2)], businessDate: monday)
    directory.append("{\"half", to: journal)
    var seen: [String] = []
    try store.forEachRecord { (entry) in
      switch entry {
      case .record(let record): seen.append(record.id)
      case .bad(let problem): seen.append("\(problem.kind) \(problem.line)")
      }
      return true
    }
    #expect(seen == [id(1), "damaged 2", id(2), "unfinished 4"])
  }

  @Test(
    "The current view leaves out what was corrected or voided",
    arguments: [
      ("nothing happened", [record(1), record(2)], [1, 2]),
      ("a correction", [record(1), record(2), record(3, supersedes: 1)], [2, 3]),
      ("a correction of the correction", [record(1), record(2, supersedes: 1), record(3, supersedes: 2)], [3]),
      ("a void", [record(1), record(2), record(3, supersedes: 1, void: true)], [2]),
      ("a void of the correction", [record(1), record(2, supersedes: 1), record(3, supersedes: 2, void: true)], []),
    ] as [(String, [JSONValue], [Int])])
  func current(name: String, records: [JSONValue], expected: [Int]) throws {
    let store = try store(directory)
    _ = try store.append(records, businessDate: monday)
    #expect(try store.list(form: "receiving", date: monday).map(\.id) == expected.map(id))
  }

  @Test("A correction of a later day, at another station, counts")
  func laterCorrection() throws {
    _ = try store(directory).append([record(1), record(2)], businessDate: monday)
    _ = try store(directory, station: "office").append([record(3, supersedes: 1)], businessDate: tuesday)
    #expect(try store(directory).list(date: monday).map(\.id) == [id(2)])
    #expect(try store(directory).list(date: tuesday, station: "dock-3").isEmpty)
    #expect(try store(directory).list().map(\.id) == [id(2), id(3)])
    #expect(try store(directory).list(form: "other").isEmpty)
  }

  @Test("A record is found by its id or its number")
  func show() throws {
    let store = try store(directory)
    _ = try store.append([record(1), record(2, supersedes: 1, void: true)], businessDate: monday)
    #expect(try store.show(id: id(1))?.number == 1)
    #expect(try store.show(number: 2, date: monday)?.id == id(2))
    #expect(try store.show(number: 2, date: monday)?.isVoid == true)
    #expect(try store.show(number: 2, date: monday)?.supersedes == id(1))
    #expect(try store.show(number: 3, date: monday) == nil)
    #expect(try store.show(number: 1, date: monday, station: "dock-4") == nil)
    #expect(try store.show(id: "nothing") == nil)
  }

  @Test("A pipe that stands where a journal should is an error, not a wait for somebody who writes")
  func pipeInPlaceOfAJournal() throws {
    let store = try store(directory)
    #expect(mkfifo("\(directory.path)/\(journal)", 0o600) == 0)
    #expect(throws: StoreError.self) { try store.verify() }
    #expect(throws: StoreError.self) { try store.append([record(1)], businessDate: monday) }
  }

  @Test("An empty store is whole")
  func empty() throws {
    let report = try store(directory).verify()
    #expect(report.isWhole && report.files == 0 && report.records == 0)
  }

  @Test("Verify counts what it read")
  func counts() throws {
    let store = try store(directory)
    _ = try store.append([record(1), record(2)], businessDate: monday)
    _ = try store.append([record(3)], businessDate: tuesday)
    let report = try store.verify()
    #expect(report.files == 2 && report.records == 3)
    #expect(report.bytes == directory.bytes(journal).count + directory.bytes("dock-3-2026-12-01.jsonl").count)
  }
}
