import DataFormats
import LabelData

/// What only the whole form shows: circles, bounds that no value meets, weak symbologies, parts claimed twice.
enum FormChecks {
  static func run(fields: [Field], raw: [RawField], diagnostics: inout Diagnostics) {
    // Fields at fault are missing from `fields`; then positions do not line up and there is enough to say already.
    guard fields.count == raw.count else { return }
    for (field, raw) in zip(fields, raw) {
      checkField(field, raw, &diagnostics)
      guard field.columns.count == raw.columns.count else { continue }
      for (column, rawColumn) in zip(field.columns, raw.columns) { checkField(column, rawColumn, &diagnostics) }
    }
    findCircles(fields, raw, &diagnostics)
    checkParts(fields, raw, &diagnostics)
  }

  private static func checkField(_ field: Field, _ raw: RawField, _ diagnostics: inout Diagnostics) {
    if case .literal(let low) = field.minimum?.expression, case .literal(let high) = field.maximum?.expression,
      Expression.Comparison.isOrdered(high, low) == true, let node = raw.keys["max"]
    {
      diagnostics.error(
        "min-over-max", at: node.start, "min \(low.written) is above max \(high.written): no value fits")
    }
    let isWeak = field.symbologies.contains(.itf) || field.symbologies.contains(.codabar)
    let hasLength = field.minimumLength != nil && field.minimumLength == field.maximumLength
    if isWeak, !hasLength, field.pattern == nil, field.check == nil, let node = raw.keys["symbologies"] {
      let name = field.symbologies.contains(.itf) ? "itf" : "codabar"
      diagnostics.warning(
        "weak-symbology", at: node.start, "\(name) without a length reads false codes",
        help: "give min_length and max_length the same number, or a pattern or a check")
    }
    if case .text(let text) = field.initial, let list = field.choices, list.option(text) == nil,
      let node = raw.keys["default"]
    {
      diagnostics.error("default-not-in-list", at: node.start, "the default \(text) is not on the list of the field")
    }
  }

  /// Who needs whose value: by `value`, and by `when`, since a hidden field is blank.
  private static func findCircles(_ fields: [Field], _ raw: [RawField], _ diagnostics: inout Diagnostics) {
    var edges: [FieldReference: [FieldReference]] = [:]
    var order: [FieldReference] = []
    for (index, field) in fields.enumerated() {
      let own = FieldReference(field: index)
      order.append(own)
      edges[own] = sorted(field.value, field.when)
      for (column, inner) in field.columns.enumerated() {
        let reference = FieldReference(field: index, column: column)
        order.append(reference)
        edges[reference] = sorted(inner.value, inner.when) + [own]
      }
    }
    guard let circle = firstCircle(order, edges) else { return }
    let first = circle.min { ($0.field, $0.column ?? -1) < ($1.field, $1.column ?? -1) } ?? circle[0]
    let start = circle.firstIndex(of: first) ?? 0
    let names = (circle[start...] + circle[..<start]).map { name($0, raw) }
    let rawField = field(first, raw)
    let node = rawField.keys["value"] ?? rawField.keys["when"] ?? rawField.node
    let message =
      names.count == 1
      ? "\(names[0]) needs its own value"
      : "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "") compute each other in a circle"
    diagnostics.error("circle", at: node.start, message, help: "one of them must not need the others")
  }

  private static func sorted(_ expressions: CompiledExpression?...) -> [FieldReference] {
    expressions.flatMap { $0?.references ?? [] }.sorted { ($0.field, $0.column ?? -1) < ($1.field, $1.column ?? -1) }
  }

  private static func field(_ reference: FieldReference, _ raw: [RawField]) -> RawField {
    reference.column.map { raw[reference.field].columns[$0] } ?? raw[reference.field]
  }

  private static func name(_ reference: FieldReference, _ raw: [RawField]) -> String {
    reference.column == nil ? raw[reference.field].id : "\(raw[reference.field].id).\(field(reference, raw).id)"
  }

  private static func firstCircle(
    _ order: [FieldReference], _ edges: [FieldReference: [FieldReference]]
  ) -> [FieldReference]? {
    var done: Set<FieldReference> = []
    for start in order where !done.contains(start) {
      var path: [FieldReference] = []
      var onPath: Set<FieldReference> = []
      var stack: [(node: FieldReference, isLeaving: Bool)] = [(start, false)]
      while let (node, isLeaving) = stack.popLast() {
        if isLeaving {
          path.removeLast()
          onPath.remove(node)
          done.insert(node)
          continue
        }
        if onPath.contains(node) { return Array(path[(path.firstIndex(of: node) ?? 0)...]) }
        guard !done.contains(node) else { continue }
        path.append(node)
        onPath.insert(node)
        stack.append((node, true))
        stack += (edges[node] ?? []).reversed().map { ($0, false) }
      }
    }
    return nil
  }

  private static func checkParts(_ fields: [Field], _ raw: [RawField], _ diagnostics: inout Diagnostics) {
    var takers: [String: String] = [:]
    for (field, rawField) in zip(fields, raw) {
      let all =
        [(field, rawField, field.id)]
        + zip(field.columns, rawField.columns).map { ($0, $1, "\(field.id).\($0.id)") }
      for (field, rawField, name) in all {
        guard let node = rawField.keys["takes"] else { continue }
        for part in field.takes where part != "whole" {
          if let other = takers[part] {
            diagnostics.warning(
              "part-taken-twice", at: node.start, "\(other) takes \(part) too",
              help: "a label's \(part) goes to the first of them that is still empty")
          }
          takers[part] = takers[part] ?? name
        }
      }
    }
  }
}
