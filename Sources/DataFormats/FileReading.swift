import Glibc

/// Why a file could not be read: one sentence that names it.
public struct FileFault: Error, Sendable, CustomStringConvertible {
  public let path: String
  public let message: String
  /// Whether there is no such file, as against one that can't be read.
  public let isMissing: Bool

  public var description: String { message }
}

extension SourceText {
  /// Reads a file whole. One that is larger than `limit` bytes is refused before anything of it is read.
  public init(readingFile path: String, limit: Int = YAMLLimits.standard.bytes) throws(FileFault) {
    self.init(path: path, bytes: try Self.bytes(ofFile: path, limit: limit))
  }

  /// The bytes of a file of at most `limit` bytes; `-` is the standard input.
  public static func bytes(ofFile path: String, limit: Int) throws(FileFault) -> [UInt8] {
    let shown = path.withVisibleControls
    let isNamed = path != "-"
    let descriptor = isNamed ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : dup(STDIN_FILENO)
    guard descriptor >= 0 else {
      let reason = errno
      throw reason == ENOENT || reason == ENOTDIR
        ? FileFault(path: path, message: "there is no file \(shown)", isMissing: true)
        : FileFault(path: path, message: "\(shown) can't be opened: \(systemReason(reason))", isMissing: false)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw FileFault(path: path, message: "\(shown) is a directory, not a file", isMissing: false)
    }
    let tooLarge = FileFault(
      path: path, message: "\(shown) is larger than the \(limit) bytes that are read", isMissing: false)
    guard status.st_size <= limit else { throw tooLarge }
    var bytes: [UInt8] = []
    // A pipe or a growing file has no size to trust: one byte more than the limit shows that it is too large.
    var chunk = [UInt8](repeating: 0, count: min(max(Int(status.st_size) + 1, 4096), limit + 1, 1 << 20))
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      // A pipe or a terminal that stands where a form should must not keep a clerk's screen waiting.
      if isNamed, count < 0 && errno == EAGAIN || count == 0 && bytes.isEmpty && status.st_mode & S_IFMT == S_IFIFO {
        if count < 0, isReadable(descriptor) { continue }
        throw FileFault(path: path, message: "\(shown) is no plain file, and nothing comes from it", isMissing: false)
      }
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw tooLarge }
    }
  }

  /// Whether something comes within two seconds, be it the end.
  private static func isReadable(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let found = poll(&polled, 1, 2000)
      if found >= 0 || errno != EINTR { return found > 0 }
    }
  }

  private static func unreadable(_ path: String, _ reason: Int32) -> FileFault {
    FileFault(
      path: path, message: "\(path.withVisibleControls) can't be read: \(systemReason(reason))", isMissing: false)
  }
}

/// The system's words for an error number.
public func systemReason(_ number: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
