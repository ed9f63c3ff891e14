import Glibc

/// A program running on a terminal of its own, with a screen that can be read and a keyboard that can be typed on.
///
/// The program is told by FORMENTRY_SYNC to mark each painted screen with the number of bytes it has read by then
/// (`OSC 77 ; number BEL`), so that no test has to wait for longer than the program works.
public final class PseudoTerminal {
  public enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  public struct Failure: Error, CustomStringConvertible { public let description: String }

  public let pid: Int32
  public let screen: VirtualScreen
  /// Everything that the program wrote.
  public private(set) var output: [UInt8] = []
  /// How many bytes were sent to the program.
  public private(set) var sent = 0
  private var master: Int32
  private let path: String
  private var ending: Ending?

  /// Pictures that the terminal can show, and what it says of them.
  public var abilities: PictureLayer.Abilities {
    get { screen.pictures.abilities }
    set { screen.pictures.abilities = newValue }
  }

  /// `environment` adds to TERM=xterm-256color, LANG=C.UTF-8, PATH and FORMENTRY_SYNC; an empty value leaves one out.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], rows: Int = 24,
    columns: Int = 80, abilities: PictureLayer.Abilities = PictureLayer.Abilities()
  ) throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &name, nil, nil) == 0, let screen = VirtualScreen(rows: rows, columns: columns)
    else {
      throw Failure(description: "openpty failed with error \(errno)")
    }
    defer { close(slave) }
    self.master = master
    path = name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    self.screen = screen
    screen.pictures.abilities = abilities
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    PseudoTerminal.setSize(master, rows, columns)

    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Opened by the leader of a new session, the slave becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGMASK)))

    var values = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "FORMENTRY_SYNC": "1", "HOME": "/tmp",
    ]
    values.merge(environment) { $1 }
    let texts = values.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
    var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, executable, &actions, &attributes, &argv, &envp)
    guard result == 0 else {
      close(master)
      throw Failure(description: "\(executable) cannot be started: error \(result)")
    }
    self.pid = pid
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if ending == nil {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
    if master >= 0 { close(master) }
  }

  // MARK: keyboard

  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Off, what comes is kept and not shown: to measure a program alone, without the work of a terminal beside it.
  public var isLookedAt = true

  /// Sends all bytes in one write, as a scanner does.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        sent += count
        rest = rest.dropFirst(count)
      } else {
        guard errno == EAGAIN || errno == EINTR else { return }
        read(within: 10)
      }
    }
  }

  /// Types as a person does: one character after the other, each shown before the next, `pause` milliseconds apart.
  public func type(_ text: String, pause: Int = 45) {
    for character in text {
      send(String(character))
      waitForSync()
      usleep(UInt32(pause * 1000))
    }
  }

  // MARK: screen

  /// Waits until everything that was sent is handled and painted. False if that took longer than `milliseconds`.
  @discardableResult
  public func waitForSync(_ milliseconds: Int = 5000) -> Bool {
    let wanted = sent
    return wait(milliseconds) { $0.mark >= wanted }
  }

  /// Waits until the screen contains `text`.
  @discardableResult
  public func waitFor(_ text: String, _ milliseconds: Int = 5000) -> Bool {
    wait(milliseconds) { $0.text.contains(text) }
  }

  @discardableResult
  public func wait(_ milliseconds: Int = 5000, until condition: (VirtualScreen) -> Bool) -> Bool {
    let end = PseudoTerminal.now + milliseconds * 1_000_000
    while true {
      if condition(screen) { return true }
      let left = end - PseudoTerminal.now
      if left <= 0 { return false }
      if !read(within: Int32(min(20, left / 1_000_000 + 1))) {
        _ = waitForEnd(0)
        if ending != nil { return condition(screen) }
      }
    }
  }

  /// Reads what the program writes for at most that long, and at most so many bytes. False if it is gone.
  @discardableResult
  public func read(within milliseconds: Int32, atMost most: Int = 65_536) -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard master >= 0, poll(&polled, 1, milliseconds) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: most)
    let count = Glibc.read(master, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    output += bytes[..<count]
    guard isLookedAt else { return true }
    screen.feed(bytes[..<count])
    let answers = screen.answers()
    if !answers.isEmpty { send(answers) }
    return true
  }

  /// Lets go of what was written up to now: in hours it is much.
  public func forgetOutput() { output = [] }

  public func resize(rows: Int, columns: Int) {
    screen.resize(rows: rows, columns: columns)
    PseudoTerminal.setSize(master, rows, columns)
  }

  // MARK: the program

  /// Processor time that the program has used, in hundredths of a second.
  public var processorTicks: Int {
    guard let file = fopen("/proc/\(pid)/stat", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    // After the name in brackets come 11 fields, then the times in the program and for it in the kernel.
    let fields =
      String(decoding: bytes[..<count], as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  public func signal(_ number: Int32) { kill(pid, number) }

  /// The line stands still, as with a flow control that says stop, or goes on: nothing that is written leaves it.
  public func hold(_ isHeld: Bool) {
    let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    tcflow(slave, isHeld ? TCOOFF : TCOON)
    close(slave)
  }

  /// The terminal disappears, as when a connection breaks.
  public func hangUp() {
    close(master)
    master = -1
  }

  /// Waits for the program's end; nil if it did not come.
  public func waitForEnd(_ milliseconds: Int = 5000) -> Ending? {
    let end = PseudoTerminal.now + milliseconds * 1_000_000
    while ending == nil {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid {
        ending = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(status & 0x7f)
        while master >= 0, pollNow(), read(within: 0) {}
        break
      }
      if PseudoTerminal.now >= end { break }
      if master >= 0 { read(within: 5) } else { usleep(5000) }
    }
    return ending
  }

  /// Waits until the program is stopped by a signal.
  public func waitForStop(_ milliseconds: Int = 5000) -> Bool {
    let end = PseudoTerminal.now + milliseconds * 1_000_000
    while PseudoTerminal.now < end {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG | WUNTRACED) == pid { return status & 0xff == 0x7f }
      read(within: 5)
    }
    return false
  }

  private func pollNow() -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLIN) != 0
  }

  /// The line echoes, collects lines and makes signals of control characters: as a shell wants it.
  public var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(master, &modes) == 0 else { return false }
    let wanted = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    return modes.c_lflag & wanted == wanted && modes.c_iflag & tcflag_t(ICRNL) != 0
      && modes.c_oflag & tcflag_t(OPOST) != 0
  }

  /// Whether `sequence` was the last of the two that the program wrote.
  public func wrote(_ sequence: String, after other: String) -> Bool {
    let text = String(decoding: output, as: UTF8.self)
    guard let found = text.lastIndex(ofSequence: sequence) else { return false }
    guard let before = text.lastIndex(ofSequence: other) else { return true }
    return found > before
  }

  private static func setSize(_ master: Int32, _ rows: Int, _ columns: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

extension String {
  fileprivate func lastIndex(ofSequence sequence: String) -> Int? {
    let bytes = Array(utf8)
    let wanted = Array(sequence.utf8)
    guard bytes.count >= wanted.count else { return nil }
    return (0...bytes.count - wanted.count).last { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
