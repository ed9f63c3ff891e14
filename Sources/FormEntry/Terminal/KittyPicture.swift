import DataFormats

/// Writes pictures in the graphics protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
enum KittyPicture {
  /// Bytes of base64 that one command may carry, by the protocol.
  private static let longest = 4096

  /// Shows `png` at the cursor, stretched over so many cells, without moving the cursor and without an answer.
  static func show(_ png: [UInt8], id: Int, columns: Int, rows: Int) -> [UInt8] {
    let data = Base64.bytes(png)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + data.count / 256 + 64)
    var head = "a=T,f=100,t=d,i=\(id),p=1,c=\(columns),r=\(rows),C=1,q=2,"
    var start = 0
    repeat {
      let end = min(start + longest, data.count)
      bytes += "\u{1b}_G\(head)m=\(end < data.count ? 1 : 0);".utf8
      bytes += data[start..<end]
      bytes += [0x1b, 0x5c]
      head = "q=2,"
      start = end
    } while start < data.count
    return bytes
  }

  /// Takes the picture away and forgets it.
  static func remove(id: Int) -> [UInt8] { Array("\u{1b}_Ga=d,d=I,i=\(id),q=2;\u{1b}\\".utf8) }

  /// Asks whether the protocol is known: a pixel that is never shown. The answer begins with `ESC _ G i=31;`.
  static let question = "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
}

/// A PNG of sixteen colours in four bits a pixel (ISO/IEC 15948), not compressed: its size is known beforehand, and making
/// it costs next to nothing.
enum IndexedPNG {
  /// `pixels`: numbers of colours, row by row; `colours`: at most sixteen times red, green, blue.
  static func encode(_ pixels: [UInt8], width: Int, height: Int, colours: [[UInt8]]) -> [UInt8] {
    let line = 1 + (width + 1) / 2
    var raw: [UInt8] = []
    raw.reserveCapacity(line * height)
    for y in 0..<height {
      raw.append(0)  // no filter
      for x in stride(from: y * width, to: (y + 1) * width, by: 2) {
        raw.append(pixels[x] << 4 | (x + 1 < (y + 1) * width ? pixels[x + 1] : 0))
      }
    }
    var png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    png.reserveCapacity(raw.count + raw.count / 1000 + 256)
    chunk("IHDR", word(width) + word(height) + [4, 3, 0, 0, 0], to: &png)
    chunk("PLTE", Array(colours.joined()), to: &png)
    chunk("IDAT", stored(raw), to: &png)
    chunk("IEND", [], to: &png)
    return png
  }

  /// RFC 1950 with blocks of RFC 1951 that are stored as they are.
  private static func stored(_ raw: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    bytes.reserveCapacity(raw.count + raw.count / 1000 + 16)
    var start = 0
    repeat {
      let count = min(raw.count - start, 65_535)
      let (low, high) = (UInt8(count & 0xff), UInt8(count >> 8))
      bytes += [start + count == raw.count ? 1 : 0, low, high, ~low, ~high]
      bytes += raw[start..<start + count]
      start += count
    } while start < raw.count
    var (a, b) = (UInt32(1), UInt32(0))
    var left = 0
    for byte in raw {
      a &+= UInt32(byte)
      b &+= a
      left += 1
      // The most that 32 bits hold without a remainder.
      if left == 5552 { (a, b, left) = (a % 65_521, b % 65_521, 0) }
    }
    return bytes + word(Int((b % 65_521) << 16 | (a % 65_521)))
  }

  private static func chunk(_ name: String, _ data: [UInt8], to png: inout [UInt8]) {
    png += word(data.count)
    let start = png.count
    png += name.utf8
    png += data
    var check = ~UInt32(0)
    for byte in png[start...] { check = table[Int((check ^ UInt32(byte)) & 0xff)] ^ check >> 8 }
    png += word(Int(~check))
  }

  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// CRC-32 with the polynomial that PNG wants; records have another.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
  }
}
