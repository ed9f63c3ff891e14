import FormFlow
import FormSchema
import LabelData
import ScanField

/// What becomes of the codes that the capture window sees.
extension FormScene {
  /// Codes that count: those that some field takes go in; the window says why another is refused.
  func see(_ codes: [SeenCode], height: Int) {
    if asksForCode {
      if let code = nearest(Array(codes.indices), codes, height: height) ?? codes.indices.first {
        _ = stage.give(scan: codes[code].code.text)
      }
      return
    }
    let surroundings = surroundings
    // What was taken since the trigger was pressed is still in view: it is not read again.
    let fresh = codes.filter { !takenCodes.contains($0.code.text) }
    if fresh.isEmpty, !codes.isEmpty, trigger.mode != .continuous, captureWindow?.message == "" {
      captureWindow?.say("taken already: press again to take it once more")
    }
    let codes = distinct(fresh, height: height)
    let inputs = codes.map { ScanInput($0.code.scan, origin: .camera) }
    let previews = inputs.map { state.preview(of: $0, surroundings) }
    var takers: [(index: Int, targets: [FieldReference])] = []
    for (index, preview) in previews.enumerated() {
      if case .taken(let targets) = preview { takers.append((index, targets)) }
    }
    if takers.isEmpty {
      for (index, preview) in previews.enumerated() { tellWhyNot(inputs[index], preview) }
      return
    }
    let rivals = takers.filter { taker in taker.targets.contains { takers[0].targets.contains($0) } }
    if rivals.count > 1 {
      guard let nearest = nearest(rivals.map(\.index), codes, height: height) else {
        return offer(rivals.map { inputs[$0.index] })
      }
      accept(inputs[nearest])
    } else {
      accept(inputs[takers[0].index])
    }
    // Codes for other fields in the same view are taken too.
    for taker in takers.dropFirst() where !rivals.contains(where: { $0.index == taker.index }) {
      accept(inputs[taker.index])
    }
  }

  private func tellWhyNot(_ input: ScanInput, _ preview: ScanPreview) {
    switch preview {
    case .same(let message): captureWindow?.say(message)
    case .asks: accept(input)
    case .refused(let why):
      captureWindow?.say("✗ " + why)
      // Once a press: a frame's worth of refusals a second helps nobody.
      guard refused.insert(input.scan.text).inserted else { return }
      _ = state.handle(.scanned(input), surroundings)
      if desk.station.sound { stage.screen.bell() }
    case .taken: break
    }
  }

  private func accept(_ input: ScanInput) {
    takenCodes.insert(input.scan.text)
    captureWindow?.lifted { take(input) }
    let lacks = state.togetherParts().contains { !$0.isHere }
    let staysOpen = state.question == nil && (trigger.mode == .continuous || lacks)
    guard staysOpen else { return closeCapture() }
    captureWindow?.taken()
    showTicks()
  }

  func showTicks() {
    let parts = state.togetherParts()
    guard parts.contains(where: { !$0.isHere }) else { return }
    captureWindow?.say(parts.map { "\($0.part) \($0.isHere ? "✓" : "·")" }.joined(separator: "  "))
  }

  /// Labels alike say the same: of them the one nearest to the red line counts, and nobody is asked which.
  private func distinct(_ codes: [SeenCode], height: Int) -> [SeenCode] {
    var distinct: [SeenCode] = []
    for code in codes {
      let same = distinct.firstIndex { $0.code.text == code.code.text && $0.code.symbology == code.code.symbology }
      guard let same else {
        distinct.append(code)
        continue
      }
      if distance(of: code, height) < distance(of: distinct[same], height) { distinct[same] = code }
    }
    return distinct
  }

  /// From the red line.
  private func distance(of seen: SeenCode, _ height: Int) -> Int {
    let corners = seen.code.corners
    let middle = corners.isEmpty ? 0 : corners.map(\.y).reduce(0, +) / corners.count
    return abs(middle - height / 2)
  }

  /// The code nearest to the red line, where it is clearly nearer than the others.
  private func nearest(_ indices: [Int], _ codes: [SeenCode], height: Int) -> Int? {
    let distances = indices.map { (index: $0, distance: distance(of: codes[$0], height)) }
      .sorted { $0.distance < $1.distance }
    guard distances.count > 1 else { return distances.first?.index }
    return distances[1].distance - distances[0].distance > height / 6 ? distances[0].index : nil
  }

  private func offer(_ inputs: [ScanInput]) {
    closeCapture()
    var choices: [(key: Character, label: String)] = inputs.prefix(9).enumerated().map {
      (Character(String($0 + 1)), displayable($1.scan.text))
    }
    choices.append(("0", "none of them"))
    stage.open(
      QuestionPopup(title: "Several codes", text: "Which one?", choices: choices) { [weak self] key in
        guard let number = key.wholeNumberValue, inputs.indices.contains(number - 1) else { return }
        self?.take(inputs[number - 1])
      })
  }
}
