internal import DataFormats
internal import Glibc

/// What is known of the records that one station wrote on one day: as much as an append must know, read once and then
/// only what other processes added.
struct DayLedger {
  /// A short form of every id (see `key`): enough to say that an id is new.
  private(set) var ids: Set<UInt64> = []
  /// The highest number, or the count of lines where that is higher: a damaged line may have held a number.
  private(set) var lastNumber = 0
  private var lines = 0
  /// Bytes read of each segment, and which file that was.
  private var seen: [Int: (size: Int, inode: UInt64)] = [:]

  static func key(_ id: UnsafeRawBufferPointer) -> UInt64 {
    // FNV-1a, 64 bits.
    id.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static func key(_ id: String) -> UInt64 {
    var id = id
    return id.withUTF8 { key(UnsafeRawBufferPointer($0)) }
  }

  /// Reads what is new in a segment, to its last newline. False where the file is not the one that was read before:
  /// then everything known of the day is void.
  mutating func read(_ file: borrowing OpenFile, segment: Int) throws(StoreError) -> Bool {
    let status = try file.status()
    let known = seen[segment] ?? (0, status.inode)
    guard known.inode == status.inode, known.size <= status.size else { return false }
    guard known.size < status.size else { return true }
    var reader = LineReader(known.size..<status.size)
    var end = known.size
    while let line = try reader.next(file), line.isTerminated {
      count(line.bytes)
      end = line.offset + line.length
    }
    seen[segment] = (end, status.inode)
    return true
  }

  /// What was just written by this process, up to `size`.
  mutating func add(_ written: [UInt8], lines offsets: [Range<Int>], segment: Int, size: Int, inode: UInt64) {
    written.withUnsafeBytes { bytes in
      for range in offsets { count(UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound..<(range.upperBound - 1)])) }
    }
    seen[segment] = (size, inode)
  }

  private mutating func count(_ line: UnsafeRawBufferPointer) {
    lines += 1
    if let id = RecordLine.leadingID(line) { ids.insert(Self.key(id)) }
    lastNumber = max(lastNumber, lines, RecordLine.number(line) ?? 0)
  }
}
