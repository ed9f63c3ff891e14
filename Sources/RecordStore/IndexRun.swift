internal import DataFormats

/// One entry of the index: what a key hashes to, and where a record stands that holds it.
struct IndexEntry: Comparable {
  let hash: UInt64
  let place: RecordPlace

  static func < (left: IndexEntry, right: IndexEntry) -> Bool {
    (left.hash, left.place.bits) < (right.hash, right.place.bits)
  }

  /// FNV-1a with the finish of MurmurHash3, so that every bit of the result depends on every byte.
  static func hash(_ namespace: String, _ key: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in namespace.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0x1F) &* 0x100_0000_01B3
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}

/// A place in the store in 64 bits: 24 for the file in the index's table, 40 for the byte in it.
struct RecordPlace: Equatable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// nil where the file is too large or there are too many.
  init?(file: Int, offset: Int) {
    guard file < 1 << 24, offset < 1 << 40 else { return nil }
    bits = UInt64(file) << 40 | UInt64(offset)
  }

  var file: Int { Int(bits >> 40) }
  var offset: Int { Int(bits & 0xFF_FFFF_FFFF) }
}

/// A sorted run of entries in the index file: blocks of 255 entries, each with a checksum of its own, so that a block
/// which the disk lost is noticed when it is read.
struct IndexRun {
  static let blockSize = 4096
  static let entriesPerBlock = 255

  /// Where its blocks begin in the file.
  let start: Int
  let count: Int

  var blocks: Int { (count + Self.entriesPerBlock - 1) / Self.entriesPerBlock }
  var byteCount: Int { blocks * Self.blockSize }

  /// The blocks of entries that are sorted.
  static func bytes(of entries: [IndexEntry]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((entries.count / entriesPerBlock + 1) * blockSize)
    for start in stride(from: 0, to: entries.count, by: entriesPerBlock) {
      let begin = bytes.count
      for entry in entries[start..<min(start + entriesPerBlock, entries.count)] {
        bytes.append(integer: entry.hash)
        bytes.append(integer: entry.place.bits)
      }
      bytes += [UInt8](repeating: 0, count: blockSize - 4 - (bytes.count - begin))
      bytes.append(integer: CRC32C.checksum(bytes[begin...]))
    }
    return bytes
  }

  /// The entries of a block; nil where it is damaged.
  func block(_ index: Int, of file: borrowing OpenFile) throws(StoreError) -> [IndexEntry]? {
    let begin = start + index * Self.blockSize
    let bytes = try file.read(begin..<(begin + Self.blockSize))
    guard bytes.count == Self.blockSize else { return nil }
    let entries = min(Self.entriesPerBlock, count - index * Self.entriesPerBlock)
    return bytes.withUnsafeBytes { bytes in
      let body = UnsafeRawBufferPointer(rebasing: bytes[..<(Self.blockSize - 4)])
      guard CRC32C.checksum(body) == bytes.integer(at: Self.blockSize - 4, as: UInt32.self) else { return nil }
      return (0..<entries).map {
        IndexEntry(
          hash: bytes.integer(at: $0 * 16, as: UInt64.self),
          place: RecordPlace(bits: bytes.integer(at: $0 * 16 + 8, as: UInt64.self)))
      }
    }
  }

  /// The places of a hash; nil where a block is damaged.
  func places(of hash: UInt64, in file: borrowing OpenFile) throws(StoreError) -> [RecordPlace]? {
    // Hashes are spread evenly: the first guess is at most a block or two away.
    var (low, high) = (0, blocks - 1)
    var guess = Int(hash.multipliedFullWidth(by: UInt64(blocks)).high)
    while low <= high {
      guess = min(max(guess, low), high)
      guard let entries = try block(guess, of: file), let first = entries.first, let last = entries.last else {
        return nil
      }
      if hash < first.hash {
        high = guess - 1
        guess -= 1
      } else if hash > last.hash {
        low = guess + 1
        guess += 1
      } else {
        return try places(of: hash, around: guess, entries, in: file)
      }
    }
    return []
  }

  private func places(
    of hash: UInt64, around middle: Int, _ entries: [IndexEntry], in file: borrowing OpenFile
  ) throws(StoreError) -> [RecordPlace]? {
    var places = entries.filter { $0.hash == hash }.map(\.place)
    for step in [-1, 1] {
      var index = middle
      var edge = step < 0 ? entries.first : entries.last
      while edge?.hash == hash {
        index += step
        guard (0..<blocks).contains(index) else { break }
        guard let next = try block(index, of: file) else { return nil }
        places += next.filter { $0.hash == hash }.map(\.place)
        edge = step < 0 ? next.first : next.last
      }
    }
    return places
  }
}

extension [UInt8] {
  /// Little-endian.
  mutating func append<Integer: FixedWidthInteger>(integer: Integer) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// The caller knows that it is there.
  func integer<Integer: FixedWidthInteger>(at offset: Int, as type: Integer.Type) -> Integer {
    Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
