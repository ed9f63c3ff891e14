/// What the twelve (eight, six) windows of a code may hold together: parity patterns and the check digit. Finds the
/// cheapest codes, given what each glyph costs in each window.
struct Grammar {
  let symbol: Symbol

  /// A run of windows: its cost, and its glyphs' digits, four bits each, the first one in the highest.
  struct Run {
    var cost: Float
    var digits: UInt32
  }

  /// The cheapest codes, the best one first. `costs` holds 20 a window: glyph 0...19, of which the right half uses ten.
  func best(_ count: Int, costs: UnsafePointer<Float>) -> [(cost: Float, code: Code)] {
    switch symbol.kind {
    case .ean13: bestEAN13(count, costs)
    case .ean8: bestEAN8(count, costs)
    case .upcE: bestUPCE(count, costs)
    }
  }

  /// Which of the six left windows hold an even glyph says the first digit: ISO/IEC 15420. Window 0 is bit 5.
  static let firstDigitParity: [UInt8] = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]
  /// Of a UPC-E with number system 0 they say the check digit; with 1 all are the other way round.
  static let checkDigitParity: [UInt8] = [
    0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
  ]

  private func bestEAN13(_ count: Int, _ costs: UnsafePointer<Float>) -> [(cost: Float, code: Code)] {
    let right = runs(costs + 120, windows: 6, even: 0, weights: [3, 1, 3, 1, 3, 1], keeping: count)
    let rightFloor = floor(costs + 120, windows: 6, even: 0)
    var found = Cheapest(count)
    for (bound, first) in ordered(Self.firstDigitParity, costs) {
      if bound + rightFloor >= found.worst { break }
      let even = Self.firstDigitParity[first]
      let left = runs(costs, windows: 6, even: even, weights: [3, 1, 3, 1, 3, 1], keeping: count)
      for residue in 0..<10 {
        let other = (20 - first - residue) % 10
        join(Self.of(left, residue, count), Self.of(right, other, count), into: &found) { left, right in
          var code = Code(glyphs: .zero, digits: .zero)
          code.digits[0] = UInt8(first)
          for window in 0..<12 {
            let digit = Self.digit(window < 6 ? left : right, window % 6, of: 6)
            code.digits[window + 1] = digit
            code.glyphs[window] = window < 6 && Self.isEven(even, window) ? digit + 10 : digit
          }
          return code
        }
      }
    }
    return found.items
  }

  private func bestEAN8(_ count: Int, _ costs: UnsafePointer<Float>) -> [(cost: Float, code: Code)] {
    let left = runs(costs, windows: 4, even: 0, weights: [3, 1, 3, 1], keeping: count)
    let right = runs(costs + 80, windows: 4, even: 0, weights: [3, 1, 3, 1], keeping: count)
    var found = Cheapest(count)
    for residue in 0..<10 {
      join(Self.of(left, residue, count), Self.of(right, (10 - residue) % 10, count), into: &found) { left, right in
        var code = Code(glyphs: .zero, digits: .zero)
        for window in 0..<8 { code.digits[window] = Self.digit(window < 4 ? left : right, window % 4, of: 4) }
        code.glyphs = code.digits
        return code
      }
    }
    return found.items
  }

  private func bestUPCE(_ count: Int, _ costs: UnsafePointer<Float>) -> [(cost: Float, code: Code)] {
    var found = Cheapest(count)
    let parities = Self.checkDigitParity + Self.checkDigitParity.map { ~$0 & 0b111111 }
    for (bound, index) in ordered(parities, costs) {
      if bound >= found.worst { break }
      let (system, check, even) = (index / 10, index % 10, parities[index])
      for (lasts, weights) in Self.shortenings {
        let front = runs(costs, windows: 5, even: even, weights: weights, keeping: count)
        for last in lasts {
          let lastWeight = last < 3 ? 1 : last < 5 ? 0 : 3
          let rest = (1000 - 3 * system - check - lastWeight * last) % 10
          let cost = costs[100 + (Self.isEven(even, 5) ? last + 10 : last)]
          let lasts = [Run(cost: cost, digits: UInt32(last))]
          join(Self.of(front, rest, count), lasts[...], into: &found) { front, last in
            var code = Code(glyphs: .zero, digits: .zero)
            code.digits[0] = UInt8(system)
            code.digits[7] = UInt8(check)
            for window in 0..<6 {
              let digit = window < 5 ? Self.digit(front, window, of: 5) : UInt8(last)
              code.digits[window + 1] = digit
              code.glyphs[window] = Self.isEven(even, window) ? digit + 10 : digit
            }
            return code
          }
        }
      }
    }
    return found.items
  }

  /// How a UPC-E leaves out the zeros of its UPC-A: last digits, and what the five digits before weigh in the check sum.
  private static let shortenings: [(lasts: ClosedRange<Int>, weights: [Int])] = [
    (0...2, [1, 3, 3, 1, 3]), (3...3, [1, 3, 1, 1, 3]), (4...4, [1, 3, 1, 3, 3]), (5...9, [1, 3, 1, 3, 1]),
  ]

  private static func isEven(_ parity: UInt8, _ window: Int) -> Bool { parity >> (5 - UInt8(window)) & 1 == 1 }

  private static func digit(_ digits: UInt32, _ index: Int, of count: Int) -> UInt8 {
    UInt8(digits >> UInt32(4 * (count - 1 - index)) & 15)
  }

  /// The least that windows can cost, whatever their check sum.
  private func floor(_ costs: UnsafePointer<Float>, windows: Int, even: UInt8) -> Float {
    var sum: Float = 0
    for window in 0..<windows {
      let glyphs = costs + 20 * window + (Self.isEven(even, window) ? 10 : 0)
      var least = glyphs[0]
      for digit in 1..<10 { least = min(least, glyphs[digit]) }
      sum += least
    }
    return sum
  }

  /// Parity patterns by the least that they can cost.
  private func ordered(_ parities: [UInt8], _ costs: UnsafePointer<Float>) -> [(bound: Float, index: Int)] {
    parities.indices.map { (floor(costs, windows: 6, even: parities[$0]), $0) }.sorted { $0.bound < $1.bound }
  }

  /// The cheapest runs of windows for each weighted sum modulo 10: `count` a sum, the cheapest first, of infinite cost where
  /// there are fewer.
  private func runs(
    _ costs: UnsafePointer<Float>, windows: Int, even: UInt8, weights: [Int], keeping count: Int
  ) -> [Run] {
    let none = Run(cost: .infinity, digits: 0)
    var runs = [Run](repeating: none, count: 10 * count)
    var next = runs
    runs[0] = Run(cost: 0, digits: 0)
    for window in 0..<windows {
      let glyphs = costs + 20 * window + (Self.isEven(even, window) ? 10 : 0)
      let weight = weights[window]
      runs.withUnsafeBufferPointer { runs in
        next.withUnsafeMutableBufferPointer { next in
          next.update(repeating: none)
          for index in 0..<(10 * count) where runs[index].cost < .infinity {
            let run = runs[index]
            var sum = index / count
            for digit in 0..<10 {
              Self.insert(
                Run(cost: run.cost + glyphs[digit], digits: run.digits << 4 | UInt32(digit)), into: next,
                at: sum * count,
                keeping: count)
              sum += weight
              if sum >= 10 { sum -= 10 }
            }
          }
        }
      }
      swap(&runs, &next)
    }
    return runs
  }

  @inline(__always)
  private static func insert(
    _ run: Run, into runs: UnsafeMutableBufferPointer<Run>, at base: Int, keeping count: Int
  ) {
    var place = base + count - 1
    if run.cost >= runs[place].cost { return }
    while place > base, runs[place - 1].cost > run.cost {
      runs[place] = runs[place - 1]
      place -= 1
    }
    runs[place] = run
  }

  private static func of(_ runs: [Run], _ sum: Int, _ count: Int) -> ArraySlice<Run> {
    runs[(sum * count)..<((sum + 1) * count)]
  }

  private struct Cheapest {
    let count: Int
    var items: [(cost: Float, code: Code)] = []
    init(_ count: Int) { self.count = count }
    var worst: Float { items.count < count ? .infinity : items[count - 1].cost }
  }

  private func join(
    _ left: ArraySlice<Run>, _ right: ArraySlice<Run>, into found: inout Cheapest, code: (UInt32, UInt32) -> Code
  ) {
    for run in left {
      for other in right {
        let cost = run.cost + other.cost
        if cost >= found.worst { break }
        if found.items.count == found.count { found.items.removeLast() }
        let place = found.items.firstIndex { $0.cost > cost } ?? found.items.count
        found.items.insert((cost, code(run.digits, other.digits)), at: place)
      }
    }
  }
}
