import DataFormats

/// A gray picture, 8 bits a pixel, in shared memory. It does not change while anyone holds it; its place is used
/// again once nobody does.
public final class Frame: Sendable {
  /// Pixels.
  public let width: Int
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int
  /// Counts up from 0 in the source that made it.
  public let number: Int
  let memory: SharedMemory
  let offset: Int
  private let released: @Sendable () -> Void

  init(
    memory: SharedMemory, offset: Int = 0, width: Int, height: Int, stride: Int, number: Int = 0,
    released: @escaping @Sendable () -> Void = {}
  ) {
    self.memory = memory
    self.offset = offset
    self.width = width
    self.height = height
    self.stride = stride
    self.number = number
    self.released = released
  }

  deinit { released() }

  /// The pixels: `stride * (height - 1) + width` bytes.
  public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: memory.bytes + offset, count: stride * (height - 1) + width))
  }

  var layout: FrameLayout {
    FrameLayout(memory: memory.id, offset: offset, width: width, height: height, stride: stride)
  }
}
