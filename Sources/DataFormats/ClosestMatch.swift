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
    // Bytes tell at once that most names are too long or too short, whatever their letters are: a letter has four
    // bytes at most, and what is folded away only one.
    let bytes = name.utf8.count
    guard bytes + allowed >= wanted.count, bytes <= 4 * (wanted.count + allowed) + 64 else { continue }
    let candidate = folded(name)
    guard abs(candidate.count - wanted.count) <= allowed else { continue }
    let most = min(allowed, (best?.distance ?? .max) - 1)
    let distance = slips(between: wanted, and: candidate, atMost: most)
    guard distance <= most, distance < max(wanted.count, candidate.count) else { continue }
    best = (name, distance)
    if distance == 0 { break }
  }
  return best?.name
}

/// Small letters without `_` and `-`.
private func folded(_ word: String) -> [Unicode.Scalar] {
  var folded: [Unicode.Scalar] = []
  folded.reserveCapacity(word.utf8.count)
  for byte in word.utf8 {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"): continue
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(Unicode.Scalar(byte + 32))
    case 0..<0x80: folded.append(Unicode.Scalar(byte))
    default: return word.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }
    }
  }
  return folded
}

/// The Damerau-Levenshtein distance in which no part is edited twice (optimal string alignment); any number above
/// `most` where it is above that. Only the band round the diagonal that can stay below it is worked out.
private func slips(between a: [Unicode.Scalar], and b: [Unicode.Scalar], atMost most: Int) -> Int {
  let far = most + 1
  guard abs(a.count - b.count) <= most else { return far }
  // What both begin and end with costs nothing.
  var start = 0
  while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
  var (endA, endB) = (a.count, b.count)
  while endA > start, endB > start, a[endA - 1] == b[endB - 1] { (endA, endB) = (endA - 1, endB - 1) }
  let width = endB - start
  var beforeLast = [Int](repeating: far, count: width + 1)
  var last = beforeLast
  var current = beforeLast
  var column = 0
  while column <= min(width, most) {
    last[column] = column
    column += 1
  }
  var leastBefore = 0
  var row = 0
  while start + row < endA {
    current[0] = min(row + 1, far)
    var least = current[0]
    column = max(0, row - most)
    if column > 0 { current[column] = far }
    let end = min(width, row + most + 1)
    while column < end {
      let (i, j) = (start + row, start + column)
      var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (a[i] == b[j] ? 0 : 1))
      if row > 0, column > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[column - 1] + 1) }
      current[column + 1] = cost
      least = min(least, cost)
      column += 1
    }
    if end < width { current[end + 1] = far }
    // A swap reaches back two rows.
    if least > most, leastBefore > most { return far }
    leastBefore = least
    (beforeLast, last, current) = (last, current, beforeLast)
    row += 1
  }
  return last[width]
}
