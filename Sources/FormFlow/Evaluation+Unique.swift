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
    for (lines, field) in form.fields.enumerated() {
      for (column, inner) in field.columns.enumerated() {
        guard let unique = inner.unique else { continue }
        var first: [UniqueRowKey: Int] = [:]
        for row in activeRows(ofLines: lines) {
          let place = Place(field: lines, row: row, column: column)
          guard let value = value(at: place), let key = uniqueKey(value, at: place, unique) else { continue }
          if first[UniqueRowKey(key)] == nil { first[UniqueRowKey(key)] = row }
        }
        firstRows[FieldReference(field: lines, column: column)] = first
      }
    }
  }

  private func query(_ unique: Uniqueness, _ key: [String], at place: Place) -> UniqueQuery {
    UniqueQuery(
      field: form.path(of: FieldReference(field: place.field, column: place.column)),
      with: unique.with.map { form.path(of: $0) },
      key: key,
      scope: unique.scope)
  }

  /// All that this record holds and no other record of the scope may hold.
  func uniqueKeys() -> [UniqueQuery] {
    state.inputPlaces(self).compactMap { place in
      guard let unique = form.field(at: place).unique, unique.scope != .record, let value = value(at: place),
        let key = uniqueKey(value, at: place, unique)
      else { return nil }
      return query(unique, key, at: place)
    }
  }

  private func uniqueKey(_ value: FieldValue, at place: Place, _ unique: Uniqueness) -> [String]? {
    var key = [ComparableText.key(value.written)]
    for reference in unique.with {
      let other = Place(
        field: reference.field, row: reference.field == place.field ? place.row : nil, column: reference.column)
      if reference.column != nil, other.row == nil { return nil }
      key.append(self.value(at: other).map { ComparableText.key($0.written) } ?? "")
    }
    return key
  }
}
