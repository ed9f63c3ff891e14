import CV4L2
import Glibc

/// libv4l2, loaded when the first camera is opened. It turns what cameras send (JPEG and the like) into plain pixels.
struct CameraLibrary: @unchecked Sendable {
  // Unchecked: the addresses of functions, which never change and may be called from any thread.
  let open: UnsafeMutableRawPointer
  let close: UnsafeMutableRawPointer
  let control: UnsafeMutableRawPointer
  let map: UnsafeMutableRawPointer
  let unmap: UnsafeMutableRawPointer

  static let standardName = "libv4l2.so.0"

  init(name: String = standardName) throws(SourceError) {
    // It stays loaded: once a camera has been opened another will be.
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw SourceError("Cameras need the library \(name), which is not installed (package libv4l-0).")
    }
    func find(_ function: String) throws(SourceError) -> UnsafeMutableRawPointer {
      guard let address = dlsym(library, function) else {
        throw SourceError("The library \(name) is not the one that cameras need: it has no \(function).")
      }
      return address
    }
    open = try find("v4l2_open")
    close = try find("v4l2_close")
    control = try find("v4l2_ioctl")
    map = try find("v4l2_mmap")
    unmap = try find("v4l2_munmap")
    silence(library)
  }

  /// What fails it would tell on standard error, in the middle of the form: the errors themselves say as much.
  private func silence(_ library: UnsafeMutableRawPointer) {
    guard let log = dlsym(library, "v4l2_log_file")?.assumingMemoryBound(to: UnsafeMutablePointer<FILE>?.self),
      log.pointee == nil
    else { return }
    log.pointee = fopen("/dev/null", "we")
  }
}
