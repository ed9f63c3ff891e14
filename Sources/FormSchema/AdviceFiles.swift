import DataFormats
import Glibc

/// The files of a notice: all that fit a name with `*`, beside the form and in the station's folder of notices.
public struct AdviceFiles: Sendable, Equatable {
  /// `asn-*.csv`
  public let pattern: String
  /// Where they may lie, without a slash at the end.
  public let folders: [String]
  let keyColumn: String

  init(_ place: (pattern: String, folders: [String]), keyColumn: String) {
    pattern = place.pattern
    folders = place.folders
    self.keyColumn = keyColumn
  }

  static let mostFiles = 1000
  private static let mostBytes = 256_000_000

  /// What the folders hold now: another value after any change.
  public struct State: Sendable, Equatable {
    let stamps: [FileStamp]
  }

  /// The files as they lie there now, sorted by name; one that lies in two folders counts from the first.
  func stamps() -> [FileStamp] {
    var found: [String: FileStamp] = [:]
    for folder in folders {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard found[name] == nil, !name.hasPrefix("."), Self.fits(name, pattern) else { continue }
        found[name] = FileStamp(folder + "/" + name)
      }
    }
    return found.sorted { $0.key < $1.key }.prefix(Self.mostFiles).map(\.value)
  }

  public func state() -> State {
    State(stamps: stamps())
  }

  /// Reads them all. A file that cannot be read, or lacks the key, is left out and told.
  public func read() -> Advice {
    var files: [(name: String, hash: String)] = []
    var faults: [Advice.Fault] = []
    var columns: Set<String> = []
    var rows: [Advice.Row] = []
    var left = Self.mostBytes
    for stamp in stamps() {
      let name = stamp.path.split(separator: "/").last.map(String.init) ?? stamp.path
      do {
        let bytes = try SourceText.bytes(ofFile: stamp.path, limit: min(left, CSVLimits.standard.bytes))
        left -= bytes.count
        let table = try CSVTable(parsing: bytes)
        columns.formUnion(table.header.filter { !$0.isEmpty })
        guard table.column(keyColumn) != nil else {
          faults.append(Advice.Fault(file: name, why: "it has no column \(keyColumn)"))
          continue
        }
        for row in table.rows {
          rows.append(
            Advice.Row(
              columns: Dictionary(zip(table.header, row), uniquingKeysWith: { first, _ in first }), file: files.count))
        }
        files.append((name, "sha256:" + SHA256.hexadecimal(bytes)))
      } catch {
        faults.append(Advice.Fault(file: name, why: "\(error)"))
      }
    }
    return Advice(files: files, faults: faults, columns: columns, rows: rows, keyColumn: keyColumn)
  }

  /// `*` stands for any characters, `?` for one.
  static func fits(_ name: String, _ pattern: String) -> Bool {
    let (name, pattern) = (Array(name.unicodeScalars), Array(pattern.unicodeScalars))
    var (at, wanted) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while at < name.count {
      if wanted < pattern.count, pattern[wanted] == "*" {
        star = (wanted, at)
        wanted += 1
      } else if wanted < pattern.count, pattern[wanted] == "?" || pattern[wanted] == name[at] {
        wanted += 1
        at += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        (wanted, at) = (last.pattern + 1, last.name + 1)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == "*" }
  }
}
