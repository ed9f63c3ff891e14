import Foundation
import TerminalKit
import Testing

/// The real program on lines that carry so many bytes a second and answer when these have come.
@Suite("A slow line skips pictures and never delays a key", .enabled(if: Labels.canDraw, "zint is not installed"))
struct SlowLines {
  struct Rate: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: Int
    var testDescription: String { name }
    /// What goes out in 50 ms, as near as a measured rate is to the true one, and a few characters.
    var bound: Int { bytes / 20 * 13 / 10 + 80 }
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let abilities: PictureLayer.Abilities
    var environment: [String: String] = [:]
    var testDescription: String { name }
  }

  static let rates = [
    Rate(name: "9,600 baud", bytes: 960), Rate(name: "115,200 baud", bytes: 11_520),
    Rate(name: "1 Mbit/s", bytes: 125_000), Rate(name: "fast", bytes: 10_000_000),
  ]
  static let kinds = [
    Kind(name: "kitty", abilities: Previews.kitty), Kind(name: "sixels", abilities: Previews.sixel),
    Kind(name: "characters", abilities: PictureLayer.Abilities()),
    Kind(name: "direct colours", abilities: PictureLayer.Abilities(), environment: ["COLORTERM": "truecolor"]),
  ]

  @Test("what is in the pipe ahead of a key's echo goes out in 50 ms", arguments: kinds, rates)
  func ahead(_ kind: Kind, _ rate: Rate) throws {
    let labels = try Labels()
    let dock = try Dock(["capture": Previews.form])
    let terminal = try dock.start(
      "capture", kind.environment.merging(["FORMENTRY_SYNC": ""]) { $1 },
      camera: try labels.draw("CODE128", Previews.text), abilities: kind.abilities, waits: false)
    let line = Line(terminal, rate: rate.bytes)
    #expect(line.carry { terminal.screen.text.contains("Remark") && line.questions > 1 }, "\(terminal.screen.text)")
    terminal.send(Keys.trigger)
    let before = line.questions
    for round in 0..<3 {
      #expect(line.carry { line.questions >= before + 6 * (round + 1) }, "\(terminal.screen.text)")
      let ahead = line.standStill()
      #expect(ahead.count <= rate.bound, "\(ahead.count) bytes in a pipe that carries \(rate.bytes) a second")
      terminal.send("7")
      let echo = line.standStill(seconds: 0.5)
      #expect(!echo.contains("\u{1b}[5n"), "more of the picture came before the terminal had the echo")
      line.take(ahead + echo)
      let row = String(repeating: "7", count: round + 1)
      #expect(terminal.screen.lines[2].contains(row), "\(terminal.screen.text)")
      terminal.send(Keys.trigger)
    }
    if kind.abilities.kitty, rate.bytes > 1_000_000 {
      #expect(line.carry { terminal.screen.pictures.images.values.contains { $0.picture.width > 450 } }, "in full")
    }
    if kind.abilities.sixel, rate.bytes > 1_000_000 {
      #expect(line.carry { terminal.screen.pictures.lastSixels != nil })
    }
    terminal.signal(SIGTERM)
    #expect(line.carry { terminal.waitForEnd(0) == .exited(0) })
  }
}

@Suite("A line that stands still")
struct StoppedLines {
  @Test("sizes that change meanwhile are answered by one picture, and keys are taken all the while")
  func sizes() throws {
    let dock = try Dock(["capture": Previews.form])
    let terminal = try dock.start("capture", [:])
    terminal.hold(true)
    // Something waits, whatever the sizes bring.
    terminal.send("7")
    usleep(100_000)
    for number in 0..<200 {
      terminal.resize(rows: 24 + number % 2, columns: 80 + number % 9)
      usleep(2_000)
    }
    terminal.send("8")
    terminal.resize(rows: 30, columns: 100)
    usleep(100_000)
    let before = terminal.output.count
    terminal.hold(false)
    #expect(
      terminal.wait { $0.lines.contains { $0.contains("78") } && $0.lines[29].contains("F2 Scan") },
      "\(terminal.screen.text)")
    #expect(terminal.output.count - before < 20_000, "\(terminal.output.count - before) bytes")
    terminal.press(Keys.save)
    terminal.signal(SIGTERM)
    #expect(terminal.waitForEnd() == .exited(0) && terminal.isAsBefore)
  }
}

/// Takes what a program writes as slowly as a line does, and answers when it has come.
final class Line {
  private let terminal: PseudoTerminal
  private let rate: Int
  private(set) var questions = 0
  private var read = 0

  init(_ terminal: PseudoTerminal, rate: Int) {
    (self.terminal, self.rate) = (terminal, rate)
    terminal.isLookedAt = false
  }

  /// Carries bytes until something holds; false where it does not in a minute.
  func carry(until condition: () -> Bool) -> Bool {
    var last = Date()
    let end = last + 60
    var due = 0.0
    while !condition() {
      usleep(2000)
      let now = Date()
      guard now < end else { return false }
      // A line does not catch up on what it might have carried.
      due += min(now.timeIntervalSince(last), 0.01) * Double(rate)
      last = now
      guard due >= 1 else { continue }
      let before = terminal.output.count
      terminal.read(within: 0, atMost: min(Int(due), 65_536))
      due -= terminal.output.count > before ? Double(terminal.output.count - before) : due
      show()
    }
    return true
  }

  /// What the program has written when it waits for an answer, or for so long; the line does not carry it.
  func standStill(seconds: Double = 0.3) -> [UInt8] {
    let end = Date() + seconds
    while Date() < end { terminal.read(within: 10) }
    defer { read = terminal.output.count }
    return Array(terminal.output[read...])
  }

  /// The terminal is given bytes that stood still.
  func take(_ bytes: [UInt8]) {
    terminal.screen.feed(bytes)
    terminal.send(terminal.screen.answers())
  }

  private func show() {
    let bytes = Array(terminal.output[read...])
    read = terminal.output.count
    guard !bytes.isEmpty else { return }
    terminal.screen.feed(bytes)
    let answers = terminal.screen.answers()
    questions += answers.count(of: "\u{1b}[0n")
    terminal.send(answers)
  }
}

extension [UInt8] {
  fileprivate func count(of sequence: String) -> Int {
    String(decoding: self, as: UTF8.self).components(separatedBy: sequence).count - 1
  }
  fileprivate func contains(_ sequence: String) -> Bool { count(of: sequence) > 0 }
}
