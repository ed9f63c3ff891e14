import Glibc

@testable import FormEntry

/// A small dialog, run in a process of its own (see CTerminalProbe): what the terminal joint does when it is used.
@_cdecl("terminal_probe_main") func probeMain(_ name: UnsafePointer<CChar>) -> Int32 {
  unsetenv("FORMENTRY_PROBE")
  var options = TerminalSession.Options()
  options.asksForReleases = getenv("PROBE_RELEASES") != nil
  do {
    let session = try TerminalSession(options: options)
    let dialog = ProbeDialog(session: session)
    dialog.run()
    session.close()
    for line in dialog.results { print(line) }
    fflush(nil)
    return dialog.status
  } catch {
    let message = "probe: \(error)\n"
    _ = message.withCString { write(2, $0, strlen($0)) }
    return 3
  }
}

final class ProbeDialog {
  let session: TerminalSession
  let screen: Screen
  let loop: EventLoop
  var status: Int32 = 0
  var results: [String] = []

  private var form: NewtForm
  private var window: NewtWindow?
  private var entries: [NewtEntry] = []
  private var values = ["", "", ""]
  private var focus = 0
  private var log: [String] = []
  private var overlay: Screen.SavedCells?
  private var painter: PreviewPainter

  init(session: TerminalSession) {
    self.session = session
    screen = Screen(session: session)
    loop = EventLoop(session: session)
    form = NewtForm(session: session)
    painter = PreviewPainter(screen: screen)
    painter.open()
    if let gap = getenv("PROBE_GAP").flatMap({ UInt64(String(cString: $0)) }) {
      loop.decoder.settings.gap = gap * BurstSettings.millisecond
    }
  }

  func run() {
    build()
    loop.onEvent = { [unowned self] in handle($0) }
    loop.paint = { [unowned self] in paint() }
    if getenv("PROBE_SOURCES") != nil { watchSources() }
    loop.run()
    remember()
    results = zip(["article", "lot", "count"], values).map { "\($0)=\($1)" } + log
    unbuild()
  }

  /// A pipe whose other end writes once and closes, a descriptor that is closed already, timers.
  private func watchSources() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    let (reader, writer) = (ends[0], ends[1])
    _ = loop.watch(reader) { [unowned self] readiness in
      var byte: UInt8 = 0
      log.append(readiness == .ready ? "read \(read(reader, &byte, 1))" : "pipe gone")
    }
    _ = loop.watch(999) { [unowned self] readiness in log.append("closed \(readiness)") }
    let cancelled = loop.schedule(after: .milliseconds(10)) { [unowned self] in log.append("never") }
    loop.cancel(cancelled)
    loop.schedule(after: .milliseconds(30)) {
      _ = write(writer, "x", 1)
      close(writer)
    }
  }

  // MARK: building

  private func build() {
    let size = session.size
    form = NewtForm(session: session)
    entries = []
    let inside = ScreenRect(row: 2, column: 2, height: min(8, size.rows - 6), width: min(60, size.columns - 4))
    guard size.rows >= 8, size.columns >= 16 else { return }
    window = NewtWindow(session: session, inside: inside, title: "Goods in")
    guard let window else { return }
    for (index, name) in ["Article", "Lot", "Count"].enumerated() where index < window.inside.height - 1 {
      form.add(NewtLabel(row: index, column: 1, text: name, width: 9))
      entries.append(form.add(NewtEntry(row: index, column: 11, width: window.inside.width - 13, text: values[index])))
    }
    if window.inside.height > 5 {
      form.add(NewtCheckbox(row: 4, column: 1, text: "Damaged", isOn: false))
      form.add(NewtListbox(row: 5, column: 1, height: 2, width: 20, items: ["UPS", "FedEx", "DHL"]))
    }
    if entries.indices.contains(focus) { form.setFocus(entries[focus]) }
    form.draw()
  }

  private func remember() {
    for (index, entry) in entries.enumerated() { values[index] = entry.text }
    focus = entries.firstIndex { $0 === form.focused } ?? focus
  }

  private func unbuild() {
    remember()
    form.destroy()
    window?.close()
    window = nil
  }

  private func paint() {
    let size = session.size
    if size.rows < 8 || size.columns < 16 {
      screen.put("too small", row: 0, column: 0, width: size.columns, role: .status)
    } else {
      screen.put(" Probe \(size.columns)x\(size.rows)", row: 0, column: 0, width: size.columns, role: .status)
      for (index, line) in log.suffix(3).enumerated() {
        screen.put(line, row: size.rows - 4 + index, column: 0, width: size.columns, role: .background)
      }
      screen.put("F2 Scan  Esc Back", row: size.rows - 1, column: 0, width: size.columns, role: .keyHelp)
    }
    screen.refresh()
  }

  // MARK: events

  private func handle(_ event: EventLoop.Event) {
    switch event {
    case .input(let input): handle(input)
    case .resize:
      closeOverlay()
      unbuild()
      session.adoptSize()
      build()
    case .terminate: end(10)
    case .hangUp: end(11)
    case .stop: session.stop()
    case .continued: log.append("continued")
    }
  }

  private func end(_ status: Int32) {
    self.status = status
    loop.stop()
  }

  private func handle(_ input: InputEvent) {
    switch input {
    case .text(let text): _ = form.type(text)
    case .retract(let count): form.retract(count)
    case .scan(let bytes, let ended): log.append("scan \(String(decoding: bytes, as: UTF8.self)) \(ended)")
    case .paste(let text): log.append("paste \(text)")
    case .report(let report): log.append("\(report)")
    case .key(let key): handle(key)
    }
  }

  private func handle(_ key: Key) {
    guard key.phase != .release else {
      log.append("released \(key.code)")
      return closeOverlay()
    }
    switch key.pressed {
    case .escape: overlay == nil ? end(0) : closeOverlay()
    case .tab, .down, .enter: move(1)
    case .shiftTab, .up: move(-1)
    case .function(2): openOverlay()
    case .function(4): ask()
    case .function(5): crash()
    case .function(6): exit(7)
    case .function(7): usleep(200_000)
    case .function(8): _ = write(2, "a library's noise", 17)
    case .control("z"): session.stop()
    case .control("l"): screen.redraw()
    case .control("s"): log.append("save")
    default: _ = form.send(key)
    }
  }

  private func move(_ step: Int) {
    let components = form.components.filter(\.takesFocus)
    guard let now = components.firstIndex(where: { $0 === form.focused }) else { return }
    form.setFocus(components[(now + step + components.count) % components.count])
  }

  private func crash() {
    if getenv("PROBE_TRAP") != nil {
      let none: [Int] = []
      log.append("\(none[log.count])")
    }
    raise(SIGSEGV)
  }

  /// A window that takes its time to open, with a loop of its own.
  private func ask() {
    usleep(80_000)
    let question = NewtWindow(
      session: session, inside: ScreenRect(row: 4, column: 6, height: 3, width: 30), title: "Question")
    let outer = (loop.onEvent, loop.paint)
    loop.decoder.holdsTypedText = true
    loop.onEvent = { [unowned self] event in
      if event == .input(.text("y")) || event == .input(.text("n")) { loop.stop() }
      if case .input(.scan(let bytes, _)) = event {
        log.append("asked, scan \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    loop.paint = { [unowned self] in
      screen.put("Save it? y/n", row: 5, column: 8, role: .text)
      screen.refresh()
    }
    loop.run()
    loop.decoder.holdsTypedText = false
    (loop.onEvent, loop.paint) = outer
    question?.close()
    form.draw()
  }

  // MARK: the picture

  private func openOverlay() {
    guard overlay == nil else { return }
    let rect = ScreenRect(row: 6, column: 0, height: session.size.rows - 10, width: session.size.columns)
    overlay = screen.saveCells(rect)
    screen.frame(rect, title: "Scan")
    repeat {
      painter.paint(ProbeDialog.picture, in: rect.inset(by: 1), marks: PreviewMarks(aimLine: true))
      screen.refresh()
      painter.flush()
    } while painter.isOwed
  }

  private func closeOverlay() {
    if let overlay { screen.restoreCells(overlay) }
    overlay = nil
  }

  /// Dark at the left, light at the right.
  static let picture = GrayPicture(
    width: 64, height: 16, levels: (0..<16).flatMap { _ in (0..<64).map { UInt8($0 * 4) } })
}
