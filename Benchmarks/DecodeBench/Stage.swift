import ScanField
import Synchronization

/// A camera that shows one frame after the other, each when it is asked to; for one scene after the other.
final class Stage {
  let source: FrameSource
  private let next: Next

  private final class Next: Sendable {
    let frame = Mutex<Frame?>(nil)
  }

  private let pool: FramePool

  init() throws {
    let next = Next()
    self.next = next
    pool = try FramePool(room: Scene.width * Scene.height)
    source = FrameSource(name: "stage") { feed in
      while feed.isWanted {
        if let frame = next.frame.withLock({ $0.take() }) { feed.publish(frame) } else { feed.waitForCommand(20) }
      }
    }
  }

  /// The frame of a scene by its number.
  func frame(_ number: Int, of scene: Scene) throws -> Frame {
    let drawn = pool.frame(width: Scene.width, height: Scene.height, stride: Scene.width, number: number) { pixels in
      if let start = pixels.baseAddress { scene.draw(frame: number, into: start) }
    }
    guard let drawn else { throw Trouble("no place for a frame") }
    return drawn
  }

  func show(_ frame: Frame) {
    next.frame.withLock { $0 = frame }
    source.hasten()
  }
}
