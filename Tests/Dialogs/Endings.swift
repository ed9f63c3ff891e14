import Foundation
import TerminalKit
import Testing

@Suite("However it ends, the terminal is as before and nothing is lost", .timeLimit(.minutes(15)))
struct Endings {
  @Test(arguments: [SIGTERM, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGPWR])
  func aSignal(_ number: Int32) throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.scan(Forms.label(1))
    clerk.write("N-10")
    clerk.signal(number)
    #expect(clerk.waitForEnd() == .exited(0))
    #expect(clerk.isAsBefore)
    #expect(dock.drafts.first?["notice"] == "N-10" && dock.drafts.first?["pallet"] == Forms.pallet(1))
  }

  @Test(arguments: [true, false]) func theTerminalIsGone(_ closed: Bool) throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.scan(Forms.label(1))
    clerk.write("N-10")
    if closed { clerk.hangUp() } else { clerk.signal(SIGHUP) }
    #expect(clerk.waitForEnd() == .exited(3))
    #expect(dock.drafts.first?["notice"] == "N-10" && dock.drafts.first?["pallet"] == Forms.pallet(1))
    let again = try dock.start()
    #expect(again.shows("go on with it"))
  }

  @Test(
    "a line that has stopped holds back neither keys nor a signal; nothing is lost",
    arguments: [(SIGTERM, 0), (SIGHUP, 3), (SIGINT, 0)] as [(Int32, Int32)], [false, true])
  func theLineHasStopped(_ ending: (signal: Int32, status: Int32), _ isCapturing: Bool) throws {
    let dock = try Dock()
    let clerk = try dock.start(camera: isCapturing ? dock.folder : "none", abilities: Previews.kitty)
    clerk.write("N-9")
    if isCapturing { clerk.press(Keys.trigger) }
    clerk.hold(true)
    // More than the line's buffers hold, if all of it were written.
    for _ in 0..<40 {
      clerk.send("\u{0c}")
      usleep(60_000)
    }
    clerk.send("1")
    usleep(500_000)
    clerk.send(Keys.tab)
    usleep(1_000_000)
    clerk.signal(ending.signal)
    #expect(clerk.waitForEnd(12_000) == .exited(ending.status) && clerk.isCooked)
    #expect(dock.drafts.first?["notice"] == "N-91")
  }

  @Test("a line that goes on again shows what has happened meanwhile")
  func theLineGoesOn() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.hold(true)
    for key in ["N", "-", "7", Keys.tab] {
      clerk.send(key)
      usleep(120_000)
    }
    clerk.send(Forms.label(1) + "\r")
    clerk.hold(false)
    #expect(clerk.shows("N-7") && clerk.shows(Forms.pallet(1)))
    clerk.rest()
    clerk.press(Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0) && clerk.isAsBefore)
  }

  @Test func aRecordThatIsLeftUnfinishedIsToldOfOnThePlainScreen() throws {
    let told = "formentry: the unfinished record of Cold store intake is kept"
    func leave(_ dock: Dock, _ form: String?, _ act: (PseudoTerminal) -> Void) throws -> String {
      let clerk = try dock.start(form)
      act(clerk)
      #expect(clerk.waitForEnd() == .exited(0) && clerk.isAsBefore)
      return clerk.screen.text
    }
    let dock = try Dock()
    #expect(try !leave(dock, "cold_store") { $0.press(Keys.esc) }.contains("unfinished"), "nothing was entered")
    #expect(
      try leave(dock, "cold_store") {
        $0.write("N-1")
        $0.press(Keys.esc)
      }.contains(told))
    #expect(try !leave(dock, "cold_store") { $0.press("3", Keys.esc) }.contains("unfinished"), "it was thrown away")
    #expect(
      try leave(dock, nil) {
        $0.press("1")
        $0.write("N-1")
        $0.press(Keys.esc)
        $0.press(Keys.esc)
      }.contains(told), "from the menu")
    #expect(
      try !leave(dock, nil) {
        $0.press("1", "1", Keys.esc, "1", "1", Keys.clear, Keys.clear, Keys.clear, "y", Keys.esc, Keys.esc)
      }.contains("unfinished"), "kept first, and then gone on with and thrown away")
    #expect(
      try leave(dock, "cold_store") {
        $0.write("N-1")
        $0.signal(SIGTERM)
      }.contains(told), "ended from outside")
  }

  @Test func aSignalWhileAQuestionIsOpen() throws {
    let dock = try Dock()
    let clerk = try dock.start()
    clerk.scan(Forms.label(1))
    clerk.scan(Forms.label(2))
    #expect(clerk.shows("drop the scan"))
    clerk.signal(SIGTERM)
    #expect(clerk.waitForEnd() == .exited(0) && clerk.isAsBefore)
    #expect(dock.drafts.first?["pallet"] == Forms.pallet(1))
  }

  @Test func stoppedAndContinued() throws {
    let dock = try Dock()
    // A shell with jobs: only what it started in a group of its own can be stopped.
    let clerk = try dock.start(
      wrapped: ["/bin/bash", "-mc", "\"$@\"; echo the shell is back; read -r line; fg > /dev/null; exit $?", "bash"])
    clerk.write("N-10")
    let children = try String(contentsOfFile: "/proc/\(clerk.pid)/task/\(clerk.pid)/children", encoding: .utf8)
    let program = try #require(Int32(children.split(separator: " ").first ?? ""))
    kill(program, SIGTSTP)
    #expect(clerk.shows("the shell is back"))
    #expect(clerk.isCooked && !clerk.screen.isAlternate)
    clerk.resize(rows: 30, columns: 100)
    clerk.send("go on\n")
    #expect(clerk.wait(3000) { $0.isAlternate && $0.lines[28].hasPrefix(" The number on") }, "\(clerk.screen.text)")
    clerk.type("01", pause: 60)
    #expect(clerk.row("Notice").contains("N-1001") && !clerk.isCooked)
    clerk.send(Keys.esc)
    #expect(clerk.waitForEnd() == .exited(0) && clerk.isAsBefore)
    #expect(dock.drafts == [["notice": "N-1001"]])
  }

  @Test(arguments: [("dumb", "cannot place its cursor"), ("nonsense-42", "terminal database"), ("", "set TERM")])
  func aTerminalThatCannotDoIt(_ name: String, _ words: String) throws {
    let dock = try Dock()
    let clerk = try dock.start("cold_store", ["TERM": name])
    #expect(clerk.waitForEnd() == .exited(3))
    let said = String(decoding: clerk.output, as: UTF8.self)
    #expect(
      said.contains(words) && said.split(separator: "\n").count == 1 && !said.contains("\u{1b}") && clerk.isCooked)
  }

  @Test(arguments: ["vt100", "vt220", "xterm-mono", "linux", "screen"]) func olderTerminals(_ name: String) throws {
    let dock = try Dock()
    let clerk = try dock.start("comeback", ["TERM": name, "LANG": name == "vt220" ? "C" : "C.UTF-8"])
    #expect(clerk.shows("Slip"))
    clerk.scan("RMA-77")
    clerk.scan(Forms.pens)
    clerk.write("n")
    // The function keys of a VT220; a VT100 has none beyond F4, Ctrl-S does it everywhere.
    clerk.press("\u{13}")
    #expect(clerk.shows("Saved as record 1"))
    clerk.press("x", Keys.tab, "\u{12}")
    clerk.signal(SIGTERM)
    #expect(clerk.waitForEnd() == .exited(0) && clerk.isCooked)
  }

  @Test func withoutATerminalItSaysSo() throws {
    let dock = try Dock()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Dock.program)
    process.arguments = ["fill", "cold_store", "--store", dock.store, "--forms", dock.folder + "/forms"]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 3 && said.split(separator: "\n").count == 1, "\(said)")
  }
}

@Suite("A full disk", .serialized, .timeLimit(.minutes(15)))
struct FullDisk {
  @Test func isSaidAndNothingIsLostAndLaterItWorks() throws {
    let place = try Dock()
    let folder = place.folder + "/small"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder) else {
      print("skipped: no right to mount a small disk")
      return
    }
    defer { _ = run("umount", "-l", folder) }
    let dock = try Dock(in: folder)
    let clerk = try dock.start()
    clerk.write("N-1001")
    clerk.press(Keys.tab)
    clerk.write("u")
    clerk.scan(Forms.label(1))
    // Nothing is left.
    let filler = fopen(folder + "/filler", "w")
    let block = [UInt8](repeating: 1, count: 4096)
    while fwrite(block, 1, block.count, filler) == block.count, fflush(filler) == 0 {}
    fclose(filler)
    clerk.press(Keys.save)
    #expect(clerk.shows("NOT saved") && clerk.shows("No space left") && dock.records.isEmpty)
    clerk.press(Keys.enter)
    #expect(clerk.row("Pallet").contains(Forms.pallet(1)) && clerk.row("Lot").contains("LOT7"))
    #expect(clerk.shows("✗ NOT saved"))
    // Typing and scanning go on; leaving is asked, since it would lose what is not kept.
    clerk.scan(Forms.label(2))
    clerk.press("3", Keys.clear)
    clerk.write("7")
    clerk.press(Keys.esc)
    #expect(clerk.shows("cannot be kept as a draft"))
    clerk.press(Keys.enter)
    #expect(clerk.shows("cannot be kept as a draft"))
    clerk.press("n")
    #expect(clerk.hides("Leave all the same"))
    clerk.press(Keys.esc)
    #expect(clerk.shows("Leave all the same"))
    clerk.press(Keys.esc)
    #expect(clerk.hides("Leave all the same"), "left unanswered, nothing is lost")
    #expect(clerk.row("Cases").contains("7") && clerk.row("Pallet").contains(Forms.pallet(1)))
    unlink(folder + "/filler")
    clerk.press(Keys.save)
    #expect(clerk.shows("Saved as record 1") && dock.records.count == 1 && dock.drafts.isEmpty)
    #expect(dock.records.first?.text("cases") == "7")
  }

  private func run(_ words: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
