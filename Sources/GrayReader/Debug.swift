extension ProfileReader {
  func debug(_ profile: Profile, usual: Float, narrowest: Float, truth: String) -> String {
    let spans = guards.spans(
      in: profile, symbol: symbol, widths: max(narrowest, 0.35 * usual)...Float(profile.count), usual: usual,
      perClass: 30)
    let turned = profile.reversed
    var all: [(span: Int, guess: FirstReading.Guess)] = []
    for (i, s) in spans.enumerated() { for r in [false, true] { if let g = guess(for: s, r, profile, turned) { all.append((i, g)) } } }
    all.sort { $0.guess.cost < $1.guess.cost }
    var out: [String] = []
    for (rank, item) in all.enumerated() {
      let g = item.guess
      for (name, edge) in [("disc", EdgeTable.disc), ("gauss", .gaussian)] {
        if let c = refinement.candidate(from: g, edge: edge, on: g.isReversed ? turned : profile), c.fit > 0.9 {
          let t = (0..<13).map { String(c.code.digits[$0]) }.joined()
          if t == truth, c.margin > 0.3 {
            let hit = (0..<13).filter { c.code.digits[$0] == g.code.digits[$0] }.count
            out.append("rank \(rank)/\(all.count) span \(item.span) blur \(spans[item.span].blur) w \(Int(g.start))+\(Int(g.end-g.start)) score \(spans[item.span].score) cost \(g.cost) rev \(g.isReversed) \(name) hit \(hit) m \(c.margin) s \(g.blur)->\(c.model.blur) geo \(c.model.parameters[2]) \(c.model.parameters[3]) shifts \(g.shifts[0]) \(g.shifts[11])")
            break
          }
        }
      }
      if out.count >= 3 { break }
    }
    return "TRUTH \(truth) least cost \(all.first?.guess.cost ?? -1): \n      " + (out.isEmpty ? "never" : out.joined(separator: "\n      "))
  }
}
