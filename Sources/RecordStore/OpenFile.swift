internal import Glibc

/// An open file or directory; closed when it goes. Interrupted calls are made again, short writes continued.
package struct OpenFile: ~Copyable {
  let descriptor: Int32
  package let path: String

  package enum Access {
    case read, append, create, exclusive, directory

    fileprivate var flags: Int32 {
      switch self {
      // A pipe that stands where a file should is told, it is not waited for somebody who writes.
      case .read: O_RDONLY | O_NONBLOCK
      case .append: O_RDWR | O_APPEND | O_CREAT
      case .create: O_RDWR | O_CREAT | O_TRUNC
      case .exclusive: O_RDWR | O_CREAT | O_EXCL
      case .directory: O_RDONLY | O_DIRECTORY
      }
    }
  }

  package struct Status: Equatable {
    package let size: Int
    package let inode: UInt64
    package let device: UInt64
    /// Bytes of disk that belong to the file, written or reserved.
    package let allocated: Int
    /// Nanoseconds since 1970 at which it was last changed.
    package let modified: Int
  }

  package init(_ path: String, _ access: Access, mode: UInt32 = 0o640) throws(StoreError) {
    var descriptor: Int32
    repeat { descriptor = open(path, access.flags | O_CLOEXEC | O_NOCTTY, mode) } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else {
      throw StoreError(access == .read ? "cannot read" : "cannot open", path)
    }
    var status = stat()
    if access != .directory, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
      close(descriptor)
      throw StoreError("this is no file:", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  package func status() throws(StoreError) -> Status {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StoreError("cannot read the size of", path) }
    return Status(status)
  }

  /// The status of what stands at a path now; nil where nothing does.
  package static func status(_ path: String) -> Status? {
    var status = stat()
    return stat(path, &status) == 0 ? Status(status) : nil
  }

  /// As many bytes as are there, at most the buffer's.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(StoreError) -> Int {
    var done = 0
    while done < buffer.count {
      let got = pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
      if got < 0 {
        if errno == EINTR { continue }
        throw StoreError("cannot read", path)
      }
      if got == 0 { break }
      done += got
    }
    return done
  }

  package func read(_ range: Range<Int>) throws(StoreError) -> [UInt8] {
    var failure: StoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(StoreError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  package func write(_ bytes: [UInt8]) throws(StoreError) {
    var failure: StoreError?
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let put = Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if put > 0 {
          done += put
        } else if put == 0 || errno != EINTR {
          failure = StoreError("cannot write", path, code: put == 0 ? EIO : errno)
          return
        }
      }
    }
    if let failure { throw failure }
  }

  /// Content, and what is needed to find it, on the disk.
  package func synchronizeContent() throws(StoreError) {
    while fdatasync(descriptor) != 0 {
      if errno != EINTR { throw StoreError("cannot write to the disk", path) }
    }
  }

  package func synchronize() throws(StoreError) {
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw StoreError("cannot write to the disk", path) }
    }
  }

  package func truncate(to size: Int) throws(StoreError) {
    while ftruncate(descriptor, off_t(size)) != 0 {
      if errno != EINTR { throw StoreError("cannot cut back", path) }
    }
  }

  package enum Lock { case shared, exclusive }

  /// True where the lock was taken; false where another holds it past `milliseconds` (0: it is not waited for).
  package func lock(_ kind: Lock, milliseconds: Int = 0) throws(StoreError) -> Bool {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    // Short naps first: a lock is held for one disk write. The end of the wait is counted in naps, not by a clock
    // that may be set meanwhile.
    var waited = 0
    var nap = 100
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw StoreError("cannot lock", path) }
      guard waited < milliseconds * 1000 else { return false }
      usleep(useconds_t(nap))
      waited += nap
      nap = min(nap * 2, 2000)
    }
    return true
  }

  package func unlock() {
    while flock(descriptor, LOCK_UN) != 0 && errno == EINTR {}
  }

  /// Whether the path still leads to this very file.
  package func isInPlace() throws(StoreError) -> Bool {
    guard let there = Self.status(path) else { return false }
    let here = try status()
    return there.inode == here.inode && there.device == here.device
  }
}

extension OpenFile.Status {
  fileprivate init(_ status: stat) {
    self.init(
      size: Int(status.st_size), inode: UInt64(status.st_ino), device: UInt64(status.st_dev),
      allocated: Int(status.st_blocks) * 512,
      modified: Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec))
  }
}

/// An open file that several places hold: closed when the last of them lets go.
final class SharedFile {
  let file: OpenFile
  init(_ file: consuming OpenFile) { self.file = file }
}
