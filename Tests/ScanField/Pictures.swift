import CJPEG
import Foundation

/// A gray picture in a test, and the files that it can be written as.
struct TestPicture {
  var width: Int
  var height: Int
  var gray: [UInt8]

  init(width: Int, height: Int, gray: [UInt8]) {
    (self.width, self.height, self.gray) = (width, height, gray)
  }

  init(width: Int, height: Int, _ gray: (_ x: Int, _ y: Int) -> UInt8) {
    self.init(width: width, height: height, gray: (0..<width * height).map { gray($0 % width, $0 / width) })
  }

  func rows(_ bytes: (UInt8) -> [UInt8]) -> [[UInt8]] {
    (0..<height).map { row in gray[row * width..<(row + 1) * width].flatMap(bytes) }
  }

  var pgm: [UInt8] { Array("P5\n# a comment\n\(width) \(height)\n255\n".utf8) + gray }

  var pgm16: [UInt8] { Array("P5 \(width) \(height) 65535\n".utf8) + gray.flatMap { [$0, 0] } }

  var plainPGM: [UInt8] {
    Array("P2\n\(width) \(height)\n255\n\(gray.map(String.init).joined(separator: " "))\n".utf8)
  }

  /// `kind` is the colour type of PNG: 0 gray, 2 RGB, 3 palette, 6 RGB and alpha.
  func png(kind: UInt8, depth: UInt8 = 8) -> [UInt8] {
    let rows: [[UInt8]] =
      switch (kind, depth) {
      case (0, 16): self.rows { [$0, $0] }
      case (2, _): self.rows { [$0, $0, $0] }
      // What is white here is transparent black there.
      case (6, _): self.rows { $0 > 127 ? [0, 0, 0, 0] : [$0, $0, $0, 255] }
      default: self.rows { [$0] }
      }
    let grays = (0...255).flatMap { (gray: Int) -> [UInt8] in [UInt8](repeating: UInt8(gray), count: 3) }
    let palette = kind == 3 ? [("PLTE", grays)] : []
    return Self.png(width: width, height: height, kind: kind, depth: depth, extra: palette, rows: rows)
  }

  static func png(
    width: Int, height: Int, kind: UInt8, depth: UInt8, extra: [(String, [UInt8])] = [], rows: [[UInt8]]
  ) -> [UInt8] {
    let head = bigEndian(width) + bigEndian(height) + [depth, kind, 0, 0, 0]
    let data = rows.flatMap { (row: [UInt8]) -> [UInt8] in [0] + row }
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    for (name, content) in [("IHDR", head)] + extra + [("IDAT", stored(data)), ("IEND", [])] {
      let body = Array(name.utf8) + content
      bytes += bigEndian(content.count) + body + bigEndian(Int(crc32(body)))
    }
    return bytes
  }

  private static func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

  /// A zlib stream without compression.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let part = data[start..<min(start + 65_535, data.count)]
      start += part.count
      let count = UInt16(part.count)
      bytes += [
        start >= data.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8),
      ]
      bytes += part
    } while start < data.count
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return bytes + bigEndian(b << 16 | a)
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  enum Ink { case gray, rgb, cmyk }

  /// A JPEG as libjpeg writes it; CMYK as Adobe's programs do, turned over.
  func jpeg(_ ink: Ink = .gray) -> [UInt8] {
    var info = jpeg_compress_struct()
    var errors = jpeg_error_mgr()
    info.err = jpeg_std_error(&errors)
    jpeg_CreateCompress(&info, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    jpeg_mem_dest(&info, &buffer, &size)
    info.image_width = UInt32(width)
    info.image_height = UInt32(height)
    let each: (UInt8) -> [UInt8]
    switch ink {
    case .gray: (info.input_components, info.in_color_space, each) = (1, JCS_GRAYSCALE, { [$0] })
    case .rgb: (info.input_components, info.in_color_space, each) = (3, JCS_RGB, { [$0, $0, $0] })
    case .cmyk: (info.input_components, info.in_color_space, each) = (4, JCS_CMYK, { [255, 255, 255, $0] })
    }
    jpeg_set_defaults(&info)
    jpeg_set_quality(&info, 90, 1)
    info.write_Adobe_marker = ink == .cmyk ? 1 : info.write_Adobe_marker
    jpeg_start_compress(&info, 1)
    for row in rows(each) {
      var row = row
      row.withUnsafeMutableBufferPointer {
        var line: JSAMPROW? = $0.baseAddress
        _ = jpeg_write_scanlines(&info, &line, 1)
      }
    }
    jpeg_finish_compress(&info)
    defer {
      jpeg_destroy_compress(&info)
      free(buffer)
    }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }
}
