extension JSONValue {
  /// Where the first byte stands, from one on, that is no character of ASCII as a JSON text holds it: a quote, a
  /// backslash, a control character, or a part of a longer character; where there is none, the end.
  public static func endOfPlainText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    let raw = UnsafeRawBufferPointer(bytes)
    // Eight at a time: the highest bit of a byte tells that it is one of those. The lowest that is set is right.
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeroes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    while at + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let controls = (word &- (ones &* 0x20)) & ~word
      let found = word | controls | zeroes(word ^ (ones &* 0x22)) | zeroes(word ^ (ones &* 0x5C))
      let marks = found & (ones &* 0x80)
      if marks != 0 { return at + marks.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < bytes.count, 0x20..<0x80 ~= bytes[at], bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") {
      at += 1
    }
    return at
  }
}
