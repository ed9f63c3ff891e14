import DataFormats
import Synchronization

/// A gray picture that is described and can be drawn when somebody needs it.
protocol FrameDrawing: Sendable {
  /// Writes all pixels, rows one behind the other without gaps.
  func draw(into target: UnsafeMutablePointer<UInt8>)
  /// The same as `Preview.shrink` gives of the drawn pixels, nearly; `region` lies within the frame.
  func shrink(_ region: Region, columns: Int, rows: Int, into cells: UnsafeMutablePointer<UInt8>)
}

/// A gray picture, 8 bits a pixel. It does not change while anyone holds it; its place in shared memory is used again
/// once nobody does.
public final class Frame: Sendable {
  /// Pixels.
  public let width: Int
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int
  /// Counts up from 0 in the source that made it.
  public let number: Int
  private let content: Content
  /// What was drawn of a drawing.
  private let drawn = Mutex<Frame?>(nil)
  private let released: @Sendable () -> Void

  private enum Content {
    case pixels(SharedMemory, offset: Int)
    case drawing(any FrameDrawing, FramePool)
  }

  package init(
    memory: SharedMemory, offset: Int = 0, width: Int, height: Int, stride: Int, number: Int = 0,
    released: @escaping @Sendable () -> Void = {}
  ) {
    content = .pixels(memory, offset: offset)
    self.width = width
    self.height = height
    self.stride = stride
    self.number = number
    self.released = released
  }

  /// A frame whose pixels are put into a place of `pool` when the first one asks for them.
  init(_ drawing: any FrameDrawing, in pool: FramePool, width: Int, height: Int, number: Int) {
    content = .drawing(drawing, pool)
    self.width = width
    self.height = height
    stride = width
    self.number = number
    released = {}
  }

  deinit { released() }

  /// The pixels: `stride * (height - 1) + width` bytes; none where they are to be drawn and there is no place for them.
  public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    guard let place = inMemory() else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try body(
      UnsafeBufferPointer(start: place.memory.bytes + place.layout.offset, count: stride * (height - 1) + width))
  }

  /// Where the pixels are, drawn if they were not yet; nil where there is no place for them. Valid while the frame is
  /// held.
  func inMemory() -> (memory: SharedMemory, layout: FrameLayout)? {
    switch content {
    case .pixels(let memory, let offset):
      return (
        memory, FrameLayout(memory: memory.id, offset: offset, width: width, height: height, stride: stride)
      )
    case .drawing(let drawing, let pool):
      return drawn.withLock { drawn in
        drawn =
          drawn
          ?? pool.frame(width: width, height: height, stride: stride, number: number) { target in
            if let start = target.baseAddress { drawing.draw(into: start) }
          }
        return drawn?.inMemory()
      }
    }
  }

  /// What can draw it small without drawing it whole; nil where the pixels are there anyway.
  var drawing: (any FrameDrawing)? {
    if case .drawing(let drawing, _) = content { drawing } else { nil }
  }
}
