import CPictures
import DataFormats
import Glibc

/// Why a picture's file could not be read: words that follow "FILE: ".
struct UnreadablePicture: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Reads picture files of the kinds PNG, JPEG and PGM, told apart by their first bytes.
enum PictureFile {
  /// The picture of a file that the client opened, as gray; transparent parts lie on white.
  static func read(_ descriptor: Int32) throws(UnreadablePicture) -> GrayPicture {
    let bytes = try contents(of: descriptor)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try png(bytes) }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return try jpeg(bytes) }
    if bytes.starts(with: "P5".utf8) || bytes.starts(with: "P2".utf8) { return try PGM.read(bytes) }
    throw UnreadablePicture(bytes.isEmpty ? "the file is empty" : "this is no PNG, JPEG or PGM picture")
  }

  static func checkSize(width: Int, height: Int) throws(UnreadablePicture) {
    guard width > 0, height > 0 else { throw UnreadablePicture("the picture has no pixels") }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= DecodeProtocol.mostPixels else {
      throw UnreadablePicture(
        "the picture has \(width) x \(height) pixels; at most \(DecodeProtocol.mostPixels / 1_000_000) million are read"
      )
    }
  }

  private static func contents(of descriptor: Int32) throws(UnreadablePicture) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw UnreadablePicture("this is no file")
    }
    let size = Int(status.st_size)
    guard size <= DecodeProtocol.longestFile else {
      throw UnreadablePicture(
        "the file has \(size >> 20) MB; at most \(DecodeProtocol.longestFile >> 20) MB are read")
    }
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { room, filled in
      while filled < size, let start = room.baseAddress {
        let count = pread(descriptor, start + filled, size - filled, off_t(filled))
        if count < 0, errno == EINTR { continue }
        if count < 0 { problem = errno }
        if count <= 0 { break }
        filled += count
      }
    }
    guard problem == 0 else { throw UnreadablePicture(String(cString: strerror(problem))) }
    return bytes
  }

  private static func jpeg(_ bytes: [UInt8]) throws(UnreadablePicture) -> GrayPicture {
    var result = bytes.withUnsafeBufferPointer {
      cpictures_jpeg($0.baseAddress, $0.count, DecodeProtocol.mostPixels)
    }
    guard let pixels = result.gray else {
      let reason = withUnsafeBytes(of: &result.message) { text(upToNull: $0) }
      throw UnreadablePicture("a bad JPEG picture: \(reason)")
    }
    return GrayPicture(adopting: pixels, width: Int(result.width), height: Int(result.height))
  }

  static func text(upToNull bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
