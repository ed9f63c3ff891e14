import DataFormats
import Foundation
import RecordStore
import Testing

@Suite("Appending records")
struct Appending {
  let directory = TemporaryDirectory()

  @Test("A record becomes one line: the number behind the id, the checksum last")
  func oneLine() throws {
    let appended = try store(directory).append([record(1, ["lot": "Ä1"])], businessDate: monday)
    let body =
      #"{"id":"\#(id(1))","number":1,"form":"receiving","form_version":1,"station":"dock-3","values":{"lot":"Ä1"},"#
      + #""supersedes":null,"void":false"#
    let line = body + #","crc32c":"\#(CRC32C.checksum(Array(body.utf8)).hexadecimal)"}"# + "\n"
    #expect(directory.text(journal) == line)
    #expect(appended.map(\.number) == [1])
    #expect(appended.first?.file.fileName == journal)
    #expect(appended.first?.offset == 0)
    #expect(appended.first?.length == line.utf8.count)
    #expect(appended.first?.wasThere == false)
  }

  @Test("Numbers count the station's records of the day")
  func numbers() throws {
    let dock3 = try store(directory)
    let dock4 = try store(directory, station: "dock-4")
    #expect(try dock3.append([record(1), record(2)], businessDate: monday).map(\.number) == [1, 2])
    #expect(try dock4.append([record(3)], businessDate: monday).map(\.number) == [1])
    #expect(try dock3.append([record(4)], businessDate: tuesday).map(\.number) == [1])
    #expect(try dock3.append([record(5)], businessDate: monday).map(\.number) == [3])
    #expect(try store(directory).append([record(6)], businessDate: monday).map(\.number) == [4])
  }

  @Test("Two terminals of one station share its numbers")
  func twoTerminals() throws {
    let (left, right) = (try store(directory), try store(directory))
    var numbers: [Int] = []
    for turn in 0..<10 {
      numbers += try left.append([record(2 * turn)], businessDate: monday).map(\.number)
      numbers += try right.append([record(2 * turn + 1)], businessDate: monday).map(\.number)
    }
    #expect(numbers == Array(1...20))
    #expect(try left.verify().isWhole)
  }

  @Test("A record that is there already is not written again, whoever wrote it")
  func idempotent() throws {
    try #require(try store(directory).append([record(1), record(2)], businessDate: monday).count == 2)
    let again = try store(directory).append(
      [record(2, ["lot": "another"]), record(3), record(3)], businessDate: monday)
    #expect(again.map(\.number) == [2, 3, 3])
    #expect(again.map(\.wasThere) == [true, false, true])
    #expect(try store(directory).verify().records == 3)
  }

  @Test(
    "A form saved just before the business date changed is found when it is resumed after it",
    arguments: [
      ("the next day", "2026-12-01"), ("a week later", "2026-12-07"),
    ])
  func resumedLater(name: String, date: String) throws {
    _ = try store(directory).append([record(1)], businessDate: monday)
    let later = try #require(CalendarDate(iso: date))
    #expect(try store(directory).contains(id: id(1)))
    #expect(try store(directory).append([record(1)], businessDate: later).map(\.wasThere) == [true])
    #expect(try store(directory).verify().records == 1)
  }

  @Test("The store knows which records it has")
  func contains() throws {
    let store = try store(directory)
    #expect(try !store.contains(id: id(1)))
    _ = try store.append([record(1)], businessDate: monday)
    #expect(try store.contains(id: id(1)))
    #expect(try !store.contains(id: id(2)))
    #expect(try !store.contains(id: "no id at all"))
  }

  @Test(
    "What is no record is refused, and nothing of its batch is saved",
    arguments: [
      ("no object", "[]"), ("no id", #"{"form":"receiving"}"#), ("an id that is a number", #"{"id":7}"#),
      ("an id that does not come first", #"{"form":"receiving","id":"a"}"#), ("an empty id", #"{"id":""}"#),
      ("an id with a quote", #"{"id":"a\"b"}"#), ("an id that is a path", #"{"id":"../a"}"#),
    ])
  func refused(name: String, text: String) throws {
    let store = try store(directory)
    let wrong = try JSONValue(parsing: text)
    let error = #expect(throws: StoreError.self) { try store.append([record(1), wrong], businessDate: monday) }
    #expect(error?.message.hasPrefix("NOT saved: ") == true)
    #expect(directory.text(journal).isEmpty)
  }

  @Test("A number or a checksum that a record brings along is replaced")
  func ownNumber() throws {
    let wrong: JSONValue = ["id": .string(id(1)), "number": 99, "values": [:], "crc32c": "00000000"]
    #expect(try store(directory).append([wrong], businessDate: monday).map(\.number) == [1])
    #expect(try store(directory).verify().isWhole)
  }

  @Test("Control characters of a code are stored and come back")
  func controlCharacters() throws {
    let text = "10LOT\u{1D}21\u{1E}\u{04}\u{7F}\u{85}\n"
    _ = try store(directory).append([record(1, ["lot": .string(text)])], businessDate: monday)
    #expect(try store(directory).show(id: id(1))?.content["values"]?["lot"]?.text == text)
  }

  @Test("A file that was moved away while it was open is begun anew")
  func movedAway() throws {
    let store = try store(directory)
    _ = try store.append([record(1)], businessDate: monday)
    try FileManager.default.moveItem(atPath: "\(directory.path)/\(journal)", toPath: "\(directory.path)/away")
    #expect(try store.append([record(2)], businessDate: monday).map(\.number) == [1])
    #expect(directory.text(journal).contains(id(2)))
  }

  @Test(
    "A station's name is 1 to 32 letters, digits, - and _",
    arguments: [
      ("dock-3", true), ("A_b-9", true), ("", false), ("a/b", false), ("..", false), ("dock 3", false), ("döck", false),
      (String(repeating: "x", count: 32), true), (String(repeating: "x", count: 33), false),
    ])
  func stationNames(name: String, isGood: Bool) {
    #expect(((try? RecordStore(directory: directory.path, station: name)) != nil) == isGood)
  }

  @Test(
    "File names are read as they are written",
    arguments: [
      ("dock-3-2026-11-30.jsonl", true), ("dock-3-2026-11-30.2.jsonl", true), ("a-2026-11-30-2026-11-30.jsonl", true),
      ("dock-3-2026-11-31.jsonl", false), ("dock-3-2026-11-30.1.jsonl", false), ("dock-3-2026-11-30.02.jsonl", false),
      ("-2026-11-30.jsonl", false), ("2026-11-30.jsonl", false), ("dock-3-2026-11-30.json", false),
      ("dock-3-2026-11-30.jsonl.part", false), ("dock.3-2026-11-30.jsonl", false),
    ])
  func fileNames(name: String, isGood: Bool) {
    #expect(JournalName(fileName: name)?.fileName == (isGood ? name : nil))
  }

  @Test("A directory that cannot be made is told in one sentence")
  func noDirectory() {
    let error = #expect(throws: StoreError.self) { try RecordStore(directory: "/dev/null/store", station: "dock-3") }
    #expect(error?.kind == .environment)
    #expect(error?.message.contains("/dev/null/store") == true)
  }
}
