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

  func make() throws(StoreError) {
    for path in [directory, drafts, quarantine, index] { try Folder.make(path) }
  }

  package func path(of name: JournalName) -> String { directory + "/" + name.fileName }

  /// The journal files of all stations, in order.
  package func journals() throws(StoreError) -> [JournalName] {
    try Folder.names(in: directory).compactMap { JournalName(fileName: $0) }.sorted()
  }

  /// Puts bytes that are no record aside, on the disk, under a name that begins like `name`; the path it got.
  func quarantine(_ bytes: [UInt8], as name: String) throws(StoreError) -> String {
    let path = try free(name)
    try Folder.make(quarantine)
    try Folder.replace(path, with: bytes)
    return path
  }

  /// Moves a damaged file aside; the path it got.
  func quarantine(file: String, as name: String) throws(StoreError) -> String {
    let path = try free(name)
    try Folder.make(quarantine)
    try Folder.rename(file, to: path)
    try Folder.synchronize(quarantine)
    return path
  }

  private func free(_ name: String) throws(StoreError) -> String {
    for attempt in 1...10_000 {
      let path = "\(quarantine)/\(name)" + (attempt > 1 ? ".\(attempt)" : "")
      if OpenFile.status(path) == nil { return path }
    }
    throw StoreError(.environment, "there is no free name for \(name) in \(quarantine)")
  }
}
