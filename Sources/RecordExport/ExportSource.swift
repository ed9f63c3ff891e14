import DataFormats
import RecordStore

/// The bytes of the journals that an export is made of: fixed before the first is read, so that a rerun over the same
/// bytes gives the same files, whatever is appended meanwhile.
struct ExportSource {
  struct Piece {
    let file: JournalName
    /// The end of its last whole line that is exported.
    var end: Int
  }

  private(set) var pieces: [Piece] = []
  /// The columns of the records that will be exported.
  private(set) var tables: Tables
  /// Where the export must stop, and unfinished ends that it passed over.
  private(set) var problems: [StoreProblem] = []
  /// The ids of the forms that the records are of.
  private(set) var forms: Set<String> = []
  /// True where a damaged line stopped it.
  private(set) var isStopped = false

  private let folder: StoreFolder
  private let form: [UInt8]

  /// Reads every line once: whole or not, and which columns there are.
  init(_ request: ExportRequest) throws(StoreError) {
    folder = StoreFolder(request.store)
    form = Array(request.form.utf8)
    tables = Tables(older: request.older)
    guard OpenFile.status(folder.directory) != nil else {
      throw StoreError(.environment, "there is no store at \(request.store)")
    }
    var versions: [Int: Tables] = [:]
    var fields = RecordFields()
    for name in try folder.journals() where request.station == nil || name.station == request.station {
      var end = 0
      var damage: StoreProblem?
      try JournalWalk.lines(of: name, in: folder) { (step) in
        if let problem = step.problem {
          problems.append(problem)
          if problem.kind == .unfinished { return true }
          damage = problem
          return false
        }
        end = step.line.offset + step.line.length
        let line = step.line.bytes
        if let form = RecordLine.text("form", of: line) { forms.insert(form) }
        if request.format == .csv, fields.read(line), fields.isOf(form: form, line), let values = fields.fields {
          versions[fields.version(line), default: Tables(older: request.older)].add(values, of: line)
        }
        return true
      }
      pieces.append(Piece(file: name, end: end))
      if damage != nil {
        isStopped = true
        break
      }
    }
    tables = Tables.union(versions, older: request.older)
  }

  /// Calls `body` with every record of the form, and its line with the newline.
  func forEachRecord(
    _ body: (UnsafeRawBufferPointer, borrowing RecordFields) throws(StoreError) -> Void
  ) throws(StoreError) {
    var fields = RecordFields()
    for piece in pieces where piece.end > 0 {
      let file = try OpenFile(folder.path(of: piece.file), .read)
      var reader = LineReader(0..<piece.end, bufferSize: 1 << 20)
      var read = 0
      while let line = try reader.next(file) {
        read += line.length
        guard line.isTerminated, fields.read(line.bytes) else { throw changed(piece.file) }
        if fields.isOf(form: form, line.bytes) { try body(line.bytes, fields) }
      }
      guard read == piece.end else { throw changed(piece.file) }
    }
  }

  private func changed(_ name: JournalName) -> StoreError {
    StoreError(.environment, "\(name) was changed while it was exported")
  }
}
