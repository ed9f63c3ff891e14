import Synchronization

/// Places for frames in one piece of shared memory: one is being filled while another is the latest, others are with
/// the decode worker, wait for it, or are being drawn. Any thread may fill or give back a place.
package final class FramePool: Sendable {
  private let memory: SharedMemory
  private let room: Int
  private let taken: Mutex<[Bool]>

  /// `room`: the most bytes of a frame.
  package init(room: Int, places: Int = 6) throws(DecodeError) {
    // Rows of whole pages: each place begins on one.
    let rounded = (max(room, 1) + 4095) & ~4095
    memory = try SharedMemory(size: rounded * places)
    self.room = rounded
    taken = Mutex(Array(repeating: false, count: places))
  }

  /// A frame that `fill` writes its `stride * height` bytes to; nil where it does not fit or no place is free: that
  /// frame is left out.
  package func frame(
    width: Int, height: Int, stride: Int, number: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) -> Frame? {
    guard width > 0, height > 0, stride >= width, stride * height <= room, let place = take() else { return nil }
    fill(UnsafeMutableBufferPointer(start: memory.bytes + place * room, count: stride * height))
    return Frame(
      memory: memory, offset: place * room, width: width, height: height, stride: stride, number: number,
      released: { [self] in taken.withLock { $0[place] = false } })
  }

  private func take() -> Int? {
    taken.withLock { taken in
      guard let place = taken.firstIndex(of: false) else { return nil }
      taken[place] = true
      return place
    }
  }
}
