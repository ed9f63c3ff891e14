/// PGM, the plain gray picture format of Netpbm: P5 with bytes, P2 with decimal numbers.
enum PGM {
  static func read(_ bytes: [UInt8]) throws(UnreadablePicture) -> GrayPicture {
    var reader = Reader(rest: bytes[2...])
    let width = try reader.number()
    let height = try reader.number()
    let most = try reader.number()
    try PictureFile.checkSize(width: width, height: height)
    guard (1...65_535).contains(most) else { throw bad("its largest gray, \(most), is not from 1 to 65535") }
    let count = width * height
    let isText = bytes[1] == UInt8(ascii: "2")
    let each = isText ? 2 : most > 255 ? 2 : 1
    // One white space ends the head; a number of P2 takes two bytes at least, the last one may take one.
    let least = isText ? count * 2 - 1 : count * each + 1
    guard reader.rest.count >= least else { throw bad("its data ends early") }
    guard let picture = GrayPicture(width: width, height: height) else {
      throw UnreadablePicture("there is not enough memory for it")
    }
    if isText {
      for index in 0..<count { picture.pixels[index] = UInt8(min(try reader.number(), most) * 255 / most) }
      return picture
    }
    let data = reader.rest.dropFirst()
    let first = data.startIndex
    for index in 0..<count {
      let value =
        each == 1 ? Int(data[first + index]) : Int(data[first + 2 * index]) << 8 | Int(data[first + 2 * index + 1])
      picture.pixels[index] = UInt8(min(value, most) * 255 / most)
    }
    return picture
  }

  private static func bad(_ reason: String) -> UnreadablePicture { UnreadablePicture("a bad PGM picture: \(reason)") }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// The next decimal number, behind white space and comments.
    mutating func number() throws(UnreadablePicture) -> Int {
      while let byte = rest.first {
        if byte == UInt8(ascii: "#") {
          rest = rest.drop { $0 != 10 && $0 != 13 }
        } else if byte == 32 || (9...13).contains(byte) {
          rest.removeFirst()
        } else {
          break
        }
      }
      var value = 0
      var digits = 0
      while let byte = rest.first, (48...57).contains(byte), digits < 9 {
        value = value * 10 + Int(byte - 48)
        digits += 1
        rest.removeFirst()
      }
      guard digits > 0 else { throw PGM.bad(rest.isEmpty ? "its data ends early" : "a number is missing") }
      return value
    }
  }
}
