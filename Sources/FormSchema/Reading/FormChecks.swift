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
    let (least, most) = (field.minimum?.expression.constant, field.maximum?.expression.constant)
    if let least, let most, Expression.Comparison.isOrdered(most, least) == true, let node = raw.keys["max"] {
      diagnostics.error(
        "min-over-max", at: node.start, "min \(least.written) is above max \(most.written): no value fits")
    } else if case .expression(let initial) = field.initial, let value = initial.expression.constant,
      let node = raw.keys["default"], let why = refusal(of: value, least, most, field)
    {
      diagnostics.warning(
        "default-refused", at: node.start, "the field refuses its own default \(value.written): \(why)")
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

  private static func refusal(
    of value: FieldValue, _ least: FieldValue?, _ most: FieldValue?, _ field: Field
  ) -> String? {
    if let least, Expression.Comparison.isOrdered(value, least) == true { return "min is \(least.written)" }
    if let most, Expression.Comparison.isOrdered(most, value) == true { return "max is \(most.written)" }
    if case .number(let number) = value {
      let places = field.type == .integer ? 0 : field.decimals
      if let places, number.scale > places { return TypedEntry.tooManyDecimals(places) }
    }
    return nil
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
