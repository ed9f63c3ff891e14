internal import DataFormats

/// What stands before a run in the index file: which bytes of which journals it was made of.
struct IndexHeader {
  struct File: Equatable {
    var name: String
    var inode: UInt64
    var device: UInt64
    /// The journal's bytes up to here are in the index.
    var indexed: Int
  }

  /// A place for each station: its last record of the form.
  var last: [String: RecordPlace] = [:]
  /// The whole table as it is after this run; the numbers of files never change.
  var files: [File] = []
  var entryCount = 0

  private static let magic: UInt32 = 0x4945_4601  // "IEF", layout 1
  /// Magic, length, identity, entry count, files, stations.
  private static let fixedSize = 4 + 4 + 8 + 8 + 4 + 4

  func bytes(identity: UInt64) -> [UInt8] {
    var body: [UInt8] = []
    for file in files {
      Self.append(file.name, to: &body)
      body.append(integer: file.inode)
      body.append(integer: file.device)
      body.append(integer: UInt64(file.indexed))
    }
    for (station, place) in last.sorted(by: { $0.key < $1.key }) {
      Self.append(station, to: &body)
      body.append(integer: place.bits)
    }
    var bytes: [UInt8] = []
    bytes.append(integer: Self.magic)
    bytes.append(integer: UInt32(Self.fixedSize + body.count + 4))
    bytes.append(integer: identity)
    bytes.append(integer: UInt64(entryCount))
    bytes.append(integer: UInt32(files.count))
    bytes.append(integer: UInt32(last.count))
    bytes += body
    bytes.append(integer: CRC32C.checksum(bytes))
    return bytes
  }

  private static func append(_ name: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: name.utf8.count))
    bytes += name.utf8
  }

  /// The header at an offset of a file, and its length; nil where there is none or it is damaged or another's.
  static func read(_ file: borrowing OpenFile, at offset: Int, identity: UInt64) throws(StoreError) -> (
    header: IndexHeader, length: Int
  )? {
    let start = try file.read(offset..<(offset + fixedSize))
    guard start.count == fixedSize else { return nil }
    let length = start.withUnsafeBytes { Int($0.integer(at: 4, as: UInt32.self)) }
    let isOurs = start.withUnsafeBytes {
      $0.integer(at: 0, as: UInt32.self) == magic && $0.integer(at: 8, as: UInt64.self) == identity
    }
    guard isOurs, length >= fixedSize + 4, length < 1 << 28 else { return nil }
    let bytes = try file.read(offset..<(offset + length))
    guard bytes.count == length else { return nil }
    return bytes.withUnsafeBytes { bytes in
      let body = UnsafeRawBufferPointer(rebasing: bytes[..<(length - 4)])
      guard CRC32C.checksum(body) == bytes.integer(at: length - 4, as: UInt32.self) else { return nil }
      return parse(body).map { ($0, length) }
    }
  }

  private static func parse(_ bytes: UnsafeRawBufferPointer) -> IndexHeader? {
    var header = IndexHeader()
    header.entryCount = Int(clamping: bytes.integer(at: 16, as: UInt64.self))
    var at = fixedSize
    func name() -> String? {
      guard at < bytes.count, at + 1 + Int(bytes[at]) <= bytes.count else { return nil }
      defer { at += 1 + Int(bytes[at]) }
      return String(decoding: bytes[(at + 1)..<(at + 1 + Int(bytes[at]))], as: UTF8.self)
    }
    func number() -> UInt64? {
      guard at + 8 <= bytes.count else { return nil }
      defer { at += 8 }
      return bytes.integer(at: at, as: UInt64.self)
    }
    for _ in 0..<bytes.integer(at: 24, as: UInt32.self) {
      guard let name = name(), let inode = number(), let device = number(), let indexed = number() else { return nil }
      header.files.append(File(name: name, inode: inode, device: device, indexed: Int(clamping: indexed)))
    }
    for _ in 0..<bytes.integer(at: 28, as: UInt32.self) {
      guard let station = name(), let place = number() else { return nil }
      header.last[station] = RecordPlace(bits: place)
    }
    return header
  }
}
