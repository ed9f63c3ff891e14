internal import DataFormats
internal import Glibc

/// Where the parts of a store lie.
package struct StoreFolder: Sendable {
  package let directory: String

  package init(_ directory: String) {
    var path = directory
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.directory = path
  }

  var drafts: String { directory + "/drafts" }
  var quarantine: String { directory + "/quarantine" }
  var index: String { directory + "/index" }

  /// Makes the directory, and the folders in it as far as that can be done: records need none of them, and who does
  /// makes sure of it.
  func make() throws(StoreError) {
    try Folder.make(directory)
    for path in [drafts, quarantine, index] { try? Folder.make(path) }
  }

  /// Makes sure that a folder of the store is there and may be written in. A file that stands in its place is no
  /// reason to stop: it is renamed, never removed. Says what was done; nil where nothing had to be.
  func prepare(_ path: String) throws(StoreError) -> String? {
    var notice: String?
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      let aside = try free(path + ".aside")
      try Folder.rename(path, to: aside)
      notice = "A file stood where the folder \(path) belongs: it was moved to \(aside)."
    }
    try Folder.make(path)
    guard access(path, R_OK | W_OK | X_OK) == 0 else { throw StoreError("cannot write into the folder", path) }
    return notice
  }

  package func path(of name: JournalName) -> String { directory + "/" + name.fileName }

  /// The journal files of all stations, in order.
  package func journals() throws(StoreError) -> [JournalName] {
    try Folder.names(in: directory).compactMap { JournalName(fileName: $0) }.sorted()
  }

  /// Puts bytes that are no record aside, on the disk, under a name that begins like `name`; the path it got.
  func quarantine(_ bytes: [UInt8], as name: String) throws(StoreError) -> String {
    _ = try prepare(quarantine)
    let path = try free("\(quarantine)/\(name)")
    try Folder.replace(path, with: bytes)
    return path
  }

  /// Moves a damaged file aside; the path it got.
  func quarantine(file: String, as name: String) throws(StoreError) -> String {
    _ = try prepare(quarantine)
    let path = try free("\(quarantine)/\(name)")
    try Folder.rename(file, to: path)
    try Folder.synchronize(quarantine)
    return path
  }

  /// The path, or with a number behind it where something of that name is there.
  private func free(_ path: String) throws(StoreError) -> String {
    for attempt in 1...10_000 {
      let path = path + (attempt > 1 ? ".\(attempt)" : "")
      if OpenFile.status(path) == nil { return path }
    }
    throw StoreError(.environment, "there is no free name for \(path)")
  }
}
