import CV4L2
import Glibc

/// How the gray picture lies in what a camera gives.
struct CameraPixels: Equatable {
  /// Pixels.
  let width: Int
  let height: Int
  /// Bytes from row to row.
  let stride: Int
  /// Bytes from one gray to the next: 1 where the gray picture comes first by itself, 2 where colours lie between.
  let step: Int
  /// Bytes before the first gray.
  let start: Int

  /// Formats that hold a gray picture, in the order in which they are wished for: YU12, GREY, NV12, YV12, NV21, then
  /// those with colours between, YUYV, YVYU, UYVY.
  static let wishes: [UInt32] = [
    0x3231_5559, 0x5945_5247, 0x3231_564E, 0x3231_5659, 0x3132_564E, 0x5659_5559, 0x5559_5659, 0x5956_5955,
  ]

  /// nil where the format holds no gray picture that can be taken out, or has no sensible size.
  init?(_ format: v4l2_pix_format) {
    guard let place = Self.wishes.firstIndex(of: format.pixelformat), (16...8192).contains(format.width),
      (16...8192).contains(format.height), format.bytesperline <= 65_536
    else { return nil }
    width = Int(format.width)
    height = Int(format.height)
    step = place < 5 ? 1 : 2
    start = place == 7 ? 1 : 0
    // A driver may leave the stride out, or pad its rows.
    stride = max(Int(format.bytesperline), width * step)
  }

  /// Bytes that a whole picture has at least.
  var size: Int { stride * (height - 1) + width * step }

  /// Bytes from row to row of the gray picture taken out.
  var grayStride: Int { step == 1 ? stride : width }

  /// Copies the gray picture out, rows of `grayStride` bytes; `source` holds `size` bytes.
  func copyGray(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    if step == 1 {
      memcpy(target, source, size)
      return
    }
    for y in 0..<height {
      let (row, gray) = (source + y * stride + start, target + y * width)
      for x in 0..<width { gray[x] = row[x &* 2] }
    }
  }

  /// The four letters of a format, for people.
  static func letters(_ format: UInt32) -> String {
    String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: format >> (8 * $0)) }.map {
        (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "?")
      }, as: UTF8.self)
  }
}
