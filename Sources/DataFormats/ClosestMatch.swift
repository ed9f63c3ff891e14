/// The name that was probably meant by `word`, for "did you mean"; nil where none is near enough.
///
/// Near enough is one slip (a letter too many, too few, wrong, or two swapped) in words up to four letters, two up to
/// eight, three beyond; capitals, `_` and `-` are no slips. Of two equally near ones the first counts.
public func closestMatch(to word: String, in names: some Sequence<String>) -> String? {
  let wanted = folded(word)
  // Nobody types names of this length by hand; the work grows with the square of it.
  guard (1...64).contains(wanted.count) else { return nil }
  let allowed = wanted.count <= 4 ? 1 : wanted.count <= 8 ? 2 : 3
  var best: (name: String, distance: Int)?
  for name in names {
    let candidate = folded(name)
    guard abs(candidate.count - wanted.count) <= allowed else { continue }
    let distance = slips(between: wanted, and: candidate)
    guard distance <= allowed, distance < max(wanted.count, candidate.count), distance < best?.distance ?? .max
    else { continue }
    best = (name, distance)
  }
  return best?.name
}

private func folded(_ word: String) -> [Unicode.Scalar] {
  word.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }
}

/// The Damerau-Levenshtein distance in which no part is edited twice (optimal string alignment).
private func slips(between a: [Unicode.Scalar], and b: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var current = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[b.count]
}
