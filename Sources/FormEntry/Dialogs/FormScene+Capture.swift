import Configuration
import DataFormats
import FormFlow
import FormSchema
import LabelData
import ScanField

/// The trigger and the capture window of a form.
extension FormScene {
  /// A window that nobody closes is no laser: it goes by itself.
  static let timeLimit = 20.0

  /// The trigger key: a press, a repeat, a release.
  func pullTrigger(_ phase: Key.Phase) {
    let isOpen = captureWindow?.isOpen ?? false
    if !isOpen, phase == .press { trigger.mode = triggerMode }
    let effect: Trigger.Effect =
      phase == .release
      ? trigger.released(isOpen: isOpen)
      : trigger.press(at: MonotonicClock.seconds, isRepeat: phase == .repeat, isOpen: isOpen)
    follow(effect)
    watchTime()
  }

  private func follow(_ effect: Trigger.Effect) {
    switch effect {
    case .open: openCapture()
    case .close: closeCapture()
    case .nothing: break
    }
  }

  /// The field's own mode, that of its lines, or the station's.
  private var triggerMode: TriggerMode {
    let field = state.cursor.map { form.field(at: $0).trigger ?? form.fields[$0.field].trigger } ?? nil
    return field ?? TriggerMode(rawValue: desk.station.trigger.rawValue) ?? .press
  }

  /// Silence of a held key and the time limit are seen by a timer that runs only while it is needed.
  private func watchTime() {
    if let timer = captureTimer { stage.loop.cancel(timer) }
    captureTimer = nil
    let isOpen = captureWindow?.isOpen ?? false
    guard isOpen || trigger.dueAt != nil else { return }
    let due = trigger.dueAt.map { max(0.005, $0 - MonotonicClock.seconds) } ?? 0.5
    captureTimer = stage.loop.schedule(after: .milliseconds(Int(min(due, 0.5) * 1000) + 1)) { [weak self] in
      self?.checkTime()
    }
  }

  private func checkTime() {
    captureTimer = nil
    follow(trigger.advance(to: MonotonicClock.seconds, isOpen: captureWindow?.isOpen ?? false))
    if let window = captureWindow, window.isOpen, window.seconds >= Self.timeLimit { closeCapture() }
    watchTime()
  }

  func openCapture() {
    guard state.question == nil, stage.popups.isEmpty, regions.kind != .tooSmall, captureWindow?.isOpen != true else {
      return
    }
    guard desk.station.camera != "none" else {
      state.tell(.information, "There is no camera here: use a scanner, or type the code")
      return refresh()
    }
    do {
      let capture = try desk.capture()
      let window = captureWindow ?? CaptureWindow(capture, stage)
      captureWindow = window
      window.seen = { [weak self] in self?.see($0, height: $2) }
      refused = []
      takenCodes = []
      window.open(in: capturePlace(), symbologies: wantedSymbologies)
      showTicks()
    } catch {
      state.tell(.refused, error.message)
      return refresh()
    }
    watchTime()
  }

  func closeCapture() {
    guard let window = captureWindow, window.isOpen else { return }
    window.close()
    if stage.popups.isEmpty { refresh() }
  }

  /// Only what some shown field takes is looked for; nothing named is everything.
  private var wantedSymbologies: Set<Symbology> {
    let fields = (form.fields + form.fields.flatMap(\.columns)).filter { $0.type == .barcode }
    let wanted = fields.map(\.symbologies)
    guard !wanted.contains(where: \.isEmpty) else { return [] }
    // A camera cannot tell GS1-128 from Code 128, or UPC-A from EAN-13, before it has read the code.
    var all = wanted.reduce(into: Set<Symbology>()) { $0.formUnion($1) }
    for (one, other) in [(Symbology.code128, Symbology.gs1128), (.ean13, .upcA), (.qr, .gs1QR), (.itf, .itf14)]
    where all.contains(one) || all.contains(other) {
      all.formUnion([one, other])
    }
    return all
  }

  /// The half of the form's part of the screen where the focused field is not; the right column of a wide screen.
  private func capturePlace() -> ScreenRect {
    let size = stage.screen.size
    if regions.kind == .wide { return regions.side }
    if regions.kind == .single {
      return ScreenRect(row: 3, column: 0, height: size.rows - 4, width: size.columns)
    }
    let top = 1
    let bottom = regions.lastScanRow ?? regions.messageRow
    let focused = state.cursor.flatMap { view?.screenRow(of: $0) } ?? top
    // As high as can be without touching the row of the field.
    let above = focused - top
    let below = bottom - focused - 1
    let height = min(max(above, below), max(7, (bottom - top) * 5 / 8))
    return above > below
      ? ScreenRect(row: top, column: 0, height: height, width: size.columns)
      : ScreenRect(row: bottom - height, column: 0, height: height, width: size.columns)
  }

  // MARK: Codes

  /// Codes that count: those that some field takes go in; the window says why another is refused.
  private func see(_ codes: [SeenCode], height: Int) {
    let surroundings = surroundings
    // What was taken since the trigger was pressed is still in view: it is not read again.
    let codes = codes.filter { !takenCodes.contains($0.code.text) }
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
    if staysOpen { showTicks() } else { closeCapture() }
  }

  private func showTicks() {
    let parts = state.togetherParts()
    guard parts.contains(where: { !$0.isHere }) else { return }
    captureWindow?.say(parts.map { "\($0.part) \($0.isHere ? "✓" : "·")" }.joined(separator: "  "))
  }

  /// The code nearest to the red line, where it is clearly nearer than the others.
  private func nearest(_ indices: [Int], _ codes: [SeenCode], height: Int) -> Int? {
    let distances = indices.map { index -> (index: Int, distance: Int) in
      let corners = codes[index].code.corners
      let middle = corners.isEmpty ? 0 : corners.map(\.y).reduce(0, +) / corners.count
      return (index, abs(middle - height / 2))
    }.sorted { $0.distance < $1.distance }
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
