import Configuration
import DataFormats
import Glibc
import RecordStore

/// `formentry records`: the store, for people who look after it.
enum RecordsCommand {
  static func list(_ invocation: Invocation) -> ExitStatus {
    reading(invocation) { (store, _, _) throws(StoreError) in
      var date: CalendarDate?
      if let text = invocation.value("date") {
        guard let read = day(text, invocation) else { return .usage }
        date = read
      }
      var status = ExitStatus.done
      try store.forEachCurrent(form: invocation.value("form"), date: date, station: invocation.value("station")) {
        entry in
        switch entry {
        case .record(let record):
          if invocation.has("json") {
            invocation.output.json(record.bytes)
          } else {
            invocation.output.line(summary(of: record))
          }
        case .bad(let problem):
          invocation.errors.complain(problem.description)
          status.include(.refused)
        }
        return invocation.output.isOpen
      }
      return status
    }
  }

  static func show(_ invocation: Invocation) -> ExitStatus {
    reading(invocation) { (store, station, clock) throws(StoreError) in
      let name = invocation.operands.first ?? ""
      var found: StoredRecord?
      var place = ""
      if let number = YAMLScalar.integer(name) {
        var date = clock.businessDate(of: clock.now)
        if let text = invocation.value("date") {
          guard let read = day(text, invocation) else { return .usage }
          date = read
        }
        found = try store.show(number: number, date: date)
        place = " of \(station.station) on \(date)"
      } else {
        found = try store.show(id: name)
      }
      guard let found else {
        invocation.errors.complain("there is no record \(name.prefix(60))\(place) in \(store.directory)")
        return .refused
      }
      if invocation.has("json") {
        invocation.output.json(found.bytes)
      } else {
        for line in RecordText.lines(of: found.content) { invocation.output.line(line) }
      }
      return .done
    }
  }

  static func verify(_ invocation: Invocation) -> ExitStatus {
    reading(invocation) { (store, _, _) throws(StoreError) in
      let report = try store.verify()
      if invocation.has("json") {
        invocation.output.write(json(report).description + "\n")
      } else {
        for problem in report.problems { invocation.output.line(problem.description) }
        for name in report.quarantined { invocation.output.line("in quarantine: \(name)") }
        let found = report.isWhole ? "all of it whole" : count(report.problems.count, "problem")
        invocation.output.line(
          "\(count(report.records, "record")) in \(count(report.files, "file")), \(count(report.bytes, "byte")): \(found)"
        )
      }
      return report.isWhole ? .done : .refused
    }
  }

  /// Opens the store, if there is one, and turns what it throws into words and a status.
  private static func reading(
    _ invocation: Invocation, _ body: (RecordStore, StationConfiguration, StationClock) throws(StoreError) -> ExitStatus
  ) -> ExitStatus {
    guard let station = invocation.station(), let clock = invocation.clock(station) else { return .usage }
    guard access(station.store, F_OK) == 0 || errno != ENOENT else {
      // Looking makes no directory.
      invocation.errors.complain("there is no store at \(station.store)")
      return .environment
    }
    do {
      let store = try RecordStore(directory: station.store, station: station.station)
      let status = try body(store, station, clock)
      for notice in store.takeNotices() { invocation.errors.complain(notice) }
      return status
    } catch {
      invocation.errors.complain(error.message)
      switch error.kind {
      case .environment: return .environment
      case .damage: return .refused
      case .request: return .usage
      }
    }
  }

  private static func day(_ text: String, _ invocation: Invocation) -> CalendarDate? {
    let date = CalendarDate(iso: text)
    if date == nil {
      invocation.errors.complain("--date wants a date such as 2026-11-30, not '\(text.prefix(40))'")
    }
    return date
  }

  /// `2026-11-30  17  receiving  mk  0192...  completed 08:14:31`
  private static func summary(of record: StoredRecord) -> String {
    let content = record.content
    let completed = content["completed_at"]?.text.flatMap { Instant($0) }.map { String(describing: $0.time) } ?? "-"
    return [
      "\(record.file.date)", completed, record.file.station, "\(record.number)", record.form,
      content["operator"]?.text ?? "-", record.id,
    ].joined(separator: "  ")
  }

  private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  private static func json(_ report: VerifyReport) -> JSONValue {
    let problems = report.problems.map { problem -> JSONValue in
      [
        "file": .string("\(problem.file)"), "line": JSONValue(problem.line),
        "from": JSONValue(problem.range.lowerBound),
        "to": JSONValue(problem.range.upperBound), "message": .string(problem.message),
      ]
    }
    return [
      "whole": .boolean(report.isWhole), "files": JSONValue(report.files), "records": JSONValue(report.records),
      "bytes": JSONValue(report.bytes), "problems": .array(problems),
      "quarantined": .array(report.quarantined.map { .string($0) }),
    ]
  }
}
