import DataFormats

extension FormChecks {
  /// Who needs whose value: by `value`, and by `when`, since a hidden field is blank.
  mutating func findCircles() {
    var nodes: [FieldReference] = []
    var first: [Int] = []
    for (index, field) in raw.enumerated() {
      first.append(nodes.count)
      nodes.append(FieldReference(field: index))
      for column in field.columns.indices { nodes.append(FieldReference(field: index, column: column)) }
    }
    func number(_ reference: FieldReference) -> Int { first[reference.field] + (reference.column.map { $0 + 1 } ?? 0) }
    let edges = nodes.map { node -> [Int] in
      guard let field = field(node) else { return [] }
      let needed = sorted(field.value, field.when).map(number)
      return node.column == nil ? needed : needed + [first[node.field]]
    }
    for circle in Self.circles(edges) { tell(circle.map { nodes[$0] }) }
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

  /// Circles that share no field: mending one may mend those that touch it. `edges` leads from each number to others.
  private static func circles(_ edges: [[Int]]) -> [[Int]] {
    var found: [[Int]] = []
    var isTold = edges.map { _ in false }
    var isDone = isTold
    /// Where in the path a number stands; -1: nowhere.
    var places = edges.map { _ in -1 }
    for start in edges.indices where !isDone[start] {
      var path: [Int] = []
      var stack: [(node: Int, isLeaving: Bool)] = [(start, false)]
      while let (node, isLeaving) = stack.popLast() {
        if isLeaving {
          path.removeLast()
          places[node] = -1
          isDone[node] = true
          continue
        }
        if places[node] >= 0 {
          let circle = Array(path[places[node]...])
          if !circle.contains(where: { isTold[$0] }) {
            for number in circle { isTold[number] = true }
            found.append(circle)
          }
          continue
        }
        guard !isDone[node] else { continue }
        places[node] = path.count
        path.append(node)
        stack.append((node, true))
        stack += edges[node].reversed().map { ($0, false) }
      }
    }
    return found
  }
}
