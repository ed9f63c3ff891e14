import Foundation
import TerminalKit
import Testing

/// A pipe in a device's place, on which the test writes what Linux writes of a pedal.
final class Pedal {
  let path: String
  private var writer: Int32 = -1

  init(in folder: String) {
    path = folder + "/pedal"
    mkfifo(path, 0o600)
  }

  deinit { pullOut() }

  /// Waits until the program has opened it.
  func plugIn(_ milliseconds: Int = 5_000) -> Bool {
    for _ in 0..<(milliseconds / 10) {
      writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if writer >= 0 { return true }
      usleep(10_000)
    }
    return false
  }

  func pullOut() {
    if writer >= 0 { close(writer) }
    writer = -1
  }

  func press() { send(1) }
  func holdOn() { send(2) }
  func letGo() { send(0) }

  private func send(_ value: UInt8) {
    let time = [UInt8](repeating: 0, count: 16)
    let key: [UInt8] = time + [1, 0, 48, 0, value, 0, 0, 0]
    let end: [UInt8] = time + [0, 0, 0, 0, 0, 0, 0, 0]
    _ = write(writer, key + end, key.count + end.count)
  }
}

@Suite("Triggers besides the key", .enabled(if: Labels.canDraw, "zint is not installed"), .timeLimit(.minutes(15)))
struct TriggerDevices {
  /// A code that no field takes: the window stays.
  private func open(
    _ environment: [String: String], mode: String = "hold", wrapped: [String]? = nil
  ) throws -> (Dock, PseudoTerminal, Labels) {
    let labels = try Labels()
    let dock = try Dock(["capture": CaptureWindowTests.form])
    let terminal = try dock.start(
      "capture",
      ["FORMENTRY_TRIGGER": mode, "FORMENTRY_TRIGGER_DEVICE": dock.folder + "/pedal"].merging(environment) { $1 },
      wrapped: wrapped, camera: try labels.draw("CODE128", "Q-12"))
    return (dock, terminal, labels)
  }

  private func isOpen(_ terminal: PseudoTerminal, _ milliseconds: Int = 4_000) -> Bool {
    terminal.wait(milliseconds) { $0.text.contains(" s ─┘") }
  }

  private func isClosed(_ terminal: PseudoTerminal, _ milliseconds: Int = 2_000) -> Bool {
    terminal.wait(milliseconds) { !$0.text.contains(" s ─┘") }
  }

  /// Its edge is painted anew each tenth of a second: what counts is the end.
  private func staysOpen(_ terminal: PseudoTerminal, _ milliseconds: Int32) -> Bool {
    for _ in 0..<milliseconds / 20 { terminal.read(within: 20) }
    usleep(20_000)
    return isOpen(terminal, 500)
  }

  @Test("a pedal held down keeps the window open without any repeat; let go, it is gone")
  func held() throws {
    let (dock, terminal, labels) = try open(["FORMENTRY_TRIGGER_GRACE": "100"])
    defer { withExtendedLifetime((dock, labels)) {} }
    // It comes when the form is open already, and is found.
    let pedal = Pedal(in: dock.folder)
    #expect(pedal.plugIn())
    pedal.press()
    #expect(isOpen(terminal))
    #expect(staysOpen(terminal, 800), "silence is no release here")
    pedal.holdOn()
    pedal.letGo()
    #expect(isClosed(terminal))
    pedal.press()
    #expect(isOpen(terminal))
    // The keys go on as ever.
    terminal.press(Keys.esc)
    #expect(isClosed(terminal))
    terminal.press(Keys.esc)
    #expect(terminal.waitForEnd() == .exited(0) && terminal.isAsBefore)
  }

  @Test("one that is pulled out while it is held counts as let go, and is found again")
  func vanished() throws {
    let (dock, terminal, labels) = try open([:])
    defer { withExtendedLifetime((dock, labels)) {} }
    let pedal = Pedal(in: dock.folder)
    #expect(pedal.plugIn())
    pedal.press()
    #expect(isOpen(terminal))
    pedal.pullOut()
    #expect(isClosed(terminal) && terminal.shows("The trigger device is gone"))
    let before = terminal.processorTicks
    unlink(pedal.path)
    for _ in 0..<15 { terminal.read(within: 100) }
    #expect(terminal.processorTicks - before < 30, "it is not looked for all the time")
    mkfifo(pedal.path, 0o600)
    #expect(pedal.plugIn())
    pedal.press()
    #expect(isOpen(terminal))
  }

  @Test("the key and the pedal are one trigger: what one opens, the other closes")
  func besides() throws {
    let (dock, terminal, labels) = try open([:], mode: "continuous")
    defer { withExtendedLifetime((dock, labels)) {} }
    let pedal = Pedal(in: dock.folder)
    #expect(pedal.plugIn())
    terminal.send(Keys.trigger)
    #expect(isOpen(terminal))
    pedal.press()
    #expect(isClosed(terminal))
    pedal.letGo()
    pedal.press()
    #expect(isOpen(terminal))
  }

  @Test("who looks at another window holds no trigger")
  func focus() throws {
    let (dock, terminal, labels) = try open(["FORMENTRY_TRIGGER_GRACE": "2000"])
    defer { withExtendedLifetime((dock, labels)) {} }
    #expect(terminal.wrote("\u{1b}[?1004h", after: "\u{1b}[?1004l"))
    let start = Date()
    terminal.send(Keys.trigger)
    #expect(isOpen(terminal, 1_500))
    terminal.send("\u{1b}[O")
    #expect(isClosed(terminal) && Date().timeIntervalSince(start) < 1.9)
    terminal.send("\u{1b}[I")
    terminal.waitForSync()
    #expect(isClosed(terminal))
    terminal.press(Keys.esc)
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.wrote("\u{1b}[?1004l", after: "\u{1b}[?1004h"))
  }

  @Test("with trigger: press the window stays when the focus goes")
  func focusWithPress() throws {
    let (dock, terminal, labels) = try open([:], mode: "press")
    defer { withExtendedLifetime((dock, labels)) {} }
    terminal.send(Keys.trigger)
    #expect(isOpen(terminal))
    terminal.send("\u{1b}[O")
    terminal.waitForSync()
    #expect(staysOpen(terminal, 300))
  }

  @Test("a program that is suspended lets go, gives the pedal back, and takes it again")
  func suspended() throws {
    let (dock, terminal, labels) = try open(
      [:],
      wrapped: ["/bin/bash", "-mc", "\"$@\"; echo the shell is back; read -r line; fg > /dev/null; exit $?", "bash"])
    defer { withExtendedLifetime((dock, labels)) {} }
    let pedal = Pedal(in: dock.folder)
    #expect(pedal.plugIn())
    pedal.press()
    #expect(isOpen(terminal))
    let children = try String(contentsOfFile: "/proc/\(terminal.pid)/task/\(terminal.pid)/children", encoding: .utf8)
    kill(try #require(Int32(children.split(separator: " ").first ?? "")), SIGTSTP)
    #expect(terminal.shows("the shell is back"))
    pedal.pullOut()
    #expect(!pedal.plugIn(50), "nobody reads it")
    terminal.send("go on\n")
    #expect(terminal.wait(3000) { $0.isAlternate && $0.text.contains("Remark") && !$0.text.contains(" s ─┘") })
    #expect(pedal.plugIn())
    pedal.press()
    #expect(isOpen(terminal))
  }
}
