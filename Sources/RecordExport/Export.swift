import DataFormats
import RecordStore

/// One export: reads the journals twice, once for what there is, once to write it.
struct Export {
  let request: ExportRequest

  init(_ request: ExportRequest) {
    self.request = request
  }

  func run() throws(ExportFault) -> ExportOutcome {
    do throws(StoreError) {
      return try write()
    } catch {
      throw ExportFault(error.kind == .damage ? .found : error.kind == .request ? .usage : .environment, error.message)
    }
  }

  private func write() throws(StoreError) -> ExportOutcome {
    let source = try ExportSource(request)
    if !request.isKnownForm, source.problems.isEmpty, !source.forms.isEmpty, !source.forms.contains(request.form) {
      // A name mistyped in the nightly job must not look like a day without records.
      let near = closestMatch(to: request.form, in: source.forms.sorted()).map { ": did you mean \($0)?" } ?? ""
      throw StoreError(.request, "there is no form \(request.form), and no record of one in \(request.store)\(near)")
    }
    let folder = try ExportFolder(request.out)
    let contents = try folder.contents(form: request.form)
    try folder.remove(contents.unfinished)
    let number = contents.last + 1
    let name = "\(request.form)-\(ExportFolder.digits(number))"
    do throws(StoreError) {
      let files =
        switch request.format {
        case .csv: try writeTables(source, into: folder, number: ExportFolder.digits(number))
        case .jsonl: [try writeLines(source, into: folder, as: "\(name).jsonl")]
        }
      let manifest = Manifest(request: request, number: number, files: files, source: source)
      try folder.publish(files, manifest: manifest.bytes, as: "\(name).manifest.json")
      return outcome(source, files, contents, manifestPath: "\(folder.path)/\(name).manifest.json")
    } catch {
      // Best effort: what stays is removed at the next export.
      if let unfinished = try? folder.contents(form: request.form).unfinished { try? folder.remove(unfinished) }
      throw error
    }
  }

  private func outcome(
    _ source: ExportSource, _ files: [FinishedFile], _ contents: ExportFolder.Contents, manifestPath: String
  ) -> ExportOutcome {
    var notices = contents.withoutManifest.map {
      "\($0) has no manifest: the export that wrote it was cut off, and it does not count"
    }
    notices += source.problems.map { problem in
      problem.kind == .unfinished ? "\(problem)" : "\(problem). The export ends before it"
    }
    let counts = files.map { "\($0.name) (\($0.rows) \($0.rows == 1 ? "row" : "rows"))" }.joined(separator: ", ")
    return ExportOutcome(
      manifestPath: manifestPath, summary: "\(request.form): \(counts)", notices: notices,
      status: source.problems.isEmpty ? 0 : 1)
  }

  private func writeLines(
    _ source: ExportSource, into folder: borrowing ExportFolder, as name: String
  ) throws(StoreError) -> FinishedFile {
    var file = try PartFile(name, in: folder.path)
    var buffer: [UInt8] = []
    var rows = 0
    try source.forEachRecord { (line, _) throws(StoreError) in
      buffer.append(contentsOf: line)
      buffer.append(0x0A)
      rows += 1
      if buffer.count >= 1 << 18 {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(buffer)
    return try file.finish(rows: rows)
  }

  private func writeTables(
    _ source: ExportSource, into folder: borrowing ExportFolder, number: String
  ) throws(StoreError) -> [FinishedFile] {
    let tables = try RecordTables(source.tables, request: request, number: number, directory: folder.path)
    try source.forEachRecord { (line, fields) throws(StoreError) in try tables.write(fields, line) }
    return try tables.finish()
  }
}
