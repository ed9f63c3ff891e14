import DataFormats
import Foundation
import RecordStore
import Testing

@Suite("Values that must be unique")
struct Uniqueness {
  let directory = TemporaryDirectory()

  /// Codes of 8, 12 or 13 digits count as 14; the caller knows what a GTIN is, here any of that length.
  static func normalize(_ text: String) -> String {
    [8, 12, 13].contains(text.count) && text.allSatisfy(\.isNumber)
      ? String(repeating: "0", count: 14 - text.count) + text : text
  }

  private func prepared(_ keys: [UniqueKey]) throws -> RecordStore {
    let store = try store(directory)
    try store.registerUnique(form: "receiving", keys: keys, normalize: Self.normalize)
    return store
  }

  @Test("What another program saved since the look-up is seen before the record is written", arguments: [false, true])
  func overtaken(isMadeAgain: Bool) throws {
    let (store, other) = (try prepared([UniqueKey(field: "sscc")]), try prepared([]))
    _ = try other.append([record(1, ["sscc": "A0"])], businessDate: monday)
    #expect(try holder(store, ["A1"], "sscc") == nil)
    _ = try other.append([record(2, ["sscc": "A1"])], businessDate: monday)
    if isMadeAgain {
      // A file of that name that is another one now: what the index knows of it is void.
      let bytes = directory.bytes(journal)
      try FileManager.default.removeItem(atPath: "\(directory.path)/\(journal)")
      directory.write(bytes, to: journal)
    }
    var seen: String?
    let saved = try store.append([record(3, ["sscc": "A1"])], businessDate: monday) {
      seen = try? holder(store, ["A1"], "sscc")
      return seen != nil
    }
    #expect(saved == nil && seen == id(2))
    #expect(directory.text(journal).split(separator: "\n").count == 2)
    let next = try store.append([record(4, ["sscc": "A2"])], businessDate: monday) {
      (try? holder(store, ["A2"], "sscc")) != nil
    }
    #expect(next?.map(\.number) == [3])
    #expect(try holder(store, ["A2"], "sscc") == id(4) && holder(store, ["A0"], "sscc") == id(1))
  }

  @Test(
    "Two terminals on either side of midnight: one waits for the other, and sees what that saved",
    arguments: [(monday, tuesday), (tuesday, monday)])
  func midnight(first: CalendarDate, second: CalendarDate) throws {
    let store = try prepared([UniqueKey(field: "sscc")])
    let other = Meanwhile { [directory] in
      let store = try RecordStore(directory: directory.path, station: "dock-3")
      try store.registerUnique(form: "receiving", keys: [UniqueKey(field: "sscc")], normalize: Self.normalize)
      return try store.append([record(2, ["sscc": "A1"])], businessDate: second) {
        (try? holder(store, ["A1"], "sscc", date: second)) != nil
      } != nil
    }
    let saved = try store.append([record(1, ["sscc": "A1"])], businessDate: first) {
      other.start()
      Thread.sleep(forTimeInterval: 0.3)
      return (try? holder(store, ["A1"], "sscc", date: first)) != nil
    }
    #expect(saved != nil)
    #expect(try other.value() == false)
    #expect(directory.names("").filter { $0.hasSuffix(".jsonl") }.count == 2)
  }

  private func holder(
    _ store: RecordStore, _ parts: [String], _ field: String, _ scope: UniqueScope = .form, excluding: Set<String> = [],
    date: CalendarDate = monday
  ) throws -> String? {
    try store.holder(
      of: parts, field: field, form: "receiving", scope: scope, excluding: excluding, businessDate: date)?.id
  }

  @Test(
    "Who holds a value",
    arguments: [
      ("a text", "sscc", ["A1"], 1),
      ("another text", "sscc", ["A2"], nil),
      ("a blank is held by no one", "sscc", [""], nil),
      ("a text with an escape", "sscc", ["q\"\u{1D}é"], 2),
      ("a number", "count", ["12"], 1),
      ("a boolean", "ok", ["true"], 2),
      ("several choices", "marks", ["x y"], 2),
      ("13 digits are the same as 14", "gtin", ["04006381333931"], 1),
      ("14 digits are the same as 13", "gtin", ["4006381333931"], 1),
      ("a value of the second row", "lines.serial", ["S2"], 1),
      ("a value of no row", "lines.serial", ["S3"], nil),
      ("a field of the rows is not one of the form", "serial", ["S2"], nil),
      ("two fields of a row", "lines.lot", ["L1", "G2"], 1),
      ("two fields of different rows", "lines.lot", ["L1", "G1"], nil),
      ("one of the two is blank", "lines.lot", ["L3", ""], 1),
      ("a field of the row and one of the form", "lines.box", ["B1", "A1"], 1),
      ("the same with another form field", "lines.box", ["B1", "q\"\u{1D}é"], nil),
    ] as [(String, String, [String], Int?)])
  func values(name: String, field: String, parts: [String], expected: Int?) throws {
    let store = try prepared([
      UniqueKey(field: "sscc"), UniqueKey(field: "count"), UniqueKey(field: "ok"), UniqueKey(field: "marks"),
      UniqueKey(field: "gtin"), UniqueKey(field: "serial"), UniqueKey(field: "lines.serial"),
      UniqueKey(field: "lines.lot", with: ["lines.gtin"]), UniqueKey(field: "lines.box", with: ["sscc"]),
    ])
    _ = try store.append(
      [
        record(
          1,
          [
            "sscc": "A1", "count": 12, "gtin": "4006381333931",
            "lines": [
              ["serial": "S1", "lot": "L1", "gtin": "G2", "box": "B1"], ["serial": "S2", "lot": "L2", "gtin": "G1"],
              ["lot": "L3"],
            ],
          ]),
        record(2, ["sscc": "q\"\u{1D}é", "ok": true, "marks": ["x", "y"]]),
        record(3, form: "other", ["sscc": "A2"]),
      ], businessDate: monday)
    #expect(try holder(store, parts, field) == expected.map(id))
  }

  @Test(
    "What does not count",
    arguments: [
      ("a void record", [record(1, ["sscc": "A1"]), record(2, ["sscc": "A1"], supersedes: 1, void: true)], nil),
      ("a corrected record", [record(1, ["sscc": "A1"]), record(2, ["sscc": "B2"], supersedes: 1)], nil),
      ("the correction counts", [record(1, ["sscc": "A1"]), record(2, ["sscc": "A1"], supersedes: 1)], 2),
      (
        "a correction by another form's record", [record(1, ["sscc": "A1"]), record(2, form: "other", supersedes: 1)], 1
      ),
    ] as [(String, [JSONValue], Int?)])
  func doesNotCount(name: String, records: [JSONValue], expected: Int?) throws {
    let store = try prepared([UniqueKey(field: "sscc")])
    _ = try store.append(records, businessDate: monday)
    #expect(try holder(store, ["A1"], "sscc") == expected.map(id))
  }

  @Test("The scope is the day or for ever, always of this station")
  func scopes() throws {
    let store = try prepared([UniqueKey(field: "sscc")])
    _ = try store.append([record(1, ["sscc": "A1"])], businessDate: monday)
    _ = try self.store(directory, "dock-4").append([record(2, ["sscc": "B2"])], businessDate: monday)
    #expect(try holder(store, ["A1"], "sscc", .day, date: monday) == id(1))
    #expect(try holder(store, ["A1"], "sscc", .day, date: tuesday) == nil)
    #expect(try holder(store, ["A1"], "sscc", .form, date: tuesday) == id(1))
    #expect(try holder(store, ["A1"], "sscc", excluding: [id(1)]) == nil)
    #expect(try holder(store, ["B2"], "sscc") == nil)
  }

  private func store(_ directory: TemporaryDirectory, _ station: String = "dock-3") throws -> RecordStore {
    try RecordStore(directory: directory.path, station: station)
  }

  @Test("A void at another station counts")
  func voidElsewhere() throws {
    let store = try prepared([UniqueKey(field: "sscc")])
    _ = try store.append([record(1, ["sscc": "A1"])], businessDate: monday)
    _ = try self.store(directory, "office").append([record(2, supersedes: 1, void: true)], businessDate: tuesday)
    #expect(try holder(store, ["A1"], "sscc") == nil)
  }

  @Test("What another process wrote a moment ago is known, in an older file too")
  func otherProcess() throws {
    let (mine, other) = (try prepared([UniqueKey(field: "sscc")]), try store(directory))
    _ = try other.append([record(1, ["sscc": "A1"])], businessDate: tuesday)
    #expect(try holder(mine, ["A1"], "sscc") == id(1))
    _ = try other.append([record(2, ["sscc": "A2"])], businessDate: tuesday)
    #expect(try holder(mine, ["A2"], "sscc") == id(2))
    _ = try other.append([record(3, ["sscc": "A3"])], businessDate: monday)
    #expect(try holder(mine, ["A3"], "sscc") == id(3))
  }

  @Test("A field that was not registered is told")
  func notRegistered() throws {
    let store = try prepared([UniqueKey(field: "sscc")])
    #expect(throws: StoreError.self) { try holder(store, ["A1"], "asn") }
  }

  /// A store with an index file of several runs.
  private func large(_ count: Int = 4500) throws -> RecordStore {
    let store = try prepared([UniqueKey(field: "sscc"), UniqueKey(field: "asn")])
    for start in stride(from: 0, to: count, by: 1500) {
      let records = (start..<min(start + 1500, count)).map {
        record($0, ["sscc": .string("P\($0)"), "asn": .string("A\($0 % 7)")])
      }
      _ = try store.append(records, businessDate: start < count / 2 ? monday : tuesday)
      #expect(try holder(store, ["P\(start)"], "sscc") == id(start))
    }
    return store
  }

  private func expectAll(_ count: Int, in store: RecordStore, _ note: Comment) throws {
    for number in stride(from: 0, to: count, by: 297) {
      #expect(try holder(store, ["P\(number)"], "sscc") == id(number), note)
    }
    #expect(try holder(store, ["P\(count)"], "sscc") == nil, note)
    #expect(try holder(store, ["A8"], "asn") == nil, note)
  }

  private var indexFile: String { directory.names("index").first.map { "index/\($0)" } ?? "" }

  @Test("The index file is found again, and followed from where it ends")
  func found() throws {
    try expectAll(4500, in: large(), "made")
    #expect(directory.names("index").count == 1)
    try expectAll(4500, in: prepared([UniqueKey(field: "sscc"), UniqueKey(field: "asn")]), "found")
  }

  @Test(
    "The index is never trusted: however its file is damaged, the answers stay right",
    arguments: [
      "missing", "empty", "cut short", "zeros", "garbage behind it", "of other keys", "unreadable", "a directory",
    ])
  func damagedIndex(how: String) throws {
    _ = try large()
    let file = indexFile
    let bytes = directory.bytes(file)
    try #require(bytes.count > 80_000)
    switch how {
    case "missing": try FileManager.default.removeItem(atPath: "\(directory.path)/\(file)")
    case "empty": directory.write([], to: file)
    case "cut short": directory.write(Array(bytes.dropLast(bytes.count / 3)), to: file)
    case "zeros": directory.write([UInt8](repeating: 0, count: bytes.count), to: file)
    case "garbage behind it": directory.write(bytes + [1, 2, 3], to: file)
    case "of other keys":
      directory.write(Array(String(decoding: bytes, as: UTF8.self).utf8), to: file)
    case "a directory":
      try FileManager.default.removeItem(atPath: "\(directory.path)/\(file)")
      try FileManager.default.createDirectory(atPath: "\(directory.path)/\(file)", withIntermediateDirectories: true)
    default: try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(directory.path)/\(file)")
    }
    try expectAll(4500, in: prepared([UniqueKey(field: "sscc"), UniqueKey(field: "asn")]), "damaged")
    try expectAll(4500, in: prepared([UniqueKey(field: "sscc"), UniqueKey(field: "asn")]), "after")
  }

  @Test("A changed byte anywhere in the index changes no answer")
  func changedBytes() throws {
    _ = try large()
    let file = indexFile
    let bytes = directory.bytes(file)
    for place in stride(from: 0, to: bytes.count, by: bytes.count / 10) {
      var bad = bytes
      bad[place] ^= 0x40
      directory.write(bad, to: file)
      try expectAll(4500, in: prepared([UniqueKey(field: "sscc"), UniqueKey(field: "asn")]), "byte \(place)")
    }
  }

  @Test("Journals that are not what they were", arguments: ["replaced", "shortened", "removed", "edited in place"])
  func staleIndex(how: String) throws {
    let store = try large()
    let bytes = directory.bytes(journal)
    let text = String(decoding: bytes, as: UTF8.self)
    switch how {
    case "replaced":
      try FileManager.default.removeItem(atPath: "\(directory.path)/\(journal)")
      directory.write(bytes, to: journal)
    case "shortened":
      let lines = text.split(separator: "\n").prefix(100)
      directory.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: journal)
    case "removed": try FileManager.default.removeItem(atPath: "\(directory.path)/\(journal)")
    default:
      // Two records change places: every line between them moves.
      var lines = text.split(separator: "\n")
      lines.swapAt(5, lines.count - 1)
      directory.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: journal)
    }
    for store in [store, try prepared([UniqueKey(field: "sscc"), UniqueKey(field: "asn")])] {
      #expect(try holder(store, ["P4400"], "sscc") == id(4400))
      #expect(try holder(store, ["P50"], "sscc") == (how == "removed" ? nil : id(50)))
      #expect(try holder(store, ["P2000"], "sscc") == (how == "removed" || how == "shortened" ? nil : id(2000)))
    }
  }

  @Test("An index that cannot be written costs no answer")
  func noIndexFolder() throws {
    _ = try store(directory)
    try FileManager.default.removeItem(atPath: "\(directory.path)/index")
    let store = try large()
    try FileManager.default.removeItem(atPath: "\(directory.path)/index")
    directory.write([], to: "index")
    try expectAll(4500, in: store, "without a folder")
  }

  @Test("Two processes work on one index")
  func twoProcesses() throws {
    let keys = [UniqueKey(field: "sscc"), UniqueKey(field: "asn")]
    let (left, right) = (try prepared(keys), try prepared(keys))
    for start in stride(from: 0, to: 12_000, by: 600) {
      let records = (start..<(start + 600)).map { record($0, ["sscc": .string("P\($0)"), "asn": "x"]) }
      let (writer, reader) = start % 1200 == 0 ? (left, right) : (right, left)
      _ = try writer.append(records, businessDate: monday)
      #expect(try holder(reader, ["P\(start)"], "sscc") == id(start))
      _ = try writer.tendIndexes(milliseconds: 1)
    }
    try expectAll(12_000, in: left, "left")
    try expectAll(12_000, in: right, "right")
  }

  @Test("Work in idle moments comes to an end")
  func tending() throws {
    let store = try prepared([UniqueKey(field: "sscc")])
    _ = try store.append((0..<3000).map { record($0, ["sscc": .string("P\($0)")]) }, businessDate: monday)
    var turns = 0
    while try !store.tendIndexes(milliseconds: 0), turns < 1000 { turns += 1 }
    #expect(turns > 3 && turns < 1000)
    #expect(try holder(store, ["P2999"], "sscc") == id(2999))
  }
}

@Suite("The values of the previous record")
struct Previous {
  let directory = TemporaryDirectory()

  @Test(
    "They are those of the last record that counts",
    arguments: [
      ("none", [], nil),
      ("the last one", [record(1, ["asn": "A"]), record(2, ["asn": "B"])], "B"),
      ("not another form's", [record(1, ["asn": "A"]), record(2, form: "other", ["asn": "B"])], "A"),
      ("only another form's", [record(2, form: "other", ["asn": "B"])], nil),
      ("a correction", [record(1, ["asn": "A"]), record(2, ["asn": "B"], supersedes: 1)], "B"),
      (
        "not a void one",
        [record(1, ["asn": "A"]), record(2, ["asn": "B"]), record(3, ["asn": "B"], supersedes: 2, void: true)], "A"
      ),
      ("not even if all are void", [record(1, ["asn": "A"]), record(2, supersedes: 1, void: true)], nil),
    ] as [(String, [JSONValue], String?)])
  func values(name: String, records: [JSONValue], expected: String?) throws {
    let store = try store(directory)
    _ = try store.append(records, businessDate: monday)
    #expect(try store.previousValues(form: "receiving")?["asn"]?.text == expected)
  }

  @Test("Not those of another station, and of the last day")
  func stations() throws {
    let (dock3, dock4) = (try store(directory), try store(directory, station: "dock-4"))
    _ = try dock3.append([record(2, ["asn": "new"])], businessDate: tuesday)
    _ = try dock3.append([record(1, ["asn": "old"])], businessDate: monday)
    _ = try dock4.append([record(3, ["asn": "elsewhere"])], businessDate: tuesday)
    #expect(try dock3.previousValues(form: "receiving")?["asn"]?.text == "new")
  }

  @Test("A form that was last used long ago is found behind megabytes of others")
  func longAgo() throws {
    let store = try store(directory)
    let filler = String(repeating: "x", count: 2000)
    _ = try store.append([record(0, ["asn": "first"]), record(1, ["asn": "second"])], businessDate: monday)
    for start in [10, 2000] {
      let others = (start..<(start + 1500)).map { record($0, form: "other", ["note": .string(filler)]) }
      _ = try store.append(others, businessDate: tuesday)
    }
    #expect(try store.previousValues(form: "receiving")?["asn"]?.text == "second")
    _ = try store.append([record(9000, supersedes: 1, void: true)], businessDate: tuesday)
    #expect(try store.previousValues(form: "receiving")?["asn"]?.text == "first")
    #expect(try store.previousValues(form: "never_used") == nil)
  }

  @Test("A record larger than any window, and damaged lines around it")
  func large() throws {
    let store = try store(directory)
    _ = try store.append(
      [record(1, ["asn": "A", "note": .string(String(repeating: "é", count: 300_000))])], businessDate: monday)
    directory.append("garbage\n{\"form\":\"receiving\"", to: journal)
    #expect(try store.previousValues(form: "receiving")?["asn"]?.text == "A")
  }
}
