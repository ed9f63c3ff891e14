import Glibc

extension CameraChoice {
  /// Which camera it is, for people, without touching it: `camera: Dock Camera`. `host`: the name of this machine
  /// where the screen is another one's, as over ssh; it has the camera, `camera of dock-pc: Dock Camera`.
  public func inWords(host: String? = nil) -> String { inWords(host: host, nodes: "/sys/class/video4linux") }

  func inWords(host: String?, nodes folder: String) -> String {
    let cameras = Self.cameras(in: folder)
    let name: String
    switch self {
    case .any: name = cameras.first?.name ?? "none is plugged in"
    case .device(let path):
      let node = Self.node(of: path)
      name = cameras.first { $0.node == node }?.name ?? "\(CameraIdentity.name(path)), which is not there"
    case .named(let wish):
      let found = cameras.first { $0.name.namesCamera(with: wish) }
      name = found?.name ?? CameraIdentity.name(wish)
    }
    return "camera\(host.map { " of \(CameraIdentity.name($0))" } ?? ""): \(name)"
  }

  /// What the kernel says of the first node of each camera.
  private static func cameras(in folder: String) -> [(node: String, name: String)] {
    CameraSearch.numbers(in: folder).compactMap { number in
      // The others of a camera are for data beside its pictures.
      guard line("\(folder)/video\(number)/index") == "0", let card = line("\(folder)/video\(number)/name") else {
        return nil
      }
      return ("video\(number)", CameraIdentity.name(card))
    }
  }

  /// `video2` of `/dev/v4l/by-id/...`.
  private static func node(of path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real).split(separator: "/").last.map(String.init)
  }

  private static func line(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self) : nil
  }
}
