import Glibc
import TerminalKit

struct ScreenBench {
  let program: String
  let scratch: String

  private let environment = ["FORMENTRY_SYNC": "", "NEWT_COLORS": ""]

  func run() throws {
    print("| what | measured | goal |")
    print("| --- | --- | --- |")
    try start()
    try echo()
    try capture()
    try preview()
  }

  // MARK: Measuring

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  private func written(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  private func row(_ what: String, _ measured: String, _ goal: String) { print("| \(what) | \(measured) | \(goal) |") }

  /// When the last byte of the burst came that follows `action`: nothing more for `silence` ms.
  private func settled(_ terminal: PseudoTerminal, silence: Int32 = 40, _ start: Double) -> Double {
    var last = start
    var length = terminal.output.count
    while Self.now - start < 5000 {
      _ = terminal.read(within: silence)
      if terminal.output.count > length {
        length = terminal.output.count
        last = Self.now
      } else if Self.now - max(last, start) >= Double(silence), length > 0 {
        break
      }
    }
    return last - start
  }

  /// With a store of its own where something is entered: an unfinished record would be asked about.
  private func open(
    _ form: String, store: String = "store", _ more: [String] = [], _ variables: [String: String] = [:],
    _ abilities: PictureLayer.Abilities = PictureLayer.Abilities()
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      program, ["fill", "\(scratch)/\(form).yaml", "--store", "\(scratch)/\(store)"] + more,
      environment: environment.merging(variables) { $1 }, abilities: abilities)
  }

  // MARK: Start

  private func start() throws {
    var ours: [Double] = []
    var peer: [Double] = []
    for _ in 0..<41 {
      for isPeer in [true, false] {
        let began = Self.now
        let terminal =
          isPeer
          ? try PseudoTerminal(
            "/usr/bin/whiptail", ["--inputbox", "Tracking no.", "10", "60"], environment: environment)
          : try open("bench")
        terminal.isLookedAt = false
        let time = settled(terminal, began)
        if isPeer { peer.append(time) } else { ours.append(time) }
        terminal.signal(SIGTERM)
        _ = terminal.waitForEnd()
      }
    }
    let (a, b) = (median(ours), median(peer))
    row("start to painted form (whiptail \(written(b)) ms)", "\(written(a)) ms, \(written(a / b))x", "1.3x")
  }

  private func echo() throws {
    let terminal = try open("bench", store: "echo")
    _ = settled(terminal, Self.now)
    var times: [Double] = []
    for index in 0..<120 {
      let length = terminal.output.count
      let began = Self.now
      terminal.send(String(UnicodeScalar(UInt8(97 + index % 26))))
      while terminal.output.count == length, Self.now - began < 500 { _ = terminal.read(within: 5) }
      times.append(Self.now - began)
      usleep(60_000)
      if index % 25 == 24 {
        for _ in 0..<25 {
          terminal.send("\u{7f}")
          usleep(30_000)
          _ = terminal.read(within: 1)
        }
      }
    }
    let sorted = times.sorted()
    row(
      "key echo, median / p95", "\(written(median(times))) / \(written(sorted[sorted.count * 95 / 100])) ms", "p95 1 ms"
    )
    row("memory, a form open", "\(written(residentMiB(terminal.pid))) MiB", "15 MiB")
    terminal.signal(SIGTERM)
    _ = terminal.waitForEnd()
  }

  private func residentMiB(_ pid: Int32) -> Double {
    guard let file = fopen("/proc/\(pid)/statm", "r") else { return .nan }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Double(fields[1]) ?? .nan) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576 : .nan
  }

  // MARK: Capture

  private let trigger = "\u{1b}OQ"

  /// Until the screen has got a picture: much more than a line of it.
  private func pictureTime(_ terminal: PseudoTerminal) -> Double {
    let length = terminal.output.count
    let began = Self.now
    terminal.send(trigger)
    while terminal.output.count < length + 2500, Self.now - began < 3000 { _ = terminal.read(within: 5) }
    return Self.now - began
  }

  private func capture() throws {
    for (what, camera) in [("a picture", "blank/patches.pgm"), ("a directory, the next label each time", "blank")] {
      var cold: [Double] = []
      var warm: [Double] = []
      for _ in 0..<5 {
        let blank = try open("capture", ["--camera", "\(scratch)/\(camera)"])
        _ = settled(blank, Self.now)
        cold.append(pictureTime(blank))
        for _ in 0..<4 {
          blank.send("\u{1b}")
          // Held on it would be the same press.
          usleep(900_000)
          _ = settled(blank, Self.now)
          warm.append(pictureTime(blank))
        }
        blank.signal(SIGTERM)
        _ = blank.waitForEnd()
      }
      row(
        "trigger to first picture, \(what), warm (cold \(written(median(cold))) ms)", "\(written(median(warm))) ms",
        "a frame + 5 ms")
    }

    var values: [Double] = []
    for turn in 0..<9 {
      let terminal = try open("capture", store: "taken-\(turn)", ["--camera", "\(scratch)/label.png"])
      _ = settled(terminal, Self.now)
      let began = Self.now
      terminal.send(trigger)
      guard terminal.wait(3000, until: { $0.text.contains("4006381333931") }) else { continue }
      values.append(Self.now - began)
      terminal.signal(SIGTERM)
      _ = terminal.waitForEnd()
    }
    row(
      "cold trigger, code in view, to value in field", "\(written(median(values))) ms",
      "two frames that agree")
  }

  /// How the picture is shown, and on which terminal.
  private static let ways:
    [(name: String, abilities: PictureLayer.Abilities, environment: [String: String], goal: String)] = [
      ("quadrant blocks, 256 colours", PictureLayer.Abilities(), [:], "5 %"),
      ("quadrant blocks, direct colours", PictureLayer.Abilities(), ["COLORTERM": "truecolor"], "5 %"),
      ("half blocks, 256 colours", PictureLayer.Abilities(), ["FORMENTRY_PREVIEW": "halves"], "5 %"),
      ("shades, eight colours", PictureLayer.Abilities(), ["TERM": "linux"], "5 %"),
      ("ASCII, a VT220", PictureLayer.Abilities(), ["TERM": "vt220", "LANG": "C"], "5 %"),
      ("sixels, cells of 10x20", PictureLayer.Abilities(sixel: true, cell: (10, 20)), [:], "-"),
      ("kitty's graphics, cells of 10x20", PictureLayer.Abilities(kitty: true, cell: (10, 20)), [:], "-"),
    ]

  /// A piece of the picture is followed by a question; the program paints a whole one each time where the line is quick.
  private static let question = Array("\u{1b}[5n".utf8)

  private func preview() throws {
    for way in Self.ways {
      let terminal = try open("capture", ["--camera", "\(scratch)/blank"], way.environment, way.abilities)
      _ = settled(terminal, Self.now)
      terminal.send(trigger)
      let warmUp = Self.now
      while Self.now - warmUp < 1500 { _ = terminal.read(within: 20) }
      let ticks = terminal.processorTicks
      let written = terminal.output.count
      let began = Self.now
      while Self.now - began < 6000 { _ = terminal.read(within: 20) }
      let seconds = (Self.now - began) / 1000
      let share = Double(terminal.processorTicks - ticks) / seconds
      let sent = terminal.output[written...]
      let pictures = zip(sent.indices, sent).reduce(0) { count, byte in
        count + (byte.1 == 0x1b && sent[byte.0...].starts(with: Self.question) ? 1 : 0)
      }
      row(
        "preview: \(way.name)",
        "\(self.written(share)) % of a core, \(Int(Double(pictures) / seconds + 0.5)) pictures/s of \(sent.count / max(1, pictures)) bytes",
        way.goal)
      if way.name == Self.ways[0].name {
        row("memory, the window open", "\(self.written(residentMiB(terminal.pid))) MiB", "15 MiB")
      }
      terminal.signal(SIGTERM)
      _ = terminal.waitForEnd()
    }
  }
}
