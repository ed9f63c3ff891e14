/// Writes pictures as sixels (DEC STD 070, chapter 9): bands of six rows of pixels, and in them a pass for each colour.
enum SixelPicture {
  /// Rows of pixels in a band. A picture of other heights would reach below its last row.
  static let band = 6

  /// The bytes of a picture of `width` × `height` numbers of colours (see `PreviewGrid.indexed`): `greys`, then red, then
  /// green. It is drawn at the cursor.
  static func encode(_ pixels: [UInt8], width: Int, height: Int, greys: Int) -> [UInt8] {
    guard width > 0, height > 0, pixels.count == width * height else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count / 3)
    // Pixels are square; those that no pass names stay as they are.
    bytes += "\u{1b}P0;1;0q\"1;1;\(width);\(height)".utf8
    for grey in 0..<greys {
      let part = grey * 100 / max(1, greys - 1)
      bytes += "#\(grey);2;\(part);\(part);\(part)".utf8
    }
    bytes += "#\(greys);2;100;0;0#\(greys + 1);2;0;100;0".utf8
    let colours = greys + 2
    var bits = [UInt8](repeating: 0, count: colours * width)
    var isUsed = [Bool](repeating: false, count: colours)
    for top in stride(from: 0, to: height, by: band) {
      for y in top..<min(top + band, height) {
        let bit = UInt8(1) << UInt8(y - top)
        for x in 0..<width {
          let colour = Int(pixels[y * width + x])
          bits[colour * width + x] |= bit
          isUsed[colour] = true
        }
      }
      if top > 0 { bytes.append(UInt8(ascii: "-")) }
      var isFirst = true
      for colour in 0..<colours where isUsed[colour] {
        if !isFirst { bytes.append(UInt8(ascii: "$")) }
        isFirst = false
        bytes.append(UInt8(ascii: "#"))
        append(colour, to: &bytes)
        pass(&bits, colour * width..<(colour + 1) * width, to: &bytes)
        isUsed[colour] = false
      }
    }
    bytes += [0x1b, 0x5c]
    return bytes
  }

  /// One colour of a band, equal sixels counted; what is blank at the end is left out. Blanks `bits`.
  private static func pass(_ bits: inout [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let value = bits[index]
      let start = index
      while index < range.upperBound, bits[index] == value {
        bits[index] = 0
        index += 1
      }
      if index == range.upperBound, value == 0 { return }
      let count = index - start
      if count > 3 {
        bytes.append(UInt8(ascii: "!"))
        append(count, to: &bytes)
        bytes.append(63 + value)
      } else {
        for _ in 0..<count { bytes.append(63 + value) }
      }
    }
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
