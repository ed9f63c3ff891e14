internal import Glibc

/// The end of a journal file, which a crash may have left unfinished.
enum JournalTail {
  /// Brings the file to an end with a newline; the caller holds the lock. What is whole but for its newline gets it; any
  /// other fragment goes to quarantine first and is then cut off. Says what was done, nil where all was well.
  static func mend(_ file: borrowing OpenFile, folder: StoreFolder) throws(StoreError) -> String? {
    let size = try file.status().size
    guard size > 0, try file.read((size - 1)..<size) != [0x0A] else { return nil }
    let start = try startOfLastLine(file, size: size)
    let fragment = try file.read(start..<size)
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    if fragment.withUnsafeBytes({ RecordLine.fault($0) }) == nil {
      try file.write([0x0A])
      try file.synchronizeContent()
      return "The last record of \(name) had no newline at its end: it is whole and was kept."
    }
    let kept = try folder.quarantine(fragment, as: "\(name).\(start)-\(size)")
    try file.truncate(to: start)
    try file.synchronizeContent()
    return "The end of \(name) was unfinished (bytes \(start) to \(size)): it was moved to \(kept)."
  }

  private static func startOfLastLine(_ file: borrowing OpenFile, size: Int) throws(StoreError) -> Int {
    var end = size
    while end > 0 {
      let start = max(0, end - (64 << 10))
      if let newline = try file.read(start..<end).lastIndex(of: 0x0A) { return start + newline + 1 }
      end = start
    }
    return 0
  }
}
