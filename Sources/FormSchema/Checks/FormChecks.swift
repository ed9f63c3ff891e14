import DataFormats
import LabelData

/// What only the whole form shows: circles, bounds that no value meets, rules that say nothing, parts claimed twice.
struct FormChecks {
  /// One for each raw field; nil for one at fault.
  let fields: [Field?]
  let raw: [RawField]
  let placed: [PlacedExpression]
  var diagnostics: Diagnostics
  let effort = Feasibility.Effort()

  mutating func run() {
    for (index, field) in fields.enumerated() {
      guard let field else { continue }
      checkField(field, raw[index], FieldReference(field: index))
      for (column, inner) in zip(field.columns, raw[index].columns).enumerated() {
        checkField(inner.0, inner.1, FieldReference(field: index, column: column))
      }
    }
    findCircles()
    checkParts()
    checkExpressions()
  }

  func field(_ reference: FieldReference) -> Field? {
    guard let field = fields[reference.field] else { return nil }
    guard let column = reference.column else { return field }
    return field.columns.indices.contains(column) ? field.columns[column] : nil
  }

  func rawField(_ reference: FieldReference) -> RawField {
    reference.column.map { raw[reference.field].columns[$0] } ?? raw[reference.field]
  }

  func name(_ reference: FieldReference) -> String {
    reference.column == nil ? raw[reference.field].id : "\(raw[reference.field].id).\(rawField(reference).id)"
  }

  private mutating func checkField(_ field: Field, _ raw: RawField, _ reference: FieldReference) {
    if let low = field.minimum?.expression.constant, let high = field.maximum?.expression.constant,
      Expression.Comparison.isOrdered(high, low) == true, let node = raw.keys["max"]
    {
      diagnostics.error(
        "min-over-max", at: node.start, "min \(low.written) is above max \(high.written): no value fits")
    } else {
      checkDefault(field, raw, reference)
    }
    let isWeak = field.symbologies.contains(.itf) || field.symbologies.contains(.codabar)
    let hasLength = field.minimumLength != nil && field.minimumLength == field.maximumLength
    if isWeak, !hasLength, field.pattern == nil, field.check == nil, let node = raw.keys["symbologies"] {
      let name = field.symbologies.contains(.itf) ? "itf" : "codabar"
      diagnostics.warning(
        "weak-symbology", at: node.start, "\(name) without a length reads false codes",
        help: "give min_length and max_length the same number, or a pattern or a check")
    }
  }

  private mutating func checkParts() {
    var takers: [String: String] = [:]
    for index in raw.indices {
      let inner = raw[index].columns.indices.map { FieldReference(field: index, column: $0) }
      for reference in [FieldReference(field: index)] + inner {
        guard let field = field(reference), let node = rawField(reference).keys["takes"] else { continue }
        for part in field.takes where part != "whole" {
          if let other = takers[part] {
            diagnostics.warning(
              "part-taken-twice", at: node.start, "\(other) takes \(part) too",
              help: "a label's \(part) goes to the first of them that is still empty")
          }
          takers[part] = takers[part] ?? name(reference)
        }
      }
    }
    checkTogether(taken: Set(takers.keys))
  }

  /// A part is ticked off when some field takes it.
  private mutating func checkTogether(taken: Set<String>) {
    let all = fields.indices.flatMap { index in
      [FieldReference(field: index)] + raw[index].columns.indices.map { FieldReference(field: index, column: $0) }
    }
    let filled = all.flatMap { field($0)?.fills.map(\.part) ?? [] }
    for reference in all {
      guard let field = field(reference), let node = rawField(reference).keys["together"] else { continue }
      for part in field.together where !taken.contains(part) && !filled.contains(part) {
        let place = node.elements?.first { $0.text == part } ?? node
        diagnostics.warning(
          "unticked-part", at: place.start,
          "no field takes \(part): it is never ticked off, and the window waits for it",
          help: "name it in takes or fills, or leave it out here")
      }
    }
  }
}
