import CV4L2
import Glibc

/// An open V4L2 camera that streams pictures; closed when this goes. For one thread: each call may wait for a driver.
final class Camera {
  let identity: CameraIdentity
  let pixels: CameraPixels
  let descriptor: Int32
  let library: CameraLibrary
  private let name: String
  private let path: String
  private var buffers: [UnsafeMutableRawBufferPointer] = []
  private var isStreaming = false
  /// Controls of lights that were turned on.
  var lit: [UInt32] = []

  /// Opens the device and sets it to pictures as near to the given size as it has; it does not stream yet.
  init(_ path: String, width: Int, height: Int, library: CameraLibrary) throws(SourceError) {
    self.library = library
    self.path = path
    descriptor = camera_open(library.open, path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.problem(CameraIdentity.name(path), path, "cannot be opened", errno) }
    do throws(SourceError) {
      guard let identity = Self.identity(descriptor, library) else { throw SourceError("\(path): this is no camera.") }
      self.identity = identity
      name = identity.name.isEmpty ? path : identity.name
      pixels = try Self.setUp(descriptor, name, path, library, width, height)
    } catch {
      // Before all fields are set there is no deinit.
      _ = camera_close(library.close, descriptor)
      throw error
    }
  }

  deinit {
    turnOffLights()
    if isStreaming { _ = camera_stream(library.control, descriptor, 0) }
    for buffer in buffers { _ = camera_unmap(library.unmap, buffer.baseAddress, buffer.count) }
    _ = camera_close(library.close, descriptor)
  }

  /// Which camera a node is; nil where it is none, or cannot be opened.
  static func identity(of path: String, library: CameraLibrary) -> CameraIdentity? {
    let descriptor = camera_open(library.open, path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = camera_close(library.close, descriptor) }
    return identity(descriptor, library)
  }

  /// Why a node cannot be opened by this user; nil where it can.
  static func refusal(_ path: String) -> SourceError? {
    access(path, R_OK | W_OK) == 0 ? nil : problem(CameraIdentity.name(path), path, "cannot be opened", errno)
  }

  private static func identity(_ descriptor: Int32, _ library: CameraLibrary) -> CameraIdentity? {
    var capability = v4l2_capability()
    guard camera_query(library.control, descriptor, &capability) == 0 else { return nil }
    return CameraIdentity(capability)
  }

  /// What the device answers that it will send.
  private static func setUp(
    _ descriptor: Int32, _ name: String, _ path: String, _ library: CameraLibrary, _ width: Int, _ height: Int
  ) throws(SourceError) -> CameraPixels {
    var refusal: Int32 = EINVAL
    var given: UInt32?
    // It may answer with another format or size: what counts is what it answers.
    func set(_ width: UInt32, _ height: UInt32, _ wish: UInt32) -> CameraPixels? {
      var format = v4l2_format()
      format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      format.fmt.pix.width = width
      format.fmt.pix.height = height
      format.fmt.pix.pixelformat = wish
      format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      guard camera_set_format(library.control, descriptor, &format) == 0 else {
        refusal = errno
        return nil
      }
      given = format.fmt.pix.pixelformat
      return CameraPixels(format.fmt.pix)
    }
    for wish in CameraPixels.wishes {
      if let pixels = set(UInt32(width), UInt32(height), wish), pixels.step == 1 || wish == given { return pixels }
      if refusal == EBUSY || refusal == ENODEV { throw problem(name, path, "is busy", refusal) }
    }
    // A node that another program feeds takes nothing but what it has.
    var current = v4l2_format()
    current.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    if camera_get_format(library.control, descriptor, &current) == 0 {
      let format = current.fmt.pix
      for wish in CameraPixels.wishes + [format.pixelformat] {
        if let pixels = set(format.width, format.height, wish) { return pixels }
      }
    }
    if let given {
      throw SourceError("\(subject(name)) does not give gray pictures but \(CameraPixels.letters(given)).")
    }
    throw problem(name, path, "does not give gray pictures", refusal)
  }

  /// Begins to stream.
  func start() throws(SourceError) {
    var request = v4l2_requestbuffers()
    request.count = 4
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    guard camera_request_buffers(library.control, descriptor, &request) == 0, request.count > 0 else {
      throw problem("gives no memory for its pictures")
    }
    for index in 0..<request.count {
      var buffer = Self.buffer(index)
      guard camera_query_buffer(library.control, descriptor, &buffer) == 0 else {
        throw problem("gives no memory for its pictures")
      }
      let start = camera_map(
        library.map, Int(buffer.length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(buffer.m.offset))
      guard let start, start != MAP_FAILED else { throw problem("gives no memory for its pictures") }
      buffers.append(UnsafeMutableRawBufferPointer(start: start, count: Int(buffer.length)))
      guard camera_queue(library.control, descriptor, &buffer) == 0 else {
        throw problem("does not take memory for its pictures")
      }
    }
    guard camera_stream(library.control, descriptor, 1) == 0 else { throw problem("does not start") }
    isStreaming = true
  }

  /// Milliseconds that older pictures are passed over for.
  private static let patience = 20

  /// The latest whole picture that has arrived, handed to `use` until it returns; false where none has.
  func takeLatest(_ use: (UnsafePointer<UInt8>) -> Void) throws(SourceError) -> Bool {
    var newest: v4l2_buffer?
    // Where taking pictures apart is slower than the camera there would always be another one.
    let end = milliseconds() + Self.patience
    var isFirst = true
    while isFirst || milliseconds() < end, var buffer = try dequeue() {
      isFirst = false
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
      throw problem("stopped")
    }
    return buffer
  }

  /// Damaged pictures are flagged, or short.
  private func isWhole(_ buffer: v4l2_buffer) -> Bool {
    buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) == 0 && Int(buffer.index) < buffers.count
      && Int(buffer.bytesused) >= pixels.size && buffers[Int(buffer.index)].count >= pixels.size
  }

  private func giveBack(_ buffer: inout v4l2_buffer) throws(SourceError) {
    var again = Self.buffer(buffer.index)
    guard camera_queue(library.control, descriptor, &again) == 0 else { throw problem("stopped") }
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }

  private func problem(_ what: String) -> SourceError { Self.problem(name, path, what, errno) }

  /// `Dock Camera`, or `The camera /dev/video0`.
  static func subject(_ name: String) -> String {
    name.namesCamera(with: "cam") ? name : name.isEmpty ? "The camera" : "The camera \(name)"
  }

  private static func problem(_ name: String, _ path: String, _ what: String, _ number: Int32) -> SourceError {
    let subject = subject(name)
    switch number {
    case EBUSY:
      let holders = DeviceHolder.names(of: path)
      return SourceError(
        "\(subject) is used by \(holders.isEmpty ? "another program" : holders.joined(separator: ", ")).", isBusy: true)
    case ENOENT, ENODEV, ENXIO: return SourceError("\(subject) is not there: plug it in.")
    case EACCES, EPERM: return SourceError("\(subject) may not be used by this user (group video).")
    default: return SourceError("\(subject) \(what): \(String(cString: strerror(number))).")
    }
  }
}
