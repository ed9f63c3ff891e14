/// The cyclic redundancy check of Castagnoli (RFC 3720, appendix B.4): reflected, polynomial 1EDC6F41.
public struct CRC32C: Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  public init() {}

  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { checksum($0) }
  }

  public static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBytes { checksum($0) }
  }

  public static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var check = CRC32C()
    check.update(bytes)
    return check.value
  }

  /// The checksum of all that was given so far.
  public var value: UInt32 { ~state }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var crc = state
    Self.tables.withUnsafeBufferPointer { tables in
      var at = 0
      while at + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) ^ UInt64(crc)
        // Eight bytes at a time: table k holds the checksum of a byte that k zero bytes follow.
        crc =
          tables[1792 + Int(word & 0xFF)] ^ tables[1536 + Int(word >> 8 & 0xFF)]
          ^ tables[1280 + Int(word >> 16 & 0xFF)] ^ tables[1024 + Int(word >> 24 & 0xFF)]
        crc ^=
          tables[768 + Int(word >> 32 & 0xFF)] ^ tables[512 + Int(word >> 40 & 0xFF)]
          ^ tables[256 + Int(word >> 48 & 0xFF)] ^ tables[Int(word >> 56)]
        at += 8
      }
      while at < bytes.count {
        crc = tables[Int((crc ^ UInt32(bytes[at])) & 0xFF)] ^ crc >> 8
        at += 1
      }
    }
    state = crc
  }

  /// Eight tables of 256 entries, one after the other.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0x82F6_3B78 ^ crc >> 1 : crc >> 1 }
      tables[byte] = crc
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ before >> 8
    }
    return tables
  }()
}

extension UInt32 {
  /// Eight lower-case hexadecimal digits, as records and manifests write a checksum.
  public var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
