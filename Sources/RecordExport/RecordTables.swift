import DataFormats
import RecordStore

/// The CSV files of one export: the form's own and one for each kind of rows, `record_id` joining them.
final class RecordTables {
  private let columns: Tables
  private var main: TableWriter?
  private var rows: [RowTable] = []
  /// The ranges of the record's values by column; used again for every record.
  private var cells: [Range<Int>?]

  private final class RowTable {
    var writer: TableWriter?
    var cells: [Range<Int>?]

    init(_ writer: consuming TableWriter, columns: Int) {
      self.writer = consume writer
      cells = Array(repeating: nil, count: columns)
    }
  }

  init(_ columns: Tables, request: ExportRequest, number: String, directory: String) throws(StoreError) {
    self.columns = columns
    cells = Array(repeating: nil, count: columns.main.names.count)
    main = try TableWriter(
      PartFile("\(request.form)-\(number).csv", in: directory),
      header: Self.header(RecordFields.fixedNames, columns.main), profile: request.profile)
    for (name, table) in columns.rows {
      let name = Self.safe(String(decoding: name, as: UTF8.self))
      let writer = try TableWriter(
        PartFile("\(request.form).\(name)-\(number).csv", in: directory),
        header: Self.header(["record_id", "row"], table), profile: request.profile)
      rows.append(RowTable(writer, columns: table.names.count))
    }
  }

  /// A field may be named like a column of the export's own: then it is told apart.
  private static func header(_ own: [String], _ columns: Columns) -> [String] {
    let names = columns.names.map { String(decoding: $0, as: UTF8.self) }
    return own + names.map { own.contains($0) ? "values.\($0)" : $0 }
  }

  /// Ids of fields are plain words; a store from elsewhere must not name files at will.
  private static func safe(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(100).map { scalar in
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
            ? scalar : "_"
        }))
  }

  func write(_ fields: borrowing RecordFields, _ line: UnsafeRawBufferPointer) throws(StoreError) {
    for index in cells.indices { cells[index] = nil }
    var lines: [(table: Int, value: Range<Int>)] = []
    if let values = fields.fields {
      var scanner = JSONScanner(line, within: values)
      var last = -1
      _ = scanner.object { name, value in
        if Tables.isRows(value, line) {
          if let table = columns.rowTable(name, in: line) { lines.append((table, value)) }
        } else if let place = columns.main.place(of: name, in: line, after: last) {
          cells[place] = value
          last = place
        }
      }
    }
    for (index, value) in fields.values.enumerated() {
      if index == fields.values.count - 1 {
        main?.cell(overrides: value, line)
      } else {
        main?.cell(value, line)
      }
    }
    for cell in cells { main?.cell(cell, line) }
    try main?.endRow()
    for (table, value) in lines { try writeRows(table, value, line, id: fields.values[0]) }
  }

  private func writeRows(
    _ table: Int, _ value: Range<Int>, _ line: UnsafeRawBufferPointer, id: Range<Int>?
  ) throws(StoreError) {
    let target = rows[table]
    var elements: [Range<Int>] = []
    var scanner = JSONScanner(line, within: value)
    _ = scanner.array { elements.append($0) }
    for (row, element) in elements.enumerated() {
      for index in target.cells.indices { target.cells[index] = nil }
      var scanner = JSONScanner(line, within: element)
      var last = -1
      _ = scanner.object { name, value in
        guard let place = columns.rows[table].columns.place(of: name, in: line, after: last) else { return }
        target.cells[place] = value
        last = place
      }
      target.writer?.cell(id, line)
      target.writer?.cell(plain: String(row + 1))
      for cell in target.cells { target.writer?.cell(cell, line) }
      try target.writer?.endRow()
    }
  }

  /// All files on the disk, the form's own first.
  func finish() throws(StoreError) -> [FinishedFile] {
    var finished: [FinishedFile] = []
    if let writer = main.take() { finished.append(try writer.finish()) }
    for table in rows {
      if let writer = table.writer.take() { finished.append(try writer.finish()) }
    }
    return finished
  }
}
