import DataFormats
import Foundation
import RecordStore
import Testing

@Suite("Unfinished and damaged files")
struct Mending {
  let directory = TemporaryDirectory()

  @Test(
    "An unfinished end goes to quarantine before the next record is written",
    arguments: [
      ("a torn record", #"{"id":"019ad2"#), ("one byte", "{"), ("bytes that are no text", "\u{0}\u{1}\u{2}"),
      ("a record without its last bytes", #"{"id":"a","number":3,"crc32c":"12345678""#),
      ("a whole object with a wrong checksum", #"{"id":"a","crc32c":"12345678"}"#),
      ("more than one window", String(repeating: "x", count: 200_000)),
    ])
  func tornTail(name: String, fragment: String) throws {
    _ = try store(directory).append([record(1), record(2)], businessDate: monday)
    directory.append(fragment, to: journal)
    let store = try store(directory)
    let problems = try store.verify().problems
    #expect(problems.map(\.kind) == [.unfinished])
    #expect(try store.append([record(3)], businessDate: monday).map(\.number) == [3])
    #expect(try store.verify().isWhole)
    #expect(store.takeNotices().count == 1)
    #expect(store.takeNotices().isEmpty)
    let kept = directory.names("quarantine")
    #expect(kept.count == 1)
    #expect(kept.first.map { directory.text("quarantine/\($0)") } == fragment)
  }

  @Test(
    "A number that no record was given is damage, and the next one is not counted from it",
    arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e9", "-1"])
  func damagedNumber(number: String) throws {
    _ = try store(directory).append([record(1), record(2)], businessDate: monday)
    let damaged = directory.text(journal).replacingOccurrences(of: #""number":2,"#, with: #""number":\#(number),"#)
    directory.write(Array(damaged.utf8), to: journal)
    let store = try store(directory)
    #expect(try store.append([record(3)], businessDate: monday).map(\.number) == [3])
    #expect(try !store.verify().isWhole)
  }

  @Test("A file that is nothing but a fragment is cut to nothing")
  func onlyAFragment() throws {
    let store = try store(directory)
    directory.append("{\"id\":", to: journal)
    #expect(try store.append([record(1)], businessDate: monday).map(\.number) == [1])
    #expect(try store.verify().isWhole)
  }

  @Test("A record that only lost its newline is kept")
  func onlyTheNewline() throws {
    _ = try store(directory).append([record(1), record(2)], businessDate: monday)
    directory.write(directory.bytes(journal).dropLast(), to: journal)
    let store = try store(directory)
    #expect(try store.append([record(2), record(3)], businessDate: monday).map(\.number) == [2, 3])
    #expect(try store.verify().isWhole)
    #expect(directory.names("quarantine").isEmpty)
  }

  @Test("The unfinished end of another day is mended too: no one would append to that file again")
  func yesterday() throws {
    _ = try store(directory).append([record(1)], businessDate: monday)
    directory.append("{\"id\":", to: journal)
    let store = try store(directory)
    _ = try store.append([record(2)], businessDate: tuesday)
    #expect(try store.verify().isWhole)
    #expect(directory.names("quarantine").count == 1)
  }

  @Test(
    "A bad line in the middle is told, and the clerk can still save",
    arguments: [
      ("words", "hello", StoreProblem.Kind.damaged, "is no JSON object"),
      ("an empty line", "", .damaged, "is empty"),
      ("half a record", #"{"id":"019ad2"}"#, .damaged, "no checksum"),
      ("bad JSON", #"{"id":"019ad2",,"crc32c":"12345678"}"#, .damaged, "not valid JSON"),
      ("a wrong checksum", #"{"id":"019ad2","number":2,"crc32c":"12345678"}"#, .damaged, "does not fit its checksum"),
      ("zeros, as after a power cut", String(repeating: "\0", count: 600), .damaged, "is no JSON object"),
    ])
  func garbage(name: String, line: String, kind: StoreProblem.Kind, words: String) throws {
    _ = try store(directory).append([record(1)], businessDate: monday)
    let start = directory.bytes(journal).count
    directory.append(line + "\n", to: journal)
    let store = try store(directory)
    #expect(try store.append([record(3)], businessDate: monday).map(\.number) == [3])
    let report = try store.verify()
    #expect(report.records == 2)
    let problem = try #require(report.problems.first)
    #expect(report.problems.count == 1)
    #expect(problem.kind == kind)
    #expect(problem.message.contains(words))
    #expect(problem.line == 2)
    #expect(problem.range == start..<(start + line.utf8.count + 1))
    #expect(!problem.description.utf8.contains { $0 < 0x20 })
  }

  @Test("A record without an id is damage, whatever its checksum")
  func withoutID() throws {
    let store = try store(directory)
    let body = #"{"number":1"#
    directory.append(body + #","crc32c":"\#(CRC32C.checksum(Array(body.utf8)).hexadecimal)"}"# + "\n", to: journal)
    #expect(try store.verify().problems.map(\.message) == ["the line has no id"])
  }

  @Test("Every changed byte of a record is noticed")
  func everyByte() throws {
    _ = try store(directory).append(
      [record(1, ["lot": "A1", "n": .number("-3.50"), "ok": true])], businessDate: monday)
    let good = directory.bytes(journal)
    let store = try store(directory)
    for place in 0..<(good.count - 1) {
      var bad = good
      bad[place] ^= 0x02
      directory.write(bad, to: journal)
      #expect(try !store.verify().isWhole, "byte \(place)")
    }
  }

  @Test("A file cut at every byte never loses a whole record and can be written on")
  func everyCut() throws {
    _ = try store(directory).append((1...3).map { record($0, ["lot": "Ä"]) }, businessDate: monday)
    let good = directory.bytes(journal)
    let ends = good.indices.filter { good[$0] == 0x0A }.map { $0 + 1 }
    for cut in 0...good.count {
      directory.write(Array(good[..<cut]), to: journal)
      let whole = ends.count { $0 <= cut || $0 == cut + 1 }
      #expect(
        try store(directory).append([record(9)], businessDate: monday).map(\.number) == [whole + 1], "cut at \(cut)")
      let report = try store(directory).verify()
      #expect(report.isWhole && report.records == whole + 1, "cut at \(cut)")
    }
  }

  @Test(
    "Repeated ids and numbers out of order are told with their place",
    arguments: [
      ("the same line twice", [1, 2, 2], [StoreProblem.Kind.repeatedID, .numbers]),
      ("a missing line", [1, 3], [.numbers]),
      ("lines that changed places", [2, 1, 3], [.numbers, .numbers]),
      ("all as it should be", [1, 2, 3], []),
    ] as [(String, [Int], [StoreProblem.Kind])])
  func numbersAndIDs(name: String, order: [Int], kinds: [StoreProblem.Kind]) throws {
    let store = try store(directory)
    _ = try store.append([record(1), record(2), record(3)], businessDate: monday)
    let lines = directory.text(journal).split(separator: "\n").map { $0 + "\n" }
    directory.write(Array(order.map { lines[$0 - 1] }.joined().utf8), to: journal)
    #expect(try store.verify().problems.map(\.kind).prefix(kinds.count) == kinds[...])
    #expect(try store.verify().isWhole == kinds.isEmpty)
  }

  @Test("A line that is longer than any record does not fill the memory")
  func endlessLine() throws {
    let store = try store(directory)
    _ = try store.append([record(1)], businessDate: monday)
    directory.append(String(repeating: "x", count: 40 << 20) + "\n", to: journal)
    #expect(try store.append([record(2)], businessDate: monday).map(\.number) == [3])
    let report = try store.verify()
    #expect(report.records == 2)
    #expect(report.problems.map(\.message) == ["the line is longer than any record"])
  }
}
