import Configuration
import Glibc
import LabelData

/// The terminal with its loop, the scene that is shown and the popups over it.
final class Stage {
  let session: TerminalSession
  let screen: Screen
  let loop: EventLoop
  let keys: KeyMap
  let painter: PreviewPainter
  private(set) var scene: Scene?
  private(set) var popups: [Popup] = []
  var status = ExitStatus.done
  private var device: TriggerDevice?

  init(_ station: StationConfiguration) throws(TerminalFault) {
    var options = TerminalSession.Options()
    options.asksForReleases = station.trigger == .hold
    options.asksForGraphics = station.camera != "none" && station.preview != .none
    // The terminal is told by the environment alone.
    if station.colors == .mono { setenv("NO_COLOR", "1", 1) }
    session = try TerminalSession(options: options)
    screen = Screen(session: session, palette: station.colors == .highContrast ? .highContrast : .standard)
    painter = PreviewPainter(screen: screen, choice: station.preview)
    var settings = BurstSettings()
    settings.gap = UInt64(max(1, station.burstGap)) * BurstSettings.millisecond
    settings.prefix = Array(station.scannerPrefix.utf8)
    loop = EventLoop(session: session, decoder: KeyDecoder(settings: settings))
    keys = station.keys
    if let path = station.triggerDevice {
      device = TriggerDevice(
        path, loop, trouble: { [weak self] in self?.scene?.tellOfDevice($0) },
        pulled: { [weak self] in self?.pullDevice($0) })
    }
  }

  func run(_ first: Scene) {
    loop.onEvent = { [weak self] in self?.handle($0) }
    loop.paint = { [weak self] in self?.paint() }
    show(first)
    // Nothing has happened yet, but the first picture is to be painted.
    loop.post(.continued)
    device?.start()
    loop.run()
    device?.stop()
    scene?.suspend()
    scene?.tearDown()
    session.close()
  }

  func show(_ next: Scene) {
    scene?.tearDown()
    scene = next
    screen.clear()
    next.build()
    if let trouble = device?.trouble { next.tellOfDevice(trouble) }
  }

  func leave(_ with: ExitStatus = .done) {
    status.include(with)
    loop.stop()
  }

  // MARK: Popups

  func open(_ popup: Popup) {
    popups.append(popup)
    popup.open(on: screen)
    drawHelp()
  }

  func closePopups() {
    while let popup = popups.popLast() { popup.close(on: screen) }
  }

  private func drawHelp() {
    guard let popup = popups.last else { return }
    let help = KeyHelp.line(popup.help, columns: screen.size.columns - 1)
    screen.put(" " + help, row: screen.size.rows - 1, column: 0, width: screen.size.columns, role: .keyHelp)
  }

  // MARK: Events

  private func handle(_ event: EventLoop.Event) {
    switch event {
    case .input(.scan(let bytes, _)): scan(bytes)
    case .input(let input): handle(input)
    case .resize: resize()
    case .terminate:
      scene?.keepAll()
      leave()
    case .hangUp:
      scene?.keepAll()
      leave(.environment)
    case .stop:
      scene?.suspend()
      // Others may want it meanwhile.
      device?.stop()
      session.stop()
      device?.start()
      // In the background it was told of no new size.
      resize()
    case .continued: break
    }
    awaitAnswers()
    loop.decoder.holdsTypedText = popups.last?.actsOnCharacters ?? scene?.actsOnCharacters ?? false
  }

  private func handle(_ input: InputEvent) {
    if case .key(let key) = input, key.phase != .release, keys.action(of: key) == .redraw {
      screen.redraw()
      return
    }
    if case .report(let report) = input, take(report) { return }
    // What cannot be seen cannot be answered.
    guard !isTooSmall else { return }
    guard let popup = popups.last else {
      scene?.handle(input)
      return
    }
    if popup.takesScans, case .key(let key) = input, keys.action(of: key) == .trigger {
      scene?.handle(input)
      return
    }
    if case .key(let key) = input, key.phase == .release { return }
    if let scene, scene.isCapturing {
      // As in the form: the window goes, and Esc does nothing more than that.
      scene.closeCapture()
      if case .key(let key) = input, keys.action(of: key) == .back { return }
    }
    finish(popup, popup.handle(input))
  }

  /// A code for what is asked; false where nothing is, or it is meant for the form.
  func give(scan text: String) -> Bool {
    guard !isTooSmall, let popup = popups.last, let outcome = popup.take(scan: text) else { return false }
    scene?.closeCapture()
    finish(popup, outcome)
    return true
  }

  /// What the terminal tells of itself; false where the scene is to know it.
  private func take(_ report: TerminalReport) -> Bool {
    switch report {
    case .focusLost: scene?.letGo()
    case .ready: painter.answered()
    case .kittyGraphics, .cellSize, .deviceAttributes:
      session.learn(report)
    case .focusGained, .keyboardProtocol: return false
    }
    return true
  }

  private func awaitAnswers() {
    loop.decoder.awaited = session.awaitsGraphics ? .identity : []
    if painter.awaitsAnswer { loop.decoder.awaited.insert(.ready) }
  }

  private func scan(_ bytes: [UInt8]) {
    let text = Scan(wedge: String(decoding: bytes, as: UTF8.self)).text
    if !give(scan: text) { scene?.scan(bytes) }
  }

  private func finish(_ popup: Popup, _ outcome: Popup.Outcome) {
    switch outcome {
    case .stays:
      guard popups.last === popup else { return }
      popup.draw(on: screen)
      drawHelp()
    case .closes(let then):
      popups.removeLast()
      popup.close(on: screen)
      then()
      if popups.isEmpty { scene?.uncovered() } else { drawHelp() }
    }
  }

  /// As the trigger key: under a question that no code answers it does nothing, but it can always be let go.
  private func pullDevice(_ phase: Key.Phase) {
    let mayScan = popups.last?.takesScans ?? true
    guard phase == .release || mayScan && !isTooSmall else { return }
    scene?.pullDevice(phase)
  }

  private var isTooSmall: Bool { Regions(screen.size).kind == .tooSmall }

  /// Where nothing useful fits, one sentence stands over whatever is there; a larger size builds all of it again.
  private func paint() {
    if isTooSmall {
      screen.clear()
      let smallest = Regions.smallest
      let text = "Too small: \(smallest.columns)x\(smallest.rows) at least"
      for (row, line) in DisplayText.wrapped(text, columns: screen.size.columns).enumerated() {
        screen.put(line, row: row, column: 0, role: .status)
      }
    }
    screen.refresh()
    painter.flush()
    awaitAnswers()
  }

  private func resize() {
    scene?.suspend()
    let open = popups
    closePopups()
    scene?.tearDown()
    session.adoptSize()
    scene?.build()
    for popup in open { self.open(popup) }
  }
}
