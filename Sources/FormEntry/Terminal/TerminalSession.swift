import CNewt
import CSystem
import Glibc

/// The terminal while the dialogs own it: newt and S-Lang started, keys arriving unchanged, signals as a descriptor.
///
/// newt never reads the terminal. Descriptor 0 becomes a pipe that `NewtForm` writes clean keys into; the keyboard is
/// read from `keyboard`. However the program ends (`close`, the last reference, `exit`, a fatal signal) the
/// terminal is put back as it was. Programs that are started meanwhile need a standard input and a signal mask of
/// their own. One session at a time, used by the thread that made it, before any other thread is started.
final class TerminalSession {
  struct Options: Sendable {
    /// Ask for the kitty keyboard protocol, which reports the release of keys. The answer comes as a `report`.
    var asksForReleases = false
    /// Ask what pictures it can show, once. The answers come as `report`s, to be given to `learn`.
    var asksForGraphics = false
    init() {}
  }

  /// Where the keyboard is read: never in non-blocking mode, which the screen's writer shares and cannot bear.
  let keyboard: Int32
  /// Where all that is shown goes out.
  let writer: TerminalWriter
  /// Where signals are read, see `nextSignal`.
  let signals: Int32
  private(set) var size: ScreenSize
  /// Characters beyond ASCII can be shown.
  let isUnicode: Bool
  /// The kinds of colours that the terminal has.
  let colours: ColourDepth
  /// CSI sequences can be sent beside those that the terminal's description holds.
  let knowsControlSequences: Bool
  /// Colours beyond the palette can be shown.
  let hasDirectColours: Bool
  /// What the terminal has said of itself so far.
  var graphics = TerminalGraphics()
  /// When it was asked what it is; nil before and after the answer.
  var askedAt: UInt64?

  /// The terminal can be asked, and is, what it shows and how far it has got.
  var asksForGraphics: Bool { options.asksForGraphics && knowsControlSequences }

  /// Windows of newt's that are open.
  var windowCount = 0

  private let keyPipe: (reader: Int32, writer: Int32)
  private let readyPipe: (reader: Int32, writer: Int32)
  private let options: Options
  private var errors = ErrorSilence()
  private var isOpen = true
  private var isSuspended = false
  private var ignoresContinuation = false

  init(options: Options = Options()) throws(TerminalFault) {
    try Self.checkTerminal()
    Self.prepareEnvironment()
    let signals = try Self.openSignals()
    var opened: [Int32] = []
    do throws(TerminalFault) {
      writer = try TerminalWriter()
      let keyboard = fcntl(0, F_DUPFD_CLOEXEC, 3)
      guard keyboard >= 0 else { throw .system("dup", errno) }
      opened.append(keyboard)
      keyPipe = try Self.openPipe(&opened)
      readyPipe = try Self.openPipe(&opened)
      guard write(readyPipe.writer, "!", 1) == 1 else { throw .system("write", errno) }
      guard csystem_guard_arm(writer.descriptor, "", 0) == 0 else { throw .system("tcgetattr", errno) }
      self.keyboard = keyboard
    } catch {
      for descriptor in opened { Glibc.close(descriptor) }
      csystem_signal_close(signals)
      throw error
    }
    self.signals = signals
    self.options = options

    cnewt_use_descriptors(0, writer.collector)
    newtInit()
    cnewt_set_first_colour()
    setlocale(LC_NUMERIC, "C")
    isUnicode = SLutf8_is_utf8_mode() != 0
    colours = ColourDepth.ofTerminal()
    knowsControlSequences = cnewt_string("cm").map { $0[0] == 0x1b && $0[1] == 0x5b } ?? false
    let told = getenv("COLORTERM").map { String(cString: $0) } ?? ""
    hasDirectColours = colours == .palette256 && (told == "truecolor" || told == "24bit")
    size = ScreenSize(rows: Int(cnewt_rows()), columns: Int(cnewt_columns()))
    graphics.cell = TerminalGraphics.cellOfLine
    setFarewell()
    enterModes()
    dup2(keyPipe.reader, 0)
    errors.begin()
  }

  deinit {
    close()
  }

  /// Puts the terminal back as it was. Safe to call twice, and on a terminal that is gone.
  func close() {
    guard isOpen else { return }
    isOpen = false
    leaveModes()
    if askedAt != nil { takeLateAnswers() }
    if !isSuspended {
      newtFinished()
      showCursor()
    }
    writer.drain()
    dup2(keyboard, 0)
    errors.end()
    csystem_guard_restore()
    csystem_guard_disarm()
    for descriptor in [keyboard, keyPipe.reader, keyPipe.writer, readyPipe.reader, readyPipe.writer] {
      Glibc.close(descriptor)
    }
    csystem_signal_close(signals)
  }

  // MARK: suspending

  /// Gives the terminal back for a while, as it was before the session.
  func suspend() {
    guard isOpen, !isSuspended else { return }
    isSuspended = true
    leaveModes()
    newtSuspend()
    showCursor()
    writer.drain()
    errors.end()
    csystem_guard_restore()
  }

  /// Takes the terminal again and shows everything that was on it.
  func resume() {
    guard isOpen, isSuspended else { return }
    isSuspended = false
    errors.begin()
    dup2(keyboard, 0)
    newtResume()
    enterModes()
    dup2(keyPipe.reader, 0)
    SLsmg_touch_screen()
    SLsmg_refresh()
    writer.push()
  }

  /// Stops the program as Ctrl-Z does elsewhere; returns when the shell continues it.
  func stop() {
    suspend()
    ignoresContinuation = true
    csystem_stop()
    resume()
  }

  /// The program was stopped from outside and goes on: what is on the screen and in which mode the line is, nobody knows.
  /// Returns whether that was so.
  @discardableResult
  func recoverAfterContinuation() -> Bool {
    defer { ignoresContinuation = false }
    guard !ignoresContinuation, !isSuspended else { return false }
    suspend()
    resume()
    return true
  }

  /// After `EventLoop.Event.resize`, with all forms destroyed and windows closed: makes the screen as large as
  /// the terminal now is, and empty.
  func adoptSize() {
    SLtt_get_screen_size()
    SLsmg_reinit_smg()
    newtCls()
    size = ScreenSize(rows: Int(cnewt_rows()), columns: Int(cnewt_columns()))
    if let cell = TerminalGraphics.cellOfLine {
      graphics.cell = cell
    } else if awaitsGraphics {
      send(TerminalGraphics.cellQuestion)
    }
  }

  /// The next signal that arrived, nil if none waits.
  func nextSignal() -> Int32? {
    let number = csystem_signal_read(signals)
    return number > 0 ? number : nil
  }

  /// Writes to the terminal past S-Lang: only what moves no cursor and draws nothing.
  func send(_ sequence: String) { send(Array(sequence.utf8)) }

  func send(_ bytes: [UInt8]) {
    SLtt_flush_output()
    writer.send(bytes)
  }

  // MARK: what NewtForm needs

  /// A descriptor that can always be read: makes newt return when it has no more keys.
  var alwaysReady: Int32 { readyPipe.reader }

  /// Hands keys to newt; at most 2,048 bytes fit for sure.
  func writeKeys(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { write(keyPipe.writer, $0.baseAddress, $0.count) } == bytes.count
  }

  // MARK: modes

  private func enterModes() {
    _ = csystem_guard_raw()
    guard knowsControlSequences else { return }
    let isFirst = options.asksForGraphics && askedAt == nil && !graphics.hasAnswered
    if isFirst { askedAt = MonotonicClock.now }
    send(
      "\u{1b}[?2004h\u{1b}[?1004h" + (options.asksForReleases ? "\u{1b}[>3u\u{1b}[?u" : "")
        + (isFirst ? TerminalGraphics.questions(colours: colours, cell: graphics.cell) : "")
        + (isFirst || options.asksForReleases ? "\u{1b}[c" : ""))
  }

  private func leaveModes() {
    guard !isSuspended else { return }
    send(modesOff)
  }

  /// Some terminals bring the cursor back with their first screen as it was when its place was last kept: hidden, perhaps.
  private func showCursor() {
    if let shown = cnewt_string("ve") { send(String(cString: shown)) }
  }

  private var modesOff: String {
    knowsControlSequences ? (options.asksForReleases ? "\u{1b}[<u" : "") + "\u{1b}[?1004l\u{1b}[?2004l" : ""
  }

  /// What a dying program writes: modes off, colours and cursor as they were, keypad and screen given back.
  private func setFarewell() {
    var farewell = modesOff
    for name in ["me", "ke", "te", "ve"] { if let end = cnewt_string(name) { farewell += String(cString: end) } }
    farewell += "\r\n"
    farewell.withCString { csystem_guard_farewell($0, Int32(farewell.utf8.count)) }
  }
}
