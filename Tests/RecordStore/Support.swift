import DataFormats
import Foundation
import RecordStore

/// A directory that is gone when the test is.
final class TemporaryDirectory {
  let path: String

  init() {
    // In memory where that can be had: these tests are not about the disk, and there are thousands of waits for it.
    let isInMemory = FileManager.default.isWritableFile(atPath: "/dev/shm")
    path = (isInMemory ? "/dev/shm/" : NSTemporaryDirectory()) + "formentry-store-" + UUID().uuidString
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) ?? []
  }

  func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  func write(_ bytes: [UInt8], to name: String) {
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
  }

  func append(_ text: String, to name: String) { write(bytes(name) + Array(text.utf8), to: name) }

  func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }
}

let monday = CalendarDate(iso: "2026-11-30")!
let tuesday = CalendarDate(iso: "2026-12-01")!
let journal = "dock-3-2026-11-30.jsonl"

/// An identifier that says which one it is, made on the morning of `monday`.
func id(_ number: Int) -> String {
  let digits = String(number)
  return "01a22b77-c800-7000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
}

func record(
  _ number: Int, form: String = "receiving", _ values: JSONValue = [:], supersedes: Int? = nil, void: Bool = false
) -> JSONValue {
  [
    "id": .string(id(number)), "form": .string(form), "form_version": 1, "station": "dock-3", "values": values,
    "supersedes": JSONValue(supersedes.map(id)), "void": .boolean(void),
  ]
}

func store(_ directory: TemporaryDirectory, station: String = "dock-3") throws -> RecordStore {
  try RecordStore(directory: directory.path, station: station)
}

/// What another program does meanwhile.
final class Meanwhile: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  // Written before `done` is signalled, read after.
  private var result: Result<Bool, any Error> = .success(false)
  private let work: () throws -> Bool

  init(_ work: @escaping () throws -> Bool) { self.work = work }

  func start() {
    Thread.detachNewThread { [self] in
      result = Result(catching: work)
      done.signal()
    }
  }

  func value() throws -> Bool {
    done.wait()
    return try result.get()
  }
}
