import Glibc

extension FrameSource {
  /// A V4L2 camera; `device` nil: the first one that there is. The size is a wish.
  public static func camera(_ device: String?, width: Int = 1280, height: Int = 720) -> FrameSource {
    camera(device, width: width, height: height, library: CameraLibrary.standardName, silence: 4_000)
  }

  /// `silence`: milliseconds without a good picture after which the camera counts as failed; real cameras need
  /// seconds for the first.
  static func camera(_ device: String?, width: Int, height: Int, library: String, silence: Int) -> FrameSource {
    FrameSource(name: device ?? "camera") { feed throws(SourceError) in
      let library = try CameraLibrary(name: library)
      let camera = try open(device, width, height, library)
      let pool = try sourced { () throws(DecodeError) in try FramePool(room: camera.stride * camera.height) }
      try camera.start()
      var number = 0
      var lastGood = milliseconds()
      while feed.isWanted {
        try wait(for: camera, feed)
        let isNew = try camera.takeLatest { pixels in
          let frame = pool.frame(
            width: camera.width, height: camera.height, stride: camera.stride, number: number
          ) { target in
            UnsafeMutableRawBufferPointer(target).copyMemory(
              from: UnsafeRawBufferPointer(start: pixels, count: camera.stride * (camera.height - 1) + camera.width))
          }
          if let frame { feed.publish(frame) }
          number += 1
        }
        if isNew {
          lastGood = milliseconds()
        } else if milliseconds() - lastGood > silence {
          // Seen by the clock alone: a damaged JPEG makes the device readable for ever without a picture.
          throw SourceError("The camera \(device ?? "") sends no pictures; unplug it and plug it in again.")
        }
      }
    }
  }

  private static func open(
    _ device: String?, _ width: Int, _ height: Int, _ library: CameraLibrary
  ) throws(SourceError) -> Camera {
    if let device { return try Camera(device, width: width, height: height, library: library) }
    var problem: SourceError?
    for number in 0..<64 {
      let path = "/dev/video\(number)"
      guard access(path, F_OK) == 0 else { continue }
      do { return try Camera(path, width: width, height: height, library: library) } catch {
        problem = problem ?? error
      }
    }
    throw problem ?? SourceError("There is no camera; plug one in, or type the code.")
  }

  /// Until the camera has something, a command comes or a tenth of a second has passed.
  private static func wait(for camera: Camera, _ feed: FrameFeed) throws(SourceError) {
    var wanted = [
      pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: feed.command, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&wanted, 2, 100)
    if wanted[1].revents != 0 { feed.waitForCommand(0) }
    // Readable without a picture: it must not spin.
    if wanted[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { usleep(5_000) }
  }
}
