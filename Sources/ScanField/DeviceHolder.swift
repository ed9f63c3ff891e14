import Glibc

/// Who has a device open, as /proc tells: of other users' processes it tells only the administrator.
public enum DeviceHolder {
  /// `zbarcam (process 812)` for each process but this one that has the device open; at most `limit`.
  public static func names(of path: String, limit: Int = 2) -> [String] {
    var device = stat()
    guard stat(path, &device) == 0, device.st_mode & S_IFMT == S_IFCHR else { return [] }
    let own = getpid()
    var names: [String] = []
    for process in entries(of: "/proc").compactMap(Int32.init).sorted() where process != own {
      let isHolder = entries(of: "/proc/\(process)/fd").contains { descriptor in
        var file = stat()
        return stat("/proc/\(process)/fd/\(descriptor)", &file) == 0 && file.st_mode & S_IFMT == S_IFCHR
          && file.st_rdev == device.st_rdev
      }
      guard isHolder else { continue }
      names.append("\(command(process)) (process \(process))")
      if names.count == limit { break }
    }
    return names
  }

  private static func command(_ process: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "a program" }
    defer { close(file) }
    let count = read(file, &bytes, bytes.count)
    let name = CameraIdentity.name(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
    return name.isEmpty ? "a program" : name
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}
