import Configuration
import DataFormats
import FormSchema
import Glibc
import RecordStore

/// The store: its directory, its disk, its records and its index.
enum StoreCheck {
  /// Bytes of records that are read to see whether they are whole: some seconds' work.
  private static let readAtMost = 1 << 30
  /// Bytes that must be free: a year of a busy station, and room for its drafts and its index.
  private static let wantedRoom = 100 << 20

  static func diagnoses(_ station: StationConfiguration, _ clock: StationClock?) -> [Diagnosis] {
    let path = station.store
    guard access(path, F_OK) == 0 else { return [errno == ENOENT ? missing(path) : unreachable(path, errno)] }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return [.wrong(.store, "\(path) is no directory", mend: "name another one with --store or the setting store")]
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else { return [unreachable(path, errno)] }
    return [writing(path), room(path)] + records(station, clock)
  }

  private static func missing(_ path: String) -> Diagnosis {
    var parent = path
    while access(parent, F_OK) != 0, let slash = parent.lastIndex(of: "/") {
      parent = slash == parent.startIndex ? "/" : String(parent[..<slash])
      if parent == "/" { break }
    }
    if !parent.contains("/"), access(parent, F_OK) != 0 { parent = "." }
    guard access(parent, W_OK | X_OK) == 0 else {
      return .wrong(
        .store, "\(path) is not there, and cannot be made in \(parent)",
        mend: "sudo install -d -o \"$USER\" \(quoted(path))")
    }
    return .well(.store, "\(path) is made with the first record")
  }

  private static func unreachable(_ path: String, _ reason: Int32) -> Diagnosis {
    .wrong(
      .store, "\(path) cannot be written: \(systemReason(reason))",
      mend: reason == EROFS
        ? "mount it for writing, or name another directory with --store"
        : "sudo chown -R \"$USER\" \(quoted(path))")
  }

  /// Writes a file, waits for the disk as a record does, and takes it away again.
  private static func writing(_ path: String) -> Diagnosis {
    let trial = "\(path)/.doctor-\(getpid())"
    let file = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return unreachable(path, errno) }
    defer {
      close(file)
      unlink(trial)
    }
    let bytes = [UInt8](repeating: 0x20, count: 4096)
    let start = MonotonicClock.now
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      return .wrong(
        .store, "\(path) does not keep what is written: \(systemReason(errno))",
        mend: "free some room there (df -h \(quoted(path))), or look after the disk (sudo dmesg)")
    }
    let milliseconds = (MonotonicClock.now - start) / 1_000_000
    return .well(.store, "\(path) can be written; the disk confirms within \(milliseconds) ms")
  }

  private static func room(_ path: String) -> Diagnosis {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else {
      return .unknown(.store, "how much room is free cannot be told: \(systemReason(errno))")
    }
    let free = Int(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    let message = "\(free >> 20) MiB are free"
    // Some file systems count no files.
    let hasNames = disk.f_files == 0 || disk.f_favail > 100
    guard free >= wantedRoom, hasNames else {
      let what = hasNames ? "only \(message)" : "the file system takes no more files"
      return .wrong(.store, what, mend: "free some room: du -xh \(quoted(path)) | sort -h | tail tells what takes it")
    }
    return .well(.store, message)
  }

  private static func records(_ station: StationConfiguration, _ clock: StationClock?) -> [Diagnosis] {
    do {
      let store = try RecordStore(directory: station.store, station: station.station)
      var found: [Diagnosis] = []
      let names = try StoreFolder(station.store).journals()
      let bytes = names.reduce(0) { $0 + size(of: "\(station.store)/\($1.fileName)") }
      if bytes > readAtMost {
        found.append(
          .unknown(.store, "\(bytes >> 20) MiB of records were not read", mend: "formentry records verify reads them"))
      } else {
        let report = try store.verify()
        let count = "\(report.records) \(report.records == 1 ? "record" : "records")"
        if let first = report.problems.first {
          let more = report.problems.count > 1 ? " (and \(report.problems.count - 1) more)" : ""
          found.append(
            .wrong(.store, "\(count); \(first.description)\(more)", mend: "formentry records verify names every place"))
        } else {
          found.append(.well(.store, "\(count), all whole"))
        }
      }
      if let clock, let last = names.last?.date, let tomorrow = clock.businessDate(of: clock.now).adding(days: 1),
        last > tomorrow
      {
        found.append(
          .wrong(
            .clock, "the store has records of \(last): the clock was set back, or was ahead then",
            mend: "sudo timedatectl set-ntp true"))
      }
      found.append(try index(station, store, clock))
      return found
    } catch {
      return [.wrong(.store, error.message, mend: "formentry records verify says more")]
    }
  }

  /// Asks the index of each form that needs one a question, as completing a record does.
  private static func index(
    _ station: StationConfiguration, _ store: RecordStore, _ clock: StationClock?
  ) throws(StoreError) -> Diagnosis {
    _ = store.takeNotices()
    guard let clock else { return .unknown(.store, "the index was not asked, as the clock is not known") }
    for file in FormLocator(station).all() {
      guard let form = FormReader.read(path: file.path).form, let key = form.uniqueKeys.first else { continue }
      try store.registerUnique(form: form.id, keys: form.uniqueKeys, normalize: ComparableText.key)
      _ = try store.holder(
        of: [String](repeating: "?", count: 1 + key.with.count), field: key.field, form: form.id, scope: .form,
        businessDate: clock.businessDate(of: clock.now))
    }
    guard let first = store.takeNotices().first else { return .well(.store, "the index answers") }
    return .wrong(.store, first, mend: "rm -r \(quoted(station.store + "/index")): it is made anew from the records")
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
