import Foundation
import LabelData
import Testing

@testable import ScanField

@Suite struct FrameSourceTests {
  /// Two labels in a directory.
  func labels(_ folder: TemporaryFolder) throws {
    for (name, data) in [("1.png", "FIRST"), ("2.png", "SECOND")] {
      let path = try label("CODE128", data, in: folder)
      try FileManager.default.moveItem(atPath: path, toPath: folder.path(name))
    }
  }

  @Test("a picture stands still; its frames count up", .timeLimit(.minutes(15)))
  func still() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 40, height: 30) { x, y in UInt8((x + y) & 255) }
    let source = FrameSource.picture(try folder.write(picture.pgm, to: "a.pgm"), decoder: workerPath)
    source.start()
    let first = try #require(wait(source) { $0.latest })
    let later = try #require(wait(source) { $0.latest.flatMap { $0.number > first.number ? $0 : nil } })
    #expect(later.withPixels { Array($0) } == picture.gray)
    #expect(source.state == .running)
    source.stop()
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
    #expect(source.latest == nil)
  }

  @Test(
    "what cannot be shown is one sentence",
    arguments: [
      ("absent.png", "absent.png: cannot be opened"), ("bad.png", "no PNG, JPEG or PGM"),
      ("empty", "there is no picture"),
      ("rubbish", "no PNG, JPEG or PGM"),
    ])
  func faults(_ name: String, _ says: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("text".utf8), to: "bad.png")
    for name in ["empty", "rubbish"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write(Array("text".utf8), to: "rubbish/bad.png")
    let path = folder.path(name)
    for source in [FrameSource.picture(path, decoder: workerPath), .movingPictures(path, decoder: workerPath)] {
      source.start()
      let sentence = wait(source) { source -> String? in
        if case .failed(let sentence) = source.state { sentence } else { nil }
      }
      let directory = ["empty", "rubbish"].contains(name)
      #expect(
        sentence?.contains(says) == true || (directory && sentence?.contains("this is a directory") == true),
        "\(sentence ?? "nothing")")
    }
  }

  @Test("the same seed and numbers give the same frames; they move")
  func deterministic() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 120, height: 90) { x, y in (x / 6 + y / 6) % 2 == 0 ? 20 : 240 }
    let path = try folder.write(picture.pgm, to: "a.pgm")
    let worker = try DecodeWorker(executable: workerPath)
    let loaded = try worker.load(still: path, longestSide: 400)
    let pool = try FramePool(room: 160 * 120)
    func frames(seed: UInt64) throws -> [[UInt8]] {
      var show = MovingShow(paths: [path], width: 160, height: 120, seed: seed) { _ in loaded }
      return try (0..<40).map { _ in try show.next(aims: 1, from: pool).withPixels { Array($0) } }
    }
    let first = try frames(seed: 1)
    #expect(try frames(seed: 1) == first)
    #expect(try frames(seed: 2) != first)
    #expect(Set(first.map { $0.hashValue }).count > 35)
  }

  @Test("kept warm it goes on at once, then falls asleep by itself")
  func warm() throws {
    let folder = try TemporaryFolder()
    let source = FrameSource.picture(
      try folder.write(BadPictureTests.picture.pgm, to: "a.pgm"), decoder: workerPath)
    source.start()
    let number = try #require(wait(source) { $0.latest }).number
    source.stop(after: 400)
    #expect(source.latest == nil && source.state == .running)
    source.start()
    #expect(try #require(wait(source) { $0.latest }).number > number, "it was not opened anew")
    source.stop(after: 100)
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
  }

  @Test("a place for a frame is used again when nobody holds the frame")
  func places() throws {
    let pool = try FramePool(room: 100, places: 2)
    var held = try (0..<2).map { try #require(pool.frame(width: 10, height: 10, stride: 10, number: $0) { _ in }) }
    #expect(pool.frame(width: 10, height: 10, stride: 10, number: 2) { _ in } == nil)
    held.removeFirst()
    #expect(pool.frame(width: 10, height: 10, stride: 10, number: 3) { _ in } != nil)
    #expect(pool.frame(width: 100, height: 100, stride: 100, number: 4) { _ in } == nil, "too large")
  }

  @Test("a frame that is hastened does not wait for its time", .timeLimit(.minutes(15)))
  func hastened() {
    let feed = FrameFeed()
    let later = milliseconds() + 3_600_000
    feed.want()
    feed.hasten()
    feed.waitForNext(later, since: feed.wanted)
    let before = feed.wanted
    feed.aim()
    feed.waitForNext(later, since: before)
    let watched = feed.wanted
    feed.wantNoMore(after: 20)
    feed.waitForNext(later, since: watched)
    // Kept warm no longer than it was to be.
    feed.waitForNext(later, since: feed.wanted)
    #expect(!feed.isWanted)
  }

  @Test("an aim comes when its time has come; letting go takes it back")
  func laterAim() {
    let feed = FrameFeed()
    feed.want()
    feed.aim()
    feed.aim(after: 1)
    while feed.wanted.aims < 2 { usleep(500) }
    feed.aim(after: 1)
    feed.wantNoMore(after: 60_000)
    usleep(3_000)
    #expect(feed.wanted.aims == 2)
    #expect(feed.wanted.warmUntil != nil && feed.isWanted)
  }

  /// Runs a capture until `done` says so; what happened. The frames themselves are let go: whoever keeps them all
  /// leaves the source no place for new ones.
  func run(
    _ capture: Capture, frame: (Frame) -> Void = { _ in }, until done: (CaptureEvent) -> Bool
  ) -> [CaptureEvent] {
    var events: [CaptureEvent] = []
    let end = milliseconds() + 15_000
    while milliseconds() < end {
      var wanted = capture.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&wanted, UInt(wanted.count), 100)
      let new = capture.advance()
      for event in new {
        if case .frame(let new) = event { frame(new) } else { events.append(event) }
      }
      if new.contains(where: done) { return events }
    }
    return events
  }

  func text(_ event: CaptureEvent) -> String? {
    if case .codes(let codes, _, _) = event { codes.first { $0.isSure }?.code.text } else { nil }
  }

  @Test("each press of the trigger reads the next label", .enabled(if: zint != nil, "zint is not installed"))
  func capture() throws {
    let folder = try TemporaryFolder()
    try labels(folder)
    let source = FrameSource.movingPictures(folder.url.path, decoder: workerPath)
    let capture = Capture(source: source, worker: try DecodeWorker(executable: workerPath), warm: 300)
    #expect(capture.advance().isEmpty)
    for expected in ["FIRST", "SECOND", "FIRST"] {
      capture.open(symbologies: [.code128])
      var frames = 0
      let events = run(
        capture,
        frame: {
          frames += 1
          #expect($0.width == 640 && $0.height == 480)
        }, until: { text($0) != nil })
      // On a busy machine a second answer may have come with the first.
      #expect(Set(events.compactMap(text)) == [expected], "\(events)")
      #expect(events.contains { if case .source(.running) = $0 { true } else { false } })
      #expect(frames >= 1)
      for case .codes(let codes, let width, let height) in events {
        for corner in codes.flatMap(\.code.corners) {
          #expect((-20...width + 20).contains(corner.x) && (-20...height + 20).contains(corner.y))
        }
      }
      capture.close()
      #expect(capture.advance().isEmpty)
    }
    #expect(wait(source) { $0.state == .asleep ? true : nil } != nil)
  }

  @Test(
    "what is taken while it stays open brings the next label", .enabled(if: zint != nil, "zint is not installed"))
  func takenAndOpen() throws {
    let folder = try TemporaryFolder()
    try labels(folder)
    let capture = Capture(
      source: .movingPictures(folder.url.path, decoder: workerPath), worker: try DecodeWorker(executable: workerPath))
    capture.open(symbologies: [.code128])
    #expect(run(capture) { text($0) != nil }.compactMap(text).last == "FIRST")
    capture.taken()
    #expect(run(capture) { text($0) == "SECOND" }.compactMap(text).last == "SECOND")
    capture.close()
  }

  @Test("codes of other symbologies are not seen", .enabled(if: zint != nil, "zint is not installed"))
  func otherSymbology() throws {
    let folder = try TemporaryFolder()
    let source = FrameSource.picture(try label("CODE128", "OTHER", in: folder), decoder: workerPath)
    let capture = Capture(source: source, worker: try DecodeWorker(executable: workerPath))
    capture.open(symbologies: [.qr])
    let events = run(capture) { if case .codes = $0 { true } else { false } }
    #expect(events.compactMap(text).isEmpty)
  }

  @Test("a reader that is not there is a sentence in the window; the picture goes on")
  func noReader() throws {
    let folder = try TemporaryFolder()
    let source = FrameSource.picture(
      try folder.write(BadPictureTests.picture.pgm, to: "a.pgm"), decoder: workerPath)
    let capture = Capture(source: source, worker: try DecodeWorker(executable: "/nowhere/formentry-decode"))
    capture.open()
    let events = run(capture) { if case .problem = $0 { true } else { false } }
    #expect(events.contains { if case .problem(let text) = $0 { text.contains("cannot be started") } else { false } })
    var frames = 0
    _ = run(capture, frame: { _ in frames += 1 }, until: { if case .frame = $0 { true } else { false } })
    #expect(frames > 0)
  }

  @Test("a linear code counts when two frames agree, or two looks at one frame; a QR code at once")
  func agreement() {
    func code(_ symbology: Symbology, _ text: String, readings: Int = 1) -> DecodedCode {
      DecodedCode(
        symbology: symbology, identifier: "]E0", text: text, raw: [], corners: [], quality: 5, readings: readings)
    }
    var agreement = Agreement()
    #expect(agreement.judge([code(.ean13, "1"), code(.qr, "2")]).map(\.isSure) == [false, true])
    #expect(agreement.judge([code(.ean13, "3")]).map(\.isSure) == [false])
    #expect(
      agreement.judge([code(.ean13, "1"), code(.ean13, "4"), code(.ean13, "4")]).map(\.isSure) == [true, false, false])
    #expect(agreement.judge([code(.itf, "12", readings: 2), code(.itf, "34")]).map(\.isSure) == [true, false])
    for _ in 0...Agreement.memory { _ = agreement.judge([]) }
    #expect(agreement.judge([code(.ean13, "1")]).map(\.isSure) == [false], "that was long ago")
  }
}
