import DataFormats

extension FormChecks {
  /// Who needs whose value: by `value`, and by `when`, since a hidden field is blank.
  mutating func findCircles() {
    var edges: [FieldReference: [FieldReference]] = [:]
    var order: [FieldReference] = []
    for (index, field) in fields.enumerated() {
      guard let field else { continue }
      let own = FieldReference(field: index)
      order.append(own)
      edges[own] = sorted(field.value, field.when)
      for (column, inner) in field.columns.enumerated() {
        let reference = FieldReference(field: index, column: column)
        order.append(reference)
        edges[reference] = sorted(inner.value, inner.when) + [own]
      }
    }
    for circle in circles(order, edges) { tell(circle) }
  }

  private mutating func tell(_ circle: [FieldReference]) {
    let first = circle.min { ($0.field, $0.column ?? -1) < ($1.field, $1.column ?? -1) } ?? circle[0]
    let start = circle.firstIndex(of: first) ?? 0
    let names = (circle[start...] + circle[..<start]).map { name($0) }
    let rawField = rawField(first)
    let node = rawField.keys["value"] ?? rawField.keys["when"] ?? rawField.node
    let message =
      names.count == 1
      ? "\(names[0]) needs its own value"
      : "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "") compute each other in a circle"
    diagnostics.error("circle", at: node.start, message, help: "one of them must not need the others")
  }

  private func sorted(_ expressions: CompiledExpression?...) -> [FieldReference] {
    expressions.flatMap { $0?.references ?? [] }.sorted { ($0.field, $0.column ?? -1) < ($1.field, $1.column ?? -1) }
  }

  /// Circles that share no field: mending one may mend those that touch it.
  private func circles(
    _ order: [FieldReference], _ edges: [FieldReference: [FieldReference]]
  ) -> [[FieldReference]] {
    var found: [[FieldReference]] = []
    var told: Set<FieldReference> = []
    var done: Set<FieldReference> = []
    for start in order where !done.contains(start) {
      var path: [FieldReference] = []
      var places: [FieldReference: Int] = [:]
      var stack: [(node: FieldReference, isLeaving: Bool)] = [(start, false)]
      while let (node, isLeaving) = stack.popLast() {
        if isLeaving {
          path.removeLast()
          places[node] = nil
          done.insert(node)
          continue
        }
        if let place = places[node] {
          let circle = Array(path[place...])
          if told.isDisjoint(with: circle) {
            told.formUnion(circle)
            found.append(circle)
          }
          continue
        }
        guard !done.contains(node) else { continue }
        places[node] = path.count
        path.append(node)
        stack.append((node, true))
        stack += (edges[node] ?? []).reversed().map { ($0, false) }
      }
    }
    return found
  }
}
