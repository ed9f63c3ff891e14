internal import DataFormats

/// What `RecordStore.verify` found.
public struct VerifyReport: Sendable {
  public internal(set) var files = 0
  /// Whole records.
  public internal(set) var records = 0
  public internal(set) var bytes = 0
  /// In the order in which they stand in the store.
  public internal(set) var problems: [StoreProblem] = []
  /// The names in `quarantine/`: fragments that were cut off, drafts that could not be read.
  public internal(set) var quarantined: [String] = []

  public var isWhole: Bool { problems.isEmpty }
}

extension RecordStore {
  /// Reads everything and tells every bad range: damaged lines, unfinished ends, repeated ids, numbers out of order.
  public func verify() throws(StoreError) -> VerifyReport {
    var report = VerifyReport()
    var seen = SeenIDs()
    var numbers = NumberCheck()
    for name in try folder.journals() {
      report.files += 1
      numbers.begin(name)
      if Folder.isThere(folder.path(of: name)) {
        let message = "a folder stands where a file of records belongs"
        report.problems.append(StoreProblem(kind: .damaged, file: name, range: 0..<0, line: 1, message: message))
      }
      try JournalWalk.lines(of: name, in: folder) { (step) in
        report.bytes += step.line.length
        if let problem = step.problem {
          report.problems.append(problem)
          numbers.skipLine()
          return true
        }
        report.records += 1
        let line = step.line
        func problem(_ kind: StoreProblem.Kind, _ message: String) {
          report.problems.append(
            StoreProblem(
              kind: kind, file: name, range: line.offset..<(line.offset + line.length), line: step.number,
              message: message))
        }
        let id = RecordLine.id(line.bytes) ?? ""
        if !seen.insert(id) { problem(.repeatedID, "the id \(id.withVisibleControls) stands in the store before") }
        if let fault = numbers.check(RecordLine.number(line.bytes)) { problem(.numbers, fault) }
        return true
      }
    }
    do throws(StoreError) {
      report.quarantined = try Folder.names(in: folder.quarantine).sorted()
    } catch {
      // The records are what was asked about.
      notices.append("What lies in quarantine cannot be told: \(error.message).")
    }
    return report
  }
}

/// The ids that were met: 16 bytes each for the identifiers of the store's own kind.
private struct SeenIDs {
  private var identifiers: Set<UInt128> = []
  private var others: Set<String> = []

  /// False where it was met before.
  mutating func insert(_ id: String) -> Bool {
    if let halves = UUIDv7.halves(of: id) {
      return identifiers.insert(UInt128(halves.high) << 64 | UInt128(halves.low)).inserted
    }
    return others.insert(id).inserted
  }
}

/// Whether the numbers of a station's day go up by one.
private struct NumberCheck {
  private var day: JournalName?
  private var last = 0
  /// Lines that cannot be read since `last`: each may have held a number, or none.
  private var unknown = 0

  mutating func begin(_ name: JournalName) {
    if let day, day.station == name.station, day.date == name.date { return }
    day = name
    (last, unknown) = (0, 0)
  }

  mutating func skipLine() { unknown += 1 }

  mutating func check(_ number: Int?) -> String? {
    guard let number else { return "the record has no number" }
    let expected = (last + 1)...(last + 1 + unknown)
    defer { (last, unknown) = (max(last, number), 0) }
    if expected.contains(number) { return nil }
    return number <= last
      ? "the record has the number \(number), though \(last) was given before"
      : "the record has the number \(number), where \(last + 1) should follow"
  }
}
