internal import Glibc

/// What is done with directories and the names in them.
package enum Folder {
  /// Makes the directory, and those above it, where they are missing.
  package static func make(_ path: String, mode: UInt32 = 0o750) throws(StoreError) {
    if mkdir(path, mode) == 0 { return }
    switch errno {
    case EEXIST: break
    case ENOENT:
      let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      guard !parent.isEmpty, parent != path else { throw StoreError("cannot make the directory", path, code: ENOENT) }
      try make(parent, mode: mode)
      if mkdir(path, mode) == 0 || errno == EEXIST { break }
      throw StoreError("cannot make the directory", path)
    default: throw StoreError("cannot make the directory", path)
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError("cannot use as a directory", path, code: ENOTDIR)
    }
  }

  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a directory, in no order; none where there is no such directory.
  package static func names(in path: String) throws(StoreError) -> [String] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw StoreError("cannot read the directory", path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw StoreError("cannot read the directory", path) }
    return names
  }

  /// The names of a directory on the disk: after a file was made, renamed or removed.
  package static func synchronize(_ path: String) throws(StoreError) {
    try OpenFile(path, .directory).synchronize()
  }

  package static func rename(_ from: String, to: String) throws(StoreError) {
    guard Glibc.rename(from, to) == 0 else { throw StoreError("cannot rename to \(to) the file", from) }
  }

  /// True where a file was removed, false where there was none.
  @discardableResult
  package static func remove(_ path: String) throws(StoreError) -> Bool {
    if unlink(path) == 0 { return true }
    if errno == ENOENT { return false }
    throw StoreError("cannot remove", path)
  }

  /// Writes a file so that its name has either all of the bytes or what it had before, also after a power cut.
  package static func replace(_ path: String, with bytes: [UInt8], synchronized: Bool = true) throws(StoreError) {
    let aside = "\(path).\(getpid()).part"
    do throws(StoreError) {
      let file = try OpenFile(aside, .create)
      try file.write(bytes)
      if synchronized { try file.synchronizeContent() }
      try rename(aside, to: path)
    } catch {
      unlink(aside)
      throw error
    }
    if synchronized { try synchronize(parent(of: path)) }
  }

  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
