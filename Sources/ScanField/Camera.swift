import CV4L2
import Glibc

/// An open V4L2 camera that streams gray pictures; closed when this goes. For one thread.
final class Camera {
  let width: Int
  let height: Int
  /// Bytes from row to row of the gray plane.
  let stride: Int
  let descriptor: Int32
  private let path: String
  private let library: CameraLibrary
  private var buffers: [UnsafeMutableRawBufferPointer] = []
  private var isStreaming = false

  /// Opens the device and sets it to gray pictures as near to the given size as it has; it does not stream yet.
  init(_ path: String, width: Int, height: Int, library: CameraLibrary) throws(SourceError) {
    self.path = path
    self.library = library
    descriptor = camera_open(library.open, path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.problem(path, "cannot be opened", errno) }
    do throws(SourceError) {
      guard let format = try Self.setUp(descriptor, path, library, width, height) else {
        throw SourceError("\(path): this is no camera.")
      }
      self.width = Int(format.width)
      self.height = Int(format.height)
      stride = max(Int(format.bytesperline), Int(format.width))
    } catch {
      // Before all fields are set there is no deinit.
      _ = camera_close(library.close, descriptor)
      throw error
    }
  }

  deinit {
    if isStreaming { _ = camera_stream(library.control, descriptor, 0) }
    for buffer in buffers { _ = camera_unmap(library.unmap, buffer.baseAddress, buffer.count) }
    _ = camera_close(library.close, descriptor)
  }

  /// What the device answers that it will send; nil where it is no camera.
  private static func setUp(
    _ descriptor: Int32, _ path: String, _ library: CameraLibrary, _ width: Int, _ height: Int
  ) throws(SourceError) -> v4l2_pix_format? {
    var capability = v4l2_capability()
    guard camera_query(library.control, descriptor, &capability) == 0 else { return nil }
    // The node's own abilities: a camera's second node (metadata) shows the same union.
    let abilities =
      capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? capability.device_caps : capability.capabilities
    guard abilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, abilities & UInt32(V4L2_CAP_STREAMING) != 0 else {
      return nil
    }
    // The gray picture comes first in all of these: YU12, GREY, NV12, YV12.
    let planar: [UInt32] = [0x3231_5559, 0x5945_5247, 0x3231_564E, 0x3231_5659]
    var refusal: Int32 = EINVAL
    for wanted in planar {
      var format = v4l2_format()
      format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      format.fmt.pix.width = UInt32(width)
      format.fmt.pix.height = UInt32(height)
      format.fmt.pix.pixelformat = wanted
      format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      guard camera_set_format(library.control, descriptor, &format) == 0 else {
        refusal = errno
        if refusal == EBUSY { break }
        continue
      }
      let answer = format.fmt.pix
      // It may have answered with another format or size.
      guard planar.contains(answer.pixelformat), (16...8192).contains(answer.width), (16...8192).contains(answer.height)
      else { continue }
      return answer
    }
    throw problem(path, "does not give gray pictures", refusal)
  }

  /// Begins to stream.
  func start() throws(SourceError) {
    var request = v4l2_requestbuffers()
    request.count = 4
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    guard camera_request_buffers(library.control, descriptor, &request) == 0, request.count > 0 else {
      throw Self.problem(path, "gives no memory for its pictures", errno)
    }
    for index in 0..<request.count {
      var buffer = Self.buffer(index)
      guard camera_query_buffer(library.control, descriptor, &buffer) == 0 else {
        throw Self.problem(path, "gives no memory for its pictures", errno)
      }
      let start = camera_map(
        library.map, Int(buffer.length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(buffer.m.offset))
      guard let start, start != MAP_FAILED else {
        throw Self.problem(path, "gives no memory for its pictures", errno)
      }
      buffers.append(UnsafeMutableRawBufferPointer(start: start, count: Int(buffer.length)))
      guard camera_queue(library.control, descriptor, &buffer) == 0 else {
        throw Self.problem(path, "does not take memory for its pictures", errno)
      }
    }
    guard camera_stream(library.control, descriptor, 1) == 0 else { throw Self.problem(path, "does not start", errno) }
    isStreaming = true
  }

  /// The latest whole picture that has arrived, handed to `use` (rows of `stride` bytes) until it returns; false
  /// where none has.
  func takeLatest(_ use: (UnsafePointer<UInt8>) -> Void) throws(SourceError) -> Bool {
    var newest: v4l2_buffer?
    while var buffer = try dequeue() {
      guard isWhole(buffer) else {
        try giveBack(&buffer)
        continue
      }
      if var old = newest { try giveBack(&old) }
      newest = buffer
    }
    guard var buffer = newest, let start = buffers[Int(buffer.index)].baseAddress else { return false }
    use(UnsafePointer(start.assumingMemoryBound(to: UInt8.self)))
    try giveBack(&buffer)
    return true
  }

  private func dequeue() throws(SourceError) -> v4l2_buffer? {
    var buffer = Self.buffer(0)
    while camera_dequeue(library.control, descriptor, &buffer) != 0 {
      if errno == EINTR { continue }
      if errno == EAGAIN { return nil }
      throw Self.problem(path, "stopped", errno)
    }
    return buffer
  }

  /// Damaged pictures are flagged, or short.
  private func isWhole(_ buffer: v4l2_buffer) -> Bool {
    let bytes = stride * (height - 1) + width
    return buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) == 0 && Int(buffer.index) < buffers.count
      && Int(buffer.bytesused) >= bytes && buffers[Int(buffer.index)].count >= bytes
  }

  private func giveBack(_ buffer: inout v4l2_buffer) throws(SourceError) {
    var again = Self.buffer(buffer.index)
    guard camera_queue(library.control, descriptor, &again) == 0 else { throw Self.problem(path, "stopped", errno) }
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }

  private static func problem(_ path: String, _ what: String, _ number: Int32) -> SourceError {
    switch number {
    case EBUSY: SourceError("The camera \(path) is used by another program.")
    case ENOENT, ENODEV, ENXIO: SourceError("The camera \(path) is not there.")
    case EACCES, EPERM: SourceError("The camera \(path) may not be used by this user (group video).")
    default: SourceError("The camera \(path) \(what): \(String(cString: strerror(number))).")
    }
  }
}
