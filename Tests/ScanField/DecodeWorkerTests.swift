import CSystem
import DataFormats
import Foundation
import Testing

@testable import ScanField

@Suite(.serialized) struct DecodeWorkerTests {
  /// A frame in memory of its own, with a code in it where zint is there.
  func frame(_ worker: DecodeWorker, _ text: String = "FRAME", number: Int = 0) throws -> Frame {
    let folder = try TemporaryFolder()
    guard zint != nil else {
      return try worker.load(
        still: folder.write(BadPictureTests.picture.pgm, to: "a.pgm"), longestSide: 640)
    }
    return try worker.load(still: try label("CODE128", text, in: folder), longestSide: 2000)
  }

  /// Waits as the program's loop does.
  func answer(_ worker: DecodeWorker, within limit: Int = 5_000) -> FrameAnswer? {
    let end = milliseconds() + limit
    while milliseconds() < end {
      if let answer = worker.takeAnswer() { return answer }
      _ = waitUntilReadable(worker.answerDescriptor, until: end)
    }
    return nil
  }

  func texts(_ answer: FrameAnswer?) -> [String]? {
    guard case .codes(let codes) = answer?.outcome else { return nil }
    return codes.map(\.text)
  }

  var expected: [String] { zint == nil ? [] : ["FRAME"] }

  func childrenOfOurs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.compactMap { entry in
      guard let line = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8),
        let close = line.lastIndex(of: ")")
      else { return nil }
      let fields = line[line.index(after: close)...].split(separator: " ")
      return fields[1] == "\(getpid())" && line.contains("formentry-deco") ? "\(entry) \(fields[0])" : nil
    }
  }

  @Test("a frame is given, its codes are taken, nobody waits")
  func frames() throws {
    let worker = try DecodeWorker(executable: workerPath)
    #expect(worker.takeAnswer() == nil)
    let frame = try frame(worker)
    for _ in 0..<5 {
      worker.submit(frame)
      #expect(worker.isBusy)
      let reply = try #require(answer(worker))
      #expect(texts(reply) == expected)
      #expect(reply.width == frame.width && reply.height == frame.height)
      #expect(!worker.isBusy && worker.takeAnswer() == nil)
    }
  }

  @Test("the latest frame wins")
  func latestWins() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let pool = try FramePool(room: 100 * 100, places: 8)
    for number in 0..<5 {
      let frame = try #require(
        pool.frame(width: 100, height: 100, stride: 100, number: number) { $0.update(repeating: 255) })
      worker.submit(frame)
    }
    #expect(answer(worker)?.number == 0)
    #expect(answer(worker)?.number == 4)
    #expect(answer(worker, within: 50) == nil)
  }

  @Test("a frame that hangs costs itself alone")
  func hangs() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let frame = try frame(worker)
    let process = try #require(worker.process)
    kill(process, SIGSTOP)
    worker.submit(frame, deadline: 100)
    let began = milliseconds()
    guard case .lost(.tookTooLong) = try #require(answer(worker)).outcome else {
      Issue.record("it was not given up")
      return
    }
    #expect(milliseconds() - began >= 90)
    worker.submit(frame)
    #expect(texts(answer(worker)) == expected)
    #expect(worker.process != process)
  }

  @Test("a worker that dies over a frame costs that frame alone")
  func diesOverFrame() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let frame = try frame(worker)
    let process = try #require(worker.process)
    kill(process, SIGSTOP)
    worker.submit(frame)
    kill(process, SIGKILL)
    guard case .lost(.workerEnded) = try #require(answer(worker)).outcome else {
      Issue.record("its end was not seen")
      return
    }
    worker.submit(frame)
    #expect(texts(answer(worker)) == expected)
  }

  @Test("a worker that dies while it has nothing to do costs nothing, and does not spin")
  func diesIdle() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let frame = try frame(worker)
    kill(try #require(worker.process), SIGKILL)
    #expect(waitUntilReadable(worker.answerDescriptor, until: milliseconds() + 1_000))
    #expect(worker.takeAnswer() == nil)
    #expect(!waitUntilReadable(worker.answerDescriptor, until: milliseconds() + 30))
    worker.submit(frame)
    #expect(texts(answer(worker)) == expected)
    kill(try #require(worker.process), SIGKILL)
    usleep(20_000)
    worker.submit(frame)
    #expect(texts(answer(worker)) == expected)
  }

  @Test("a still that hangs is given up; the next one is read")
  func stillHangs() throws {
    let worker = try DecodeWorker(executable: workerPath)
    try worker.start()
    let folder = try TemporaryFolder()
    let path = try folder.write(BadPictureTests.picture.pgm, to: "a.pgm")
    kill(try #require(worker.process), SIGSTOP)
    #expect(throws: DecodeError.tookTooLong(path: path, milliseconds: 80)) {
      try worker.decode(still: path, deadline: 80)
    }
    #expect(try worker.decode(still: path).isEmpty)
  }

  @Test("a still may be asked for while a frame is under way")
  func stillBetweenFrames() throws {
    let worker = try DecodeWorker(executable: workerPath)
    let frame = try frame(worker)
    let folder = try TemporaryFolder()
    let path = try folder.write(BadPictureTests.picture.pgm, to: "a.pgm")
    worker.submit(frame)
    #expect(try worker.decode(still: path).isEmpty)
    #expect(texts(answer(worker)) == expected)
  }

  @Test("a program that is not there is one sentence, for stills and for frames")
  func missing() throws {
    let worker = try DecodeWorker(executable: "/nowhere/formentry-decode")
    let folder = try TemporaryFolder()
    let path = try folder.write(BadPictureTests.picture.pgm, to: "a.pgm")
    let error = try #require(throws: DecodeError.self) { try worker.decode(still: path) }
    #expect(error.message.contains("/nowhere/formentry-decode cannot be started: No such file"))
    let other = try DecodeWorker(executable: workerPath)
    worker.submit(try frame(other))
    guard case .lost(.cannotStart) = try #require(answer(worker)).outcome else {
      Issue.record("it went unnoticed")
      return
    }
  }

  @Test("a worker that ends over every frame is not started again and again")
  func restartsSlowly() throws {
    let worker = try DecodeWorker(executable: "/bin/false")
    let frame = try frame(try DecodeWorker(executable: workerPath))
    var lost = 0
    let end = milliseconds() + 1_000
    while milliseconds() < end {
      worker.submit(frame)
      _ = waitUntilReadable(worker.answerDescriptor, until: milliseconds() + 10)
      while worker.takeAnswer() != nil { lost += 1 }
    }
    #expect((2...8).contains(lost), "\(lost) starts in a second")
  }

  @Test("neither a process nor a descriptor is left over")
  func nothingLeft() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    let children = try childrenOfOurs()
    do {
      let worker = try DecodeWorker(executable: workerPath)
      let frame = try frame(worker)
      let folder = try TemporaryFolder()
      let good = try folder.write(BadPictureTests.picture.pgm, to: "a.pgm")
      let bad = try folder.write([1, 2, 3], to: "b.pgm")
      let process = try #require(worker.process)
      for round in 0..<200 {
        _ = try worker.decode(still: good)
        _ = try? worker.decode(still: bad)
        _ = try worker.load(still: good, longestSide: 100)
        if round % 50 == 0 { kill(try #require(worker.process), SIGKILL) }
        worker.submit(frame)
        _ = answer(worker)
      }
      #expect(worker.process != process)
      let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(try #require(worker.process))/fd")
      #expect(own.count <= 6, "the worker keeps \(own)")
    }
    // Other tests open files at the same time: it is enough to be no more than before in one moment.
    var after = Int.max
    for _ in 0..<1000 where after > before {
      after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      usleep(30_000)
    }
    #expect(after <= before)
    #expect(try childrenOfOurs().filter { !children.contains($0) } == [])
  }

  @Test(
    "the worker ends by itself when its client is gone, or talks nonsense",
    arguments: [nil, [1, 2, 3], [1]] as [[UInt8]?])
  func clientGone(_ packet: [UInt8]?) throws {
    var sockets: [Int32] = [-1, -1]
    try #require(system_packet_pair(&sockets) == 0)
    var process: pid_t = 0
    try #require(system_start_helper(workerPath, sockets[1], -1, &process) == 0)
    close(sockets[1])
    if let packet { _ = system_send_packet(sockets[0], packet, packet.count, -1, 1) } else { close(sockets[0]) }
    let end = milliseconds() + 3_000
    var status: Int32 = -1
    var gone: pid_t = 0
    while gone == 0, milliseconds() < end {
      gone = waitpid(process, &status, WNOHANG)
      usleep(2_000)
    }
    #expect(gone == process && status == 0)
    if packet != nil { close(sockets[0]) }
  }

  @Test("started by hand it says what it is for")
  func byHand() throws {
    let result = try run("/bin/sh", ["-c", "'\(workerPath)' 3<&-"])
    #expect(result.status == 2)
    #expect(result.output.contains("formentry scan PICTURE"))
  }
}
