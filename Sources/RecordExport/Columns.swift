import RecordStore

/// The columns of one table in their order, as the records show them.
struct Columns {
  private(set) var names: [[UInt8]] = []
  private var places: [[UInt8]: Int] = [:]
  /// What fields were called before -> what they are called now.
  private let older: [[UInt8]: [UInt8]]

  init(older: [[UInt8]: [UInt8]] = [:]) {
    self.older = older
  }

  /// The name that a column has now.
  func current(_ name: Range<Int>, in line: UnsafeRawBufferPointer) -> [UInt8] {
    let name = Array(line[name])
    return older.isEmpty ? name : older[name] ?? name
  }

  /// The place of a column whose name is a range of a line; the one after `last` is tried first.
  @inline(__always)
  func place(of name: Range<Int>, in line: UnsafeRawBufferPointer, after last: Int) -> Int? {
    for guess in [last + 1, last + 2] where guess < names.count && Self.equals(names[guess], name, line) {
      return guess
    }
    return places[current(name, in: line)]
  }

  @inline(__always)
  private static func equals(_ known: [UInt8], _ name: Range<Int>, _ line: UnsafeRawBufferPointer) -> Bool {
    guard known.count == name.count else { return false }
    for index in 0..<known.count where known[index] != line[name.lowerBound + index] { return false }
    return true
  }

  /// Puts a new column behind the one at `last` (-1: to the front); fields that were blank before find their place so.
  mutating func insert(_ name: [UInt8], after last: Int) -> Int {
    let place = min(last + 1, names.count)
    names.insert(name, at: place)
    for index in place..<names.count { places[names[index]] = index }
    return place
  }

  mutating func append(_ name: [UInt8]) {
    if places[name] == nil { _ = insert(name, after: names.count - 1) }
  }
}

/// The tables that the records of a form need: one for the form, one for each kind of rows.
struct Tables {
  var main: Columns
  /// By the id of the lines field, in the order in which they were met.
  var rows: [(name: [UInt8], columns: Columns)] = []

  private let older: OlderNames

  init(older: OlderNames) {
    self.older = older
    main = Columns(older: older.fields)
  }

  func rowTable(_ name: Range<Int>, in line: UnsafeRawBufferPointer) -> Int? {
    rows.firstIndex { $0.name.elementsEqual(line[name]) }
  }

  /// Takes in what one record has.
  mutating func add(_ fields: Range<Int>, of line: UnsafeRawBufferPointer) {
    var scanner = JSONScanner(line, within: fields)
    var last = -1
    _ = scanner.object { name, value in
      if Self.isRows(value, line) {
        addRows(name, value, line)
      } else {
        last = main.place(of: name, in: line, after: last) ?? main.insert(main.current(name, in: line), after: last)
      }
    }
  }

  private mutating func addRows(_ name: Range<Int>, _ value: Range<Int>, _ line: UnsafeRawBufferPointer) {
    var table = rowTable(name, in: line)
    if table == nil {
      let name = Array(line[name])
      rows.append((name, Columns(older: older.columns[name] ?? [:])))
      table = rows.count - 1
    }
    guard let table else { return }
    var rowScanner = JSONScanner(line, within: value)
    _ = rowScanner.array { row in
      var scanner = JSONScanner(line, within: row)
      var last = -1
      _ = scanner.object { name, _ in
        last =
          rows[table].columns.place(of: name, in: line, after: last)
          ?? rows[table].columns.insert(rows[table].columns.current(name, in: line), after: last)
      }
    }
  }

  /// Whether a value is an array of objects.
  static func isRows(_ value: Range<Int>, _ line: UnsafeRawBufferPointer) -> Bool {
    guard line[value.lowerBound] == UInt8(ascii: "[") else { return false }
    return JSONScanner.kind(of: (value.lowerBound + 1)..<value.upperBound, in: line) == .object
  }

  /// The columns of several versions as one: those of the lowest version first, then what each further one adds.
  static func union(_ versions: [Int: Tables], older: OlderNames) -> Tables {
    var union = Tables(older: older)
    for (_, tables) in versions.sorted(by: { $0.key < $1.key }) {
      for name in tables.main.names { union.main.append(name) }
      for (name, columns) in tables.rows {
        if !union.rows.contains(where: { $0.name == name }) {
          union.rows.append((name, Columns(older: older.columns[name] ?? [:])))
        }
        guard let table = union.rows.firstIndex(where: { $0.name == name }) else { continue }
        for column in columns.names { union.rows[table].columns.append(column) }
      }
    }
    return union
  }
}
