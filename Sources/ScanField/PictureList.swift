import Glibc

/// The picture files that a path stands for.
public struct PictureList: Sendable {
  /// In the order of their bytes, each the given path or one below it.
  public private(set) var paths: [String] = []
  /// What could not be looked into.
  public private(set) var problems: [DecodeError] = []
  private var seen: Set<FileIdentity> = []

  /// A file stands for itself whatever its name; a directory for the files below it, at any depth, whose names end
  /// in .png, .jpg, .jpeg or .pgm in any case. A directory that is reached twice (by links) is looked into once.
  public init(under path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      problems.append(.cannotOpen(path: path, reason: String(cString: strerror(errno))))
      return
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      look(into: path, status, depth: 0)
      paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } else {
      paths = [path]
    }
  }

  private struct FileIdentity: Hashable {
    var device: UInt
    var file: UInt
  }

  /// Directories nested deeper than any path may be long are a fault of the file system.
  private static let deepest = 1000

  private mutating func look(into directory: String, _ status: stat, depth: Int) {
    let identity = FileIdentity(device: UInt(status.st_dev), file: UInt(status.st_ino))
    guard depth < Self.deepest, seen.insert(identity).inserted else { return }
    guard let stream = opendir(directory) else {
      problems.append(.cannotOpen(path: directory, reason: String(cString: strerror(errno))))
      return
    }
    var names: [String] = []
    while let entry = readdir(stream) {
      let length = Int(entry.pointee.d_reclen)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: length) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    closedir(stream)
    for name in names {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else {
        // A link that leads nowhere is no picture unless it is called one.
        if Self.isPicture(name) { problems.append(.cannotOpen(path: path, reason: String(cString: strerror(errno)))) }
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: look(into: path, status, depth: depth + 1)
      case S_IFREG: if Self.isPicture(name) { paths.append(path) }
      default: break
      }
    }
  }

  static func isPicture(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [".png", ".jpg", ".jpeg", ".pgm"].contains { lower.hasSuffix($0) }
  }
}
