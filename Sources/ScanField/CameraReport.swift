import CV4L2
import Glibc
import Synchronization

/// What can be said of one video node of this machine, for who looks after it.
public struct CameraReport: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    /// A picture came, so many milliseconds after the camera was told to send.
    case works(firstPicture: Int)
    /// No pictures come from this node: it is there for data beside them, or is another kind of device.
    case noCamera
    /// This user may not open it; `group` may.
    case forbidden(group: String)
    /// Programs that use it, where the system tells which.
    case busy(holders: [String])
    /// One sentence.
    case fails(String)
  }

  /// `/dev/video0`
  public let path: String
  /// "" where it could not be asked.
  public var name = ""
  public var bus = ""
  /// Four letters each, as the camera sends them: `YUYV`, `MJPG`.
  public var formats: [String] = []
  public var outcome: Outcome

  /// Every video node, in order; each is opened, asked, and closed again after its first picture.
  public static func all() -> [CameraReport] {
    all(in: "/dev", library: CameraLibrary.standardName, patience: 6_000)
  }

  /// Why no camera can be opened at all: the library for them is not there.
  public static func libraryProblem() -> String? {
    do throws(SourceError) {
      _ = try CameraLibrary()
      return nil
    } catch { return error.sentence }
  }

  /// `patience`: milliseconds for a node, after which its driver counts as one that does not answer.
  static func all(in folder: String, library: String, patience: Int) -> [CameraReport] {
    CameraSearch.numbers(in: folder).map { look(at: "\(folder)/video\($0)", library: library, patience: patience) }
  }

  private final class Answer: Sendable {
    let report: Mutex<CameraReport?> = Mutex(nil)
  }

  /// A driver may take as long as it likes: it is asked by a thread that nobody waits for.
  private static func look(at path: String, library: String, patience: Int) -> CameraReport {
    if access(path, R_OK | W_OK) != 0, errno == EACCES || errno == EPERM {
      return CameraReport(path: path, outcome: .forbidden(group: group(of: path)))
    }
    let answer = Answer()
    let problem = startThread {
      let report = ask(path, library, until: milliseconds() + patience * 2 / 3)
      answer.report.withLock { $0 = report }
    }
    let end = milliseconds() + patience
    while problem == 0, milliseconds() < end {
      if let report = answer.report.withLock({ $0 }) { return report }
      usleep(2_000)
    }
    return CameraReport(
      path: path, outcome: .fails("The camera \(path) does not answer; unplug it and plug it in anew."))
  }

  private static func ask(_ path: String, _ library: String, until end: Int) -> CameraReport {
    var report = CameraReport(path: path, outcome: .noCamera)
    do throws(SourceError) {
      let library = try CameraLibrary(name: library)
      guard let identity = Camera.identity(of: path, library: library) else { return report }
      (report.name, report.bus) = (identity.name, CameraIdentity.visible(identity.bus))
      report.formats = formats(of: path, library)
      let camera = try Camera(path, width: 1280, height: 720, library: library)
      let start = milliseconds()
      try camera.start()
      while milliseconds() < end {
        if try camera.takeLatest({ _ in }) {
          report.outcome = .works(firstPicture: milliseconds() - start)
          return report
        }
        var wanted = pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0)
        // Readable without a picture: it must not spin.
        if poll(&wanted, 1, 50) != 0 { usleep(5_000) }
      }
      report.outcome = .fails("\(Camera.subject(identity.name)) sends no pictures; plug it in anew, or try its cable.")
    } catch {
      let holders = DeviceHolder.names(of: path)
      report.outcome = error.isBusy ? .busy(holders: holders) : .fails(error.sentence)
    }
    return report
  }

  private static func formats(of path: String, _ library: CameraLibrary) -> [String] {
    let descriptor = camera_open(library.open, path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { _ = camera_close(library.close, descriptor) }
    var formats: [String] = []
    for index in 0..<64 {
      var description = v4l2_fmtdesc()
      description.index = UInt32(index)
      description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      guard camera_next_format(library.control, descriptor, &description) == 0 else { break }
      // Those that the library only makes of others say nothing about the camera.
      if description.flags & UInt32(V4L2_FMT_FLAG_EMULATED) == 0 {
        formats.append(CameraPixels.letters(description.pixelformat))
      }
    }
    return formats
  }

  /// The name of the group that owns a node, or its number.
  private static func group(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "video" }
    guard let entry = getgrgid(status.st_gid), let name = entry.pointee.gr_name else { return "\(status.st_gid)" }
    return String(cString: name)
  }
}

extension CameraReport {
  /// Whether a camera of that name, or place on the bus, is this one, as the setting `camera` means it.
  public func isCalled(_ wanted: String) -> Bool { bus == wanted || name.namesCamera(with: wanted) }
}
