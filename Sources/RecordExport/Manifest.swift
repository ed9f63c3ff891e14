import DataFormats

/// What an export holds and what it was made of. It is written last: without it the files do not count.
struct Manifest {
  let request: ExportRequest
  let number: Int
  let files: [FinishedFile]
  let source: ExportSource

  /// One JSON object. It has no time in it: the same records give the same bytes but for the number.
  var bytes: [UInt8] {
    let manifest: JSONValue = [
      "form": .string(request.form), "number": JSONValue(number), "format": .string(request.format.rawValue),
      "profile": .string(request.profile.rawValue), "station": JSONValue(request.station),
      "files": .array(
        files.map { file in
          [
            "name": .string(file.name), "sha256": .string(file.sha256), "rows": JSONValue(file.rows),
            "bytes": JSONValue(file.bytes),
          ]
        }),
      "sources": .array(
        source.pieces.map { piece in
          ["file": .string(piece.file.fileName), "from": 0, "to": JSONValue(piece.end)]
        }),
      "complete": .boolean(!source.isStopped),
      "problems": .array(
        source.problems.map { problem in
          [
            "file": .string(problem.file.fileName), "line": JSONValue(problem.line),
            "from": JSONValue(problem.range.lowerBound), "to": JSONValue(problem.range.upperBound),
            "message": .string(problem.message),
          ]
        }),
    ]
    return Array("\(manifest)\n".utf8)
  }
}
