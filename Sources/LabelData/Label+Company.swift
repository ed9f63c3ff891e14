extension Label {
  /// What is wrong with this label where others were read with it: `identifiers` are those of all of them. One label
  /// shows its elements in several bar codes, so the company that an element wants is looked for in all (GS1 judges
  /// pairings over all carriers on the physical item).
  public func problems(among identifiers: Set<String>) -> [LabelProblem] {
    guard problems.contains(where: { $0.need != nil }) else { return problems }
    let codes = identifiers.union(parts.map(\.id)).map { Array($0.utf8) }
    return problems.filter { problem in problem.need.map { !ElementString.isMet($0, by: codes) } ?? true }
  }
}
