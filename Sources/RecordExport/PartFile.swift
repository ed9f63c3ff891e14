import DataFormats
import RecordStore

/// A file of an export that is being written, under its name with `.part` behind it.
struct PartFile: ~Copyable {
  private let file: OpenFile
  private let name: String
  private var digest = SHA256()
  private var bytes = 0

  init(_ name: String, in directory: String) throws(StoreError) {
    file = try OpenFile("\(directory)/\(name).part", .create)
    self.name = name
  }

  mutating func write(_ bytes: [UInt8]) throws(StoreError) {
    guard !bytes.isEmpty else { return }
    try file.write(bytes)
    digest.update(bytes)
    self.bytes += bytes.count
  }

  func finish(rows: Int) throws(StoreError) -> FinishedFile {
    try file.synchronize()
    return FinishedFile(name: name, sha256: digest.hexadecimal, rows: rows, bytes: bytes)
  }
}

/// A file of an export, whole.
struct FinishedFile {
  let name: String
  let sha256: String
  /// Without the header.
  let rows: Int
  let bytes: Int
}
