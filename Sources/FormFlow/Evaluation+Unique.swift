import FormSchema

/// Texts as a dictionary may hold them: the same only byte by byte.
struct UniqueRowKey: Hashable {
  private let bytes: [[UInt8]]

  init(_ texts: [String]) { bytes = texts.map { Array($0.utf8) } }
}

extension Evaluation {
  /// Who else holds a value that must be unique.
  func uniqueFault(_ value: FieldValue, at place: Place, _ field: Field) -> String? {
    guard let unique = field.unique, let key = uniqueKey(value, at: place, unique) else { return nil }
    if let row = place.row, let column = place.column,
      let other = rowBefore(row, holding: value, key, FieldReference(field: place.field, column: column), unique)
    {
      return "line \(other + 1) holds this already"
    }
    guard unique.scope != .record else { return nil }
    let query = query(unique, key, at: place)
    return surroundings.holder(query).map { "\($0.inWords) holds this already" }
  }

  /// The first row before that one with the same key. One row is compared with all others as they stand; where all
  /// rows are looked at, they are found by their keys.
  private func rowBefore(
    _ row: Int, holding value: FieldValue, _ key: [String], _ column: FieldReference, _ unique: Uniqueness
  ) -> Int? {
    if let firstRows = firstRows[column] {
      return firstRows[UniqueRowKey(key)].flatMap { $0 < row ? $0 : nil }
    }
    return activeRows(ofLines: column.field).first { other in
      guard other < row else { return false }
      let place = Place(field: column.field, row: other, column: column.column)
      guard let held = self.value(at: place), ComparableText.areSame(held, value) else { return false }
      return uniqueKey(held, at: place, unique).map { FieldValue.texts($0) == .texts(key) } ?? false
    }
  }

  /// Notes which row holds which key first.
  func indexUniqueColumns() {
    for reference in form.uniqueColumns {
      let lines = reference.field
      guard let column = reference.column, let unique = form.fields[lines].columns[column].unique else { continue }
      var first: [UniqueRowKey: Int] = [:]
      for row in activeRows(ofLines: lines) {
        let place = Place(field: lines, row: row, column: column)
        guard let value = value(at: place), let key = uniqueKey(value, at: place, unique) else { continue }
        if first[UniqueRowKey(key)] == nil { first[UniqueRowKey(key)] = row }
      }
      firstRows[reference] = first
    }
  }
}
