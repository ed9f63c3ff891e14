import CSystem
import Glibc
import Synchronization

/// Memory that other processes can map; of a fixed size, so that none of them can take it away from the others.
/// Pages that nobody has written to cost nothing.
package final class SharedMemory: @unchecked Sendable {
  // Unchecked: the fields never change; who may write to the bytes is kept by `FramePool` and `DecodeWorker`.
  let descriptor: Int32
  package let bytes: UnsafeMutablePointer<UInt8>
  package let size: Int
  /// The name under which a worker knows it; no two are alike.
  let id: Int

  private static let count = Atomic<Int>(0)

  package init(size: Int) throws(DecodeError) {
    descriptor = system_shared_memory("formentry picture", Int64(size))
    guard descriptor >= 0 else { throw .noRoom(reason: String(cString: strerror(errno))) }
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw .noRoom(reason: reason)
    }
    bytes = start.assumingMemoryBound(to: UInt8.self)
    self.size = size
    id = Self.count.wrappingAdd(1, ordering: .relaxed).newValue & 0x7FFF_FFFF
  }

  deinit {
    munmap(bytes, size)
    close(descriptor)
  }
}
