import FormSchema

extension Evaluation {
  /// Who else holds a value that must be unique.
  func uniqueFault(_ value: FieldValue, at place: Place) -> String? {
    let field = form.field(at: place)
    guard let unique = field.unique, let key = uniqueKey(value, at: place, unique) else { return nil }
    if let row = place.row, let column = place.column,
      let other = activeRows(ofLines: place.field).first(where: { other in
        other < row
          && uniqueKey(inRow: other, column, of: place, unique).map { FieldValue.texts($0) == .texts(key) } ?? false
      })
    {
      return "line \(other + 1) holds this already"
    }
    guard unique.scope != .record else { return nil }
    let query = query(unique, key, at: place)
    return surroundings.holder(query).map { "\($0.inWords) holds this already" }
  }

  private func query(_ unique: Uniqueness, _ key: [String], at place: Place) -> UniqueQuery {
    UniqueQuery(
      field: path(FieldReference(field: place.field, column: place.column)), with: unique.with.map { path($0) },
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

  private func uniqueKey(inRow row: Int, _ column: Int, of place: Place, _ unique: Uniqueness) -> [String]? {
    let other = Place(field: place.field, row: row, column: column)
    return value(at: other).flatMap { uniqueKey($0, at: other, unique) }
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

  private func path(_ reference: FieldReference) -> String {
    let field = form.fields[reference.field]
    return reference.column.map { "\(field.id).\(field.columns[$0].id)" } ?? field.id
  }
}
