import Foundation
import TerminalKit
import Testing

@Suite("The doctor, asked on a terminal")
struct DoctorOnATerminal {
  private func ask(
    _ environment: [String: String] = [:], rows: Int = 40, columns: Int = 100, words: [String] = [],
    answering answer: String = "",
    abilities: PictureLayer.Abilities = PictureLayer.Abilities()
  ) throws -> (Dock, PseudoTerminal) {
    let dock = try Dock()
    let terminal = try PseudoTerminal(
      "/usr/bin/env",
      ["-C", dock.folder, Dock.program, "doctor", "--forms", dock.folder + "/forms", "--store", dock.store] + words,
      environment: ["HOME": dock.folder, "FORMENTRY_CAMERA": "none"].merging(environment) { $1 }, rows: rows,
      columns: columns, abilities: abilities)
    if !answer.isEmpty { terminal.send(answer) }
    return (dock, terminal)
  }

  @Test("it tells the kind of the terminal, its colours, characters and size, and gives the line back")
  func terminal() throws {
    let (dock, terminal) = try ask()
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.waitForEnd(10_000) == .exited(0), "\(terminal.screen.text)")
    for line in [
      "✓ terminal: xterm-256color, 256 colours", "✓ terminal: UTF-8", "✓ terminal: 100 columns, 40 rows",
      "? terminal: it does not tell when a key is let go",
    ] { #expect(terminal.screen.text.contains(line), "\(line) in \(terminal.screen.text)") }
    #expect(terminal.isAsBefore)
  }

  @Test("a terminal that tells releases is known by its answer")
  func releases() throws {
    let (dock, terminal) = try ask(answering: "\u{1b}[?1u")
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.waitForEnd(10_000) == .exited(0))
    #expect(terminal.screen.text.contains("✓ terminal: it tells when a key is let go"), "\(terminal.screen.text)")
  }

  @Test(
    "the way of the picture, as the terminal answers",
    arguments: [
      (Previews.kitty, "kitty: pixels by kitty's graphics"), (Previews.sixel, "sixel: pixels by sixels"),
      (PictureLayer.Abilities(), "quadrants: four pixels a character"),
    ])
  func preview(_ abilities: PictureLayer.Abilities, _ says: String) throws {
    for words in [[], ["--json"]] {
      let (dock, terminal) = try ask(["FORMENTRY_CAMERA": "auto"], columns: 200, words: words, abilities: abilities)
      defer { withExtendedLifetime(dock) {} }
      #expect(terminal.waitForEnd(20_000) != nil)
      let wanted =
        words.isEmpty ? "✓ preview: \(says)" : "{\"area\":\"preview\",\"verdict\":\"well\",\"message\":\"\(says)"
      #expect(terminal.screen.text.contains(wanted), "\(terminal.screen.text)")
      #expect(terminal.isAsBefore)
    }
  }

  @Test("a terminal of a kind that nobody knows")
  func unknown() throws {
    let (dock, terminal) = try ask(["TERM": "teletype-9"])
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.waitForEnd(10_000) == .exited(3))
    #expect(terminal.screen.text.contains("✗ terminal: its kind, teletype-9 (TERM), is not known"))
    #expect(terminal.screen.text.contains("export TERM=xterm-256color"))
  }

  @Test("a terminal that is too small")
  func small() throws {
    let (dock, terminal) = try ask(rows: 4, columns: 100)
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.waitForEnd(10_000) == .exited(3))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("✗ terminal: 100x4 is too small"))
  }

  /// Holds the trigger key as X does, only faster, and lets it go.
  private func hold(_ terminal: PseudoTerminal) {
    terminal.send(Keys.trigger)
    usleep(300_000)
    for _ in 0..<12 {
      terminal.send(Keys.trigger)
      usleep(30_000)
    }
  }

  @Test("the trigger key is held and tapped, and the settings that fit it come out")
  func trigger() throws {
    let (dock, terminal) = try ask(words: ["--trigger"])
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.waitFor("Hold F2 or Ctrl-T down for two seconds"))
    for done in 1...3 {
      hold(terminal)
      #expect(terminal.waitFor(done < 3 ? "(\(done) of 3 done)" : "Now tap"), "\(terminal.screen.text)")
    }
    for done in 1...3 {
      terminal.send(Keys.trigger)
      if done < 3 { #expect(terminal.waitFor("(\(done) of 3 done)")) }
    }
    #expect(terminal.waitForEnd() == .exited(0) && terminal.isAsBefore)
    let text = String(decoding: terminal.output, as: UTF8.self)
    func setting(_ name: String) -> Int {
      let line = text.split(whereSeparator: \.isNewline).last { $0.hasPrefix(name + ": ") } ?? ""
      return Int(line.split(separator: " ").last ?? "") ?? 0
    }
    // A busy machine sends late.
    #expect((340...600).contains(setting("trigger_grace")), "\(text.suffix(300))")
    #expect((110...400).contains(setting("trigger_release")), "\(text.suffix(300))")
  }

  @Test("a terminal that tells releases needs no times")
  func triggerWithReleases() throws {
    let (dock, terminal) = try ask(words: ["--trigger"])
    defer { withExtendedLifetime(dock) {} }
    #expect(terminal.waitFor("Hold F2"))
    terminal.send("\u{1b}[?3u")
    for done in 1...3 {
      for phase in [1, 2, 2, 2, 3] {
        terminal.send("\u{1b}[1;1:\(phase)Q")
        usleep(30_000)
      }
      #expect(terminal.waitFor(done < 3 ? "(\(done) of 3 done)" : "Now tap"), "\(terminal.screen.text)")
    }
    terminal.send("\u{1b}")
    #expect(terminal.waitForEnd() == .exited(0) && terminal.isAsBefore)
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("# This terminal tells when a key is let go") && text.contains("trigger_grace: "))
  }

  @Test("Esc leaves at once, a signal too, and the terminal is as before")
  func leaving() throws {
    for leave in [{ $0.send("\u{1b}") }, { $0.signal(SIGTERM) }] as [(PseudoTerminal) -> Void] {
      let (dock, terminal) = try ask(words: ["--trigger"])
      defer { withExtendedLifetime(dock) {} }
      #expect(terminal.waitFor("Esc leaves"))
      leave(terminal)
      #expect(terminal.waitForEnd() == .exited(0) && terminal.isAsBefore)
      #expect(String(decoding: terminal.output, as: UTF8.self).contains("# Nothing was measured"))
    }
  }
}
