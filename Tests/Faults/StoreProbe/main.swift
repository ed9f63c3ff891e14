// Appends records to a store, for tests that kill it, fail its system calls or run it twice:
//   StoreProbe append DIR STATION DATE FIRST COUNT [BATCH]   ids are made of FIRST, FIRST + 1, ...
//   StoreProbe retry  DIR STATION DATE FIRST COUNT           the same, each id twice more after a failure
//   StoreProbe draft  DIR STATION ID COUNT                   saves a draft COUNT times
// A line "ACK ID NUMBER" for each record that is saved, "FAIL ID" for each that is not.
import DataFormats
import Glibc
import RecordStore

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func record(_ index: Int) -> JSONValue {
  let digits = String(index)
  let id = "01a22b77-c800-7000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
  return [
    "id": .string(id), "form": "receiving", "form_version": 1, "station": "dock-3",
    "values": ["lot": .string("L\(index)"), "note": .string(String(repeating: "é\"\n", count: index * 37 % 130))],
    "supersedes": .null, "void": false,
  ]
}

let arguments = Array(CommandLine.arguments.dropFirst())

do {
  guard arguments.count >= 5 else { throw StoreError(.request, "StoreProbe: arguments are missing") }
  let store = try RecordStore(directory: arguments[1], station: arguments[2])
  var failed = false
  if arguments[0] == "draft" {
    for turn in 1...(Int(arguments[4]) ?? 1) {
      do {
        try store.saveDraft(
          id: arguments[3], content: ["form": "receiving", "form_hash": "sha256:1", "turn": JSONValue(turn)])
        say("ACK \(turn)")
      } catch {
        failed = true
        say("FAIL \(turn)")
      }
    }
    exit(failed ? 3 : 0)
  }
  guard arguments.count >= 6, let date = CalendarDate(iso: arguments[3]), let first = Int(arguments[4]),
    let count = Int(arguments[5])
  else { throw StoreError(.request, "StoreProbe: arguments are missing") }
  let batch = arguments.count > 6 ? Int(arguments[6]) ?? 1 : 1
  for start in stride(from: first, to: first + count, by: batch) {
    let records = (start..<min(start + batch, first + count)).map(record)
    for attempt in 1...(arguments[0] == "retry" ? 3 : 1) {
      do {
        for appended in try store.append(records, businessDate: date) { say("ACK \(appended.id) \(appended.number)") }
        break
      } catch {
        failed = true
        for record in records { say("FAIL \(record["id"]?.text ?? "") \(attempt) \(error)") }
      }
    }
  }
  for notice in store.takeNotices() { say("NOTICE \(notice)") }
  exit(failed ? 3 : 0)
} catch {
  say("ERROR \(error)")
  exit(3)
}
