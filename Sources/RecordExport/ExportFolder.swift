import RecordStore

/// The directory that exports go to. While this lives no other export of the same directory runs.
struct ExportFolder: ~Copyable {
  let path: String
  private let lock: OpenFile

  init(_ path: String) throws(StoreError) {
    try Folder.make(path)
    let directory = try OpenFile(path, .directory)
    guard try directory.lock(.exclusive, milliseconds: 2000) else {
      throw StoreError(.environment, "another export is writing into \(path)")
    }
    self.path = path
    lock = directory
  }

  /// The files of a form in the folder by the number of their export.
  struct Contents {
    /// The highest number that any file has, 0 for none.
    var last = 0
    var withoutManifest: [String] = []
    var unfinished: [String] = []
  }

  func contents(form: String) throws(StoreError) -> Contents {
    var contents = Contents()
    var files: [Int: [String]] = [:]
    for name in try Folder.names(in: path).sorted() {
      let isPart = name.hasSuffix(".part")
      guard let number = Self.number(isPart ? String(name.dropLast(5)) : name, form: form) else { continue }
      if isPart {
        contents.unfinished.append(name)
      } else {
        contents.last = max(contents.last, number)
        files[number, default: []].append(name)
      }
    }
    for (_, names) in files.sorted(by: { $0.key < $1.key })
    where !names.contains(where: { $0.hasSuffix(".manifest.json") }) {
      contents.withoutManifest += names
    }
    return contents
  }

  /// The number of `FORM-000001.csv`, `FORM.LINES-000001.csv`, `FORM-000001.jsonl`, `FORM-000001.manifest.json`.
  static func number(_ name: String, form: String) -> Int? {
    guard name.hasPrefix(form) else { return nil }
    let rest = name.dropFirst(form.count)
    guard let dash = rest.lastIndex(of: "-") else { return nil }
    let child = rest[..<dash]
    guard child.isEmpty || child.first == "." && child.count > 1 && !child.dropFirst().contains(".") else { return nil }
    let pieces = rest[rest.index(after: dash)...].split(separator: ".", maxSplits: 1)
    guard pieces.count == 2, pieces[0].utf8.count >= 6, let number = Int(pieces[0]), number > 0 else { return nil }
    let ending = pieces[1]
    guard ending == "csv" || child.isEmpty && (ending == "jsonl" || ending == "manifest.json") else { return nil }
    return number
  }

  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  func remove(_ names: [String]) throws(StoreError) {
    for name in names { try Folder.remove("\(path)/\(name)") }
  }

  /// Gives the files their names, and then, as the last, the manifest: from then on the export counts.
  func publish(_ files: [FinishedFile], manifest: [UInt8], as manifestName: String) throws(StoreError) {
    for file in files { try Folder.rename("\(path)/\(file.name).part", to: "\(path)/\(file.name)") }
    try Folder.synchronize(path)
    var part = try PartFile(manifestName, in: path)
    try part.write(manifest)
    _ = try part.finish(rows: 0)
    try Folder.rename("\(path)/\(manifestName).part", to: "\(path)/\(manifestName)")
    try Folder.synchronize(path)
  }
}
