import Glibc

/// The main job for a long time: one record after the other from a live camera, which is put away, unplugged and plugged
/// in now and then. Memory must stay flat and no descriptor be left open.
enum CameraSoak {
  /// KiB by which the median of the last third may be above that of the first.
  private static let margin = 1024
  /// Records that pass before the first look: by then everything has been used once.
  private static let warmUp = 20
  /// Looks at the two programs in all.
  private static let looks = 30

  private struct Look {
    var memory: [Int]
    var descriptors: [Int]
  }

  /// Prints a table; throws where something grew.
  static func run(_ desk: CameraDesk, minutes: Int) throws {
    let camera = try desk.plug(showing: nil)
    let clerk = try Clerk(camera: "auto", ["FORMENTRY_WARM": "1"])
    let program = Process(number: clerk.terminal.pid)
    var looks: [Look] = []
    var records = 0
    var began = milliseconds()
    Machine.say("| minute | records | formentry KiB | its descriptors | formentry-decode KiB | its descriptors |")
    Machine.say("| -----: | ------: | ------------: | --------------: | -------------------: | --------------: |")
    while looks.count < Self.looks {
      records += 1
      try take(desk.label(), as: records, from: camera, clerk, desk)
      if records == Self.warmUp { began = milliseconds() }
      let passed = milliseconds() - began
      guard records > Self.warmUp, passed >= (looks.count + 1) * minutes * 60_000 / Self.looks else { continue }
      // The camera is away: what is left open now is left for ever.
      usleep(2_500_000)
      // Ended over its last frame, where this machine is slow: another record starts it again.
      guard let decoder = program.child("formentry-decode") else { continue }
      let look = Look(
        memory: [program.memory, decoder.memory], descriptors: [program.descriptors, decoder.descriptors])
      looks.append(look)
      let cells = [
        passed / 60_000, records, look.memory[0], look.descriptors[0], look.memory[1], look.descriptors[1],
      ]
      let row = zip(cells, [6, 7, 13, 15, 20, 15]).map { cell, width in
        String(repeating: " ", count: max(0, width - "\(cell)".count)) + "\(cell)"
      }
      Machine.say("| " + row.joined(separator: " | ") + " |")
    }
    try judge(looks)
  }

  /// One record; now and then the camera is away first, or is unplugged meanwhile.
  private static func take(
    _ label: Label, as number: Int, from camera: USBCamera, _ clerk: Clerk, _ desk: CameraDesk
  ) throws {
    if number % 5 == 0 { usleep(1_500_000) }
    camera.show(nil)
    try clerk.type("crate \(number)")
    try clerk.press(Clerk.trigger)
    if number % 10 == 0 {
      try clerk.seesPicture()
      try clerk.keepsWindow()
      try desk.unplug(camera)
      try clerk.reads("is not there: plug it in.")
      try desk.plug(camera)
    }
    camera.show(label)
    try clerk.gets(label)
    try clerk.press(Clerk.save)
    try clerk.reads("Saved as record \(number)")
    clerk.terminal.forgetOutput()
  }

  private static func judge(_ looks: [Look]) throws {
    let third = looks.count / 3
    for (index, name) in ["formentry", "formentry-decode"].enumerated() {
      let memory = [looks.prefix(third), looks.suffix(third)].map { part in
        part.map { $0.memory[index] }.sorted()[third / 2]
      }
      let descriptors = [looks.prefix(third), looks.suffix(third)].map { part in
        part.map { $0.descriptors[index] }.max() ?? 0
      }
      Machine.say(
        "\(name): \(memory[0]) KiB in the first third, \(memory[1]) KiB in the last (\(margin) more are allowed); "
          + "descriptors \(descriptors[0]) and \(descriptors[1])")
      guard memory[1] <= memory[0] + margin else { throw Trouble("the memory of \(name) grows") }
      guard descriptors[1] <= descriptors[0] else { throw Trouble("\(name) leaves descriptors open") }
    }
  }
}
