import DataFormats
import FormSchema

/// A form with values in it, however they are kept: what a record takes from it, and what must be unique there.
protocol FilledForm {
  var form: FormDefinition { get }
  /// nil where it is blank or not shown.
  func value(at place: Place) -> FieldValue?
  /// The rows that count, as indices.
  func activeRows(ofLines lines: Int) -> [Int]
  /// Whether what stands there was typed, not scanned or put there by the form.
  func isTyped(at place: Place) -> Bool
}

extension FilledForm {
  /// Shown fields that are not blank; rows that something was entered into.
  func recordedValues() -> [JSONMember] {
    var members: [JSONMember] = []
    members.reserveCapacity(form.fields.count)
    for (index, field) in form.fields.enumerated() {
      guard field.type == .lines else {
        if let value = value(at: Place(field: index)) { members.append(JSONMember(field.id, value.json)) }
        continue
      }
      let rows = activeRows(ofLines: index).map { row in
        JSONValue.object(
          field.columns.enumerated().compactMap { column, inner in
            let place = Place(field: index, row: row, column: column)
            return value(at: place).map { JSONMember(inner.id, $0.json) }
          })
      }
      if !rows.isEmpty { members.append(JSONMember(field.id, .array(rows))) }
    }
    return members
  }

  /// The fields, also of rows, in which a value that was typed is saved.
  func keyedNames() -> [String] {
    func isKeyed(_ place: Place) -> Bool { isTyped(at: place) && value(at: place) != nil }
    return form.fields.enumerated().flatMap { index, field -> [String] in
      guard field.type == .lines else { return isKeyed(Place(field: index)) ? [field.id] : [] }
      let rows = activeRows(ofLines: index)
      return field.columns.indices.filter { column in
        rows.contains { isKeyed(Place(field: index, row: $0, column: column)) }
      }.map { "\(field.id).\(field.columns[$0].id)" }
    }.sorted()
  }

  // MARK: Unique values

  /// All that this record holds and no other record of the scope may hold.
  func uniqueKeys() -> [UniqueQuery] {
    form.fields.enumerated().flatMap { index, field -> [UniqueQuery] in
      guard field.type == .lines else { return uniqueQuery(at: Place(field: index), field).map { [$0] } ?? [] }
      let columns = field.columns.indices.filter { field.columns[$0].unique != nil }
      guard !columns.isEmpty else { return [] }
      return activeRows(ofLines: index).flatMap { row in
        columns.compactMap { uniqueQuery(at: Place(field: index, row: row, column: $0), field.columns[$0]) }
      }
    }
  }

  /// What other records are asked for the sake of one place; nil where they need not be asked.
  func uniqueQuery(at place: Place, _ field: Field) -> UniqueQuery? {
    guard let unique = field.unique, unique.scope != .record, field.takesInput, let value = value(at: place),
      let key = uniqueKey(value, at: place, unique)
    else { return nil }
    return query(unique, key, at: place)
  }

  func query(_ unique: Uniqueness, _ key: [String], at place: Place) -> UniqueQuery {
    UniqueQuery(
      field: form.path(of: FieldReference(field: place.field, column: place.column)),
      with: unique.with.map { form.path(of: $0) },
      key: key,
      scope: unique.scope)
  }

  func uniqueKey(_ value: FieldValue, at place: Place, _ unique: Uniqueness) -> [String]? {
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

/// What expressions ask of the form and of the record before, in any way of filling it.
extension FormDefinition {
  func lookup(list: String, key: FieldValue, column: String) -> FieldValue? {
    guard case .text(let text) = key, let found = lists[list]?.option(text)?.columns[column], !found.isEmpty
    else { return nil }
    return .text(found)
  }

  /// A field's value among the `values` of a record.
  func value(ofField index: Int, among values: JSONValue?) -> FieldValue? {
    let field = fields[index]
    // The record before may be of a version in which the field had another name.
    let found = ([field.id] + field.was).lazy.compactMap { values?[$0] }.first
    return found.flatMap { FieldValue(json: $0, type: field.valueType) }
  }
}
